/* Bodies that a bridge drives: the box of a guitar, the board of a harp, the shell of a gourd.
 *
 * The lowest modes have names and are given one by one; above them modes are so dense that only their
 * density, their mean mass and their loss are heard, and they are drawn: one in each interval that
 * holds one in the mean, moved by up to 0.3 of it, always the same ones. With mode shapes of mean
 * square 1, modal mass M and loss factor eta the bridge moves by
 *
 *   Y(w) = sum_k j w phi_k^2 / (M_k (w_k^2 - w^2 + j eta_k w w_k)),   G = Re Y
 *
 * per newton, G = n/(4 M) in the mean where n modes lie in a hertz. The voices lose by G what the box
 * takes, mode by mode (string_decay), and the box itself is driven one way.
 *
 * Mid is the sum of all modes, side the same weights times -1 to 1, near 0 for low modes: they lie far
 * apart, and between two of them mid is faint.
 */
#ifndef INSTRUMENT_BOX_H
#define INSTRUMENT_BOX_H

#include <urto/world.h>

enum { BOX_MODES = 112 };

typedef struct BoxMode {
    double frequency; /* [Hz] */
    double q;
    double mass;  /* as the bridge feels it [kg] */
    double heard; /* how well it radiates, 1: as those far up */
} BoxMode;

typedef struct BoxDef {
    const BoxMode *low; /* by frequency */
    uint32_t low_count;
    uint32_t seed;
    double first;    /* where the drawn ones begin [Hz] */
    double density;  /* of those, up to the knee [1/Hz] */
    double knee;     /* above it the density falls as 1/f [Hz] */
    double mass;     /* of those [kg] */
    double loss;     /* loss factor of those */
    double radiates; /* above this they radiate fully, below as the root of frequency [Hz] */
    double side;     /* largest side against mid, at most 1 */
    double gain;     /* of the output */
} BoxDef;

/* A world with one input and outputs mid and side, and what it needs besides. */
void box_build(UrtoWorldDef *def);
void box_finish(UrtoWorld *world, const BoxDef *box);
/* The same for a pickup instead of a box: the low-pass of a coil and its cable, 3.6 kHz with a Q of 1.4
 * (2.5 to 5 kHz and 1 to 2 are usual), as a body whose displacement is heard in the middle. */
void coil_build(UrtoWorldDef *def);
/* Re Y at the bridge [s/kg]: the low modes one by one, the others in the mean. */
double box_conductance(const BoxDef *box, double frequency) URTO_REALTIME;
/* Decay of the low mode next to a frequency, and of the drawn ones above [1/s]. */
double box_decay(const BoxDef *box, double frequency) URTO_REALTIME;

#endif
