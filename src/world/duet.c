/* The most common world: two bodies, or a body and a barrier, that meet in one place. While they
 * touch and nothing else goes on, its steps run here: the same equations as in contact.c and
 * couple.c for one point, without the lists that many need.
 */
#include "../law/quadratised.h"
#include "world.h"

#include <math.h>

bool duet_possible(const UrtoWorld *world)
{
    const UrtoSolver solver = world->options.solver;
    bool possible = world->coupler_count == 1 && world->point_count == 1 &&
                    !world->options.ledger && world->options.oversampling == 1 &&
                    world->drive_count == 0 &&
                    (solver == URTO_SOLVER_MIDPOINT || solver == URTO_SOLVER_QUADRATISED) &&
                    !world->contacts[0].link && !world->contacts[0].matched;

    for (uint32_t i = 0; i < world->probe_count; i++) {
        possible = possible && world->probes[i].quantity <= URTO_QUANTITY_CONTACT_FORCE;
    }
    return possible;
}

/* The contact within the loop. */
typedef struct Duet {
    const Contact *contact;
    Midpoint law;
    bool midpoint;
    double gamma, step, offset;
    double xi, pd, pe, a, b;
    double psi, t;
    double force, before[2]; /* now, and the two steps before */
    Port *ports[2];          /* below, above */
    Body *bodies[2];
} Duet;

static Duet duet_begin(UrtoWorld *world)
{
    const Point *point = &world->points[0];
    const Contact *contact = &world->contacts[0];
    const uint32_t ends[2] = {world->ends[0].below, world->ends[0].above};
    Duet duet = {.contact = contact,
                 .midpoint = world->options.solver == URTO_SOLVER_MIDPOINT,
                 .gamma = world->gamma[0],
                 .step = world->step,
                 .offset = world->offset[0] - contact->distance[2],
                 .xi = world->xi[0],
                 .pd = world->pd[0],
                 .psi = point->psi,
                 .force = point->force,
                 .before = {point->before[0], point->before[1]}};

    duet.law = (Midpoint){.law = contact->law,
                          .energy = point->energy,
                          .loss = contact->law.damping / world->step,
                          .compliance = 0.5 * duet.gamma,
                          .stiff = 2.0 / duet.gamma,
                          .part = 1.0 / (contact->law.exponent + 1.0),
                          .series = &contact->series,
                          .anchor = point->anchor};
    for (int i = 0; i < 2; i++) {
        duet.ports[i] = ends[i] ? &world->ports[ends[i] - 1] : NULL;
        duet.bodies[i] = ends[i] ? &world->bodies[duet.ports[i]->row.body] : NULL;
    }
    return duet;
}

static void duet_end(UrtoWorld *world, const Duet *duet)
{
    Point *point = &world->points[0];

    point->energy = duet->law.energy;
    point->psi = duet->psi;
    point->force = duet->force;
    point->before[0] = duet->before[0];
    point->before[1] = duet->before[1];
    point->anchor = duet->law.anchor;
    point->slide = 0.0;
    world->xi[0] = duet->xi;
    world->pd[0] = duet->pd;
    world->held[0] = point->energy != 0.0 || point->psi != 0.0 || point->force != 0.0;
    world->near_count = 0;
}

static inline double read_port(Port *port, const Body *body)
{
    if (!port) {
        return 0.0;
    }
    if (port->mixed) {
        port->reading = body_project(body, &port->row, body->d);
    }
    return port->weight * *port->source;
}

static uint32_t solve_midpoint(Duet *duet, double *residual)
{
    Midpoint *law = &duet->law;
    law->a = duet->a;
    law->scale = fabs(duet->a) + fabs(duet->b);
    law->gradient = -1.0;
    const MidpointRoot root =
        midpoint_solve(law, duet->b, law->compliance, midpoint_guess(duet->force, duet->before));
    law->energy = midpoint_energy(law, root.t, root.elastic);
    duet->t = root.t;
    duet->force = root.force;
    *residual = root.residual;
    return root.iterations;
}

