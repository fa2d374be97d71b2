/* The solvers of contacts: a table of const structs, one for each UrtoSolver. The equations are at the
 * top of contact.c. */
#include "world.h"

#include "../law/link.h"
#include "../law/quadratised.h"

#include <math.h>

UrtoLaw point_law(const UrtoWorld *world, const Point *point)
{
    UrtoLaw law = world->model.contacts[point->contact].law;

    law.stiffness *= point->share * point->scale;
    return law;
}

double point_potential(const UrtoWorld *world, const Point *point, double x)
{
    const UrtoLaw law = point_law(world, point);

    return world->model.contacts[point->contact].link ? link_potential(&law, x)
                                                      : power_potential(&law, x);
}

/* Energy by the law at x and x-: at the half step, as the mean of both, at x. */

static double half_step_energy(const UrtoWorld *world, const Point *point, double x, double last)
{
    return point_potential(world, point, 0.5 * (x + last));
}

static double mean_energy(const UrtoWorld *world, const Point *point, double x, double last)
{
    return 0.5 * (point_potential(world, point, x) + point_potential(world, point, last));
}

static double present_energy(const UrtoWorld *world, const Point *point, double x, double last)
{
    (void)last;
    return point_potential(world, point, x);
}

/* Energy under a new law, at the compression that the point had under the old one. */

static void midpoint_change(const UrtoWorld *world, Point *point)
{
    point->energy = point_potential(world, point, point->a + point->shift);
}

static void lawful_change(const UrtoWorld *world, Point *point)
{
    if (point->energy > 0.0) {
        point->energy = world->model.scheme->energy(world, point, point->x, point->x_last);
    }
}

/* Whether a one-sided point takes part in the solve, if its step were t. */

static bool midpoint_active(const Point *point, double t)
{
    return point->energy > 0.0 || point->a + point->shift + t > 0.0;
}

static bool three_point_active(const Point *point, double t)
{
    return point->energy > 0.0 || point->x_last > 0.0 || point->x_last + 2.0 * t > 0.0;
}

static bool trapezoidal_active(const Point *point, double t)
{
    (void)point;
    return t > 0.0;
}

static bool quadratised_active(const Point *point, double t)
{
    return point->psi != 0.0 || point->x >= 0.0 || point->a + t > 0.0;
}

/* What the solver asks of an item besides what all share. */

static void midpoint_prepare(UrtoWorld *world, uint32_t index, Item *item)
{
    (void)world;
    (void)index;
    item->kind = ITEM_MIDPOINT;
}

static void three_point_prepare(UrtoWorld *world, uint32_t index, Item *item)
{
    item->kind = ITEM_THREE_POINT;
    item->law.a = world->model.points[index].x_last;
}

static void trapezoidal_prepare(UrtoWorld *world, uint32_t index, Item *item)
{
    const Point *point = &world->model.points[index];
    const double *distance = world->model.contacts[point->contact].distance;
    const double k = world->model.step;

    item->kind = ITEM_TRAPEZOIDAL;
    item->guess = point->force;
    /* x+' = (2 (x+ - x) - (b+ - b) - P d)/k */
    item->c1 = 2.0 / k;
    item->c0 = (-2.0 * point->x - (distance[1] - distance[2]) - world->state.pd[index]) / k;
}

static double gradient(const UrtoWorld *world, Point *point, double Q, double *square)
{
    const Contact *contact = &world->model.contacts[point->contact];
    const Quadratised now = {.law = point_law(world, point),
                             .x = point->x,
                             .x_last = point->x_last,
                             .d = 2.0 * point->b,
                             .psi = point->psi,
                             .compliance = Q,
                             .shape = contact_shape(contact, &point->anchor, point->x)};
    const double steep = quadratised_steepness(&now);
    const double g =
        contact->link ? sqrt(steep) : quadratised_gradient(&now, world->model.options.gradient);

    *square = fabs(g) == sqrt(steep) ? steep : g * g;
    return g;
}

