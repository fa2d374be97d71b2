/* Notes. The host names a note by an id from 0, or only by port, channel and key; -1 means any. Each
 * note gets a number from 1, by which the instrument tells it from others and says when it has
 * ended. */
#include "shell.h"

#include <stdio.h>

static uint32_t count(const clap_plugin_t *clap, bool is_input)
{
    return is_input && shell_of(clap)->info.instrument ? 1 : 0;
}

static bool get(const clap_plugin_t *clap, uint32_t index, bool is_input,
                clap_note_port_info_t *info)
{
    if (index >= count(clap, is_input)) {
        return false;
    }
    *info = (clap_note_port_info_t){
        .id = 0,
        .supported_dialects =
            CLAP_NOTE_DIALECT_CLAP | CLAP_NOTE_DIALECT_MIDI | CLAP_NOTE_DIALECT_MIDI_MPE,
        .preferred_dialect = CLAP_NOTE_DIALECT_CLAP,
    };
    snprintf(info->name, sizeof info->name, "Notes");
    return true;
}

const clap_plugin_note_ports_t shell_note_ports = {count, get};

/* -1 is any. */
static bool matches(const Note *note, int32_t id, int16_t port, int16_t channel, int16_t key)
{
    return note->used && (id < 0 || note->id < 0 || note->id == id) &&
           (port < 0 || note->port == port) && (channel < 0 || note->channel == channel) &&
           (key < 0 || note->key == key);
}

static void push_end(const Note *note, const clap_output_events_t *out, uint32_t frame)
{
    const clap_event_note_t event = {
        .header = {.size = sizeof event,
                   .time = frame,
                   .space_id = CLAP_CORE_EVENT_SPACE_ID,
                   .type = CLAP_EVENT_NOTE_END},
        .note_id = note->id,
        .port_index = note->port,
        .channel = note->channel,
        .key = note->key,
    };

    if (out) {
        (void)out->try_push(out, &event.header);
    }
}

/* A free slot, or that of the oldest note, whose end is then reported to the host. */
static Note *claim_slot(Shell *shell, const clap_output_events_t *out, uint32_t frame)
{
    Note *oldest = &shell->notes[0];

    for (uint32_t i = 0; i < NOTES_MAX; i++) {
        Note *note = &shell->notes[i];
        if (!note->used) {
            return note;
        }
        oldest = note->number < oldest->number ? note : oldest;
    }
    push_end(oldest, out, frame);
    return oldest;
}

static void note_on(Shell *shell, const clap_event_note_t *event, const clap_output_events_t *out)
{
    if (event->port_index > 0 || event->channel < 0 || event->channel > 15 || event->key < 0 ||
        event->key > 127) {
        return;
    }
    Note *note = claim_slot(shell, out, event->header.time);
    /* 0 is no number; it comes round after 2^32 notes */
    shell->last_number = shell->last_number < UINT32_MAX ? shell->last_number + 1 : 1;
    *note = (Note){.used = true,
                   .number = shell->last_number,
                   .id = event->note_id,
                   .port = event->port_index,
                   .channel = event->channel,
                   .key = event->key};
    const UrtoEvent on = {.kind = URTO_EVENT_NOTE_ON,
                          .frame = event->header.time,
                          .channel = (uint8_t)event->channel,
                          .key = (uint8_t)event->key,
                          .note = note->number,
                          .value = event->velocity};
    if (urto_plugin_event(shell->plugin, &on, NULL) != URTO_OK) {
        push_end(note, out, event->header.time);
        note->used = false;
    }
}

static void send(Shell *shell, const Note *note, UrtoEventKind kind, uint32_t frame, double value)
{
    const UrtoEvent event = {.kind = kind,
                             .frame = frame,
                             .channel = (uint8_t)note->channel,
                             .key = (uint8_t)note->key,
                             .note = note->number,
                             .value = value};

    (void)urto_plugin_event(shell->plugin, &event, NULL);
}

void note_event(Shell *shell, const clap_event_note_t *event, const clap_output_events_t *out)
{
    if (event->header.type == CLAP_EVENT_NOTE_ON) {
        note_on(shell, event, out);
        return;
    }
    for (uint32_t i = 0; i < NOTES_MAX; i++) {
        const Note *note = &shell->notes[i];
        if (matches(note, event->note_id, event->port_index, event->channel, event->key)) {
            send(shell, note,
                 event->header.type == CLAP_EVENT_NOTE_CHOKE ? URTO_EVENT_NOTE_CHOKE
                                                             : URTO_EVENT_NOTE_OFF,
                 event->header.time, 0.0);
        }
    }
}

void note_expression(Shell *shell, const clap_event_note_expression_t *event)
{
    UrtoEventKind kind = URTO_EVENT_NOTE_BEND;

    switch (event->expression_id) {
    case CLAP_NOTE_EXPRESSION_TUNING:
        break;
    case CLAP_NOTE_EXPRESSION_PRESSURE:
        kind = URTO_EVENT_PRESSURE;
        break;
    case CLAP_NOTE_EXPRESSION_BRIGHTNESS:
        kind = URTO_EVENT_NOTE_TIMBRE;
        break;
    default: /* volume, pan, vibrato: an instrument has none for one note */
        return;
    }
    for (uint32_t i = 0; i < NOTES_MAX; i++) {
        const Note *note = &shell->notes[i];
        if (matches(note, event->note_id, event->port_index, event->channel, event->key)) {
            send(shell, note, kind, event->header.time, event->value);
        }
    }
}

/* The event has always three bytes; a message may have fewer. */
void note_midi(Shell *shell, const clap_event_midi_t *event)
{
    const uint8_t status = event->data[0];
    const uint8_t kind = status & 0xF0;
    const size_t size = kind == 0xC0 || kind == 0xD0 ? 2 : (kind == 0xF0 ? 1 : 3);

    if (status >= 0x80 && event->port_index == 0) {
        urto_plugin_midi(shell->plugin, event->header.time, event->data, size);
    }
}

void notes_end(Shell *shell, const clap_output_events_t *out, uint32_t frame)
{
    uint32_t sounding[URTO_MAX_VOICES + NOTES_MAX];
    const uint32_t room = sizeof sounding / sizeof *sounding;
    const uint32_t all = urto_plugin_notes(shell->plugin, sounding, room);

    for (uint32_t i = 0; i < NOTES_MAX; i++) {
        Note *note = &shell->notes[i];
        bool sounds = false;
        for (uint32_t s = 0; note->used && !sounds && s < all && s < room; s++) {
            sounds = sounding[s] == note->number;
        }
        if (note->used && !sounds) {
            push_end(note, out, frame);
            note->used = false;
        }
    }
}
