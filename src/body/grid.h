/* Finite differences on a line or a rectangle of points, rim included; see grid.c. */
#ifndef BODY_GRID_H
#define BODY_GRID_H

#include "body.h"

size_t grid_room(const BodyPlan *plan);
void grid_layout(Body *body, const BodyPlan *plan, Arena *arena);
void grid_init(Body *body, const BodyPlan *plan);
void grid_retune(Body *body) URTO_REALTIME;
double grid_tuning_limit(const Body *body, double loss_high) URTO_REALTIME;
double grid_loss_limit(const Body *body, double tuning) URTO_REALTIME;
/* Starts from displacements u and k times velocities kv, both times a factor. */
void grid_set(Body *body, double factor, const double *u, const double *kv) URTO_REALTIME;
void grid_advance(Body *body) URTO_REALTIME;
double grid_energy(const Body *body) URTO_REALTIME;
double grid_loss(const Body *body) URTO_REALTIME;
void grid_row(const Body *body, double x, double y, UrtoInterpolation interpolation,
              Row *row) URTO_REALTIME;
void grid_shape(const Body *body, UrtoShapeFunction shape, void *context, double factor,
                double *values);

/* Weights of linear or cubic Lagrange interpolation at a place in units of the spacing, on points
 * 0 .. last: returns the first point; writes 2 or 4 weights (fewer points: linear). */
uint32_t grid_weights(double place, uint32_t last, UrtoInterpolation interpolation,
                      double weights[4], uint32_t *count) URTO_REALTIME;

#endif
