/* A row for each instrument and preset: gains of the keys in quarters of a decibel, beyond the range of the
 * instrument those of its last key; and what is added to velocities, in quarters of a step of MIDI.
 *
 * Strokes. At some keys the loudness L(v) is measured at every eighth velocity, and the stroke s(v) that was
 * made there is known. Velocity 100 stays what it is. From there on down loudness shall fall by 25 to 28 dB,
 * as near as possible to what it does by itself, in steps that hardly differ; up to 127 it shall rise by at
 * most 4 dB. Where it is within `slack` of that by itself, the stroke stays; else the stroke that comes as
 * near is found between those that were measured, after these have been made to rise; below the softest the
 * curve goes on as it ends. What sounds on is rough in itself: there much slack, lest noise be corrected. */
#include "trims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 127, TRIM_PLACES = 6 };

/* Loudness of a note at velocity 100 that trims lead to [LUFS], and the most that a stroke at velocity 127
 * may reach [dBFS]: keys that would exceed it are softer, and their neighbours nearly as soft. */
static const double target = -30.0, peak_most = -8.4, slope = 1.0; /* [dB a key] */
/* What four keys at velocity 100 may reach each, lest a chord meet the limiter [dBFS]. */
static const double chord_most = -12.0;

typedef struct Row {
    int gains[KEYS];                 /* [dB/4] */
    int strokes[TRIM_PLACES][STEPS]; /* [1/4 of 127] */
} Row;

static const char *read_numbers(const char *at, int *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        char *end;
        at += strspn(at, "{}, \n");
        numbers[i] = (int)strtol(at, &end, 10);
        at = end;
    }
    return at;
}

/* The row of a file that was written before; all 0 if it is not there. */
static void read_row(const char *old, const char *id, uint32_t preset, Row *row)
{
    char start[80];
    const char *at;

    *row = (Row){.gains = {0}};
    snprintf(start, sizeof start, "{\"%.40s\", %u, {", id, preset);
    at = old ? strstr(old, start) : NULL;
    if (at) {
        at = read_numbers(at + strlen(start), row->gains, KEYS);
        for (int place = 0; place < TRIM_PLACES; place++) {
            at = read_numbers(at, row->strokes[place], STEPS);
        }
    }
}

static int limited(int value)
{
    return value > MOST ? MOST : (value < -MOST ? -MOST : value);
}

/* Makes values rise, by means over those that fall. */
static void make_rise(double *values, int count)
{
    for (int i = 1; i < count; i++) {
        double sum = values[i];
        int from = i;
        while (from > 0 && values[from - 1] > sum / (i - from + 1)) {
            sum += values[--from];
        }
        for (int k = from; k <= i; k++) {
            values[k] = sum / (i - from + 1);
        }
    }
}

/* Where a curve that rises reaches a level. */
static double place_of(const double *places, const double *levels, double level)
{
    int i = 1;

    while (i < STEPS - 1 && levels[i] < level) {
        i++;
    }
    const double rise = fmax((levels[i] - levels[i - 1]) / (places[i] - places[i - 1]), 20.0);
    return places[i - 1] + (level - levels[i - 1]) / rise;
}

/* What loudness should be at a velocity, between that at 1, at 100 and at 127. */
static double wanted_loudness(double velocity, double soft, double middle, double hard)
{
    const double least = 25.0, most = 28.0, most_above = 4.0, curve = 1.15; /* [dB] */

    if (velocity > listen_velocity) {
        return middle + fmin(hard - middle, most_above) * (velocity - listen_velocity) /
                            (1.0 - listen_velocity);
    }
    return middle -
           fmin(fmax(middle - soft, least), most) * pow(1.0 - velocity / listen_velocity, curve);
}

/* Level of a curve at a place; beyond its ends the last pieces go on. */
static double level_at(const double *places, const double *levels, double place)
{
    int i = 1;

    while (i < STEPS - 1 && places[i] < place) {
        i++;
    }
    return levels[i - 1] + (levels[i] - levels[i - 1]) * (place - places[i - 1]) /
                               fmax(places[i] - places[i - 1], 1e-9);
}

/* Strokes are given at velocities 0, 8, ... 128 of 127. */
static double grid_velocity(int step)
{
    return 8 * step / 127.0;
}

/* Velocity 100 lies between two steps that are left alone. */
static bool is_fixed(int step)
{
    return fabs(grid_velocity(step) - listen_velocity) < grid_velocity(1);
}

/* How hard the hand strikes at a velocity. */
static double stroke_at(const int *strokes, double velocity)
{
    const double place = velocity * 127.0 / 8.0;
    const int i = place < STEPS - 2 ? (int)place : STEPS - 2;

    return velocity + (strokes[i] + (place - i) * (strokes[i + 1] - strokes[i])) / (4.0 * 127.0);
}

/* What is to be added to each velocity, from the strokes that were made and their loudness. */
static void wanted_strokes(const double *made, const double *loud, double middle, double slack,
                           double *more)
{
    for (int step = 0; step < STEPS; step++) {
        const double velocity = fmin(grid_velocity(step), 1.0);
        const double wanted = wanted_loudness(velocity, loud[0], middle, loud[STEPS - 1]);
        const double natural = level_at(made, loud, velocity);
        const double level = fmin(fmax(natural, wanted - slack), wanted + slack);
        const bool stays = is_fixed(step) || !(fabs(level - natural) > 0.0);
        more[step] = stays ? 0.0 : fmin(place_of(made, loud, level), 1.0) - velocity;
    }
}

