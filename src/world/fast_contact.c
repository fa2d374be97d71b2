/* The most common world: two bodies, or a body and a barrier, that meet in one place. While they
 * touch and nothing else goes on, its steps run here: the same equations as in contact.c and
 * couple.c for one point, without the lists that many need.
 */
#include "../law/quadratised.h"
#include "world.h"

#include <math.h>
#include <string.h>

bool fast_contact_possible(const UrtoWorld *world)
{
    const bool midpoint = world->model.options.solver == URTO_SOLVER_MIDPOINT;
    bool possible = world->model.coupler_count == 1 && world->model.point_count == 1 &&
                    world->model.options.oversampling == 1 && world->model.drive_count == 0 &&
                    (midpoint || world_caps(world)) && !world->model.contacts[0].link &&
                    !world->model.contacts[0].matched;

    if (possible && world->model.ends[0].below && world->model.ends[0].above) {
        possible = world->model.ports[world->model.ends[0].below - 1].row.body !=
                   world->model.ports[world->model.ends[0].above - 1].row.body;
    }
    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        possible = possible && world->model.probes[i].quantity <= URTO_QUANTITY_CONTACT_FORCE;
    }
    return possible;
}

/* One of the two that meet. A mass that nobody listens to lives in the loop, the kernel of a modal
 * body without weight is called from it; anything else, and all with a ledger, by body.c. */
typedef enum SideKind { SIDE_NONE, SIDE_MASS, SIDE_MODAL, SIDE_OTHER } SideKind;

typedef struct Side {
    SideKind kind;
    Body *body;
    Port *port;
    const double *row;
    double weight;                 /* of the row of a mass */
    double u, d, keep, pull, drop; /* of a mass */
    bool ahead;                    /* as Body.ahead */
    double force;                  /* pushed, but not in d yet */
    double *reading;               /* modal: P d as predicted */
    const double *heard;           /* outlook: the row that is heard; NULL: none */
    double *hears;                 /* what it reads */
} Side;

/* A pass with an outlook takes longer: with more modes than this it does not pay. */
enum { OUTLOOK_MODES = 256 };

/* A probe that hears the velocity of a modal body, or the force. */
typedef struct FastProbe {
    const double *reading;
    double hear, scale; /* scale (reading - hear force) */
    double weights[2];
    uint32_t channel, width;
} FastProbe;

enum { FAST_PROBES = 4 };

/* The contact within the loop.
 *
 * With an outlook (kernel.h) the kernels of a step and the search for its force do not wait for
 * each other: P d of the next prediction is what the pass before this force says, less E f, E =
 * `self_response`, and a+ = a + t. That is the same but for rounding, so repeatable worlds do without. */
typedef struct FastContact {
    const Contact *contact;
    Midpoint law;
    bool midpoint, outlook;
    double gamma, step, offset;
    double xi, pd;
    double shift, t;      /* midpoint; t of the step before */
    double self_response; /* outlook */
    double psi;
    double force, before[2]; /* now, and the two steps before */
    Side below, above;
    FastProbe probes[FAST_PROBES];
    uint32_t probe_count;
} FastContact;

/* What one step gave. */
typedef struct Outcome {
    double t, force;
    double lost; /* of the energy of the contact */
    double residual;
    uint32_t iterations;
} Outcome;

static bool is_heard(const UrtoWorld *world, const Body *body)
{
    bool heard = false;

    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        const Probe *probe = &world->model.probes[i];
        heard =
            heard || (probe->quantity <= URTO_QUANTITY_ACCELERATION &&
                      &world->model.bodies[world->model.ports[probe->source - 1].row.body] == body);
    }
    return heard;
}

/* row . (keep - pull) row */
static double body_self_response(const Body *body, const double *row)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < body->n; i++) {
        sum += (body->coef_d[i] - body->coef_u[i]) * row[i] * row[i];
    }
    return sum;
}

static void find_self_response(UrtoWorld *world)
{
    const uint32_t ends[2] = {world->model.ends[0].below, world->model.ends[0].above};

    world->flight.self_response = 0.0;
    for (int i = 0; i < 2; i++) {
        const Row *row = ends[i] ? &world->model.ports[ends[i] - 1].row : NULL;
        world->flight.self_response +=
            row && !row->index ? body_self_response(&world->model.bodies[row->body], row->weight)
                               : 0.0;
    }
    world->flight.self_response_known = true;
}

