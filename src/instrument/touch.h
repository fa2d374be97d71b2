/* What instruments share in which something touches a resonator: a mallet, a ball, a point. Their
 * worlds have the same parts in the same order, so they have the same handles and slots. */
#ifndef INSTRUMENT_TOUCH_H
#define INSTRUMENT_TOUCH_H

#include "../play/resonator.h"
#include "voice.h"

enum { TOUCHING_BODY = 1, RESONATOR_BODY };
enum { PORT_TOUCHING = 1, PORT_TOUCHED, PORT_MID, PORT_SIDE };
enum { TOUCH_CONTACT = 1 };
enum { PROBE_MID = 1, PROBE_SIDE };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_HIGH,
    SLOT_STIFFNESS,
    SLOT_DAMPING,
    SLOT_TOUCHED,
    SLOT_WIDTH,
    TOUCH_SLOTS
};

#define TOUCH_TARGETS                                                                              \
    {                                                                                              \
        [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, RESONATOR_BODY),                                  \
        [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, RESONATOR_BODY),                                      \
        [SLOT_HIGH] = TARGET(URTO_BODY_LOSS_HIGH, RESONATOR_BODY),                                 \
        [SLOT_STIFFNESS] = TARGET(URTO_CONTACT_STIFFNESS, TOUCH_CONTACT),                          \
        [SLOT_DAMPING] = TARGET(URTO_CONTACT_DAMPING, TOUCH_CONTACT),                              \
        [SLOT_TOUCHED] = TARGET(URTO_PORT_X, PORT_TOUCHED),                                        \
        [SLOT_WIDTH] = TARGET(URTO_PROBE_GAIN, PROBE_SIDE),                                        \
    }

_Static_assert((int)RESONATORS <= (int)WORLDS_MAX, "there are too many resonators");

/* Their first parameter is the resonator. */
enum { BODY };

/* Parameters that these kinds have. */
#define PARAMETER_BODY(default_, text_)                                                            \
    {                                                                                              \
        NAMED("body", "Body", "body"), CHOICE(resonator_names, RESONATORS, default_),              \
            CONTROLLER(70), TEXT(text_)                                                            \
    }
#define PARAMETER_DECAY(default_)                                                                  \
    {                                                                                              \
        NAMED("decay", "Decay", "body"), LOG(0.05, 60.0, default_, "s"), CONTROLLER(18),           \
            TEXT("Time in which middle C falls by 60 dB; higher notes are shorter.")               \
    }
#define PARAMETER_MATERIAL(text_)                                                                  \
    {                                                                                              \
        NAMED("material", "Material", "body"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(19),          \
            TEXT(text_)                                                                            \
    }
#define MATERIAL_TEXT                                                                              \
    "From steel, whose overtones ring, to wood, whose overtones die at once (not on tuned bar "    \
    "and glass)."
#define PARAMETER_SIZE                                                                             \
    {                                                                                              \
        NAMED("size", "Size", "body"), LOG(0.25, 4.0, 1.0, ""), CONTROLLER(21),                    \
            TEXT("Twice as large sounds an octave lower and rings twice as long.")                 \
    }

/* What touches the resonator, and how. */
typedef struct Touch {
    double mass;     /* [kg] */
    double loss;     /* of the mass [1/s] */
    UrtoLaw law;     /* of the contact */
    double distance; /* from the mass at rest to the resonator [m] */
    bool above;      /* it touches from above, and a force drives it */
    double gain;     /* of the probes */
    bool
        pressed; /* it lies on the resonator: probes read acceleration, which does not hear the load */
} Touch;

/* Where it is heard is a weight for each mode, all of one sign: nothing cancels in mono. */
void touch_build(UrtoWorldDef *def, ResonatorKind resonator, const Touch *touch);
/* The world is that of the parameter BODY. */
uint32_t touch_choose(const Voice *voice) URTO_REALTIME;
/* Pitch of the note on a resonator of a size. */
double touch_pitch(const Voice *voice, double size) URTO_REALTIME;
/* Hardness from 0 to 1, with the timbre of the note. */
double touch_hardness(const Voice *voice, double hardness) URTO_REALTIME;

/* The resonator as it should be now. */
typedef struct TouchSettings {
    double size;     /* factor on its wave length */
    double decay;    /* time of middle C [s] */
    double longest;  /* longest decay time [s]; 0: any */
    double material; /* 0 to 1 */
    double pickup;   /* where it is heard, 0 to 1; acts on the next note */
    double width;    /* of the stereo image, 0 to 1 */
    double gain;     /* of the probes, as in Touch */
    bool pressed;    /* as in Touch */
    bool limit_ramp; /* the pitch must not jump while something lies on the resonator */
} TouchSettings;

void touch_apply(Voice *voice, const TouchSettings *settings, uint32_t ramp) URTO_REALTIME;

#endif
