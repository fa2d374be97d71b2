/* Free flight. While nothing can touch, nothing acts from outside and no control moves, the modes
 * of a world go on by themselves: a block of steps is computed mode by mode, with the state in
 * registers (kernel.h), instead of step by step.
 *
 * A contact is out of reach for the whole block if its gap is larger than the modes of its two
 * bodies can go together (modal.c, bound_mode). Where that is not enough to tell, the motion of its
 * ports is computed for the block and the block is cut before the first step at which the contact
 * would have been looked at (contact.c, list_near). So the result is that of single steps but for
 * rounding.
 */
#include "../body/modal.h"
#include "world.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    SHORTEST = 4, /* steps that are worth it */
    CULL = 8,     /* flights after which what has died away is looked for */
};

/* Whether this world can ever fast_flight. */
bool fast_flight_possible(const UrtoWorld *world)
{
    bool possible = !world->model.scheme->trapezoidal;

    for (uint32_t i = 0; i < world->model.body_count; i++) {
        possible = possible && !world->model.bodies[i].is_grid;
    }
    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        possible = possible && !world->model.contacts[i].link;
    }
    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        /* the sum of many steps is a displacement but for rounding */
        possible = possible && world->model.probes[i].quantity <= URTO_QUANTITY_BOW_FORCE &&
                   !(world->model.options.repeatable &&
                     world->model.probes[i].quantity == URTO_QUANTITY_DISPLACEMENT);
    }
    for (uint32_t i = 0; i < world->model.port_count; i++) {
        possible = possible && world->model.ports[i].slot <= FLIGHT_ROWS;
    }
    return possible;
}

/* Frames until something acts from outside, at most `frames`. */
static uint32_t undisturbed(const UrtoWorld *world, const float *const *in, uint32_t frame,
                            uint32_t frames)
{
    if (world->controls.active_count || world->state.struck || world->state.candidate_count) {
        return 0;
    }
    frames = event_queue_until(&world->controls.queue, world->state.frame, frames);
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        if (world->model.bows[i].force != 0.0) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < world->model.drive_count; i++) {
        const Drive *drive = &world->model.drives[i];
        const float *signal = in ? in[drive->channel] : NULL;
        if (drive->input != 0.0) {
            return 0;
        }
        for (uint32_t j = 0; signal && j < frames; j++) {
            frames = signal[frame + j] != 0.0f ? j : frames;
        }
    }
    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        const double *distance = world->model.contacts[i].distance;
        if (distance[0] != distance[2] || distance[1] != distance[2]) {
            return 0;
        }
    }
    return frames;
}

/* The motion of a mass: its d at each step. */
static void mass_motion(const Body *body, uint32_t steps, double *out)
{
    double u = body->u[0];
    double d = body->d[0];

    for (uint32_t n = 0; n < steps; n++) {
        d = body->coef_d[0] * d - body->coef_u[0] * u + body->gravity_step;
        u += d;
        out[n] = d;
    }
}

/* How much is known of the motion of a body in this block. */
typedef enum Motion { MOTION_NONE, MOTION_HEARD, MOTION_ALL } Motion;

/* The steps of a body one after the other, as body_advance makes them, with all that it reads. */
static void step_exact(UrtoWorld *world, Body *body, uint32_t steps, double (*out)[KERNEL_BLOCK])
{
    for (uint32_t n = 0; n < steps; n++) {
        body_advance(body);
        if (world->model.options.ledger && !body->still) {
            ledger_body(world, body);
        }
        for (uint32_t i = 0; i < body->tracked_count; i++) {
            out[i][n] = body->readings[i];
        }
    }
    body_settle(body);
}

/* Row times d at each step, for the ports that are heard or for all that are tracked. */
static void find_motion(UrtoWorld *world, uint32_t index, Motion wanted, uint32_t steps)
{
    Body *body = &world->model.bodies[index];
    double(*out)[KERNEL_BLOCK] = world->flight.flights + world->flight.flight_first[index];
    const uint32_t count = wanted == MOTION_ALL ? body->tracked_count : body->heard_count;

    if (world->flight.motion_known[index] >= wanted) {
        return;
    }
    world->flight.motion_known[index] = (uint8_t)wanted;
    if (world->model.options.repeatable) {
        step_exact(world, body, steps, out);
    } else if (body->still) {
        memset(out, 0, count * sizeof *out);
    } else if (body->n == 1) {
        double motion[KERNEL_BLOCK];
        mass_motion(body, steps, motion);
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t n = 0; n < steps; n++) {
                out[i][n] = body->tracked[i][0] * motion[n];
            }
        }
    } else {
        modal_block(body, body->tracked, count, steps, out);
    }
}

