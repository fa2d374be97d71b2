/* One step: controls, prediction, external forces, contacts and bows, state, totals, probes. */
#include "../base/denormal.h"
#include "world.h"

#include <math.h>

static void push_external(UrtoWorld *world, double part, const float *const *in, uint32_t frame)
{
    for (uint32_t i = 0; i < world->drive_count; i++) {
        Drive *drive = &world->drives[i];
        const Row *row = &world->ports[drive->port].row;
        const double now = in && in[drive->channel] ? (double)in[drive->channel][frame] : 0.0;
        drive->force = drive->gain * (drive->input + part * (now - drive->input));
        if (part == 1.0) {
            drive->input = now;
        }
        if (drive->force != 0.0) {
            body_push(&world->bodies[row->body], row, drive->force);
            body_read(&world->bodies[row->body]);
        }
    }
    for (uint32_t i = 0; world->struck && i < world->user_ports; i++) {
        const Row *row = &world->ports[i].row;
        if (world->strikes[i] != 0.0) {
            body_push(&world->bodies[row->body], row, world->strikes[i]);
            body_read(&world->bodies[row->body]);
        }
    }
}

static void push_coupler(UrtoWorld *world, uint32_t coupler, double force)
{
    const Ends ends = world->ends[coupler];

    if (ends.below) {
        const Row *row = &world->ports[ends.below - 1].row;
        body_push(&world->bodies[row->body], row, -force);
    }
    if (ends.above) {
        const Row *row = &world->ports[ends.above - 1].row;
        body_push(&world->bodies[row->body], row, force);
    }
}

static void push_couplers(UrtoWorld *world)
{
    if (world->options.solver != URTO_SOLVER_TRAPEZOIDAL) {
        bool coupled = false;
        for (uint32_t i = 0; i < world->item_count; i++) {
            push_coupler(world, world->items[i].coupler, world->items[i].force);
            coupled = coupled || world->items[i].coupled;
        }
        for (uint32_t i = 0; coupled && i < world->body_count; i++) {
            body_flush(&world->bodies[i]); /* contact_settle will read them */
        }
        return;
    }
    for (uint32_t i = 0; i < world->point_count; i++) {
        const uint32_t at = world->item_of[i];
        const double mean =
            0.5 * (world->points[i].force + (at ? world->items[at - 1].force : 0.0));
        if (mean != 0.0) {
            push_coupler(world, i, mean);
        }
    }
}

static void settle_bows(UrtoWorld *world)
{
    const double k = world->step;

    for (uint32_t i = 0; i < world->bow_count; i++) {
        Bow *bow = &world->bows[i];
        const Item *item = &world->items[world->item_of[world->point_count + i] - 1];
        const double v = item->t / k - bow->velocity;
        bow->pd = 2.0 * item->t - bow->pd; /* t is half of P (d+ + d) */
        bow->last = v;
        bow->friction = item->force;
        if (world->options.ledger) {
            sum_add(&bow->dissipated, k * item->force * v);
            sum_add(&world->totals.bow, -k * item->force * bow->velocity);
        }
    }
}

static void count(UrtoWorld *world)
{
    UrtoStatistics *statistics = &world->statistics;

    statistics->steps++;
    statistics->active = world->item_count - world->bow_count;
    if (statistics->active > statistics->active_max) {
        statistics->active_max = statistics->active;
    }
}

/* Whether a force is no number. The trapezoidal rule may gain energy until one is. */
static bool broken(const UrtoWorld *world)
{
    bool finite = true;

    for (uint32_t i = 0; i < world->item_count; i++) {
        finite = finite && isfinite(world->items[i].force) && isfinite(world->items[i].t);
    }
    return !finite;
}

void world_settle(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->body_count; i++) {
        body_settle(&world->bodies[i]);
    }
}

void world_refresh(UrtoWorld *world)
{
    world_settle(world);
    for (uint32_t i = 0; i < world->body_count; i++) {
        body_cull(&world->bodies[i]);
    }
    contact_read_xi(world);
    world->refresh_in = REFRESH;
}

static void step(UrtoWorld *world, double part, const float *const *in, uint32_t frame)
{
    control_step(world);
    if (world->refresh_in == 0) {
        world_refresh(world);
    }
    world->refresh_in--;
    for (uint32_t i = 0; i < world->body_count; i++) {
        body_advance(&world->bodies[i]);
    }
    push_external(world, part, in, frame);
    contact_begin(world);
    world->item_count = 0;
    if (world->bow_count) {
        bow_solve(world);
    } else {
        couple_solve(world);
    }
    if (broken(world)) {
        world->muted = true; /* for good; the bodies stay where they are */
        return;
    }
    push_couplers(world);
    contact_settle(world);
    settle_bows(world);
    if (world->options.ledger || world->options.solver == URTO_SOLVER_TRAPEZOIDAL) {
        world_settle(world);
    }
    if (world->options.ledger) {
        ledger_step(world);
    }
    count(world);
    for (uint32_t i = 0; i < world->item_count; i++) {
        world->item_of[world->items[i].coupler] = 0;
    }
    for (uint32_t i = 0; world->struck && i < world->user_ports; i++) {
        world->strikes[i] = 0.0;
    }
    world->struck = false;
    probe_step(world);
}

static void silence(const UrtoWorld *world, float *const *out, uint32_t from, uint32_t frames)
{
    for (uint32_t c = 0; out && c < world->options.outputs; c++) {
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
    const uint32_t steps = world->options.oversampling;
    const bool was_muted = world->muted;
    uint32_t frame = 0;

    for (uint32_t i = 0; i < world->body_count; i++) {
        world->bodies[i].checked = false;
    }
    while (frame < frames && !world->muted) {
        uint32_t done = world->has_fast_flight && !world->flight_retry_in
                            ? fast_flight(world, in, out, frame, frames - frame)
                            : 0;
        if (!done) {
            contact_update_stale(world);
            world->reaches_known = false;
        }
        if (!done && world->has_fast_contact) {
            done = fast_contact(world, out, frame, frames - frame);
        }
        if (done) {
            frame += done;
            continue;
        }
        world->flight_retry_in -= world->flight_retry_in ? 1 : 0;
        for (const Event *event; (event = event_queue_take(&world->queue, world->frame));) {
            excite(world, event);
        }
        for (uint32_t i = 0; i < steps && !world->muted; i++) {
            step(world, (i + 1.0) / steps, in, frame);
        }
        world->frame++;
        probe_output(world, out, frame++);
    }
    world_settle(world);
    for (uint32_t i = 0; i < world->body_count && !world->muted; i++) {
        world->muted = !body_finite(&world->bodies[i]);
    }
    if (world->muted && !was_muted) {
        world->statistics.nonfinite++;
    }
    silence(world, out, frame, frames);
    denormal_restore(mode);
}
