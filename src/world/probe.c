/* Probes, their mix into channels, and the decimator of oversampled worlds: a linear-phase
 * low-pass, sinc at half the frame rate in a Kaiser window (beta 10, 100 dB), 64 taps a frame. It
 * is flat to .45 and closed from .55 of the frame rate; what aliases falls above .45. Delay 32
 * frames. */
#include "../base/constants.h"
#include "world.h"

#include <math.h>
#include <string.h>

uint32_t probe_tap_count(uint32_t oversampling)
{
    return oversampling > 1 ? TAPS_A_FRAME * oversampling + 1 : 0;
}

void probe_forget(UrtoWorld *world)
{
    memset(world->output.history, 0,
           2 * (size_t)world->output.tap_count * world->model.options.outputs *
               sizeof *world->output.history);
    world->output.history_at = 0;
}

static double bessel_i0(double x)
{
    double sum = 1.0;
    double term = 1.0;

    for (int i = 1; i < 60; i++) {
        term *= x / (2.0 * i) * (x / (2.0 * i));
        sum += term;
    }
    return sum;
}

static void update_hear(UrtoWorld *world, uint32_t coupler)
{
    const Ends ends = world->model.ends[coupler];

    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        const Probe *probe = &world->model.probes[i];
        double sum = 0.0;
        if (probe->quantity <= URTO_QUANTITY_ACCELERATION) {
            const Row *row = &world->model.ports[probe->source - 1].row;
            const Body *body = &world->model.bodies[row->body];
            for (int side = 0; !row->index && body->n > 1 && side < 2; side++) {
                const uint32_t end = side ? ends.above : ends.below;
                const Row *its = end ? &world->model.ports[end - 1].row : NULL;
                if (its && its->body == row->body) {
                    sum += (side ? -1.0 : 1.0) * row_admittance(body, row, its);
                }
            }
        }
        world->output.hear[(size_t)i * world->model.coupler_count + coupler] = sum;
    }
}

void probe_refresh(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        Probe *probe = &world->model.probes[i];
        if (probe->quantity == URTO_QUANTITY_ACCELERATION) {
            const Row *row = &world->model.ports[probe->source - 1].row;
            const Body *body = &world->model.bodies[row->body];
            probe->before = body_project(body, row, body->d);
        }
    }
}

void probe_reread(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.coupler_count; i++) {
        update_hear(world, i);
    }
    probe_refresh(world);
}

void probe_init(UrtoWorld *world)
{
    const double beta = 10.0;
    const double middle = 0.5 * (world->output.tap_count - 1.0);
    double sum = 0.0;

    for (uint32_t i = 0; i < world->output.tap_count; i++) {
        const double x = (i - middle) / world->model.options.oversampling;
        const double edge = (i - middle) / middle;
        const double window = bessel_i0(beta * sqrt(1.0 - edge * edge)) / bessel_i0(beta);
        world->output.taps[i] = (x == 0.0 ? 1.0 : sin(PI * x) / (PI * x)) * window;
        sum += world->output.taps[i];
    }
    for (uint32_t i = 0; i < world->output.tap_count; i++) {
        world->output.taps[i] /= sum;
    }
}

static double ledger_quantity(const UrtoWorld *world, UrtoQuantity quantity)
{
    const UrtoLedger ledger = urto_world_ledger(world);

    if (quantity == URTO_QUANTITY_DISSIPATED) {
        return ledger.dissipated_body + ledger.dissipated_contact + ledger.dissipated_bow;
    }
    if (quantity == URTO_QUANTITY_SUPPLIED) {
        return ledger.supplied_bow + ledger.supplied_drive + ledger.supplied_hand +
               ledger.supplied_gravity + ledger.supplied_change;
    }
    return ledger.residual;
}

/* P d after a step. Of a body whose step is still to be ended (kernel.h) it is the reading, which
 * does not know the forces of the step. */
