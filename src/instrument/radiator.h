/* The body of an instrument, which its bridge drives and the air carries on: modes of a board, box or
 * shell. All voices drive one body, and it does not act back on them: voices stay worlds of their own,
 * and the loss that a real body causes is in the decays of their modes. A halo may lie between bridge
 * and body: strings that nobody strikes, driven by the bridge, whose own pull drives the body too.
 *
 *   bridge force of all voices -> halo -> + -> body -> mid and side
 *        \_______________________________/
 *
 * Both are worlds with one force that comes in; the energy they take is not booked in the voices.
 */
#ifndef INSTRUMENT_RADIATOR_H
#define INSTRUMENT_RADIATOR_H

#include "../play/tick.h"

#include <urto/world.h>

enum { BODIES_MAX = 4 };

typedef struct Radiator {
    UrtoWorld *bodies[BODIES_MAX]; /* one for each choice of the kind */
    UrtoWorld *halo;               /* may be NULL */
    uint32_t count;
    uint32_t chosen; /* the body that the bridge drives; others ring out */
    bool awake;
    double width, width_target; /* factor on side */
    double last[2];             /* mid and side that it put out */
} Radiator;

/* How a kind describes it. */
typedef struct RadiatorDef {
    uint32_t count;
    /* Describes a body: one input, outputs mid and side; ports 2 and 3 are weighted. */
    void (*build)(UrtoWorldDef *def, uint32_t index);
    /* Weights of the ports and such, once the world is there; may be NULL. */
    void (*finish)(UrtoWorld *world, uint32_t index);
    /* The same for the halo, one input and one output; may be NULL. */
    void (*build_halo)(UrtoWorldDef *def);
    void (*finish_halo)(UrtoWorld *world);
    uint32_t width; /* 1 + the parameter that is the stereo width, 0 to 1; 0: none */
    /* Which body the parameters choose; NULL: the first. */
    uint32_t (*choose)(const double *parameters);
} RadiatorDef;

UrtoStatus radiator_create(Radiator *radiator, const RadiatorDef *def, double rate,
                           const UrtoAllocator *allocator, UrtoDiagnostic *why);
void radiator_destroy(Radiator *radiator);
/* Adds what the bodies make of some frames of force, at most TICK, to mid and side. */
void radiator_process(Radiator *radiator, const double *bridge, double mix[2][TICK],
                      uint32_t frames) URTO_REALTIME;
/* Follows the parameters; at once while it sleeps. */
void radiator_follow(Radiator *radiator, const RadiatorDef *def,
                     const double *parameters) URTO_REALTIME;
/* How fast the halo dies: a factor on its own losses, 1 with the dampers up. */
void radiator_damp_halo(Radiator *radiator, double factor, uint32_t ramp) URTO_REALTIME;
/* At a tick: goes to sleep when no voice sounds and nothing moves any more. */
void radiator_tick(Radiator *radiator, bool voices_sound) URTO_REALTIME;
void radiator_rest(Radiator *radiator) URTO_REALTIME;

#endif