/* New strokes of one key; counts those that moved. */
static int correct_strokes(Player *player, uint8_t key, int *strokes)
{
    const bool sustained = player->info->sustained;
    const double seconds = sustained ? listen_seconds : 0.5, slack = sustained ? 2.0 : 0.7;
    const FeatureSound medium = player_note(player, key, listen_velocity, seconds);
    const double middle = feature_loudness(&medium);
    double made[STEPS], loud[STEPS], more[STEPS];
    int changed = 0;

    for (int step = 0; step < STEPS; step++) {
        const double velocity = survey_velocity(step) / 127.0;
        const FeatureSound sound = player_note(player, key, velocity, seconds);
        made[step] = stroke_at(strokes, velocity);
        loud[step] = fmax(feature_loudness(&sound), -100.0);
    }
    make_rise(made, STEPS);
    make_rise(loud, STEPS);
    wanted_strokes(made, loud, middle, slack, more);
    for (int step = 0; step < STEPS; step++) {
        const double before = more[step ? step - 1 : 0];
        const double after = more[step + 1 < STEPS ? step + 1 : step];
        const double smooth = is_fixed(step) ? 0.0 : 0.25 * (before + 2.0 * more[step] + after);
        const int now = limited((int)lround(4.0 * 127.0 * smooth));
        changed += now != strokes[step];
        strokes[step] = now;
    }
    return changed;
}

/* What each key needs to reach the target, less what its peak forbids [dB]. */
static void wanted(const Survey *survey, Player *player, double *more)
{
    const int low = survey->info->lowest_key, high = survey->info->highest_key;
    const double seconds = survey->info->sustained ? listen_seconds : 0.4;
    double least[KEYS];

    for (int key = low; key <= high; key++) {
        const double loud = survey->loudness[key];
        more[key] = isfinite(loud) ? target - loud : 0.0;
        const FeatureSound medium = player_note(player, (uint8_t)key, listen_velocity, seconds);
        const double chord = chord_most - feature_peak(&medium);
        const FeatureSound hard = player_note(player, (uint8_t)key, 1.0, seconds);
        const double most = fmin(chord, peak_most - feature_peak(&hard));
        least[key] = fmin(0.0, most - more[key]);
    }
    for (int key = low; key <= high; key++) {
        double less = 0.0;
        for (int other = low; other <= high; other++) {
            less = fmin(less, least[other] + slope * abs(other - key));
        }
        more[key] += less;
    }
}

static int correct_gains(const Survey *survey, Player *player, int *quarters)
{
    const UrtoInstrumentInfo *info = survey->info;
    double more[KEYS];
    int changed = 0;

    wanted(survey, player, more);
    for (int key = info->lowest_key; key <= info->highest_key; key++) {
        const int step = (int)lround(4.0 * more[key]);
        quarters[key] = limited(quarters[key] + step);
        changed += step != 0;
    }
    for (int key = 0; key < info->lowest_key; key++) {
        quarters[key] = quarters[info->lowest_key];
    }
    for (int key = info->highest_key + 1; key < KEYS; key++) {
        quarters[key] = quarters[info->highest_key];
    }
    return changed;
}

static void add_row(Text *text, const char *id, uint32_t preset, const Row *row)
{
    text_add(text, "{\"%s\", %u, {", id, preset);
    for (int key = 0; key < KEYS; key++) {
        text_add(text, "%s%s%d", key ? "," : "", key % 24 ? (key ? " " : "") : "\n    ",
                 row->gains[key]);
    }
    text_add(text, "}, {");
    for (int place = 0; place < TRIM_PLACES; place++) {
        text_add(text, "%s\n    {", place ? "," : "");
        for (int step = 0; step < STEPS; step++) {
            text_add(text, "%s%d", step ? ", " : "", row->strokes[place][step]);
        }
        text_add(text, "}");
    }
    text_add(text, "}},\n");
}

/* Measures one row and corrects it. */
static bool correct_row(const UrtoInstrumentInfo *info, uint32_t preset, Row *row, int *changed)
{
    Player player;
    Survey survey = {.info = info};
    const bool open = player_open(&player, info, preset);

    if (open) {
        survey_loudness(&survey, &player);
        *changed += correct_gains(&survey, &player, row->gains);
        for (int place = 0; place < TRIM_PLACES; place++) {
            const uint8_t key = key_at(info, place / (TRIM_PLACES - 1.0));
            *changed += correct_strokes(&player, key, row->strokes[place]);
        }
    }
    player_close(&player);
    return open;
}

bool trims_add(Text *text, const char *old, const UrtoInstrumentInfo *info, bool measured,
               int *changed)
{
    for (uint32_t preset = 0; preset < info->preset_count; preset++) {
        Row row;
        read_row(old, info->id, preset, &row);
        if (measured && !correct_row(info, preset, &row, changed)) {
            return false;
        }
        add_row(text, info->id, preset, &row);
    }
    return true;
}