static uint32_t solve_quadratised(Duet *duet)
{
    const UrtoLaw *law = &duet->law.law;
    const double x = duet->offset + duet->xi;
    const Quadratised now = {.law = *law,
                             .x = x,
                             .x_last = x - duet->pd,
                             .d = 2.0 * duet->b,
                             .psi = duet->psi,
                             .compliance = duet->gamma,
                             .shape = contact_shape(duet->contact, &duet->law.anchor, x)};
    const double g = quadratised_gradient(&now, GRADIENT_CAPPED);
    const double r = law->damping > 0.0 ? law->damping * power_gradient(law, x) : 0.0;
    const double G = 0.5 * duet->gamma;
    const double c0 = g * duet->psi;
    const double c1 = 0.5 * g * g + r / duet->step;

    const double inverse = 1.0 / (1.0 + G * c1);

    duet->t = (duet->b - G * c0) * inverse;
    duet->force = (c0 + c1 * duet->b) * inverse;
    duet->psi = quadratised_settle(duet->psi, g, duet->t);
    duet->law.energy = 0.5 * duet->psi * duet->psi;
    return 1;
}

/* One step after prediction; returns whether the contact has to be looked at any longer. */
static bool duet_solve(UrtoWorld *world, Duet *duet)
{
    UrtoStatistics *statistics = &world->statistics;
    const double x = duet->offset + duet->xi;
    const bool held = duet->law.energy != 0.0 || duet->psi != 0.0;
    const double force = duet->force;
    uint32_t iterations = 0;
    double residual = 0.0;

    /* to the last bit as contact.c has them */
    duet->a = 0.5 * (x + (x - duet->pd));
    duet->b = 0.5 * (duet->pe + duet->pd);
    const bool active = held || duet->a + duet->b > 0.0 || (!duet->midpoint && x >= 0.0);
    if (active) {
        iterations = duet->midpoint ? solve_midpoint(duet, &residual) : solve_quadratised(duet);
        contact_count_force(world, duet->force);
    } else {
        duet->t = duet->b;
        duet->force = 0.0;
    }
    duet->before[1] = active ? duet->before[0] : 0.0;
    duet->before[0] = active ? force : 0.0;
    statistics->iterations += iterations;
    statistics->iterations_max =
        iterations > statistics->iterations_max ? iterations : statistics->iterations_max;
    statistics->residual_max =
        residual > statistics->residual_max ? residual : statistics->residual_max;
    statistics->active = active;
    statistics->active_max =
        active ? (statistics->active_max ? statistics->active_max : 1) : statistics->active_max;
    return active;
}

static void duet_push(Duet *duet)
{
    for (int i = 0; i < 2; i++) {
        if (duet->ports[i]) {
            body_push(duet->bodies[i], &duet->ports[i]->row, i ? duet->force : -duet->force);
        }
    }
}

/* Whether the contact is as good as closed, and its barrier stands still. */
static bool duet_near(const UrtoWorld *world)
{
    const Contact *contact = &world->contacts[0];
    const Point *point = &world->points[0];
    const double x = world->offset[0] - contact->distance[2] + world->xi[0];

    return contact->distance[0] == contact->distance[2] &&
           contact->distance[1] == contact->distance[2] && !point->moving && point->slide == 0.0 &&
           (world->held[0] || x + fabs(world->pd[0]) >= 0.0);
}

uint32_t duet(UrtoWorld *world, float *const *out, uint32_t frame, uint32_t frames)
{
    uint32_t done = 0;
    bool near = true;

    if (world->event_count && world->events[0].frame - world->frame < frames) {
        frames = (uint32_t)(world->events[0].frame - world->frame);
    }
    if (!frames || world->active_count || world->struck || !duet_near(world)) {
        return 0;
    }
    Duet duet = duet_begin(world);
    while (done < frames && near && !world->muted) {
        if (world->refresh_in == 0) {
            world_refresh(world);
            duet.xi = world->xi[0];
        }
        world->refresh_in--;
        for (uint32_t i = 0; i < world->body_count; i++) {
            body_advance(&world->bodies[i]);
        }
        duet.pe =
            read_port(duet.ports[0], duet.bodies[0]) - read_port(duet.ports[1], duet.bodies[1]);
        near = duet_solve(world, &duet);
        if (!isfinite(duet.force)) {
            world->muted = true;
            break;
        }
        if (duet.force != 0.0) {
            duet_push(&duet);
        }
        duet.pd = duet.pe - 2.0 * (duet.b - duet.t);
        duet.xi += duet.pd;
        world->statistics.steps++;
        world->points[0].force = duet.force;
        world->item_count = duet.force != 0.0;
        world->items[0].coupler = 0;
        world->items[0].force = duet.force;
        probe_frame(world, out, frame + done++);
        world->frame++;
    }
    world->item_count = 0;
    duet_end(world, &duet);
    return done;
}
