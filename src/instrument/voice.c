/* What hands of all instruments do: set, throw, park, pull. */
#include "voice.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

double clamp(double x, double least, double most)
{
    return x < least ? least : (x > most ? most : x);
}

double between(double a, double b, double x)
{
    return a * pow(b / a, x);
}

double decay_of(double seconds)
{
    return 6.907755278982137 / seconds; /* ln 1000 */
}

uint32_t voice_frames(const Voice *voice, double seconds)
{
    return (uint32_t)(seconds * voice->rate + 0.5);
}

double key_pitch(double key)
{
    return 440.0 * exp2((key - 69.0) / 12.0);
}

double voice_pitch(const Voice *voice)
{
    return key_pitch(voice->key + voice->bend);
}

void voice_set(Voice *voice, uint32_t slot, uint32_t control, uint32_t id, double value,
               uint32_t ramp)
{
    double *applied = &voice->applied[voice->at][slot];

    if (*applied != value && urto_world_set(voice_world(voice), (UrtoTarget){control, id, 0}, value,
                                            voice->ahead, ramp, NULL) == URTO_OK) {
        *applied = value;
    }
}

void voice_creep(Voice *voice, uint32_t slot, uint32_t control, uint32_t id, double value,
                 double seconds, uint32_t ramp)
{
    const double from = voice->applied[voice->at][slot];
    const double most = exp(TICK / (voice->rate * seconds));

    if (ramp == 0 || isnan(from)) {
        voice_set(voice, slot, control, id, value, ramp);
        return;
    }
    const double next = clamp(value, from / most, from * most);
    voice->glides = voice->glides || next != value;
    voice_set(voice, slot, control, id, next, next == value ? ramp : TICK);
}

void voice_set_from(Voice *voice, uint32_t slot, uint32_t control, uint32_t id, double from,
                    double value, uint32_t ramp)
{
    UrtoWorld *world = voice_world(voice);

    if (urto_world_set(world, (UrtoTarget){control, id, 0}, from, 0, 0, NULL) == URTO_OK &&
        urto_world_set(world, (UrtoTarget){control, id, 0}, value, 1, ramp, NULL) == URTO_OK) {
        voice->applied[voice->at][slot] = value;
        voice->ahead = 1;
    }
}

void voice_throw(Voice *voice, UrtoBody mass, UrtoPort target, double distance, double speed,
                 bool above)
{
    UrtoWorld *world = voice_world(voice);
    const double side = above ? -1.0 : 1.0;
    const double step = 1.0 / voice->rate;
    /* two steps of the closing motion away, so that the touch itself is not missed */
    const double closing = fabs(speed) + fabs(urto_world_velocity(world, target));
    const double place =
        urto_world_displacement(world, target) + side * (distance - 2.0 * closing * step);

    (void)urto_world_set_mode(world, mass, 0, place, side * speed, NULL);
}

void voice_park(Voice *voice, UrtoBody mass, double position)
{
    (void)urto_world_set_mode(voice_world(voice), mass, 0, position, 0.0, NULL);
}

static double pull_force(const Pull *pull)
{
    if (pull->frame < pull->rise) {
        const double part = 0.5 - 0.5 * cos(pi * (pull->frame + 1.0) / pull->rise);
        return pull->from + (pull->peak - pull->from) * part;
    }
    const uint32_t after = pull->frame - pull->rise + 1;
    return after < pull->fall ? pull->peak * (0.5 + 0.5 * cos(pi * after / pull->fall)) : 0.0;
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
