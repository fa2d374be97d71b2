/* All kinds of instruments, in the order of the public list. Each is a file kind_NAME.c that ends with
 * KIND(NAME, ...), see voice.h. */
#ifndef INSTRUMENT_KINDS_H
#define INSTRUMENT_KINDS_H

#define KINDS(X)                                                                                   \
    X(mallet)                                                                                      \
    X(hammered_string)                                                                             \
    X(fretted_string)                                                                              \
    X(tanpura)                                                                                     \
    X(snare)                                                                                       \
    X(tromba)                                                                                      \
    X(bounce)                                                                                      \
    X(roll)                                                                                        \
    X(scrape)

#endif
