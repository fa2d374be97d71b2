/* A row for each instrument and preset: gains of the keys in quarters of a decibel, beyond the range of the
 * instrument those of its last key; and what is added to velocities, in quarters of a step of MIDI.
 *
 * Strokes. At some keys the loudness L(v) is measured at every eighth velocity, and the stroke s(v) that was
 * made there is known. Velocity 100 stays what it is. Steps of 8 keep the size that they have by themselves,
 * up to 2.6 dB, and all of them grow or shrink if 1 to 127 do not span 27 to 28 dB. The stroke that reaches a
 * level is found between those that were measured, after these have been made to rise; below the softest the
 * curve goes on as it ends. From one velocity to the next strokes change gently. What sounds on is rough in itself: it is smoothed, lest
 * noise be corrected. */
#include "trims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 127, TRIM_PLACES = 21 };

/* Loudness of a note at velocity 100 that trims lead to [LUFS], and the most that a stroke at velocity 127
 * may reach [dBFS]: keys that would exceed it are softer, and their neighbours nearly as soft. */
static const double target = -30.0, peak_most = -8.4, slope = 0.5; /* [dB a key] */
/* Some drums peak so high for their loudness that chords leave them softer: the others go with them [dB]. */
static const double drums_softer = 2.0;
/* What a key at velocity 100 may reach [dBFS]: four that peak in one frame stay below the limiter, 0.8. */
static const double chord_most = -14.0;

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

/* Makes values rise, by means over those that fall, and by at least so much from one to the next: where they
 * stand still, few strokes are worth a change. */
static void make_rise(double *values, int count, double least)
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
    for (int i = count - 2; i >= 0; i--) {
        values[i] = fmin(values[i], values[i + 1] - least);
    }
}

/* Means over five values, those nearby counting most; fewer towards the ends. */
static void smooth(double *values)
{
    double before[STEPS];

    memcpy(before, values, sizeof before);
    for (int i = 0; i < STEPS; i++) {
        const int reach = i < 2 ? i : (STEPS - 1 - i < 2 ? STEPS - 1 - i : 2);
        double sum = 0.0, weights = 0.0;
        for (int k = i - reach; k <= i + reach; k++) {
            sum += (reach + 1 - abs(k - i)) * before[k];
            weights += reach + 1 - abs(k - i);
        }
        values[i] = sum / weights;
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

/* Levels below the last one: steps as they are by themselves, but none above `most`, and all of them larger or
 * smaller in one measure so that they fall by `fall`. */
static void limit_steps(double *levels, int count, double fall)
{
    const double most = 2.6; /* [dB] */
    double steps[STEPS];

    for (int i = 0; i + 1 < count; i++) {
        steps[i] = levels[i + 1] - levels[i];
    }
    for (int round = 0; round < 4; round++) {
        double sum = 0.0;
        for (int i = 0; i + 1 < count; i++) {
            steps[i] = fmin(steps[i], most);
            sum += steps[i];
        }
        for (int i = 0; i + 1 < count; i++) {
            steps[i] *= fall / sum;
        }
    }
    for (int i = count - 2; i >= 0; i--) {
        levels[i] = levels[i + 1] - fmin(steps[i], most);
    }
}

/* Loudness that is wanted at each velocity, from what it is by itself. */
static void wanted_loudness(const double *loud, double *wanted)
{
    const double least = 27.0, most = 28.0, most_above = 6.0; /* [dB] */
    const int fixed = 12;                                     /* velocity 96 */
    const double above = fmin(loud[STEPS - 1] - loud[fixed], most_above);
    const double fall = fmin(fmax(loud[fixed] - loud[0], least - above), most - above);

    memcpy(wanted, loud, STEPS * sizeof *wanted);
    limit_steps(wanted, fixed + 1, fall);
    for (int i = fixed + 2; i < STEPS; i++) {
        const double rise = loud[STEPS - 1] - loud[fixed + 1];
        const double part =
            rise > 0.0 ? fmin((above - loud[fixed + 1] + loud[fixed]) / rise, 1.0) : 0.0;
        wanted[i] = loud[fixed + 1] + fmax(part, 0.0) * (loud[i] - loud[fixed + 1]);
    }
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

/* What is to be added to each velocity, from the loudness of strokes as they are without. */
static void wanted_strokes(const double *made, const double *loud, double *more)
{
    double natural[STEPS], wanted[STEPS];

    for (int step = 0; step < STEPS; step++) {
        natural[step] = level_at(made, loud, fmin(grid_velocity(step), 1.0));
    }
    wanted_loudness(natural, wanted);
    for (int step = 0; step < STEPS; step++) {
        const bool stays = is_fixed(step) || fabs(wanted[step] - natural[step]) < 0.05;
        more[step] =
            stays ? 0.0
                  : fmin(place_of(made, loud, wanted[step]), 1.0) - fmin(grid_velocity(step), 1.0);
    }
}

/* From one velocity to the next the hand goes a quarter to 1.5 times as far as it would by itself. */
static void limit_slope(double *more)
{
    const double wide = 0.5 * grid_velocity(1), narrow = -0.75 * grid_velocity(1);

    for (int i = STEPS - 2; i >= 0; i--) {
        more[i] = fmin(fmax(more[i], more[i + 1] - wide), more[i + 1] - narrow);
    }
}

/* Where a hand cannot strike as much harder as would be even, it does less at all velocities in one measure:
 * cut off at its limit, the last steps would be leaps. */
static void limit_reach(double *more)
{
    const double most = MOST / (4.0 * 127.0);
    double farthest = most;

    for (int step = 0; step < STEPS; step++) {
        farthest = fmax(farthest, more[step]);
    }
    for (int step = 0; step < STEPS; step++) {
        more[step] *= more[step] > 0.0 ? most / farthest : 1.0;
    }
}

/* New strokes of one key; counts those that moved. */
static int correct_strokes(Player *player, uint8_t key, int *strokes)
{
    const bool sustained = player->info->sustained;
    const double seconds = sustained ? listen_seconds : 0.5;
    double made[STEPS], loud[STEPS], more[STEPS];
    int changed = 0;

    for (int step = 0; step < STEPS; step++) {
        const double velocity = survey_velocity(step) / 127.0;
        const FeatureSound sound = player_note(player, key, velocity, seconds);
        made[step] = stroke_at(strokes, velocity);
        loud[step] = fmax(feature_loudness(&sound), -100.0);
    }
    if (sustained) {
        smooth(loud);
    }
    make_rise(made, STEPS, 1e-3);
    make_rise(loud, STEPS, 0.4); /* [dB] */
    wanted_strokes(made, loud, more);
    limit_slope(more);
    limit_reach(more);
    for (int step = 0; step < STEPS; step++) {
        const int now = limited((int)lround(4.0 * 127.0 * more[step]));
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
    const double aim = target - (strcmp(survey->info->id, "snare") == 0 ? drums_softer : 0.0);
    double least[KEYS];

    for (int key = low; key <= high; key++) {
        const double loud = survey->loudness[key];
        more[key] = isfinite(loud) ? aim - loud : 0.0;
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

bool trims_add(Text *text, const char *old, const UrtoInstrumentInfo *info, uint32_t preset,
               bool measured, int *changed)
{
    Row row;

    read_row(old, info->id, preset, &row);
    if (measured && !correct_row(info, preset, &row, changed)) {
        return false;
    }
    add_row(text, info->id, preset, &row);
    return true;
}
