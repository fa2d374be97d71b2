/* Something that travels over the surface of a resonator, pressed on by a force: streams of small
 * impacts. A ball rolls over bumps, a point is dragged over ridges.
 *
 * The surface is a height that depends on the place alone. Under the moving contact it becomes a
 * moving distance: the contact is lifted and let fall as the surface says. The ledger counts the
 * work of the surface like that of every moving barrier. The place where the resonator is touched
 * moves along it, to and fro.
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

/* Height at a place, about -1 to 1. */
typedef double (*Surface)(double place, double detail);

/* Of `touch` only mass, loss and law count. */
void travel_build(UrtoWorldDef *def, uint32_t world, const Touch *touch);
void travel_apply(Voice *voice, uint32_t ramp) URTO_REALTIME;
void travel_start(Voice *voice) URTO_REALTIME;
/* Lays out the surface of the next TICK frames. */
bool travel_tick(Voice *voice, Surface surface) URTO_REALTIME;
void travel_input(Voice *voice, float *const *signal, uint32_t frames) URTO_REALTIME;

#endif
