/* The inside of the PhonoBump: what its table, its making and its processing share. */
#ifndef EFFECT_PHONOBUMP_H
#define EFFECT_PHONOBUMP_H

#include <urto/bump.h>

#include "../play/control_slots.h"
#include "../play/resonator.h"
#include "../play/sleep.h"

enum {
    MIX,
    DRIVE,
    MASS,
    DISTANCE,
    STIFFNESS,
    EXPONENT,
    LOSS,
    CONTACT,
    RESONATOR,
    PITCH,
    DECAY,
    MATERIAL,
    PLACE,
    LEVEL,
    MAKEUP,
    PARAMETERS
};

enum { CONTACTS = 2, WORLDS = RESONATORS * CONTACTS };

enum { HAMMER = 1, RESONATOR_BODY };
enum { PORT_HAMMER = 1, PORT_TOUCHED };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_HIGH,
    SLOT_STIFFNESS,
    SLOT_EXPONENT,
    SLOT_DAMPING,
    SLOT_DISTANCE,
    SLOT_DRIVE,
    SLOT_PLACE,
    SLOT_MASS,
    SLOT_HAMMER_LOSS
};

/* A resonator as it was described. */
typedef struct Resonator {
    bool membrane;
    double pitch;         /* of its lowest mode [Hz] */
    double decay;         /* of that [1/s] */
    double inverse_mass;  /* velocity for an impulse, where it is largest [1/kg] */
    double start, end, y; /* places 0 and 1 on it [m] */
} Resonator;

/* One channel. */
typedef struct Unit {
    ControlSlots slots[WORLDS]; /* the worlds, and their controls */
    uint32_t now, last;         /* the world that sounds, and the one that fades */
    double fade;                /* of the last one, 0: none */
    bool awake;
    bool pressed; /* a hammer is pressed on only while there is input: no thump on waking */
    Sleep sleep;
} Unit;

struct UrtoBump {
    UrtoAllocator allocator;
    double rate;
    uint32_t channels;
    uint32_t worlds; /* of a unit */
    bool own;        /* the resonator is the caller's */
    Resonator resonators[WORLDS];
    double parameters[PARAMETERS];
    uint64_t clock;
    double dry, wet, dry_target, wet_target; /* factors */
    UrtoBumpStatistics statistics;
    Unit units[2];
};

static const double hammer_loss = 30.0; /* [1/s] */

static inline ResonatorKind kind_of_world(uint32_t world)
{
    return (ResonatorKind)(world / CONTACTS);
}

static inline bool is_bonded(uint32_t world)
{
    return world % CONTACTS != 0;
}

static inline double place_x(const Resonator *resonator, double place)
{
    return resonator->start + place * (resonator->end - resonator->start);
}

#endif
