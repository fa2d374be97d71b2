/* State of an instrument as text; state_text.h shows the format. After the parameters:
 *
 *   volume 3ff0000000000000
 *   expression 3ff0000000000000
 *   mpe 0
 *   channel 3 bend 0000000000000000 range 4000000000000000 ... pedal 1
 */
#include "../play/state_text.h"
#include "instrument.h"

#include <stdio.h>
#include <string.h>

enum { VERSION = 1 };

size_t urto_instrument_save(const UrtoInstrument *instrument, char *text, size_t room)
{
    if (!instrument) {
        return 0;
    }
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    StateWriter writer = {NULL, text ? room : 0, 0};

    writer.text = text;
    state_put(&writer, "urto-instrument %d %s\n", VERSION, info->id);
    state_put_parameters(&writer, info->parameters, info->parameter_count, instrument->parameters);
    state_put(&writer, "volume");
    state_put_number(&writer, instrument->volume);
    state_put(&writer, "\nexpression");
    state_put_number(&writer, instrument->expression);
    state_put(&writer, "\nmpe %d\n", instrument->mpe ? 1 : 0);
    for (int c = 0; c < CHANNELS; c++) {
        const Channel *channel = &instrument->channels[c];
        state_put(&writer, "channel %d bend", c);
        state_put_number(&writer, channel->bend);
        state_put(&writer, " range");
        state_put_number(&writer, channel->range);
        state_put(&writer, " pressure");
        state_put_number(&writer, channel->pressure);
        state_put(&writer, " timbre");
        state_put_number(&writer, channel->timbre);
        /* what 0.1 does not know is there only when it is down */
        state_put(&writer, " pedal %d%s\n", channel->pedal ? 1 : 0, channel->soft ? " soft" : "");
    }
    state_put(&writer, "end\n");
    return writer.used + 1;
}

/* What was read, before anything is changed. */
typedef struct Reading {
    double parameters[PARAMETERS_MAX];
    Channel channels[CHANNELS];
    double volume, expression;
    bool mpe;
} Reading;

static bool read_soft(StateReader *reader, Channel *channel)
{
    channel->soft = state_read_text(reader, " soft");
    channel->sostenuto = false; /* the keys that it holds are not in a state */
    return true;
}

static bool read_channel(StateReader *reader, Reading *reading)
{
    uint32_t c = 0;

    while (*reader->at >= '0' && *reader->at <= '9' && c < CHANNELS) {
        c = 10 * c + (uint32_t)(*reader->at++ - '0');
    }
    if (c >= CHANNELS) {
        return false;
    }
    Channel *channel = &reading->channels[c];
    return state_read_text(reader, " bend ") &&
           state_read_number(reader, -96.0, 96.0, &channel->bend) &&
           state_read_text(reader, " range ") &&
           state_read_number(reader, 0.0, 96.0, &channel->range) &&
           state_read_text(reader, " pressure ") &&
           state_read_number(reader, 0.0, 1.0, &channel->pressure) &&
           state_read_text(reader, " timbre ") &&
           state_read_number(reader, 0.0, 1.0, &channel->timbre) &&
           state_read_text(reader, " pedal ") && state_read_flag(reader, &channel->pedal) &&
           read_soft(reader, channel);
}

static bool read_line(StateReader *reader, const UrtoInstrumentInfo *info, Reading *reading)
{
    bool good = false;

    if (state_read_text(reader, "parameter ")) {
        good = state_read_parameter(reader, info->parameters, info->parameter_count,
                                    reading->parameters);
    } else if (state_read_text(reader, "volume ")) {
        good = state_read_number(reader, 0.0, 1.0, &reading->volume);
    } else if (state_read_text(reader, "expression ")) {
        good = state_read_number(reader, 0.0, 1.0, &reading->expression);
    } else if (state_read_text(reader, "mpe ")) {
        good = state_read_flag(reader, &reading->mpe);
    } else if (state_read_text(reader, "channel ")) {
        good = read_channel(reader, reading);
    }
    reader->line++;
    return good && state_read_text(reader, "\n");
}

UrtoStatus urto_instrument_restore(UrtoInstrument *instrument, const char *text,
                                   UrtoDiagnostic *why)
{
    if (!instrument) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "instrument", 0.0, "instrument is NULL");
    }
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    char first[80];
    StateReader reader = {text, 1};
    Reading reading = {.volume = 1.0, .expression = 1.0};

    snprintf(first, sizeof first, "urto-instrument %d %s\n", VERSION, info->id);
    if (!text || !state_read_text(&reader, first)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "text", 0.0,
                           "line 1: must be \"urto-instrument %d %s\"", VERSION, info->id);
    }
    parameter_defaults(info->parameters, info->parameter_count, reading.parameters);
    memcpy(reading.channels, instrument->channels, sizeof reading.channels);
    for (uint32_t c = 0; c < CHANNELS; c++) {
        reading.channels[c].sostenuto = reading.channels[c].soft = false;
    }
    while (!state_read_text(&reader, "end\n")) {
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
    settings_replaced(instrument);
    voices_express(instrument);
    return URTO_OK;
}
