#include "tone.h"

void tone_add(Tone *tone, double frequency, double seconds, double mass, double hit, double mid)
{
    const uint32_t i = tone->count;

    if (frequency < tone->limit && i < tone->room) {
        tone->modes[i] = (UrtoMode){frequency, decay_of(seconds), mass};
        tone->hit[i] = hit;
        tone->mid[i] = mid;
        tone->side[i] = mid * side_of_mode(i);
        tone->count++;
    }
}

void tone_give(const Tone *tone, Voice *voice, uint32_t body, uint32_t first_port)
{
    voice_set_modes(voice, body, tone->modes, tone->count);
    voice_set_weights(voice, first_port, tone->hit, tone->count);
    voice_set_weights(voice, first_port + 1, tone->mid, tone->count);
    voice_set_weights(voice, first_port + 2, tone->side, tone->count);
}
