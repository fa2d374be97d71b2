#include "state_text.h"

#include "parameter.h"

#include <urto/number.h>

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 40 };

void state_put(StateWriter *writer, const char *format, ...)
{
    va_list list;
    const bool fits = writer->used < writer->room;

    va_start(list, format);
    const int length = urto_format_list(fits ? writer->text + writer->used : NULL,
                                        fits ? writer->room - writer->used : 0, format, list);
    va_end(list);
    writer->used += length > 0 ? (size_t)length : 0;
}

void state_put_number(StateWriter *writer, double value)
{
    uint64_t bits = 0;

    memcpy(&bits, &value, sizeof bits);
    state_put(writer, " %016" PRIx64, bits);
}

void state_put_parameters(StateWriter *writer, const UrtoParameterInfo *table, uint32_t count,
                          const double *values)
{
    for (uint32_t i = 0; i < count; i++) {
        state_put(writer, "parameter %s", table[i].id);
        state_put_number(writer, values[i]);
        state_put(writer, "\n");
    }
}

bool state_read_text(StateReader *reader, const char *expected)
{
    const size_t length = strlen(expected);

    if (strncmp(reader->at, expected, length) != 0) {
        return false;
    }
    reader->at += length;
    return true;
}

bool state_read_number(StateReader *reader, double least, double most, double *value)
{
    uint64_t bits = 0;

    for (int i = 0; i < 16; i++) {
        const char c = *reader->at;
        const int digit =
            c >= '0' && c <= '9' ? c - '0' : (c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1);
        if (digit < 0) {
            return false;
        }
        bits = bits << 4 | (uint64_t)digit;
        reader->at++;
    }
    memcpy(value, &bits, sizeof *value);
    return isfinite(*value) && *value >= least && *value <= most;
}

bool state_read_flag(StateReader *reader, bool *value)
{
    if (*reader->at != '0' && *reader->at != '1') {
        return false;
    }
    *value = *reader->at++ == '1';
    return true;
}

bool state_read_parameter(StateReader *reader, const UrtoParameterInfo *table, uint32_t count,
                          double *values)
{
    char name[NAME_MAX_LENGTH + 1];
    size_t length = 0;
    double value = 0.0;

    while (length < NAME_MAX_LENGTH && *reader->at && *reader->at != ' ' && *reader->at != '\n') {
        name[length++] = *reader->at++;
    }
    name[length] = '\0';
    if (!state_read_text(reader, " ") || !state_read_number(reader, -HUGE_VAL, HUGE_VAL, &value)) {
        return false;
    }
    const uint32_t index = parameter_find(table, count, name);
    if (index != URTO_NONE) {
        (void)urto_parameter_clamp(&table[index], value, &values[index], NULL);
    }
    return true;
}
