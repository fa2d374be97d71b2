/* MIDI: bytes to events. Running status, real-time bytes between the others; system exclusive and data
 * bytes without a status are ignored. */
#include "instrument.h"

static void send(UrtoInstrument *instrument, const UrtoEvent *event)
{
    /* what finds no room is counted in the statistics */
    (void)urto_instrument_event(instrument, event, NULL);
}

/* Registered parameters: 0 is the bend range, 6 on channel 1 the number of MPE channels. These act
 * at once: they set up what follows. */
static void data_entry(UrtoInstrument *instrument, uint8_t channel, uint8_t value)
{
    Channel *state = &instrument->channels[channel];

    if (state->registered[0] != 0) {
        return;
    }
    if (state->registered[1] == 0) {
        state->range = value <= 96 ? value : 96.0;
        for (uint8_t c = 1; instrument->mpe && channel > 0 && c < CHANNELS; c++) {
            instrument->channels[c].range = state->range; /* of all members of the zone */
        }
    } else if (state->registered[1] == 6 && channel == 0) {
        urto_instrument_set_mpe(instrument, value > 0);
    }
}

static void table_controller(UrtoInstrument *instrument, uint32_t frame, uint8_t number,
                             uint8_t value)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;

    for (uint32_t i = 0; i < info->parameter_count; i++) {
        if (info->parameters[i].controller == number) {
            const UrtoEvent event = {.kind = URTO_EVENT_PARAMETER,
                                     .frame = frame,
                                     .parameter = i,
                                     .value =
                                         urto_parameter_value(&info->parameters[i], value / 127.0)};
            send(instrument, &event);
        }
    }
}

static void controller(UrtoInstrument *instrument, uint32_t frame, uint8_t channel, uint8_t number,
                       uint8_t value)
{
    Channel *state = &instrument->channels[channel];
    UrtoEvent event = {.frame = frame, .channel = channel, .value = value / 127.0};

    switch (number) {
    case 6:
        data_entry(instrument, channel, value);
        return;
    case 7:
        event.kind = URTO_EVENT_VOLUME;
        event.value *= event.value;
        break;
    case 11:
        event.kind = URTO_EVENT_EXPRESSION;
        event.value *= event.value;
        break;
    case 64:
        event.kind = URTO_EVENT_PEDAL;
        break;
    case 66:
        event.kind = URTO_EVENT_SOSTENUTO;
        break;
    case 67:
        event.kind = URTO_EVENT_SOFT;
        break;
    case 74:
        event.kind = URTO_EVENT_TIMBRE;
        event.value = value < 127 ? value / 128.0 : 1.0; /* 64 is the middle */
        break;
    case 98:
    case 99: /* not registered */
        state->registered[0] = state->registered[1] = 127;
        return;
    case 100:
        state->registered[1] = value;
        return;
    case 101:
        state->registered[0] = value;
        return;
    case 120:
        event.kind = URTO_EVENT_SOUND_OFF;
        break;
    case 121: {
        const UrtoEvent back[] = {
            {.kind = URTO_EVENT_BEND, .frame = frame, .channel = channel},
            {.kind = URTO_EVENT_CHANNEL_PRESSURE, .frame = frame, .channel = channel},
            {.kind = URTO_EVENT_TIMBRE, .frame = frame, .channel = channel, .value = 0.5},
            {.kind = URTO_EVENT_PEDAL, .frame = frame, .channel = channel},
            {.kind = URTO_EVENT_SOSTENUTO, .frame = frame, .channel = channel},
            {.kind = URTO_EVENT_SOFT, .frame = frame, .channel = channel},
            {.kind = URTO_EVENT_EXPRESSION, .frame = frame, .channel = channel, .value = 1.0},
        };
        for (size_t i = 0; i < sizeof back / sizeof *back; i++) {
            send(instrument, &back[i]);
        }
        return;
    }
    case 123:
    case 124:
    case 125:
    case 126:
    case 127:
        event.kind = URTO_EVENT_NOTES_OFF;
        break;
    default:
        table_controller(instrument, frame, number, value);
        return;
    }
    send(instrument, &event);
}

static void message(UrtoInstrument *instrument, uint32_t frame, uint8_t status, uint8_t first,
                    uint8_t second)
{
    const uint8_t channel = status & 0x0F;
    UrtoEvent event = {.frame = frame, .channel = channel, .key = first};

    switch (status & 0xF0) {
    case 0x90:
        event.kind = second ? URTO_EVENT_NOTE_ON : URTO_EVENT_NOTE_OFF;
        event.value = second / 127.0;
        break;
    case 0x80:
        event.kind = URTO_EVENT_NOTE_OFF;
        break;
    case 0xA0:
        event.kind = URTO_EVENT_PRESSURE;
        event.value = second / 127.0;
        break;
    case 0xB0:
        controller(instrument, frame, channel, first, second);
        return;
    case 0xD0:
        event.kind = URTO_EVENT_CHANNEL_PRESSURE;
        event.key = 0;
        event.value = first / 127.0;
        break;
    case 0xE0: {
        const int bend = first + 128 * second - 8192;
        event.kind = URTO_EVENT_BEND;
        event.key = 0;
        /* both ends reach the whole range */
        event.value = instrument->channels[channel].range * bend / (bend > 0 ? 8191.0 : 8192.0);
        break;
    }
    case 0xC0:
        event.kind = URTO_EVENT_PROGRAM;
        event.key = 0;
        event.value = first;
        break;
    default:
        return;
    }
    send(instrument, &event);
}

void urto_instrument_midi(UrtoInstrument *instrument, uint32_t frame, const uint8_t *bytes,
                          size_t size)
{
    if (!instrument || !bytes) {
        return;
    }
    MidiParser *parser = &instrument->parser;
    for (size_t i = 0; i < size; i++) {
        const uint8_t byte = bytes[i];
        if (byte >= 0xF8) {
            continue; /* real time: anywhere */
        }
        if (byte >= 0xF0) {
            *parser = (MidiParser){.status = 0}; /* what follows is skipped */
            continue;
        }
        if (byte >= 0x80) {
            *parser = (MidiParser){.status = byte};
            continue;
        }
        if (!parser->status) {
            continue;
        }
        const uint8_t kind = parser->status & 0xF0;
        const bool single = kind == 0xC0 || kind == 0xD0;
        if (parser->count == 0 && !single) {
            parser->first = byte;
            parser->count = 1;
            continue;
        }
        message(instrument, frame, parser->status, single ? byte : parser->first,
                single ? 0 : byte);
        parser->count = 0;
    }
}
