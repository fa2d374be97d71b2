/* One step: controls, prediction, external forces, contacts and bows, state, totals, probes. */
#include "../base/denormal.h"
#include "world.h"

#include <math.h>

static void push_external(UrtoWorld *world, double part, const float *const *in, uint32_t frame)
{
    for (uint32_t i = 0; i < world->model.drive_count; i++) {
        Drive *drive = &world->model.drives[i];
        const Row *row = &world->model.ports[drive->port].row;
        const double now = in && in[drive->channel] ? (double)in[drive->channel][frame] : 0.0;
        drive->force = drive->gain * (drive->input + part * (now - drive->input));
        if (part == 1.0) {
            drive->input = now;
        }
        if (drive->force != 0.0) {
            body_push(&world->model.bodies[row->body], row, drive->force);
            body_read(&world->model.bodies[row->body]);
        }
    }
    for (uint32_t i = 0; world->state.struck && i < world->model.user_ports; i++) {
        const Row *row = &world->model.ports[i].row;
        if (world->state.strikes[i] != 0.0) {
            body_push(&world->model.bodies[row->body], row, world->state.strikes[i]);
            body_read(&world->model.bodies[row->body]);
        }
    }
}

static void push_coupler(UrtoWorld *world, uint32_t coupler, double force)
{
    const Ends ends = world->model.ends[coupler];

    if (ends.below) {
        const Row *row = &world->model.ports[ends.below - 1].row;
        body_push(&world->model.bodies[row->body], row, -force);
    }
    if (ends.above) {
        const Row *row = &world->model.ports[ends.above - 1].row;
        body_push(&world->model.bodies[row->body], row, force);
    }
}

static void push_couplers(UrtoWorld *world)
{
    if (!world->model.scheme->trapezoidal) {
        bool coupled = false;
        for (uint32_t i = 0; i < world->solve.item_count; i++) {
            push_coupler(world, world->solve.items[i].coupler, world->solve.items[i].force);
            coupled = coupled || world->solve.items[i].coupled;
        }
        for (uint32_t i = 0; coupled && i < world->model.body_count; i++) {
            body_flush(&world->model.bodies[i]); /* contact_settle will read them */
        }
        return;
    }
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        const uint32_t at = world->solve.item_of[i];
        const double mean =
            0.5 * (world->model.points[i].force + (at ? world->solve.items[at - 1].force : 0.0));
        if (mean != 0.0) {
            push_coupler(world, i, mean);
        }
    }
}

static void settle_bows(UrtoWorld *world)
{
    const double k = world->model.step;

    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        Bow *bow = &world->model.bows[i];
        const Item *item =
            &world->solve.items[world->solve.item_of[world->model.point_count + i] - 1];
        const double v = item->t / k - bow->velocity;
        bow->pd = 2.0 * item->t - bow->pd; /* t is half of P (d+ + d) */
        bow->last.v = v;
        bow->pressed = bow->force;
        bow->friction = item->force;
        if (world->model.options.ledger) {
            sum_add(&bow->dissipated, k * item->force * v);
            sum_add(&world->state.totals.bow, -k * item->force * bow->velocity);
        }
    }
}

static void count(UrtoWorld *world)
{
    UrtoStatistics *statistics = &world->statistics;

    statistics->steps++;
    statistics->active = world->solve.item_count - world->model.bow_count;
    if (statistics->active > statistics->active_max) {
        statistics->active_max = statistics->active;
    }
}

/* Whether a force is no number, or so large that its energy would be none. The trapezoidal rule may
 * gain energy until one is. */
static bool broken(const UrtoWorld *world)
{
    static const double MOST = 1e60;
    bool finite = true;

    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        const Item *item = &world->solve.items[i];
        finite = finite && fabs(item->force) < MOST && fabs(item->t) < MOST;
    }
    return !finite;
}

void world_settle(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        body_settle(&world->model.bodies[i]);
    }
}

void world_refresh(UrtoWorld *world)
{
    world_settle(world);
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        body_cull(&world->model.bodies[i]);
    }
    contact_read_xi(world);
    world->state.refresh_in = REFRESH;
}

static void step(UrtoWorld *world, double part, const float *const *in, uint32_t frame)
{
    control_step(world);
    if (world->state.refresh_in == 0) {
        world_refresh(world);
    }
    world->state.refresh_in--;
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        body_advance(&world->model.bodies[i]);
    }
    push_external(world, part, in, frame);
    contact_begin(world);
    world->solve.item_count = 0;
    if (world->model.bow_count) {
        bow_solve(world);
    } else {
        couple_solve(world);
    }
    if (broken(world)) {
        world->state.muted = true; /* for good; the bodies stay where they are */
        return;
    }
    push_couplers(world);
    contact_settle(world);
    settle_bows(world);
    if (world->model.options.ledger || world->model.scheme->trapezoidal) {
        world_settle(world);
    }
    if (world->model.options.ledger) {
        ledger_step(world);
    }
    count(world);
    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        world->solve.item_of[world->solve.items[i].coupler] = 0;
    }
    for (uint32_t i = 0; world->state.struck && i < world->model.user_ports; i++) {
        world->state.strikes[i] = 0.0;
    }
    world->state.struck = false;
    probe_step(world);
    if (world->on_step) {
        world->on_step(world->on_step_context, world);
    }
}

void urto_world_on_step(UrtoWorld *world, UrtoStepFunction function, void *context)
{
    if (world) {
        world->on_step = function;
        world->on_step_context = context;
    }
}

static void silence(const UrtoWorld *world, float *const *out, uint32_t from, uint32_t frames)
{
    for (uint32_t c = 0; out && c < world->model.options.outputs; c++) {
        for (uint32_t i = from; out[c] && i < frames; i++) {
            out[c][i] = 0.0f;
        }
    }
}

void urto_world_process(UrtoWorld *world, const float *const *in, float *const *out,
                        uint32_t frames)
{
    if (!world) {
        return;
    }
    const unsigned mode = denormal_off();
    const uint32_t steps = world->model.options.oversampling;
    const bool was_muted = world->state.muted;
    const bool alone = world->on_step != NULL; /* each step */
    uint32_t frame = 0;

    for (uint32_t i = 0; i < world->model.body_count; i++) {
        world->model.bodies[i].checked = false;
    }
    while (frame < frames && !world->state.muted) {
        uint32_t done = world->flight.has_fast_flight && !world->flight.flight_retry_in && !alone
                            ? fast_flight(world, in, out, frame, frames - frame)
                            : 0;
        if (!done) {
            contact_update_stale(world);
            world->flight.reaches_known = false;
        }
        if (!done && world->flight.has_fast_contact && !alone) {
            done = fast_contact(world, out, frame, frames - frame);
        }
        if (done) {
            frame += done;
            continue;
        }
        world->flight.flight_retry_in -= world->flight.flight_retry_in ? 1 : 0;
        for (const Event *event;
             (event = event_queue_take(&world->controls.queue, world->state.frame));) {
            excite(world, event);
        }
        for (uint32_t i = 0; i < steps && !world->state.muted; i++) {
            step(world, (i + 1.0) / steps, in, frame);
        }
        world->state.frame++;
        probe_output(world, out, frame++);
    }
    world_settle(world);
    for (uint32_t i = 0; i < world->model.body_count && !world->state.muted; i++) {
        world->state.muted = !body_finite(&world->model.bodies[i]);
    }
    if (world->state.muted && !was_muted) {
        world->statistics.nonfinite++;
    }
    silence(world, out, frame, frames);
    denormal_restore(mode);
}
