/* A hammer and something it meets, as one small world: what urto.impact~ computes. */
#ifndef FRONTENDS_PD_IMPACT_BOX_H
#define FRONTENDS_PD_IMPACT_BOX_H

#include <urto/parameter.h>
#include <urto/world.h>

/* What the hammer meets. */
enum {
    IMPACT_WALL,
    IMPACT_MASS,
    IMPACT_STRING,
    IMPACT_BAR,
    IMPACT_MEMBRANE,
    IMPACT_PLATE,
    IMPACT_BODIES
};

enum {
    IMPACT_HAMMER, /* only when the world is made */
    IMPACT_STIFFNESS,
    IMPACT_EXPONENT,
    IMPACT_DAMPING,
    IMPACT_DISTANCE,
    IMPACT_PLACE,
    IMPACT_PITCH,
    IMPACT_DECAY,
    IMPACT_TABLE
};

extern const char *const impact_bodies[IMPACT_BODIES + 1];
extern const UrtoParameterInfo impact_table[IMPACT_TABLE];

typedef struct ImpactBox {
    UrtoWorld *world;
    uint32_t body;
    double rate;
    double reference; /* lowest frequency of the body at tuning 1 [Hz] */
    double values[IMPACT_TABLE];
} ImpactBox;

/* A plate and the defaults of the table; no world yet. */
ImpactBox impact_box(void);
/* Makes the world for what the box says, both bodies at rest. On failure the old one stays. */
UrtoStatus impact_make(ImpactBox *box, UrtoDiagnostic *why);
void impact_end(ImpactBox *box);
/* Moves a parameter some frames from now; a new mass of the hammer makes the world anew. */
UrtoStatus impact_set(ImpactBox *box, uint32_t parameter, double value, uint32_t frame,
                      UrtoDiagnostic *why);
/* The hammer is put where it just touches, with a speed [m/s]. */
UrtoStatus impact_throw(ImpactBox *box, double speed, UrtoDiagnostic *why);
/* An impulse [N s] on the other body, where it is touched. */
UrtoStatus impact_strike(ImpactBox *box, double impulse, UrtoDiagnostic *why);
/* in: force on the hammer and on the other body [N]; out: displacement of the hammer and of the
 * other body [m], force of the contact [N]. */
void impact_process(ImpactBox *box, const float *const in[2], float *const out[3],
                    uint32_t frames) URTO_REALTIME;

#endif
