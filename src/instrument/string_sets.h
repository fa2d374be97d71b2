/* Strings as they are made: which one plays a key, how stiff it is there, and how its modes die.
 *
 *   f_n = n f sqrt((1 + B n^2)/(1 + B)),   B = pi^2 EI/(T L^2)
 *
 * The decay of a mode is a sum of rates (Woodhouse 2004; Valette & Cuesta 1993 for the air):
 *
 *   air       as measured, or R/(2 mu),  R = 2 pi a + 2 pi d sqrt(pi a r f),  a = 1.8e-5 Pa s, r = 1.2 kg/m^3
 *   string    (w/2) (eta_F + eta_B B n^2)/(1 + B n^2)
 *   bridge    2 f1 Z G(w),  Z = sqrt(T mu), no more than half of what the box itself loses
 */
#ifndef INSTRUMENT_STRING_SETS_H
#define INSTRUMENT_STRING_SETS_H

#include "box.h"

/* The part of a string that sounds. */
typedef struct PluckedString {
    double length;        /* [m] */
    double tension;       /* [N] */
    double density;       /* [kg/m] */
    double diameter;      /* [m] */
    double inharmonicity; /* B */
    double friction;      /* eta_F */
    double bending;       /* eta_B */
    double air;           /* what the air takes [1/s]; 0: by the formula */
    double open_length;   /* of the string; harp: of one in the middle [m] */
} PluckedString;

typedef enum StringModel { STEEL, NYLON, BASS, HARP, ELECTRIC, STRING_MODELS } StringModel;

/* What bears the strings; NULL: nothing that sounds. */
const BoxDef *string_box(StringModel model) URTO_REALTIME;
/* The string that plays a key, a real number, at the pitch [Hz] that the key has. */
PluckedString string_for_key(StringModel model, double key, double pitch) URTO_REALTIME;
/* Decay of mode n >= 1, whose frequency is f, on a string of a pitch [1/s]. `age` multiplies what the
 * string loses by itself; what bears it has the conductance `neck` besides its box [s/kg]. */
typedef struct StringLoss {
    double pitch, age, neck;
    const BoxDef *box; /* may be NULL */
} StringLoss;
double string_decay(const PluckedString *string, const StringLoss *loss, uint32_t n,
                    double f) URTO_REALTIME;
/* Modes below a frequency, at most `room`; returns how many, at least 1. */
uint32_t string_modes(const PluckedString *string, const StringLoss *loss, double below,
                      UrtoMode *modes, uint32_t room) URTO_REALTIME;

#endif
