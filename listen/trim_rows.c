/* A row for each instrument and preset. Gains are quarters of a decibel; beyond the range of the instrument those of
 * its last key hold. */
#include "trims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 127 };

/* Loudness of a note at velocity 100 that trims lead to [LUFS], and the most that a stroke at velocity 127
 * may reach [dBFS]: keys that would exceed it are softer, and their neighbours nearly as soft. */
static const double target = -30.0, peak_most = -8.4, slope = 1.0; /* [dB a key] */

/* The row of a file that was written before; all 0 if it is not there. */
static void read_row(const char *old, const char *id, uint32_t preset, int *quarters)
{
    char start[80];
    const char *at;

    memset(quarters, 0, KEYS * sizeof *quarters);
    snprintf(start, sizeof start, "{\"%.40s\", %u, {", id, preset);
    at = old ? strstr(old, start) : NULL;
    if (at) {
        at += strlen(start);
        for (int key = 0; key < KEYS; key++) {
            char *end;
            quarters[key] = (int)strtol(at, &end, 10);
            at = end + strspn(end, ", \n");
        }
    }
}

/* What each key needs to reach the target, less what its peak forbids [dB]. */
static void wanted(const Survey *survey, Player *player, double *more)
{
    const int low = survey->info->lowest_key, high = survey->info->highest_key;
    double least[KEYS];

    for (int key = low; key <= high; key++) {
        const FeatureSound sound = player_note(player, (uint8_t)key, 1.0, 0.4);
        const double loud = survey->loudness[key];
        more[key] = isfinite(loud) ? target - loud : 0.0;
        least[key] = fmin(0.0, peak_most - feature_peak(&sound) - more[key]);
    }
    for (int key = low; key <= high; key++) {
        double less = 0.0;
        for (int other = low; other <= high; other++) {
            less = fmin(less, least[other] + slope * abs(other - key));
        }
        more[key] += less;
    }
}

static int correct(const Survey *survey, Player *player, int *quarters)
{
    const UrtoInstrumentInfo *info = survey->info;
    double more[KEYS];
    int changed = 0;

    wanted(survey, player, more);
    for (int key = info->lowest_key; key <= info->highest_key; key++) {
        const int step = (int)lround(4.0 * more[key]);
        const int now = quarters[key] + step;
        quarters[key] = now > MOST ? MOST : (now < -MOST ? -MOST : now);
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

static void add_row(Text *text, const char *id, uint32_t preset, const int *quarters)
{
    text_add(text, "{\"%s\", %u, {", id, preset);
    for (int key = 0; key < KEYS; key++) {
        text_add(text, "%s%s%d", key ? "," : "", key % 24 ? (key ? " " : "") : "\n    ",
                 quarters[key]);
    }
    text_add(text, "}},\n");
}

/* Measures one row and corrects its gains. */
static bool correct_row(const UrtoInstrumentInfo *info, uint32_t preset, int *quarters,
                        int *changed)
{
    Player player;
    Survey survey = {.info = info};
    const bool open = player_open(&player, info, preset);

    if (open) {
        survey_loudness(&survey, &player);
        *changed += correct(&survey, &player, quarters);
    }
    player_close(&player);
    return open;
}

bool trims_add(Text *text, const char *old, const UrtoInstrumentInfo *info, bool measured,
               int *changed)
{
    for (uint32_t preset = 0; preset < info->preset_count; preset++) {
        int quarters[KEYS];
        read_row(old, info->id, preset, quarters);
        if (measured && !correct_row(info, preset, quarters, changed)) {
            return false;
        }
        add_row(text, info->id, preset, quarters);
    }
    return true;
}
