/* Something that travels over the surface of a resonator, pressed on by a force: streams of small
 * impacts. A ball rolls over bumps, a point is dragged over ridges.
 *
 * The surface is a height h that depends on the place alone. With z the height of the mass over it,
 *
 *   m z'' = -load - m h'' + f(y - z),  h'' = (h[n+1] - 2 h[n] + h[n-1]) rate^2
 *
 * the contact stays where it is and the surface is a force at every frame, exactly as if the surface
 * moved the contact. Contacts open where the mass does not follow: then it hops and hits.
 *
 * How hard the note is, s, scales height and load by s, the stiffness of the contact by s^(b - 1/2) and its
 * loss by 1/s. With b = 0 all of the motion is s times as large, and the same; with b > 0 harder notes are
 * brighter. A load that stayed would let a ball hop from some velocity on, and leap by 7 to 17 dB; another
 * speed would meet other modes, or miss them. When the key is up, speed, height and load fall. Small hits lose energy (3 s/m): almost elastic ones are
 * pumped up by the bumps, since each adds to the last.
 *
 * The place where the resonator is touched moves along it, to and fro. Six voices of 10 to 64 modes
 * and one contact cost 1 to 2 % of a core each, 5 % on a membrane, whose shapes are Bessel functions.
 */
#ifndef INSTRUMENT_TRAVEL_H
#define INSTRUMENT_TRAVEL_H

#include "touch.h"

/* The tables of both kinds have this order. */
enum {
    SPEED = BODY + 1,
    HARDNESS,
    ROUGH,
    GRAIN,
    DETAIL,
    WEIGHT,
    DECAY,
    MATERIAL,
    SIZE,
    GLIDE,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

/* Height at a place, about -1 to 1; stride: how far the next frame is. */
typedef double (*Surface)(double place, double detail, double stride);

/* What travels. */
typedef struct Traveller {
    double mass;    /* [kg] */
    double loss;    /* of the mass [1/s] */
    double stiffer; /* how much a harder note stiffens the contact: 0: moves alike, 1/2: Hertz */
    Surface surface;
} Traveller;

void travel_build(UrtoWorldDef *def, uint32_t world, const Traveller *traveller);
void travel_apply(Voice *voice, uint32_t ramp, const Traveller *traveller) URTO_REALTIME;
void travel_start(Voice *voice) URTO_REALTIME;
bool travel_tick(Voice *voice) URTO_REALTIME;
void travel_input(Voice *voice, float *const *signal, uint32_t frames,
                  const Traveller *traveller) URTO_REALTIME;

#endif
