#include "notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SECONDS_MAX = 9, BLOCK = 256 };

const double listen_velocity = 100.0 / 127.0;
const double listen_seconds = 1.2;

const char *preset_id(const UrtoPreset *preset)
{
    return preset->id;
}

bool player_open(Player *player, const UrtoInstrumentInfo *info, uint32_t preset)
{
    UrtoDiagnostic why = {0};

    *player = (Player){.info = info,
                       .sound = calloc((size_t)2 * SECONDS_MAX * LISTEN_RATE, sizeof(float))};
    if (!player->sound) {
        fprintf(stderr, "urto-listen: memory is exhausted\n");
        return false;
    }
    if (urto_instrument_create(&player->instrument, info, LISTEN_RATE, NULL, &why) != URTO_OK ||
        urto_instrument_load_preset(player->instrument, preset, &why) != URTO_OK) {
        fprintf(stderr, "urto-listen: %s: %s\n", info->id, why.message);
        return false;
    }
    return true;
}

void player_close(Player *player)
{
    urto_instrument_destroy(player->instrument);
    free(player->sound);
    *player = (Player){0};
}

/* Ends what still sounds, and waits for what rings on without a voice, a board: it would be heard in a soft
 * note. */
static void hush(UrtoInstrument *instrument)
{
    const float silent = 1e-6f; /* -120 dBFS */
    float loudest = 1.0f;

    urto_instrument_reset(instrument);
    for (int i = 0; i < 4 * LISTEN_RATE / BLOCK && loudest > silent; i++) {
        float left[BLOCK], right[BLOCK];
        urto_instrument_process(instrument, (float *[]){left, right}, BLOCK);
        loudest = urto_instrument_statistics(instrument).voices > 0 ? 1.0f : 0.0f;
        for (int k = 0; k < BLOCK; k++) {
            loudest = fmaxf(loudest, fmaxf(fabsf(left[k]), fabsf(right[k])));
        }
    }
}

FeatureSound player_notes(Player *player, const uint8_t *keys, size_t count, double velocity,
                          double seconds)
{
    const size_t frames = (size_t)(fmin(seconds, SECONDS_MAX) * LISTEN_RATE);

    hush(player->instrument);
    for (size_t i = 0; i < count; i++) {
        const UrtoEvent on = urto_note_on(keys[i], velocity);
        urto_instrument_event(player->instrument, &on, NULL);
    }
    for (size_t at = 0; at < frames; at += BLOCK) {
        float left[BLOCK], right[BLOCK];
        const size_t n = frames - at < BLOCK ? frames - at : BLOCK;
        urto_instrument_process(player->instrument, (float *[]){left, right}, (uint32_t)n);
        for (size_t i = 0; i < n; i++) {
            player->sound[2 * (at + i)] = left[i];
            player->sound[2 * (at + i) + 1] = right[i];
        }
    }
    return (FeatureSound){player->sound, frames, 2, LISTEN_RATE};
}

FeatureSound player_note(Player *player, uint8_t key, double velocity, double seconds)
{
    return player_notes(player, &key, 1, velocity, seconds);
}

double key_hz(uint8_t key)
{
    return 440.0 * exp2((key - 69.0) / 12.0);
}

const char *key_name(uint8_t key, char *name)
{
    static const char *const steps[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                        "F#", "G",  "G#", "A",  "A#", "B"};

    snprintf(name, 5, "%s%d", steps[key % 12], key / 12 - 1);
    return name;
}

uint8_t key_at(const UrtoInstrumentInfo *info, double part)
{
    return (uint8_t)lround(info->lowest_key + part * (info->highest_key - info->lowest_key));
}
