/* What the keys of the computer do: notes, their lengths, pedal, bow, parameters, presets, and what
 * they ask of the program: another instrument, a recording, a preset to be saved. A terminal says when a key goes down and not when it comes up, so notes have a length. */
#ifndef CLI_LIVE_KEYBOARD_H
#define CLI_LIVE_KEYBOARD_H

#include "cli/preset_list.h"
#include "engine.h"

enum { KEYBOARD_KEYS = 30, KEYBOARD_NOTES = 128, KEYBOARD_NAME = 40 };

/* A key that plays a note. */
typedef struct NoteKey {
    char key;
    int semitone; /* above the lowest key of the keyboard */
} NoteKey;

extern const NoteKey note_keys[KEYBOARD_KEYS];

/* All other keys: what ? shows, and what docs/playing.md has. */
typedef struct KeyHelp {
    const char *keys, *what;
    bool scene, instrument; /* where it does something */
} KeyHelp;

enum { KEY_HELPS = 20 };
extern const KeyHelp key_helps[KEY_HELPS];

typedef struct Keyboard {
    Engine *engine;
    const UrtoInstrumentInfo *instrument; /* NULL: a scene */
    const UrtoParameterInfo *parameters;
    uint32_t parameter_count;
    double values[ENGINE_PARAMETERS];      /* as last seen or set */
    double value_until[ENGINE_PARAMETERS]; /* till when what was set is believed */
    const PresetList *presets;             /* NULL: a scene */
    uint32_t selected, preset;
    uint32_t programs; /* changes by MIDI that were seen */
    int base;          /* MIDI key of the lowest key */
    double velocity, length, pressure;
    bool hold, pedal;
    double ends[KEYBOARD_NOTES];  /* when a note ends; 0: it is not down, INFINITY: held */
    double typed[KEYBOARD_NOTES]; /* when its key was last heard from */
    bool quit, restart, record;   /* asked of the program, */
    int step;                     /* to another instrument, -1 or 1, */
    bool save;                    /* and to save the name below */
    bool naming;                  /* a name is being typed, */
    bool suggested;               /* instead of the one that is there */
    char name[KEYBOARD_NAME + 1];
    const char *replaces; /* what is to be said about one that is there already */
    uint32_t help;        /* how often ? was pressed; 0: no help is shown */
    char message[120];    /* what a key did */
    double message_until; /* shown till then */
} Keyboard;

/* presets NULL: a scene. */
void keyboard_start(Keyboard *keyboard, Engine *engine, const PresetList *presets, uint32_t preset);
/* Another instrument is played from now on, with its first preset. */
void keyboard_switch(Keyboard *keyboard, const PresetList *presets, double now);
/* A line for the screen. */
void keyboard_say(Keyboard *keyboard, double now, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The preset that sounds, or NULL. */
const UrtoPreset *keyboard_preset(const Keyboard *keyboard);
/* A key, at a time of engine_clock. */
void keyboard_key(Keyboard *keyboard, int key, double now);
/* Ends notes whose time has come; takes over values from the meters. */
void keyboard_tick(Keyboard *keyboard, const EngineMeters *meters, double now);
/* When keyboard_tick is needed next; INFINITY if nothing waits. */
double keyboard_next(const Keyboard *keyboard);

/* Index of the parameter that the bow keys move, "force" or "speed"; parameter_count if none. */
uint32_t keyboard_bow(const Keyboard *keyboard, const char *id);

#endif
