/* State as text, one item a line:
 *
 *   urto-instrument 1 mallet
 *   parameter hardness 3fe0000000000000
 *   volume 3ff0000000000000
 *   channel 3 bend 0000000000000000 range 4000000000000000 ... pedal 1
 *   end
 *
 * Numbers are the 64 bits of a double, so they come back exactly and in any locale. Parameters that
 * are not there keep their defaults; those that this version does not know are passed over.
 */
#include "instrument.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VERSION = 1, NAME_MAX_LENGTH = 40 };

typedef struct Writer {
    char *text;
    size_t room, used;
} Writer;

__attribute__((format(printf, 2, 3))) static void put(Writer *writer, const char *format, ...)
{
    va_list list;
    const bool fits = writer->used < writer->room;

    va_start(list, format);
    const int length = vsnprintf(fits ? writer->text + writer->used : NULL,
                                 fits ? writer->room - writer->used : 0, format, list);
    va_end(list);
    writer->used += length > 0 ? (size_t)length : 0;
}

static uint64_t bits_of(double value)
{
    uint64_t bits = 0;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

size_t urto_instrument_save(const UrtoInstrument *instrument, char *text, size_t room)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    Writer writer = {NULL, text ? room : 0, 0};

    writer.text = text;
    put(&writer, "urto-instrument %d %s\n", VERSION, info->id);
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        put(&writer, "parameter %s %016" PRIx64 "\n", info->parameters[i].id,
            bits_of(instrument->parameters[i]));
    }
    put(&writer, "volume %016" PRIx64 "\n", bits_of(instrument->volume));
    put(&writer, "mpe %d\n", instrument->mpe ? 1 : 0);
    for (int c = 0; c < 16; c++) {
        const Channel *channel = &instrument->channels[c];
        put(&writer,
            "channel %d bend %016" PRIx64 " range %016" PRIx64 " pressure %016" PRIx64
            " timbre %016" PRIx64 " pedal %d\n",
            c, bits_of(channel->bend), bits_of(channel->range), bits_of(channel->pressure),
            bits_of(channel->timbre), channel->pedal ? 1 : 0);
    }
    put(&writer, "end\n");
    return writer.used + 1;
}

/* What was read, before anything is changed. */
typedef struct Reader {
    const char *at;
    uint32_t line;
    double parameters[PARAMETERS_MAX];
    Channel channels[16];
    double volume;
    bool mpe;
} Reader;

/* The word at the place, if it is this one. */
static bool word(Reader *reader, const char *expected)
{
    const size_t length = strlen(expected);

    if (strncmp(reader->at, expected, length) != 0) {
        return false;
    }
    reader->at += length;
    return true;
}

static bool number(Reader *reader, double least, double most, double *value)
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

static bool flag(Reader *reader, bool *value)
{
    if (*reader->at != '0' && *reader->at != '1') {
        return false;
    }
    *value = *reader->at++ == '1';
    return true;
}

static bool read_parameter(Reader *reader, const UrtoInstrumentInfo *info)
{
    char name[NAME_MAX_LENGTH + 1];
    size_t length = 0;
    double value = 0.0;

    while (length < NAME_MAX_LENGTH && *reader->at && *reader->at != ' ' && *reader->at != '\n') {
        name[length++] = *reader->at++;
    }
    name[length] = '\0';
    const uint32_t index = urto_instrument_parameter(info, name);
    if (!word(reader, " ") || !number(reader, -HUGE_VAL, HUGE_VAL, &value)) {
        return false;
    }
    if (index < info->parameter_count) {
        (void)urto_parameter_clamp(&info->parameters[index], value, &reader->parameters[index],
                                   NULL);
    }
    return true;
}

static bool read_channel(Reader *reader)
{
    uint32_t c = 0;

    while (*reader->at >= '0' && *reader->at <= '9' && c < 16) {
        c = 10 * c + (uint32_t)(*reader->at++ - '0');
    }
    if (c > 15) {
        return false;
    }
    Channel *channel = &reader->channels[c];
    return word(reader, " bend ") && number(reader, -96.0, 96.0, &channel->bend) &&
           word(reader, " range ") && number(reader, 0.0, 96.0, &channel->range) &&
           word(reader, " pressure ") && number(reader, 0.0, 1.0, &channel->pressure) &&
           word(reader, " timbre ") && number(reader, 0.0, 1.0, &channel->timbre) &&
           word(reader, " pedal ") && flag(reader, &channel->pedal);
}

static bool read_line(Reader *reader, const UrtoInstrumentInfo *info)
{
    bool good = false;

    if (word(reader, "parameter ")) {
        good = read_parameter(reader, info);
    } else if (word(reader, "volume ")) {
        good = number(reader, 0.0, 1.0, &reader->volume);
    } else if (word(reader, "mpe ")) {
        good = flag(reader, &reader->mpe);
    } else if (word(reader, "channel ")) {
        good = read_channel(reader);
    }
    reader->line++;
    return good && word(reader, "\n");
}

UrtoStatus urto_instrument_restore(UrtoInstrument *instrument, const char *text,
                                   UrtoDiagnostic *why)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    char first[80];
    Reader reader = {.at = text, .line = 1, .volume = 1.0};

    snprintf(first, sizeof first, "urto-instrument %d %s\n", VERSION, info->id);
    if (!text || !word(&reader, first)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "text", 0.0,
                           "line 1: must be \"urto-instrument %d %s\"", VERSION, info->id);
    }
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        reader.parameters[i] = info->parameters[i].fallback;
    }
    memcpy(reader.channels, instrument->channels, sizeof reader.channels);
    while (!word(&reader, "end\n")) {
        if (!read_line(&reader, info)) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "text", reader.line,
                               "line %u: not what urto_instrument_save writes", reader.line);
        }
    }
    urto_instrument_reset(instrument);
    memcpy(instrument->parameters, reader.parameters, sizeof reader.parameters);
    memcpy(instrument->channels, reader.channels, sizeof reader.channels);
    instrument->volume = reader.volume;
    instrument->mpe = reader.mpe;
    instrument_level(instrument, 0);
    voices_express(instrument);
    return URTO_OK;
}
