/* State as text, one item a line, for instruments and effects:
 *
 *   urto-instrument 1 mallet
 *   parameter hardness 3fe0000000000000
 *   ...
 *   end
 *
 * Numbers are the 64 bits of a double, so they come back exactly and in any locale. Parameters that
 * are not there keep their defaults; those that this version does not know are passed over.
 */
#ifndef INSTRUMENT_RECORD_H
#define INSTRUMENT_RECORD_H

#include <urto/parameter.h>

#include <stddef.h>

/* All zero counts what would be written. */
typedef struct RecordWriter {
    char *text;
    size_t room, used;
} RecordWriter;

void record_put(RecordWriter *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A space and a number. */
void record_put_number(RecordWriter *writer, double value);
/* A line for each parameter of a table. */
void record_put_parameters(RecordWriter *writer, const UrtoParameterInfo *table, uint32_t count,
                           const double *values);

typedef struct RecordReader {
    const char *at;
    uint32_t line;
} RecordReader;

/* Passes over the text that is expected at this place; false if there is another. */
bool record_text(RecordReader *reader, const char *expected);
/* A number within a range. */
bool record_number(RecordReader *reader, double least, double most, double *value);
/* 0 or 1. */
bool record_flag(RecordReader *reader, bool *value);
/* Name and value of a parameter, after "parameter ". */
bool record_parameter(RecordReader *reader, const UrtoParameterInfo *table, uint32_t count,
                      double *values);

#endif
