/* Resonators to strike, bounce and roll on: a free bar, a bar cut so that its overtones are in tune,
 * a round membrane, a plate, a glass. */
#ifndef PLAY_RESONATOR_H
#define PLAY_RESONATOR_H

#include <urto/world.h>

typedef enum ResonatorKind {
    RESONATOR_BAR,
    RESONATOR_TUNED_BAR,
    RESONATOR_MEMBRANE,
    RESONATOR_PLATE,
    RESONATOR_GLASS
} ResonatorKind;
enum { RESONATORS = RESONATOR_GLASS + 1 };

extern const char *const resonator_names[RESONATORS + 1]; /* NULL at the end */

/* Adds the body. */
UrtoBody resonator_add(UrtoWorldDef *def, ResonatorKind kind);
/* Adds a port at a place from 0 to 1 along its middle. */
UrtoPort resonator_port(UrtoWorldDef *def, ResonatorKind kind, UrtoBody body, double place);
/* x of a place from 0 to 1 along its middle [m]. */
double resonator_x(ResonatorKind kind, double place) URTO_REALTIME;
/* y of that middle [m]. */
double resonator_y(ResonatorKind kind) URTO_REALTIME;

/* URTO_BODY_LOSS and URTO_BODY_LOSS_HIGH. */
typedef struct ResonatorLoss {
    double common, high;
} ResonatorLoss;

/* For a decay time of the lowest mode [s] and a material, 0 (all modes alike) to 1. */
ResonatorLoss resonator_loss(ResonatorKind kind, double seconds, double material) URTO_REALTIME;

#endif