static void quadratised_prepare(UrtoWorld *world, uint32_t index, Item *item)
{
    Point *point = &world->model.points[index];
    const Contact *contact = &world->model.contacts[point->contact];
    const double own = world->model.gamma[(size_t)index * world->model.coupler_count + index];
    double square = 0.0;
    const double g = gradient(world, point, own, &square);
    const double x = contact->link ? fabs(point->x) : point->x;
    const double r =
        contact->law.damping > 0.0 ? contact->law.damping * power_gradient(&item->law.law, x) : 0.0;

    item->kind = ITEM_LINEAR;
    item->elastic = g;
    item->c0 = g * point->psi;
    item->c1 = world_caps(world) && !contact->link
                   ? quadratised_slope(item->c0, square, r / world->model.step, item->b)
                   : 0.5 * square + r / world->model.step;
}

/* The new energy of a point from its item; returns what was lost. */

static double midpoint_settle(const UrtoWorld *world, Point *point, const Item *item)
{
    const bool lossy = item->law.loss > 0.0;
    const double s = lossy ? item->step : item->t;
    const double kept = item->elastic * s;

    (void)world;
    point->energy = midpoint_energy(&item->law, s, item->elastic);
    point->shift = midpoint_shift(&item->law, s, item->t);
    const double rest = item->law.energy + kept - point->energy; /* of rounding, when it opens */
    return rest + (item->law.link ? item->c1 * item->t * item->t
                   : lossy        ? item->force * item->t - kept
                                  : 0.0);
}

static double three_point_settle(const UrtoWorld *world, Point *point, const Item *item)
{
    const double t = item->step;
    const double x_new = point->x_last + 2.0 * t;

    point->x_last = point->x;
    point->x = x_new;
    point->energy = mean_energy(world, point, point->x, point->x_last);
    const double rest = item->force * (item->t - t); /* the bodies moved by t but for rounding */
    return rest + (item->law.link ? item->c1 * t * t : (item->force - item->elastic) * t);
}

static double trapezoidal_settle(const UrtoWorld *world, Point *point, const Item *item)
{
    const double v = item->c0 + item->c1 * item->t;

    point->energy = point_potential(world, point, item->t);
    return world->model.step * (item->force - item->elastic) * v;
}

static double quadratised_step(const UrtoWorld *world, Point *point, const Item *item)
{
    const double t = item->t;
    const double g = item->elastic;
    const bool capped = world_caps(world) && !item->law.link;

    point->psi = capped ? quadratised_settle(point->psi, g, t) : point->psi + g * t;
    point->energy = 0.5 * point->psi * point->psi;
    return (item->c1 - 0.5 * g * g) * t * t;
}

const ContactScheme contact_schemes[] = {
    [URTO_SOLVER_MIDPOINT] = {.reads_step = true,
                              .lags = true,
                              .gamma_scale = 0.5,
                              .energy = half_step_energy,
                              .change = midpoint_change,
                              .active = midpoint_active,
                              .prepare = midpoint_prepare,
                              .settle = midpoint_settle},
    [URTO_SOLVER_QUADRATISED] = {.quadratised = true,
                                 .gamma_scale = 0.5,
                                 .energy = half_step_energy,
                                 .active = quadratised_active,
                                 .prepare = quadratised_prepare,
                                 .settle = quadratised_step},
    [URTO_SOLVER_ITERATIVE] = {.carries_x = true,
                               .reads_step = true,
                               .gamma_scale = 0.5,
                               .energy = mean_energy,
                               .change = lawful_change,
                               .active = three_point_active,
                               .prepare = three_point_prepare,
                               .settle = three_point_settle},
    [URTO_SOLVER_TRAPEZOIDAL] = {.trapezoidal = true,
                                 .gamma_scale = 0.25,
                                 .energy = present_energy,
                                 .change = lawful_change,
                                 .active = trapezoidal_active,
                                 .prepare = trapezoidal_prepare,
                                 .settle = trapezoidal_settle},
};
