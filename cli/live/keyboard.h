/* What the keys of the computer do: notes, their lengths, pedal, bow, parameters, presets. A
 * terminal says when a key goes down and not when it comes up, so notes have a length. */
#ifndef CLI_LIVE_KEYBOARD_H
#define CLI_LIVE_KEYBOARD_H

#include "engine.h"

enum { KEYBOARD_KEYS = 30, KEYBOARD_NOTES = 128 };

/* A key that plays a note. */
typedef struct NoteKey {
    char key;
    int semitone; /* above the lowest key of the keyboard */
} NoteKey;

extern const NoteKey note_keys[KEYBOARD_KEYS];

typedef struct Keyboard {
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
    double ends[KEYBOARD_NOTES];  /* when a note ends; 0: it is not down, INFINITY: held */
    double typed[KEYBOARD_NOTES]; /* when its key was last heard from */
    bool quit, restart;
    char message[96];     /* what a key did */
    double message_until; /* shown till then */
} Keyboard;

void keyboard_start(Keyboard *keyboard, Engine *engine, const UrtoInstrumentInfo *instrument,
                    uint32_t preset);
/* A key, at a time of engine_clock. */
void keyboard_key(Keyboard *keyboard, int key, double now);
/* Ends notes whose time has come; takes over values from the meters. */
void keyboard_tick(Keyboard *keyboard, const EngineMeters *meters, double now);
/* When keyboard_tick is needed next; INFINITY if nothing waits. */
double keyboard_next(const Keyboard *keyboard);

/* Index of the parameter that the bow keys move, "force" or "speed"; parameter_count if none. */
uint32_t keyboard_bow(const Keyboard *keyboard, const char *id);

#endif
