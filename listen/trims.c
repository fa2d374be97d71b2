/* A row for each instrument and preset. Gains are quarters of a decibel; beyond the range of the instrument those of
 * its last key hold. */
#include "trims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 127 };

/* Loudness of a note at velocity 100 [LUFS] that trims lead to. Short sounds must be softer, so that a
 * hard stroke still stays 6 dB below full scale. */
static double target_of(const UrtoInstrumentInfo *info, uint32_t preset)
{
    static const struct {
        const char *instrument, *preset;
        double target;
    } softer[] = {{"mallet", "wood-block", -29.0}};

    for (size_t i = 0; i < sizeof softer / sizeof *softer; i++) {
        if (strcmp(softer[i].instrument, info->id) == 0 &&
            strcmp(softer[i].preset, info->presets[preset].id) == 0) {
            return softer[i].target;
        }
    }
    return -27.0;
}

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

static int correct(const Survey *survey, double target, int *quarters)
{
    const UrtoInstrumentInfo *info = survey->info;
    int changed = 0;

    for (int key = info->lowest_key; key <= info->highest_key; key++) {
        const double more = target - survey->loudness[key];
        const int step = isfinite(more) ? (int)lround(4.0 * more) : 0;
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
        *changed += correct(&survey, target_of(info, preset), quarters);
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
