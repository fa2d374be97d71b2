/* A grand piano by key: strings, hammers and decays, and the board that they share. */
#ifndef INSTRUMENT_GRAND_H
#define INSTRUMENT_GRAND_H

#include "radiator.h"

/* What belongs to a key. */
typedef struct GrandKey {
    double pitch;         /* of the first partial [Hz], stretched, where A4 is 440 */
    double length;        /* [m] */
    double density;       /* of a string [kg/m] */
    double tension;       /* of a string [N] */
    double inharmonicity; /* B */
    double hammer;        /* [kg] */
    double felt;          /* stiffness on all strings together [N/m^p] */
    double exponent;      /* p */
    double strike;        /* part of the length */
    double first, second; /* times in which both stages of the decay fall by 60 dB [s] */
    double viscous;       /* loss that grows with the square of the wave number [m^2/s] */
    uint32_t strings;
    bool damped; /* has a damper */
} GrandKey;

GrandKey grand_key(double key) URTO_REALTIME;

/* Board and halo, as RadiatorDef asks for. */
void grand_build_board(UrtoWorldDef *def, uint32_t index);
void grand_finish_board(UrtoWorld *world, uint32_t index);
void grand_build_halo(UrtoWorldDef *def);

#endif