static const double *port_motion(const UrtoWorld *world, uint32_t port)
{
    const Port *its = &world->model.ports[port];

    return world->flight.flights[world->flight.flight_first[its->row.body] + its->slot - 1];
}

/* How far a mass can go in a direction, 1 or -1, in a block, from where it is. One with spring and
 * weight is followed. */
static double mass_reach(Body *body, double direction)
{
    const double motion = KERNEL_BLOCK * fabs(body->d[0]) +
                          0.5 * KERNEL_BLOCK * (KERNEL_BLOCK + 1) * fabs(body->gravity_step);

    if (body->coef_u[0] == 0.0) {
        return direction * body->u[0] + motion;
    }
    if (body->gravity_step != 0.0) {
        return HUGE_VAL;
    }
    modal_reach(body);
    return body->reach[0];
}

/* How far a port can go. That of modes is found when it is asked for the first time, and holds as
 * long as they fast_flight: their energy does not rise. */
static double port_reach(UrtoWorld *world, uint32_t point, int side, bool known)
{
    const uint32_t end = side ? world->model.ends[point].above : world->model.ends[point].below;
    double *reach = &world->flight.reaches[2 * point + (uint32_t)side];

    if (!end) {
        return 0.0;
    }
    const Port *port = &world->model.ports[end - 1];
    Body *body = &world->model.bodies[port->row.body];
    if (body->n == 1) {
        return port->row.weight[0] * mass_reach(body, side ? -1.0 : 1.0);
    }
    if (body->still) {
        return 0.0;
    }
    if (!known || !body->bound_all) {
        if (!body->reached) {
            modal_reach(body);
            body->reached = true;
        }
        *reach = body->kernels->dot_size(body->room, port->row.weight, body->reach);
    }
    return *reach;
}

/* True if the contact cannot close in this block (relative margin 1e-9). */
static bool out_of_reach(UrtoWorld *world, uint32_t point, bool known)
{
    const double here = world->model.offset[point] -
                        world->model.contacts[world->model.points[point].contact].distance[2];
    const double most = port_reach(world, point, 0, known) + port_reach(world, point, 1, known);

    return here + most < -1e-9 * fabs(here);
}

/* Steps of a block before a contact must be looked at. */
static uint32_t steps_apart(const UrtoWorld *world, uint32_t point, uint32_t steps)
{
    const Ends ends = world->model.ends[point];
    const double distance = world->model.contacts[world->model.points[point].contact].distance[2];
    const double *below = ends.below ? port_motion(world, ends.below - 1) : NULL;
    const double *above = ends.above ? port_motion(world, ends.above - 1) : NULL;
    double x = world->model.offset[point] - distance + world->state.xi[point];

    for (uint32_t n = 0; n < steps; n++) {
        x += (below ? below[n] : 0.0) - (above ? above[n] : 0.0);
        if (x >= 0.0) {
            return n;
        }
    }
    return steps;
}

/* Steps that no contact has to be looked at. */
static uint32_t free_steps(UrtoWorld *world, uint32_t steps)
{
    if (!world->model.point_count) {
        return steps;
    }
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        world->model.bodies[i].reached = false;
    }
    const bool known = world->flight.reaches_known;
    uint32_t i = 0;
    world->flight.reaches_known = false;
    for (; i < world->model.point_count && steps; i++) {
        if (world->state.must_check[i]) {
            return 0;
        }
        if ((known && out_of_reach(world, i, true)) || out_of_reach(world, i, false)) {
            continue;
        }
        contact_update_stale(world);
        const Ends ends = world->model.ends[i];
        const double distance = world->model.contacts[world->model.points[i].contact].distance[2];
        const double here = world->model.offset[i] - distance;
        if (world->model.options.repeatable || here + world->state.xi[i] >= 0.0 ||
            here + world->state.xi[i] - world->state.pd[i] >= 0.0) {
            return 0;
        }
        for (int side = 0; side < 2; side++) {
            const uint32_t end = side ? ends.above : ends.below;
            if (end) {
                find_motion(world, world->model.ports[end - 1].row.body, MOTION_ALL, steps);
            }
        }
        steps = steps_apart(world, i, steps);
    }
    world->flight.reaches_known = i == world->model.point_count;
    return steps;
}