static Side side_begin(UrtoWorld *world, uint32_t end)
{
    if (!end) {
        return (Side){.kind = SIDE_NONE};
    }
    Port *port = &world->model.ports[end - 1];
    Body *body = &world->model.bodies[port->row.body];
    Side side = {.kind = SIDE_OTHER, .body = body, .port = port, .row = port->row.weight};
    if (body->is_grid || body->keeps_last) {
        return side;
    }
    if (body->n > 1 && body->gravity_step == 0.0) {
        const uint32_t slot = port->slot - 1;
        side.kind = SIDE_MODAL;
        side.reading = &body->readings[slot];
        if (body->heard_count) {
            const uint32_t heard = body->tracked_count == 2 ? 1 - slot : slot;
            side.heard = body->tracked[heard];
            side.hears = &body->readings[heard];
        }
        if (body->pending == side.row) {
            side.force = body->pending_force;
            body->pending = NULL;
        }
        body_flush(body);
    } else if (body->n == 1 && !is_heard(world, body)) {
        side.kind = SIDE_MASS;
        side.weight = side.row[0];
        side.u = body->u[0];
        side.d = body->d[0];
        side.keep = body->coef_d[0];
        side.pull = body->coef_u[0];
        side.drop = body->gravity_step;
    }
    side.ahead = body->ahead;
    body->still = body->still && side.kind == SIDE_OTHER;
    return side;
}

static void side_end(const Side *side)
{
    Body *body = side->body;

    if (side->kind == SIDE_MASS) {
        body->u[0] = side->u;
        body->d[0] = side->d + side->weight * side->force;
        body->ahead = side->ahead;
    } else if (side->kind == SIDE_MODAL) {
        body->ahead = side->ahead;
        if (side->force != 0.0) {
            body->pending = side->row;
            body->pending_force = side->force;
        }
    }
}

/* The prediction of a step; P d of it. */
static inline double side_advance(Side *side)
{
    const Body *body = side->body;

    switch (side->kind) {
    case SIDE_MASS:
        if (side->ahead) {
            side->d += side->weight * side->force;
            side->u += side->d;
        }
        side->d = side->keep * side->d - side->pull * side->u + side->drop;
        side->ahead = true;
        return side->weight * side->d;
    case SIDE_MODAL:
        body->kernels->advance(&body->kernel, side->ahead, side->ahead ? side->row : NULL,
                               side->force, body->tracked, body->tracked_count, body->readings);
        side->ahead = true;
        return *side->reading;
    case SIDE_OTHER:
        body_advance(side->body);
        if (side->port->interpolated) {
            side->port->reading = body_project(body, &side->port->row, body->d);
        }
        return side->port->weight * *side->port->source;
    case SIDE_NONE:
        break;
    }
    return 0.0;
}

/* The same for a side that is ahead (`still`: its prediction is made), but what it returns is P d
 * of the prediction after this one, without the force of this step. */
static inline double side_look(Side *side, bool still)
{
    if (side->kind == SIDE_MASS) {
        if (!still) {
            side_advance(side);
        }
        return side->weight *
               (side->keep * side->d - side->pull * (side->u + side->d) + side->drop);
    }
    if (side->kind == SIDE_MODAL) {
        const Body *body = side->body;
        double sums[2];
        body->kernels->outlook(&body->kernel, still, side->row, side->force, side->heard, sums);
        if (side->heard && !still) {
            *side->hears = sums[0];
        }
        return sums[1];
    }
    return 0.0;
}

static inline void side_push(Side *side, double force)
{
    if (side->kind != SIDE_OTHER) {
        side->force = force;
    } else if (force != 0.0) {
        body_push(side->body, &side->port->row, force);
    }
}

/* Whether this path can serve all probes of the world. */
static bool fast_probes(const UrtoWorld *world, FastContact *fast)
{
    if (world->model.probe_count > FAST_PROBES || !world->model.options.outputs) {
        return false;
    }
    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        const Probe *probe = &world->model.probes[i];
        FastProbe *heard = &fast->probes[i];
        *heard = (FastProbe){.reading = &world->model.zero,
                             .hear = -1.0,
                             .scale = 1.0,
                             .weights = {probe->weights[0], probe->weights[1]},
                             .channel = probe->channel,
                             .width = probe->width};
        if (probe->quantity == URTO_QUANTITY_CONTACT_FORCE) {
            continue;
        }
        if (probe->quantity != URTO_QUANTITY_VELOCITY) {
            return false;
        }
        const Port *port = &world->model.ports[probe->source - 1];
        const Body *body = &world->model.bodies[port->row.body];
        if (body->is_grid || body->n == 1) {
            return false;
        }
        heard->reading = &body->readings[port->slot - 1];
        heard->hear = world->output.hear[i];
        heard->scale = world->model.per_step;
    }
    fast->probe_count = world->model.probe_count;
    return true;
}

