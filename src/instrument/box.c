#include "box.h"

#include "../base/constants.h"
#include "../play/parts.h"
#include "voice.h"

enum { BODY = 1, PORT_BRIDGE = 1, PORT_MID, PORT_SIDE };

void box_build(UrtoWorldDef *def)
{
    const UrtoBody body = part_modes(def, BOX_MODES);
    const UrtoPort bridge = part_weighted_port(def, body);
    const UrtoPort mid = part_weighted_port(def, body);
    const UrtoPort side = part_weighted_port(def, body);

    part_drive(def, bridge, 0);
    part_velocity_probe(def, mid, 1.0, OUT_MID);
    part_velocity_probe(def, side, 1.0, OUT_SIDE);
}

void coil_build(UrtoWorldDef *def)
{
    /* x = F/(m (w0^2 - w^2 + j w w0/Q)) is F at 0 Hz with m = 1/w0^2 */
    const double frequency = 3500.0, q = 1.4; /* below the band of any rate */
    const double w0 = 2.0 * PI * frequency;
    const UrtoMode resonance = {frequency, w0 / (2.0 * q), 1.0 / (w0 * w0)};
    UrtoModalDef coil = urto_modal_def();

    coil.modes = &resonance;
    coil.count = 1;
    const UrtoPort port = urto_world_def_port_at(def, urto_world_def_modal(def, &coil), 0.0, 0.0);
    part_drive(def, port, 0);
    part_displacement_probe(def, port, 1.0, OUT_MID);
}

/* A number from 0 to 1 that depends on two numbers and on nothing else. */
static double draw(uint32_t seed, uint32_t index)
{
    uint32_t x = seed * 0x9E3779B9u + index * 0x85EBCA6Bu + 1u;

    x = (x ^ (x >> 16)) * 0x7FEB352Du;
    x = (x ^ (x >> 15)) * 0x846CA68Bu;
    return ((x ^ (x >> 16)) >> 8) / 16777216.0;
}

/* Where `count` drawn modes lie below. */
static double frequency_of(const BoxDef *box, double count)
{
    const double below_knee = box->density * (box->knee - box->first);

    return count < below_knee ? box->first + count / box->density
                              : box->knee * exp((count - below_knee) / (box->density * box->knee));
}

void box_finish(UrtoWorld *world, const BoxDef *box)
{
    UrtoMode modes[BOX_MODES];
    double bridge[BOX_MODES];
    double mid[BOX_MODES];
    double side[BOX_MODES];

    for (uint32_t i = 0; i < BOX_MODES; i++) {
        if (i < box->low_count) {
            const BoxMode *low = &box->low[i];
            modes[i] = (UrtoMode){low->frequency, PI * low->frequency / low->q, low->mass};
            bridge[i] = 1.0;
            mid[i] = low->heard;
        } else {
            const double place = i - box->low_count + 0.5 + 0.6 * (draw(box->seed, 3 * i) - 0.5);
            const double f = frequency_of(box, place);
            modes[i] = (UrtoMode){f, PI * f * box->loss, box->mass};
            /* 0.5 to 1.4, mean square 1 */
            bridge[i] = 0.5 + 0.9 * draw(box->seed, 3 * i + 1);
            mid[i] = sqrt(fmin(1.0, f / box->radiates)) * (0.5 + 0.9 * draw(box->seed, 3 * i + 2));
        }
        /* all of one sign would answer every force with one sharp peak */
        mid[i] *= (i / 6) % 2 ? -box->gain : box->gain;
        side[i] = mid[i] * box->side * fmin(1.0, modes[i].frequency / 700.0) * side_of_mode(i);
    }
    (void)urto_world_set_modes(world, (UrtoBody){.id = BODY}, modes, BOX_MODES, NULL);
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_BRIDGE}, bridge, BOX_MODES, NULL);
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_MID}, mid, BOX_MODES, NULL);
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_SIDE}, side, BOX_MODES, NULL);
}

double box_conductance(const BoxDef *box, double frequency)
{
    const double w = 2.0 * PI * frequency;
    double sum = 0.0;

    for (uint32_t i = 0; i < box->low_count && frequency < 4.0 * box->first; i++) {
        const BoxMode *low = &box->low[i];
        const double wk = 2.0 * PI * low->frequency;
        const double loss = w * wk / low->q;
        const double off = wk * wk - w * w;
        sum += w * loss / (low->mass * (off * off + loss * loss));
    }
    if (frequency > box->first) {
        sum += box->density * fmin(1.0, box->knee / frequency) / (4.0 * box->mass);
    }
    return sum;
}

double box_decay(const BoxDef *box, double frequency)
{
    const BoxMode *next = &box->low[0];

    for (uint32_t i = 1; i < box->low_count; i++) {
        if (fabs(box->low[i].frequency - frequency) < fabs(next->frequency - frequency)) {
            next = &box->low[i];
        }
    }
    return frequency > box->first ? PI * frequency * box->loss : PI * next->frequency / next->q;
}