/* What a probe hears over the block. */
static void probe_over_block(UrtoWorld *world, Probe *probe, uint32_t steps, double *values)
{
    const Port *port = &world->model.ports[probe->source - 1];
    const Body *body = &world->model.bodies[port->row.body];
    const double *motion = port_motion(world, probe->source - 1);
    const double per_step = world->model.per_step;

    if (probe->quantity == URTO_QUANTITY_DISPLACEMENT) {
        double sum = body_project(body, &port->row, body->u);
        for (uint32_t n = 0; n < steps; n++) {
            values[n] = sum += motion[n];
        }
    } else {
        values[0] = (motion[0] - probe->before) * per_step * per_step;
        for (uint32_t n = 1; n < steps; n++) {
            values[n] = (motion[n] - motion[n - 1]) * per_step * per_step;
        }
        probe->before = motion[steps - 1];
    }
}

/* fits_output of a whole block: beyond its end are zeros. What does not fit is infinite here, and
 * 0 times that is no number. */
static bool all_fit(const double *mix)
{
    const double scale = DBL_MAX / (double)FLT_MAX;
    enum { SUMS = 8 }; /* which do not wait for each other */
    double zeros[SUMS] = {0.0};
    double sum = 0.0;

    for (uint32_t n = 0; n < KERNEL_BLOCK; n += SUMS) {
        for (uint32_t i = 0; i < SUMS; i++) {
            zeros[i] += mix[n + i] * scale * 0.0;
        }
    }
    for (uint32_t i = 0; i < SUMS; i++) {
        sum += zeros[i];
    }
    return sum == 0.0;
}

/* The channels go to the output, or step by step through the decimator. */
static void write_block(UrtoWorld *world, float *const *out, uint32_t frame, uint32_t steps)
{
    const uint32_t inner = world->model.options.oversampling;
    const uint32_t outputs = world->model.options.outputs;

    if (inner == 1) {
        for (uint32_t c = 0; c < outputs; c++) {
            const double *mix = world->flight.block_mix[c];
            float *to = out && out[c] ? out[c] + frame : NULL;
            world->state.muted = world->state.muted || !all_fit(mix);
            for (uint32_t n = 0; to && n < steps; n++) {
                to[n] = world->state.muted ? 0.0f : (float)mix[n];
            }
        }
        world->state.frame += steps;
        return;
    }
    for (uint32_t n = 0; n < steps; n++) {
        for (uint32_t c = 0; c < outputs; c++) {
            world->output.channels[c] = world->flight.block_mix[c][n];
        }
        probe_mix(world);
        if ((n + 1) % inner == 0) {
            world->state.frame++;
            probe_output(world, out, frame + n / inner);
        }
    }
}

static void mix_block(UrtoWorld *world, float *const *out, uint32_t frame, uint32_t steps)
{
    memset(world->flight.block_mix, 0,
           world->model.options.outputs * sizeof *world->flight.block_mix);
    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        Probe *probe = &world->model.probes[i];
        double values[KERNEL_BLOCK];
        if (probe->quantity > URTO_QUANTITY_ACCELERATION) {
            continue; /* no contact or bow has a force */
        }
        find_motion(world, world->model.ports[probe->source - 1].row.body, MOTION_HEARD, steps);
        const bool velocity = probe->quantity == URTO_QUANTITY_VELOCITY;
        const double scale = velocity ? world->model.per_step : 1.0;
        const double *from = velocity ? port_motion(world, probe->source - 1) : values;
        if (!velocity) {
            probe_over_block(world, probe, steps, values);
        }
        for (uint32_t c = 0; c < probe->width; c++) {
            double *mix = world->flight.block_mix[probe->channel + c];
            for (uint32_t n = 0; n < steps; n++) {
                mix[n] += probe->weights[c] * (from[n] * scale);
            }
        }
    }
    write_block(world, out, frame, steps);
}