static inline void write_output_fast(UrtoWorld *world, const FastContact *fast, double force,
                                     float *const *out, uint32_t frame)
{
    double *channels = world->output.channels;

    if (world->model.options.outputs <= 2) {
        channels[0] = 0.0;
        channels[world->model.options.outputs - 1] = 0.0;
    } else {
        memset(channels, 0, world->model.options.outputs * sizeof *channels);
    }
    for (uint32_t i = 0; i < fast->probe_count; i++) {
        const FastProbe *heard = &fast->probes[i];
        const double value = (*heard->reading - heard->hear * force) * heard->scale;
        channels[heard->channel] += heard->weights[0] * value;
        if (heard->width == 2) {
            channels[heard->channel + 1] += heard->weights[1] * value;
        }
    }
    probe_write(world, out, frame);
}

/* One row that is heard, this or another one, is read in the same pass. */
static bool looks_out(const Side *side)
{
    const uint32_t rows = side->kind == SIDE_MODAL ? side->body->tracked_count : 0;

    return side->kind != SIDE_OTHER && rows <= 2 && (!rows || side->body->n <= OUTLOOK_MODES) &&
           (rows < 2 || side->port->slot > side->body->heard_count);
}

static FastContact fast_begin(UrtoWorld *world)
{
    const Point *point = &world->model.points[0];
    const Contact *contact = &world->model.contacts[0];
    FastContact fast = {.contact = contact,
                        .midpoint = world->model.options.solver == URTO_SOLVER_MIDPOINT,
                        .gamma = world->model.gamma[0],
                        .step = world->model.step,
                        .offset = world->model.offset[0] - contact->distance[2],
                        .xi = world->state.xi[0],
                        .pd = world->state.pd[0],
                        .shift = point->shift,
                        .t = point->t,
                        .psi = point->psi,
                        .force = point->force,
                        .before = {point->before[0], point->before[1]}};

    fast.law = (Midpoint){.law = contact->law,
                          .energy = point->energy,
                          .loss = contact->law.damping / world->model.step,
                          .compliance = 0.5 * fast.gamma,
                          .stiff = 2.0 / fast.gamma,
                          .part = 1.0 / (contact->law.exponent + 1.0),
                          .series = &contact->series,
                          .anchor = point->anchor};
    fast.below = side_begin(world, world->model.ends[0].below);
    fast.above = side_begin(world, world->model.ends[0].above);
    fast.outlook =
        !world->model.options.repeatable && looks_out(&fast.below) && looks_out(&fast.above);
    if (fast.outlook && !world->flight.self_response_known) {
        find_self_response(world);
    }
    fast.self_response = world->flight.self_response;
    return fast;
}

static void fast_end(UrtoWorld *world, const FastContact *fast)
{
    Point *point = &world->model.points[0];

    side_end(&fast->below);
    side_end(&fast->above);
    point->energy = fast->law.energy;
    point->shift = fast->shift;
    point->t = fast->t;
    point->psi = fast->psi;
    point->force = fast->force;
    point->before[0] = fast->before[0];
    point->before[1] = fast->before[1];
    point->anchor = fast->law.anchor;
    point->slide = 0.0;
    world->state.xi[0] = fast->xi;
    world->state.pd[0] = fast->pd;
    world->state.must_check[0] = point->energy != 0.0 || point->psi != 0.0 || point->force != 0.0;
    world->state.candidate_count = 0;
}

/* The whole search; first: the start that was not near enough, 0 for none. By value where it can be:
 * what the loop has in registers stays there. */
static __attribute__((noinline)) MidpointRoot search(Midpoint law, double first, double b,
                                                     double guess, PowerAnchor *anchor)
{
    law.gradient = first != 0.0 ? law.gradient : -1.0;
    const MidpointRoot root = midpoint_search(
        &law, b, law.compliance, first != 0.0 ? midpoint_better(&law, first, b, guess) : guess);
    *anchor = law.anchor;
    return root;
}

