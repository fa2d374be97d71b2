/* State of an instrument as text; record.h says how it looks. After the parameters:
 *
 *   volume 3ff0000000000000
 *   expression 3ff0000000000000
 *   mpe 0
 *   channel 3 bend 0000000000000000 range 4000000000000000 ... pedal 1
 */
#include "instrument.h"
#include "record.h"

#include <stdio.h>
#include <string.h>

enum { VERSION = 1 };

size_t urto_instrument_save(const UrtoInstrument *instrument, char *text, size_t room)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    RecordWriter writer = {NULL, text ? room : 0, 0};

    writer.text = text;
    record_put(&writer, "urto-instrument %d %s\n", VERSION, info->id);
    record_put_parameters(&writer, info->parameters, info->parameter_count, instrument->parameters);
    record_put(&writer, "volume");
    record_put_number(&writer, instrument->volume);
    record_put(&writer, "\nexpression");
    record_put_number(&writer, instrument->expression);
    record_put(&writer, "\nmpe %d\n", instrument->mpe ? 1 : 0);
    for (int c = 0; c < 16; c++) {
        const Channel *channel = &instrument->channels[c];
        record_put(&writer, "channel %d bend", c);
        record_put_number(&writer, channel->bend);
        record_put(&writer, " range");
        record_put_number(&writer, channel->range);
        record_put(&writer, " pressure");
        record_put_number(&writer, channel->pressure);
        record_put(&writer, " timbre");
        record_put_number(&writer, channel->timbre);
        record_put(&writer, " pedal %d\n", channel->pedal ? 1 : 0);
    }
    record_put(&writer, "end\n");
    return writer.used + 1;
}

/* What was read, before anything is changed. */
typedef struct Reading {
    double parameters[PARAMETERS_MAX];
    Channel channels[16];
    double volume, expression;
    bool mpe;
} Reading;

static bool read_channel(RecordReader *reader, Reading *reading)
{
    uint32_t c = 0;

    while (*reader->at >= '0' && *reader->at <= '9' && c < 16) {
        c = 10 * c + (uint32_t)(*reader->at++ - '0');
    }
    if (c > 15) {
        return false;
    }
    Channel *channel = &reading->channels[c];
    return record_text(reader, " bend ") && record_number(reader, -96.0, 96.0, &channel->bend) &&
           record_text(reader, " range ") && record_number(reader, 0.0, 96.0, &channel->range) &&
           record_text(reader, " pressure ") &&
           record_number(reader, 0.0, 1.0, &channel->pressure) && record_text(reader, " timbre ") &&
           record_number(reader, 0.0, 1.0, &channel->timbre) && record_text(reader, " pedal ") &&
           record_flag(reader, &channel->pedal);
}

static bool read_line(RecordReader *reader, const UrtoInstrumentInfo *info, Reading *reading)
{
    bool good = false;

    if (record_text(reader, "parameter ")) {
        good =
            record_parameter(reader, info->parameters, info->parameter_count, reading->parameters);
    } else if (record_text(reader, "volume ")) {
        good = record_number(reader, 0.0, 1.0, &reading->volume);
    } else if (record_text(reader, "expression ")) {
        good = record_number(reader, 0.0, 1.0, &reading->expression);
    } else if (record_text(reader, "mpe ")) {
        good = record_flag(reader, &reading->mpe);
    } else if (record_text(reader, "channel ")) {
        good = read_channel(reader, reading);
    }
    reader->line++;
    return good && record_text(reader, "\n");
}

UrtoStatus urto_instrument_restore(UrtoInstrument *instrument, const char *text,
                                   UrtoDiagnostic *why)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    char first[80];
    RecordReader reader = {text, 1};
    Reading reading = {.volume = 1.0, .expression = 1.0};

    snprintf(first, sizeof first, "urto-instrument %d %s\n", VERSION, info->id);
    if (!text || !record_text(&reader, first)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "text", 0.0,
                           "line 1: must be \"urto-instrument %d %s\"", VERSION, info->id);
    }
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        reading.parameters[i] = info->parameters[i].fallback;
    }
    memcpy(reading.channels, instrument->channels, sizeof reading.channels);
    while (!record_text(&reader, "end\n")) {
        if (!read_line(&reader, info, &reading)) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "text", reader.line,
                               "line %u: not what urto_instrument_save writes", reader.line);
        }
    }
    urto_instrument_reset(instrument);
    memcpy(instrument->parameters, reading.parameters, sizeof reading.parameters);
    memcpy(instrument->channels, reading.channels, sizeof reading.channels);
    instrument->volume = reading.volume;
    instrument->expression = reading.expression;
    instrument->mpe = reading.mpe;
    instrument_level(instrument);
    instrument->gain = instrument->gain_target;
    instrument->gain_frames = 0;
    voices_express(instrument);
    return URTO_OK;
}
