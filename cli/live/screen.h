/* The live text screen of `urto play`: what sounds, meters, parameters, keys. Fits any size. */
#ifndef CLI_LIVE_SCREEN_H
#define CLI_LIVE_SCREEN_H

#include "keyboard.h"
#include "output/text.h"
#include "terminal.h"

/* What stands in the corners. */
typedef struct ScreenFacts {
    const char *title;   /* instrument or scene */
    const char *backend; /* "JACK" */
    const char *device;
    double rate, latency; /* [Hz], [s] */
    uint32_t period;      /* [frames] */
    unsigned xruns;
    double scene_seconds;  /* 0: an instrument */
    const char *recording; /* file, or NULL */
    bool recording_failed;
    bool colour;
} ScreenFacts;

/* Everything that is to be written to a terminal of a size, cursor moves included. */
void screen_draw(Text *text, TerminalSize size, const ScreenFacts *facts, const Keyboard *keyboard,
                 const EngineMeters *meters, double now);

/* The keyboard and all keys as plain text, for docs/playing.md. */
void screen_keys(Text *text, const Keyboard *keyboard);

/* "-12.3 dB", "silent" */
void screen_decibels(char *text, size_t room, double factor);

#endif
