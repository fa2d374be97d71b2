/* A piece for each plug-in that every shell can play: notes, bends, pressure and parameters on a
 * grid of 64 frames, in numbers that MIDI bytes and floats hold exactly. What the library makes of
 * it is what a shell must give, sample by sample. */
#ifndef FRONTENDS_HOST_SCORE_H
#define FRONTENDS_HOST_SCORE_H

#include <urto/plugin.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCORE_GRID = 64, SCORE_ITEMS = 48, SCORE_FRAMES = 40000 - 40000 % SCORE_GRID };

typedef struct ScoreItem {
    uint32_t frame;
    bool midi; /* else a parameter */
    uint8_t bytes[3];
    uint32_t parameter;
    float value;
} ScoreItem;

typedef struct Score {
    ScoreItem items[SCORE_ITEMS];
    uint32_t count;
} Score;

static inline uint32_t score_dice(uint32_t *state, uint32_t end)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % end;
}

static inline ScoreItem score_midi(uint32_t frame, uint8_t status, uint8_t first, uint8_t second)
{
    return (ScoreItem){.frame = frame, .midi = true, .bytes = {status, first, second}};
}

static inline Score score_of(const UrtoPluginInfo *info)
{
    Score score = {.count = 0};
    uint32_t dice = 7;
    uint32_t frame = 0;
    uint8_t key = 0;

    while (score.count + 4 <= SCORE_ITEMS && frame + 8000 < SCORE_FRAMES) {
        ScoreItem *next = &score.items[score.count];
        const uint32_t parameter = score_dice(&dice, info->table_count - 1); /* the level stays */
        const double place = 0.2 + 0.6 * score_dice(&dice, 1000) / 1000.0;
        next[0] = (ScoreItem){
            .frame = frame,
            .parameter = parameter,
            .value = (float)urto_parameter_value(urto_plugin_parameter(info, parameter), place)};
        score.count++;
        if (info->instrument) {
            const uint8_t low = info->instrument->lowest_key;
            const uint32_t span = (uint32_t)(info->instrument->highest_key - low);
            next[1] = score_midi(frame, 0x80, key, 0);
            key = (uint8_t)(low + span / 4 + score_dice(&dice, span / 2 + 1));
            next[2] = score_midi(frame, 0x90, key, (uint8_t)(50 + score_dice(&dice, 70)));
            next[3] = score_dice(&dice, 2)
                          ? score_midi(frame + SCORE_GRID, 0xE0, (uint8_t)score_dice(&dice, 128),
                                       (uint8_t)(48 + score_dice(&dice, 32)))
                          : score_midi(frame + SCORE_GRID, 0xD0, (uint8_t)score_dice(&dice, 90), 0);
            score.count += 3;
        }
        frame += SCORE_GRID * (20 + score_dice(&dice, 40));
    }
    if (info->instrument) {
        score.items[score.count - 1] = score_midi(frame, 0x80, key, 0);
    }
    return score;
}

static inline size_t score_bytes(const ScoreItem *item)
{
    return item->bytes[0] == 0xD0 ? 2 : 3;
}

/* What an effect hears: a decaying tone every 6000 frames. */
static inline float score_input(uint32_t frame, uint32_t channel)
{
    const double beat = (double)(frame % 6000);

    return (float)(0.6 * exp(-beat / 1500.0) * sin(beat * (channel ? 0.031 : 0.023)));
}

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SCORE_SANITIZED
#endif
#endif

/* Whether two renderings in blocks of any sizes are the same, as shells promise it. What a
 * sanitizer puts between loads keeps products from being fused: there the last bit differs with the
 * blocks, and rough contacts make more of it. The scraped object makes so much of it that only its
 * first half counts then. */
static inline bool score_same(const UrtoPluginInfo *info, float a[2][SCORE_FRAMES],
                              float b[2][SCORE_FRAMES])
{
#ifdef SCORE_SANITIZED
    const uint32_t frames = strcmp(info->id, "scrape") == 0 ? SCORE_FRAMES / 2 : SCORE_FRAMES;
    const float tolerance = 1e-4f;
#else
    const uint32_t frames = SCORE_FRAMES;
    const float tolerance = 0.0f;
    (void)info;
#endif
    float worst = 0.0f;

    for (uint32_t i = 0; i < frames; i++) {
        worst = fmaxf(worst, fmaxf(fabsf(a[0][i] - b[0][i]), fabsf(a[1][i] - b[1][i])));
    }
    return worst <= tolerance;
}

/* The library alone, without adapter or shell: SCORE_FRAMES of left and right. */
static inline void score_render(const UrtoPluginInfo *info, double rate, float *left, float *right)
{
    const Score score = score_of(info);
    UrtoInstrument *instrument = NULL;
    UrtoPlugin *reads = NULL; /* scenes are played through the adapter, which has their table */
    UrtoBump *bump = NULL;
    uint32_t item = 0;

    const UrtoPluginOptions options = urto_plugin_options(rate);
    const UrtoStatus status =
        urto_plugin_reads(info) ? urto_plugin_create(&reads, info->id, &options, NULL)
        : info->instrument ? urto_instrument_create(&instrument, info->instrument, rate, NULL, NULL)
                           : urto_bump_create(&bump, rate, NULL, NULL);

    if (status != URTO_OK) {
        memset(left, 0, SCORE_FRAMES * sizeof *left);
        memset(right, 0, SCORE_FRAMES * sizeof *right);
        return;
    }
    for (uint32_t at = 0; at < SCORE_FRAMES; at += SCORE_GRID) {
        float in[2][SCORE_GRID];
        for (; item < score.count && score.items[item].frame == at; item++) {
            const ScoreItem *it = &score.items[item];
            const UrtoEvent change = {.kind = URTO_EVENT_PARAMETER,
                                      .parameter = it->parameter,
                                      .value = (double)it->value};
            if (reads && it->midi) {
                urto_plugin_midi(reads, 0, it->bytes, score_bytes(it));
            } else if (reads) {
                (void)urto_plugin_set(reads, 0, it->parameter, change.value, NULL);
            } else if (it->midi) {
                urto_instrument_midi(instrument, 0, it->bytes, score_bytes(it));
            } else if (instrument) {
                (void)urto_instrument_event(instrument, &change, NULL);
            } else {
                (void)urto_bump_set(bump, it->parameter, change.value, NULL);
            }
        }
        if (reads) {
            urto_plugin_process(reads, NULL, (float *[]){left + at, right + at}, SCORE_GRID);
        } else if (instrument) {
            urto_instrument_process(instrument, (float *[]){left + at, right + at}, SCORE_GRID);
        } else {
            for (uint32_t i = 0; i < SCORE_GRID; i++) {
                in[0][i] = score_input(at + i, 0);
                in[1][i] = score_input(at + i, 1);
            }
            urto_bump_process(bump, (const float *[]){in[0], in[1]},
                              (float *[]){left + at, right + at}, SCORE_GRID);
        }
    }
    urto_instrument_destroy(instrument);
    urto_plugin_destroy(reads);
    urto_bump_destroy(bump);
}

#endif
