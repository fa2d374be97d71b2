/* What voices of all kinds do: move controls, throw and catch strikers, pull. */
#include "voice.h"

#include "../base/constants.h"

uint32_t voice_frames(const Voice *voice, double seconds)
{
    return (uint32_t)(seconds * voice->rate + 0.5);
}

double key_pitch(double key)
{
    return 440.0 * exp2((key - 69.0) / 12.0);
}

double voice_key_pitch(const Voice *voice)
{
    return voice->common[COMMON_CONCERT_PITCH] / 440.0 * key_pitch(voice->key);
}

double voice_pitch(const Voice *voice)
{
    return voice_key_pitch(voice) * exp2(voice->bend / 12.0);
}

double side_of_mode(uint32_t mode)
{
    return mode ? cos(2.399963229728653 * mode) : 0.2; /* the golden angle */
}

double stroke_size(double velocity, double decibels, double curve)
{
    return pow(10.0, -decibels / 20.0 * pow(fmax(1.0 - velocity, 0.0), curve));
}

void voice_set_modes(Voice *voice, uint32_t body, const UrtoMode *modes, uint32_t count)
{
    (void)urto_world_set_modes(voice_world(voice), (UrtoBody){.id = body}, modes, count, NULL);
}

void voice_set_weights(Voice *voice, uint32_t port, const double *weights, uint32_t count)
{
    (void)urto_world_set_weights(voice_world(voice), (UrtoPort){.id = port}, weights, count, NULL);
}

void voice_set(Voice *voice, uint32_t slot, double value, uint32_t ramp)
{
    control_slots_set(&voice->slots[voice->world_index], slot, value, voice->set_delay, ramp);
}

void voice_set_from(Voice *voice, uint32_t slot, double from, double value, uint32_t ramp)
{
    if (control_slots_set_from(&voice->slots[voice->world_index], slot, from, value, ramp)) {
        voice->set_delay = 1;
    }
}

void voice_ramp_limited(Voice *voice, uint32_t slot, double value, double seconds, uint32_t ramp)
{
    const double ratio = exp(TICK / (voice->rate * seconds));

    if (!control_slots_ramp_limited(&voice->slots[voice->world_index], slot, value, ratio,
                                    voice->set_delay, ramp)) {
        voice->ramping = true;
    }
}

void striker_throw(Voice *voice, uint32_t contact, double speed)
{
    (void)urto_world_throw_at(voice_world(voice), (UrtoBody){.id = STRIKER},
                              (UrtoContact){.id = contact}, speed, 0, NULL);
    voice->memory.striker = (StrikerMemory){.caught = false};
}

uint32_t striker_watch(Voice *voice, double clearance, uint32_t frames)
{
    UrtoWorld *world = voice_world(voice);
    StrikerMemory *memory = &voice->memory.striker;

    if (memory->caught) {
        return frames;
    }
    if (memory->frames > 0 && memory->frames % TICK == 0 &&
        urto_world_velocity(world, (UrtoPort){.id = PORT_STRIKER}) < 0.0 &&
        urto_world_compression(world, (UrtoContact){.id = 1}) < -clearance) {
        (void)urto_world_throw(world, (UrtoBody){.id = STRIKER}, 0.0, 0.0, 0, NULL);
        memory->caught = true;
        return frames;
    }
    const uint32_t left = tick_left(memory->frames);
    const uint32_t next = frames < left ? frames : left;
    memory->frames += next;
    return next;
}

static double pull_force(const Pull *pull)
{
    if (pull->frame < pull->rise) {
        const double part = 0.5 - 0.5 * cos(PI * (pull->frame + 1.0) / pull->rise);
        return pull->from + (pull->peak - pull->from) * part;
    }
    const uint32_t after = pull->frame - pull->rise + 1;
    return after < pull->fall ? pull->peak * (0.5 + 0.5 * cos(PI * after / pull->fall)) : 0.0;
}

bool voice_pulls(const Voice *voice, uint32_t index)
{
    const Pull *pull = &voice->pulls[index];

    return pull->frame < pull->rise + pull->fall;
}

void voice_pull(Voice *voice, uint32_t index, double peak, double rise, double fall)
{
    Pull *pull = &voice->pulls[index];
    const double from = voice_pulls(voice, index) && pull->frame ? pull_force(pull) : 0.0;

    *pull = (Pull){.from = from,
                   .peak = peak,
                   .rise = voice_frames(voice, rise) + 1,
                   .fall = voice_frames(voice, fall) + 1};
}

void voice_pull_signal(Voice *voice, uint32_t index, float *signal, uint32_t frames)
{
    Pull *pull = &voice->pulls[index];

    for (uint32_t i = 0; i < frames && voice_pulls(voice, index); i++) {
        signal[i] += (float)pull_force(pull);
        pull->frame++;
    }
}
