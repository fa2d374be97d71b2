#include "touch.h"

#include "../play/parts.h"

void touch_build(UrtoWorldDef *def, ResonatorKind resonator, const Touch *touch)
{
    const UrtoBody mass = part_mass(def, touch->mass, 0.0, touch->loss);
    const UrtoPort head = urto_world_def_port_at(def, mass, 0.0, 0.0);
    const ResonatorParts parts = resonator_add(def, resonator);

    if (touch->above) {
        urto_world_def_contact_between(def, parts.touch, head, touch->law, touch->distance);
        part_drive(def, head, 0);
    } else {
        urto_world_def_contact_between(def, head, parts.touch, touch->law, touch->distance);
    }
    resonator_add_probes(def, resonator, parts.left, parts.right, touch->gain);
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
    const double seconds = settings->longest > 0.0 ? fmin(natural, settings->longest) : natural;
    const ResonatorLoss loss = resonator_loss(kind, seconds, settings->material);

    if (settings->limit_ramp) {
        voice_ramp_limited(voice, SLOT_TUNING, tuning, 0.03, ramp);
    } else {
        voice_set(voice, SLOT_TUNING, tuning, ramp);
    }
    voice_set(voice, SLOT_LOSS, loss.common, ramp);
    voice_set(voice, SLOT_HIGH, loss.high, ramp);
    voice_set(voice, SLOT_LEFT, resonator_x(kind, settings->left), ramp);
    voice_set(voice, SLOT_RIGHT, resonator_x(kind, settings->right), ramp);
    voice_set_width(voice, SLOT_PAN, settings->width, ramp);
}
