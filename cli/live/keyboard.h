/* What the keys of the computer do: notes, their lengths, pedal, bow, parameters, presets. A
 * terminal says when a key goes down and not when it comes up, so notes have a length. */
#ifndef CLI_LIVE_KEYBOARD_H
#define CLI_LIVE_KEYBOARD_H

#include "engine.h"

enum { HANDS_KEYS = 30, HANDS_NOTES = 128 };

/* A key that plays a note. */
typedef struct NoteKey {
    char key;
    int semitone; /* above the lowest key of the keyboard */
} NoteKey;

extern const NoteKey note_keys[HANDS_KEYS];

typedef struct Hands {
    Engine *engine;
    const UrtoInstrumentInfo *instrument; /* NULL: a scene */
    const UrtoParameterInfo *parameters;
    uint32_t parameter_count;
    double values[ENGINE_PARAMETERS];      /* as last seen or set */
    double value_until[ENGINE_PARAMETERS]; /* till when what was set is believed */
    uint32_t selected, preset;
    int base; /* MIDI key of the lowest key */
    double velocity, length, pressure;
    bool hold, pedal;
    double ends[HANDS_NOTES];  /* when a note ends; 0: it is not down, INFINITY: held */
    double typed[HANDS_NOTES]; /* when its key was last heard from */
    bool quit, restart;
    char message[96];     /* what a key did */
    double message_until; /* shown till then */
} Hands;

void hands_start(Hands *hands, Engine *engine, const UrtoInstrumentInfo *instrument,
                 uint32_t preset);
/* A key, at a time of engine_clock. */
void hands_key(Hands *hands, int key, double now);
/* Ends notes whose time has come; takes over values from the meters. */
void hands_tick(Hands *hands, const EngineMeters *meters, double now);
/* When hands_tick is needed next; INFINITY if nothing waits. */
double hands_next(const Hands *hands);

/* Index of the parameter that the bow keys move, "force" or "speed"; parameter_count if none. */
uint32_t hands_bow(const Hands *hands, const char *id);

#endif
