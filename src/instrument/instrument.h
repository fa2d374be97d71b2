/* An instrument and its voices, channels and waiting events. */
#ifndef INSTRUMENT_INSTRUMENT_H
#define INSTRUMENT_INSTRUMENT_H

#include "voice.h"

typedef struct Channel {
    double bend;     /* [semitones] */
    double range;    /* of the MIDI bend [semitones] */
    double pressure; /* 0 to 1 */
    double timbre;   /* 0 to 1 */
    bool pedal;
    uint8_t registered[2]; /* number of the registered parameter, 127: none */
} Channel;

/* Bytes of MIDI that wait for the rest of their message. */
typedef struct MidiParser {
    uint8_t status, first;
    uint8_t count; /* of data bytes that are there */
    bool exclusive;
} MidiParser;

struct UrtoInstrument {
    UrtoAllocator allocator;
    const Kind *kind;
    UrtoPool *pool; /* may be NULL */
    double rate;
    bool mpe;
    uint32_t voice_count; /* those that may sound, without the spare ones */
    uint32_t room;        /* all */
    Voice *voices;
    double parameters[PARAMETERS_MAX];
    Channel channels[16];
    MidiParser parser;
    UrtoEvent *events; /* sorted, frames from now */
    uint32_t event_count;
    bool overflown; /* events were lost, perhaps the end of a note */
    uint64_t clock; /* frames */
    uint64_t ticked;
    double volume, expression; /* of MIDI controllers 7 and 11 */
    double full; /* gain at full volume: a voice that is faded down is not at its end */
    double gain, gain_target, gain_step;
    uint32_t gain_frames;
    double tail[2]; /* of voices that were cut, fading */
    UrtoInstrumentStatistics statistics;
    UrtoEvent event_memory[URTO_MAX_EVENTS];
};

/* voices.c */
UrtoStatus voices_create(UrtoInstrument *instrument, bool ledger, UrtoDiagnostic *why);
void voices_destroy(UrtoInstrument *instrument);
void voices_note_on(UrtoInstrument *instrument, const UrtoEvent *event) URTO_REALTIME;
void voices_note_off(UrtoInstrument *instrument, const UrtoEvent *event) URTO_REALTIME;
void voices_release_all(UrtoInstrument *instrument) URTO_REALTIME;
void voices_fade_all(UrtoInstrument *instrument) URTO_REALTIME;
/* Those that would sound in another world with the parameters as they are now. */
void voices_fade_others(UrtoInstrument *instrument) URTO_REALTIME;
/* Nothing is heard, nor will be without a note. */
bool voices_silent(const UrtoInstrument *instrument) URTO_REALTIME;
void voices_pedal_up(UrtoInstrument *instrument, uint8_t channel) URTO_REALTIME;
/* Bend, pressure and timbre of a voice from its channel. */
void voices_express(UrtoInstrument *instrument) URTO_REALTIME;
/* Bend, pressure, timbre or end of the notes that an event names. */
void voices_note_express(UrtoInstrument *instrument, const UrtoEvent *event) URTO_REALTIME;
void voices_changed(UrtoInstrument *instrument) URTO_REALTIME;
void voices_tick(UrtoInstrument *instrument) URTO_REALTIME;
/* Adds at most TICK frames of all voices. */
void voices_render(UrtoInstrument *instrument, double mix[2][TICK], uint32_t frames) URTO_REALTIME;

/* instrument.c */
/* Takes the level to where parameter, volume and expression say: at once if nothing sounds. */
void instrument_level(UrtoInstrument *instrument) URTO_REALTIME;
void instrument_calm(UrtoInstrument *instrument) URTO_REALTIME;
/* One of the table. */
const Kind *kind_of(const UrtoInstrumentInfo *info);

#endif
