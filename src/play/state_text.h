/* State as text, one item a line, for instruments and effects:
 *
 *   urto-instrument 1 mallet
 *   parameter hardness 3fe0000000000000
 *   ...
 *   end
 *
 * Numbers are the 64 bits of a double, so they come back exactly and in any locale. Parameters that
 * are missing get their defaults; those that this version does not know are skipped.
 */
#ifndef PLAY_STATE_TEXT_H
#define PLAY_STATE_TEXT_H

#include <urto/parameter.h>

#include <stddef.h>

/* All zero counts what would be written. */
typedef struct StateWriter {
    char *text;
    size_t room, used;
} StateWriter;

void state_put(StateWriter *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A space and a number. */
void state_put_number(StateWriter *writer, double value);
/* A line for each parameter of a table. */
void state_put_parameters(StateWriter *writer, const UrtoParameterInfo *table, uint32_t count,
                          const double *values);

typedef struct StateReader {
    const char *at;
    uint32_t line;
} StateReader;

/* Skips the expected text; false if there is another. */
bool state_read_text(StateReader *reader, const char *expected);
/* A number within a range. */
bool state_read_number(StateReader *reader, double least, double most, double *value);
/* 0 or 1. */
bool state_read_flag(StateReader *reader, bool *value);
/* Name and value of a parameter, after "parameter ". */
bool state_read_parameter(StateReader *reader, const UrtoParameterInfo *table, uint32_t count,
                          double *values);

#endif