static inline double difference(const UrtoWorld *world, const Probe *probe)
{
    const Port *port = &world->model.ports[probe->source - 1];
    const Body *body = &world->model.bodies[port->row.body];

    if (!body->ahead || body->n == 1) {
        return body_project(body, &port->row, body->d);
    }
    const double *hear =
        world->output.hear + (size_t)(probe - world->model.probes) * world->model.coupler_count;
    double value = body->readings[port->slot - 1];
    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        value -= hear[world->solve.items[i].coupler] * world->solve.items[i].force;
    }
    return value;
}

static double displacement(const UrtoWorld *world, const Probe *probe)
{
    const Port *port = &world->model.ports[probe->source - 1];
    const Body *body = &world->model.bodies[port->row.body];

    return body_project(body, &port->row, body->u) + (body->ahead ? difference(world, probe) : 0.0);
}

static double read_probe(const UrtoWorld *world, Probe *probe)
{
    switch (probe->quantity) {
    case URTO_QUANTITY_DISPLACEMENT:
        return displacement(world, probe);
    case URTO_QUANTITY_VELOCITY:
        return difference(world, probe) * world->model.per_step;
    case URTO_QUANTITY_ACCELERATION: {
        const double before = probe->before;
        probe->before = difference(world, probe);
        return (probe->before - before) * world->model.per_step * world->model.per_step;
    }
    case URTO_QUANTITY_CONTACT_FORCE:
        return contact_force(world, &world->model.contacts[probe->source - 1]);
    case URTO_QUANTITY_BOW_FORCE:
        return world->model.bows[probe->source - 1].friction;
    case URTO_QUANTITY_BOW_SLIP:
        return world->model.bows[probe->source - 1].last.v;
    case URTO_QUANTITY_STORED:
        return ledger_stored(world);
    case URTO_QUANTITY_DISSIPATED:
    case URTO_QUANTITY_SUPPLIED:
    case URTO_QUANTITY_RESIDUAL:
        break;
    }
    return ledger_quantity(world, probe->quantity);
}

/* What the probes say, mixed into the channels. */
static void mix_probes(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.options.outputs; i++) {
        world->output.channels[i] = 0.0;
    }
    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        Probe *probe = &world->model.probes[i];
        const double value = probe->value = read_probe(world, probe);
        double *channels = world->output.channels + probe->channel;
        channels[0] += probe->weights[0] * value;
        if (probe->width == 2) {
            channels[1] += probe->weights[1] * value;
        }
    }
}

void probe_step(UrtoWorld *world)
{
    mix_probes(world);
    probe_mix(world);
}

void probe_mix(UrtoWorld *world)
{
    const uint32_t outputs = world->model.options.outputs;

    for (uint32_t i = 0; i < outputs; i++) {
        if (!fits_output(world->output.channels[i])) {
            world->state.muted = true;
        }
    }
    if (world->output.tap_count) {
        /* each sample is written twice, so that the taps always meet a straight stretch */
        const uint32_t n = world->output.tap_count;
        for (uint32_t i = 0; i < outputs; i++) {
            double *history = world->output.history + 2 * (size_t)n * i;
            history[world->output.history_at] = world->output.channels[i];
            history[world->output.history_at + n] = world->output.channels[i];
        }
        world->output.history_at =
            world->output.history_at + 1 == n ? 0 : world->output.history_at + 1;
    }
}

void probe_output(UrtoWorld *world, float *const *out, uint32_t frame)
{
    const uint32_t n = world->output.tap_count;

    for (uint32_t i = 0; out && i < world->model.options.outputs; i++) {
        double value = world->output.channels[i];
        if (n) {
            const double *history =
                world->output.history + 2 * (size_t)n * i + world->output.history_at;
            value = 0.0;
            for (uint32_t t = 0; t < n; t++) {
                value += world->output.taps[t] * history[t];
            }
        }
        world->state.muted = world->state.muted || !fits_output(value);
        if (out[i]) {
            out[i][frame] = world->state.muted ? 0.0f : (float)value;
        }
    }
}

void probe_frame(UrtoWorld *world, float *const *out, uint32_t frame)
{
    mix_probes(world);
    probe_write(world, out, frame);
}