/* The velocity of the string at a bow that does not press, as a step would leave it: the mean over
 * the last two. */
static void follow_bows(UrtoWorld *world, uint32_t steps)
{
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        Bow *bow = &world->model.bows[i];
        find_motion(world, world->model.ports[bow->port].row.body, MOTION_ALL, steps);
        const double *motion = port_motion(world, bow->port);
        bow->last.v =
            0.5 * (motion[steps - 1] + motion[steps - 2]) / world->model.step - bow->velocity;
    }
}

/* Repeatable: everything that is carried goes on as it would step by step. */
static void end_flight_exact(UrtoWorld *world, uint32_t steps)
{
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        const Ends ends = world->model.ends[i];
        const double *below = ends.below ? port_motion(world, ends.below - 1) : NULL;
        const double *above = ends.above ? port_motion(world, ends.above - 1) : NULL;
        for (uint32_t n = 0; n < steps; n++) {
            world->state.pd[i] = (below ? below[n] : 0.0) - (above ? above[n] : 0.0);
            world->state.xi[i] += world->state.pd[i];
        }
    }
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        Bow *bow = &world->model.bows[i];
        const double *motion = port_motion(world, bow->port);
        for (uint32_t n = 0; n < steps; n++) {
            const double t = 0.5 * (motion[n] + bow->pd);
            bow->pd = 2.0 * t - bow->pd;
            bow->last.v = t / world->model.step - bow->velocity;
        }
    }
}

/* The state at the end, and what the points and bows carry. */
static void end_flight(UrtoWorld *world, uint32_t steps)
{
    const bool cull = world->flight.flights_since_cull++ % CULL == 0;

    follow_bows(world, steps);
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        Body *body = &world->model.bodies[i];
        if (body->still) {
            continue;
        }
        const double start = body->u[0] - 0.5 * body->d[0];
        const double lost = modal_fly(body, steps);
        if (world->model.options.ledger) {
            sum_add(&body->dissipated, lost);
            sum_add(&world->state.totals.gravity,
                    body->gravity_step * (body->u[0] - 0.5 * body->d[0] - start));
        }
        if (cull) {
            body_cull(body);
        }
    }
    world->state.stale = true;
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        world->model.bows[i].pd = coupler_project(world, world->model.point_count + i, true);
    }
    world->state.refresh_in = REFRESH;
}

/* What a step leaves behind for those who ask. */
static void record_flight(UrtoWorld *world, uint32_t steps)
{
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        world->model.bows[i].friction = 0.0;
    }
    for (uint32_t i = 0; i < world->model.drive_count; i++) {
        world->model.drives[i].force = 0.0;
    }
    world->statistics.steps += steps;
    world->statistics.active = 0;
}

uint32_t fast_flight(UrtoWorld *world, const float *const *in, float *const *out, uint32_t frame,
                     uint32_t frames)
{
    const uint32_t inner = world->model.options.oversampling;
    const uint32_t most = KERNEL_BLOCK / inner;
    const uint32_t clear = undisturbed(world, in, frame, frames < most ? frames : most);

    if (clear * inner < SHORTEST) {
        return 0;
    }
    world_settle(world);
    memset(world->flight.motion_known, MOTION_NONE, world->model.body_count);
    uint32_t steps = clear * inner;
    if (world->model.options.repeatable) {
        /* what is carried is read anew at the same steps as without flight */
        if (world->state.refresh_in == 0) {
            world_refresh(world);
        }
        steps = world->state.refresh_in < steps ? world->state.refresh_in : steps;
    }
    steps = free_steps(world, steps) / inner * inner;
    if (steps < SHORTEST) {
        world->flight.flight_retry_in = FLIGHT_RETRY;
        return 0;
    }
    if (world->model.options.repeatable) {
        for (uint32_t i = 0; i < world->model.body_count; i++) {
            find_motion(world, i, MOTION_ALL, steps);
        }
        world->state.refresh_in -= steps;
    }
    mix_block(world, out, frame, steps);
    if (world->model.options.repeatable) {
        end_flight_exact(world, steps);
    } else {
        end_flight(world, steps);
    }
    record_flight(world, steps);
    return steps / inner;
}