static inline Outcome solve_midpoint(FastContact *fast, const MidpointStart *start, double b)
{
    Midpoint *law = &fast->law;
    MidpointRoot root;

    law->ref = midpoint_ref(law->energy, b, fast->pd, fast->t);
    law->shift = fast->shift;
    law->scale = fabs(law->a) + fabs(b);
    const double first = start ? midpoint_first(start, b) : 0.0;
    if (!start || !midpoint_quick(law, start, first, b, &root)) {
        root = search(*law, first, b, midpoint_guess(fast->force, fast->before), &law->anchor);
    }
    const double kept = root.elastic * root.s;
    const double energy = midpoint_energy(law, root.s, root.elastic);
    const double rest = law->energy + kept - energy; /* of rounding, when it opens */
    const double lost = rest + (law->loss > 0.0 ? root.force * root.t - kept : 0.0);
    law->energy = energy;
    fast->shift = midpoint_shift(law, root.s, root.t);
    return (Outcome){root.t, root.force, lost, root.residual, root.iterations};
}

static __attribute__((noinline)) double gradient_elsewhere(Quadratised now)
{
    return quadratised_gradient(&now, URTO_GRADIENT_CAPPED);
}

static inline Outcome solve_quadratised(FastContact *fast, double x, double b)
{
    const UrtoLaw *law = &fast->law.law;
    const Quadratised now = {.law = *law,
                             .x = x,
                             .x_last = x - fast->pd,
                             .d = 2.0 * b,
                             .psi = fast->psi,
                             .compliance = fast->gamma,
                             .shape = contact_shape(fast->contact, &fast->law.anchor, x)};
    const double steep = quadratised_steepness(&now);
    double g = sqrt(steep);
    double square = steep;
    if (!quadratised_holds(&now, g)) {
        const double slope = g;
        g = gradient_elsewhere(now);
        square = g == slope ? steep : g * g;
    }
    const double r = law->damping > 0.0 ? law->damping * power_gradient(law, x) / fast->step : 0.0;
    const double G = 0.5 * fast->gamma;
    const double c0 = g * fast->psi;
    const double c1 = quadratised_slope(c0, square, r, b);
    const double inverse = 1.0 / (1.0 + G * c1);
    const double t = (b - G * c0) * inverse;

    fast->psi = quadratised_settle(fast->psi, g, t);
    fast->law.energy = 0.5 * fast->psi * fast->psi;
    return (Outcome){t, (c0 + c1 * b) * inverse, (c1 - 0.5 * g * g) * t * t, 0.0, 1};
}

/* Whether the contact is as good as closed, and its barrier stands still. */
static bool fast_is_near(const UrtoWorld *world)
{
    const Contact *contact = &world->model.contacts[0];
    const Point *point = &world->model.points[0];
    const double x = world->model.offset[0] - contact->distance[2] + world->state.xi[0];

    return contact->distance[0] == contact->distance[2] &&
           contact->distance[1] == contact->distance[2] && !point->moving && point->slide == 0.0 &&
           (world->state.must_check[0] || x + fabs(world->state.pd[0]) >= 0.0);
}

/* What others than the two do meanwhile. */
static void advance_others(UrtoWorld *world, const FastContact *fast)
{
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        Body *body = &world->model.bodies[i];
        if (body != fast->below.body && body != fast->above.body) {
            body_advance(body);
        }
    }
}

/* By the general path, for probes that this one cannot serve. */
static void write_output_general(UrtoWorld *world, const FastContact *fast, float *const *out,
                                 uint32_t frame)
{
    const Side *sides[2] = {&fast->below, &fast->above};

    for (int i = 0; i < 2; i++) {
        if (sides[i]->kind == SIDE_MODAL) {
            sides[i]->body->ahead = true;
        }
    }
    world->model.points[0].force = fast->force;
    world->solve.item_count = fast->force != 0.0;
    world->solve.items[0].coupler = 0;
    world->solve.items[0].force = fast->force;
    probe_frame(world, out, frame);
}

static inline void count(UrtoStatistics *statistics, const Outcome *now)
{
    statistics->iterations += now->iterations;
    statistics->iterations_max =
        now->iterations > statistics->iterations_max ? now->iterations : statistics->iterations_max;
    statistics->residual_max =
        now->residual > statistics->residual_max ? now->residual : statistics->residual_max;
}

