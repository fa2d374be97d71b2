/* The modes of a body that is struck, as a note begins: frequency, decay, modal mass, and how much of
 * each is struck and heard. A kind fills it for a key and hands it to the world of the voice. */
#ifndef INSTRUMENT_TONE_H
#define INSTRUMENT_TONE_H

#include "voice.h"

enum { TONE_MODES = 192 };

typedef struct Tone {
    double limit;  /* modes from here on are left out [Hz] */
    uint32_t room; /* modes of the body, at most TONE_MODES */
    uint32_t count;
    UrtoMode modes[TONE_MODES];
    double hit[TONE_MODES], mid[TONE_MODES], side[TONE_MODES];
} Tone;

/* One more mode: frequency [Hz], time to fall by 60 dB [s], mass [kg], what is struck and heard of it. */
void tone_add(Tone *tone, double frequency, double seconds, double mass, double hit,
              double mid) URTO_REALTIME;
/* Hands it to a body and its three weighted ports, which follow one another: struck, mid, side. */
void tone_give(const Tone *tone, Voice *voice, uint32_t body, uint32_t first_port) URTO_REALTIME;

#endif
