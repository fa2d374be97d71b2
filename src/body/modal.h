/* Bodies with a diagonal stiffness: a mass, or modes; see modal.c. */
#ifndef BODY_MODAL_H
#define BODY_MODAL_H

#include "body.h"

/* Coefficients of one mode for a step k (physics of the exact form in modal.c). */
typedef struct ModeStep {
    double mass, spring, damping; /* of the equivalent leap-frog mode */
    double start[2];              /* of u0 and k v0 in d0 */
} ModeStep;

/* With the decay sigma alone. */
ModeStep modal_exact(const ModeSpec *mode, double step) URTO_REALTIME;

uint32_t modal_room(const BodyPlan *plan) URTO_REALTIME;
void modal_init(Body *body, const BodyPlan *plan);
void modal_retune(Body *body) URTO_REALTIME;
void modal_set_modes(Body *body, const UrtoMode *modes, uint32_t count) URTO_REALTIME;
void modal_start(Body *body) URTO_REALTIME;
/* Starts a mode from its displacement and k times its velocity [m]. */
void modal_set(Body *body, uint32_t mode, double displacement, double kv) URTO_REALTIME;
void modal_advance(Body *body) URTO_REALTIME;
void modal_push(Body *body, const double *row, double force) URTO_REALTIME;
void modal_settle(Body *body) URTO_REALTIME;
/* Free flight from a settled state: what rows read of d at the next steps, at most KERNEL_BLOCK (up
 * to one more is written); the state some steps on. */
void modal_block(Body *body, const double *const *rows, uint32_t count, uint32_t steps,
                 double (*out)[KERNEL_BLOCK]) URTO_REALTIME;
/* body->reach: how far each mode can go in a block. */
void modal_reach(Body *body) URTO_REALTIME;
/* Returns what was lost, if keeps_last. */
double modal_fly(Body *body, uint32_t steps) URTO_REALTIME;
double modal_energy(const Body *body) URTO_REALTIME;
double modal_loss(const Body *body) URTO_REALTIME;
void modal_row(const Body *body, double x, double y, UrtoInterpolation interpolation,
               Row *row) URTO_REALTIME;
/* Shape of a mode at a place. */
double modal_mode_shape(const Body *body, uint32_t mode, double x, double y,
                        UrtoInterpolation interpolation) URTO_REALTIME;
/* Amplitudes of a shape (projection.c); false: out of memory. */
bool modal_shape(const Body *body, UrtoShapeFunction shape, void *context, double factor,
                 const UrtoAllocator *allocator, double *values);

/* The shape of a builder's mode at a place. */
double shape_value(ShapeKind kind, const ModeSpec *mode, const double size[2], double x,
                   double y) URTO_REALTIME;

/* Wave numbers times length of bars, n = 0, 1, ...: roots of cos cosh = 1 (free, clamped) or -1. */
double shape_bar_root(UrtoBarEnds ends, uint32_t n);

#endif