/* Steps until the contact opens, something is to be read anew or the frames are over; returns how
 * many. */
static inline __attribute__((always_inline)) uint32_t run(UrtoWorld *world, FastContact *fast,
                                                          bool outlook, float *const *out,
                                                          uint32_t frame, uint32_t frames)
{
    const bool others =
        world->model.body_count != (fast->below.body ? 1u : 0u) + (fast->above.body ? 1u : 0u);
    const bool probes = fast_probes(world, fast);
    const bool ledger = world->model.options.ledger;
    const bool events = world->output.events.room != 0;
    const uint64_t first = world->state.frame;
    uint32_t done = 0;
    bool active = true;
    double pe = 0.0;
    double next = 0.0;
    double x = fast->offset + fast->xi;
    /* to the last bit as contact.c has it */
    double a = 0.5 * (x + (x - fast->pd));

    while (done < frames && active && !world->state.muted) {
        MidpointStart start;
        if (fast->midpoint && fast->law.energy == 0.0) {
            fast->shift = midpoint_first_shift(a);
        }
        fast->law.a = a + fast->shift;
        const bool closed = fast->midpoint && fast->law.energy > 0.0 && fast->law.a > 0.0;
        if (closed) {
            start = midpoint_start(&fast->law);
        }
        if (others) {
            advance_others(world, fast);
        }
        if (!outlook || !done) {
            const double below = side_advance(&fast->below);
            pe = below - side_advance(&fast->above);
        } else {
            pe = next - fast->self_response * fast->force;
        }
        const double b = 0.5 * (pe + fast->pd);
        if (outlook) {
            next = side_look(&fast->below, !done) - side_look(&fast->above, !done);
        }
        Outcome now = {.t = b};
        active = fast->law.energy != 0.0 || fast->psi != 0.0 || fast->law.a + b > 0.0 ||
                 (!fast->midpoint && x >= 0.0);
        if (active) {
            now = fast->midpoint ? solve_midpoint(fast, closed ? &start : NULL, b)
                                 : solve_quadratised(fast, x, b);
            if (!isfinite(now.force)) {
                world->state.muted = true;
                break;
            }
            contact_count_force(world, now.force);
            count(&world->statistics, &now);
        }
        if (events) {
            world->state.frame = first + done;
            contact_events_point(world, &world->model.contacts[0], fast->force, now.force, b);
            contact_events_step(world, &world->model.contacts[0]);
        }
        fast->before[1] = active ? fast->before[0] : 0.0;
        fast->before[0] = active ? fast->force : 0.0;
        fast->force = now.force;
        side_push(&fast->below, -now.force);
        side_push(&fast->above, now.force);
        if (ledger) {
            sum_add(&world->model.contacts[0].dissipated, now.lost);
            ledger_step(world);
        }
        fast->t = now.t;
        fast->pd = pe - 2.0 * (b - now.t);
        fast->xi += fast->pd;
        x = fast->offset + fast->xi;
        a = outlook ? a + now.t : 0.5 * (x + (x - fast->pd));
        if (probes) {
            write_output_fast(world, fast, now.force, out, frame + done);
        } else {
            write_output_general(world, fast, out, frame + done);
        }
        done++;
    }
    world->statistics.steps += done;
    world->statistics.active = active;
    world->state.frame = first + done;
    return done;
}

uint32_t fast_contact(UrtoWorld *world, float *const *out, uint32_t frame, uint32_t frames)
{
    frames = event_queue_until(&world->controls.queue, world->state.frame, frames);
    if (!frames || world->controls.active_count || world->state.struck || !fast_is_near(world)) {
        return 0;
    }
    if (world->state.refresh_in == 0) {
        world_refresh(world);
    }
    if (frames > world->state.refresh_in) {
        frames = world->state.refresh_in;
    }
    FastContact fast = fast_begin(world);
    const uint32_t done = fast.outlook ? run(world, &fast, true, out, frame, frames)
                                       : run(world, &fast, false, out, frame, frames);
    world->state.refresh_in -= done;
    world->statistics.active_max = world->statistics.active_max ? world->statistics.active_max : 1;
    world->solve.item_count = 0;
    fast_end(world, &fast);
    return done;
}
