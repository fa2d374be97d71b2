/* The rim of a round grid; see rim.c. */
#ifndef BODY_RIM_H
#define BODY_RIM_H

#include "body.h"

/* Whether a point of a round grid is inside its circle. */
bool rim_encloses(const GridSpec *grid, double radius, uint32_t i, uint32_t j) URTO_REALTIME;

/* Memory, then the points; a grid without cut links has none. */
void rim_layout(Body *body, const BodyPlan *plan, size_t room, Arena *arena);
void rim_init(Body *body, const BodyPlan *plan);

/* Around the sweep of a step. */
void rim_hold(Body *body) URTO_REALTIME;
void rim_correct(Body *body) URTO_REALTIME;

/* What the rim adds to the forms of x and y = x - z (z NULL: y = x), and to those of d + last. */
void rim_forms(const Body *body, const double *x, const double *z, KernelForms *sum) URTO_REALTIME;
void rim_loss(const Body *body, KernelForms *sum) URTO_REALTIME;

#endif
