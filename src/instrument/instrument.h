/* An instrument and its voices, channels and waiting events. */
#ifndef INSTRUMENT_INSTRUMENT_H
#define INSTRUMENT_INSTRUMENT_H

#include "../base/event_queue.h"
#include "../base/status.h"
#include "custom.h"
#include "voice.h"

enum { CHANNELS = 16, VOICINGS_MAX = 16 };

/* What makes the keys and velocities of a preset even; made by `make trims`. */
enum { TRIM_PLACES = 21, TRIM_STEPS = 17 };

typedef struct Trims {
    const char *kind;
    uint32_t voicing;  /* number of the preset */
    int8_t gains[128]; /* of each key [dB/4] */
    int8_t strokes[TRIM_PLACES]
                  [TRIM_STEPS]; /* at keys spread over the range, at velocities 0, 8, ...
                                                128: added to the velocity [1/4 of 127] */
} Trims;

typedef struct Channel {
    double bend;     /* [semitones] */
    double range;    /* of the MIDI bend [semitones] */
    double pressure; /* 0 to 1 */
    double timbre;   /* 0 to 1 */
    bool pedal, sostenuto, soft;
    uint8_t registered[2]; /* number of the registered parameter, 127: none */
} Channel;

/* Bytes of MIDI that wait for the rest of their message. */
typedef struct MidiParser {
    uint8_t status, first;
    uint8_t count; /* of data bytes that are there */
} MidiParser;

typedef struct QueuedEvent {
    uint64_t frame; /* of the instrument's clock */
    UrtoEvent event;
} QueuedEvent;

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
    Channel channels[CHANNELS];
    MidiParser parser;
    EventQueue queue;
    bool overflowed;           /* events were lost, perhaps the end of a note */
    uint64_t clock;            /* frames */
    uint64_t played;           /* frames since it was silent: what turns by itself follows it */
    uint64_t ticked;           /* clock of the last tick */
    double volume, expression; /* of MIDI controllers 7 and 11 */
    double full_gain; /* at full volume and expression: a voice that is faded down does not sleep */
    double gain, gain_target, gain_step;
    uint32_t gain_frames;
    double tail[2]; /* of voices that were cut, fading */
    double last[2]; /* output */
    Radiator radiator;
    const Trims *trims[VOICINGS_MAX]; /* by voicing; NULL: none */
    UrtoInstrumentStatistics statistics;
    CustomKind custom; /* kind points to it, or to one of ours */
    QueuedEvent event_memory[URTO_MAX_EVENTS];
};

/* polyphony.c */
UrtoStatus voices_create(UrtoInstrument *instrument, bool ledger, UrtoDiagnostic *why);
void voices_destroy(UrtoInstrument *instrument);
void voices_note_on(UrtoInstrument *instrument, const UrtoEvent *event) URTO_REALTIME;
void voices_note_off(UrtoInstrument *instrument, const UrtoEvent *event) URTO_REALTIME;
void voices_release_all(UrtoInstrument *instrument) URTO_REALTIME;
void voices_fade_all(UrtoInstrument *instrument) URTO_REALTIME;
/* Ends those that fade now. */
void voices_cut_fading(UrtoInstrument *instrument) URTO_REALTIME;
/* Fades those that would sound in another world with the parameters as they are now. */
void voices_fade_others(UrtoInstrument *instrument) URTO_REALTIME;
/* Nothing sounds, nor will without a note. */
bool voices_silent(const UrtoInstrument *instrument) URTO_REALTIME;
/* Ends the notes of a channel that no pedal holds any more. */
void voices_pedal_moved(UrtoInstrument *instrument, uint8_t channel) URTO_REALTIME;
/* MPE has begun or ended: other pedals hold a note now. Ends those that none holds. */
void voices_pedals_regrouped(UrtoInstrument *instrument) URTO_REALTIME;
/* The sostenuto pedal of a channel goes down or up: it holds the notes whose keys are down then. */
void voices_sostenuto(UrtoInstrument *instrument, uint8_t channel, bool down) URTO_REALTIME;
/* Bend, pressure and timbre of all voices from their channels. */
void voices_express(UrtoInstrument *instrument) URTO_REALTIME;
/* Bend, pressure, timbre or end of the notes that an event names. */
void voices_note_express(UrtoInstrument *instrument, const UrtoEvent *event) URTO_REALTIME;
void voices_parameter_changed(UrtoInstrument *instrument) URTO_REALTIME;
void voices_tick(UrtoInstrument *instrument) URTO_REALTIME;
/* Adds at most TICK frames of all voices. */
void voices_render(UrtoInstrument *instrument, double mix[OUTS][TICK],
                   uint32_t frames) URTO_REALTIME;

/* trims.c */
void trims_find(UrtoInstrument *instrument);
/* The factor that makes a key as loud as the others. */
double key_trim(const UrtoInstrument *instrument, uint8_t key) URTO_REALTIME;
/* How hard the hand strikes for a velocity from 0 to 1, so that loudness rises evenly; may be a little
 * below 0. */
double key_stroke(const UrtoInstrument *instrument, uint8_t key, double velocity) URTO_REALTIME;

/* instrument.c */
/* Takes the gain to where level, volume and expression say: at once if nothing sounds. */
void update_gain(UrtoInstrument *instrument) URTO_REALTIME;
/* After all parameters and channels have been set at once. */
void settings_replaced(UrtoInstrument *instrument) URTO_REALTIME;
/* Channels, volume and expression as they are at the start. */
void reset_channels(UrtoInstrument *instrument) URTO_REALTIME;

#endif
