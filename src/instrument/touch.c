/* Something hard that touches a resonator. Masses and laws come from the kinds; what is set here is chosen. */
#include "touch.h"

#include "../play/parts.h"

void touch_build(UrtoWorldDef *def, ResonatorKind resonator, const Touch *touch)
{
    const UrtoBody mass = part_mass(def, touch->mass, 0.0, touch->loss);
    const UrtoPort head = urto_world_def_port_at(def, mass, 0.0, 0.0);
    const UrtoBody body = resonator_add(def, resonator);
    const UrtoPort touched = resonator_port(def, resonator, body, 0.4);
    const UrtoPort mid = part_weighted_port(def, body);
    const UrtoPort side = part_weighted_port(def, body);

    if (touch->above) {
        urto_world_def_contact_between(def, touched, head, touch->law, touch->distance);
        part_drive(def, head, 0);
    } else {
        urto_world_def_contact_between(def, head, touched, touch->law, touch->distance);
    }
    if (touch->pressed) {
        part_acceleration_probe(def, mid, touch->gain, OUT_MID);
        part_acceleration_probe(def, side, touch->gain, OUT_SIDE);
    } else {
        part_velocity_probe(def, mid, touch->gain, OUT_MID);
        part_velocity_probe(def, side, touch->gain, OUT_SIDE);
    }
}

/* Modes that are strong where one listens are louder, none is lost; each has the sign it has there, so
 * that not all of them begin together. Those that lie close together lie at the same side: as they beat,
 * they do so alike in both channels and in their sum. */
static void listen(Voice *voice, ResonatorKind kind, const TouchSettings *settings, double pitch)
{
    enum { MODES_MAX = 96 };
    const UrtoWorld *world = voice_world(voice);
    const UrtoBody body = {.id = RESONATOR_BODY};
    const uint32_t degrees = urto_world_body_info(world, body).degrees;
    const uint32_t count = degrees < MODES_MAX ? degrees : MODES_MAX;
    const double lowest = urto_world_mode_info(world, body, 0).frequency;
    double mid[MODES_MAX];
    double side[MODES_MAX];
    double from = pitch; /* the first mode of a group */
    uint32_t group = 0;

    for (uint32_t i = 0; i < count; i++) {
        const double shape = urto_world_mode_shape(
            world, body, i, resonator_x(kind, settings->pickup), resonator_y(kind));
        const double tuned = urto_world_mode_info(world, body, i).frequency / lowest * pitch;
        const double omega = tuned / 500.0;
        mid[i] = copysign(sqrt(0.1 + shape * shape), shape) *
                 (kind == RESONATOR_MEMBRANE ? omega : 1.0) / (settings->pressed ? omega : 1.0);
        if (tuned > 1.12 * from) {
            from = tuned;
            group++;
        }
        side[i] = mid[i] * side_of_mode(group);
    }
    voice_set_weights(voice, PORT_MID, mid, count);
    voice_set_weights(voice, PORT_SIDE, side, count);
}

uint32_t touch_choose(const Voice *voice)
{
    return (uint32_t)voice->parameters[BODY];
}

double touch_pitch(const Voice *voice, double size)
{
    return voice_pitch(voice) / size;
}

double touch_hardness(const Voice *voice, double hardness)
{
    return clamp(hardness + 0.3 * voice->timbre, 0.0, 1.0);
}

void touch_apply(Voice *voice, const TouchSettings *settings, uint32_t ramp)
{
    const ResonatorKind kind = (ResonatorKind)voice->world_index;
    const double pitch = touch_pitch(voice, settings->size);
    const double tuning = voice_tuning(voice, pitch);
    /* high notes are shorter, as on every such instrument */
    const double natural = settings->decay * sqrt(MIDDLE_C / pitch) * sqrt(settings->size);
    const double scale = settings->pressed ? acceleration_scale : 1.0;
    const double seconds = settings->longest > 0.0 ? fmin(natural, settings->longest) : natural;
    const ResonatorLoss loss = resonator_loss(kind, seconds, settings->material);

    if (settings->limit_ramp) {
        voice_ramp_limited(voice, SLOT_TUNING, tuning, 0.03, ramp);
    } else {
        voice_set(voice, SLOT_TUNING, tuning, ramp);
    }
    voice_set(voice, SLOT_LOSS, loss.common, ramp);
    voice_set(voice, SLOT_HIGH, loss.high, ramp);
    voice_set(voice, SLOT_WIDTH, settings->width * settings->gain * scale, ramp);
    if (ramp == 0) {
        listen(voice, kind, settings, pitch);
    }
}
