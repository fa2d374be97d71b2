/* A row for each instrument and each value of the choice that decides what sounds: the parameter
 * "model" or "body". Gains are quarters of a decibel; beyond the range of the instrument those of
 * its last key hold. */
#include "trims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 127 };

/* The parameter that chooses; URTO_NONE: there is one row. */
static uint32_t choice_of(const UrtoInstrumentInfo *info)
{
    const uint32_t model = urto_instrument_parameter_find(info, "model");

    return model != URTO_NONE ? model : urto_instrument_parameter_find(info, "body");
}

/* The first preset with a value of the choice; else the first of all. */
static uint32_t preset_with(const UrtoInstrumentInfo *info, uint32_t choice, double value)
{
    for (uint32_t p = 0; choice != URTO_NONE && p < info->preset_count; p++) {
        if (urto_preset_value(&info->presets[p], info->parameters, choice) == value) {
            return p;
        }
    }
    return 0;
}

/* The row of a file that was written before; all 0 if it is not there. */
static void read_row(const char *old, const char *id, uint32_t value, int *quarters)
{
    char start[80];
    const char *at;

    memset(quarters, 0, KEYS * sizeof *quarters);
    snprintf(start, sizeof start, "{\"%.40s\", %u, {", id, value);
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

static int correct(const Survey *survey, int *quarters)
{
    const UrtoInstrumentInfo *info = survey->info;
    int changed = 0;

    for (int key = info->lowest_key; key <= info->highest_key; key++) {
        const double more = survey->mean - survey->loudness[key];
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

static void add_row(Text *text, const char *id, uint32_t value, const int *quarters)
{
    text_add(text, "{\"%s\", %u, {", id, value);
    for (int key = 0; key < KEYS; key++) {
        text_add(text, "%s%s%d", key ? "," : "", key % 24 ? (key ? " " : "") : "\n    ",
                 quarters[key]);
    }
    text_add(text, "}},\n");
}

/* Measures one row and corrects its gains. */
static bool correct_row(const UrtoInstrumentInfo *info, uint32_t choice, uint32_t value,
                        int *quarters, int *changed)
{
    Player player;
    Survey survey = {.info = info};
    const bool open = player_open(&player, info, preset_with(info, choice, value));

    if (open) {
        if (choice != URTO_NONE) {
            urto_instrument_set(player.instrument, choice, value, NULL);
        }
        survey_loudness(&survey, &player);
        *changed += correct(&survey, quarters);
    }
    player_close(&player);
    return open;
}

bool trims_add(Text *text, const char *old, const UrtoInstrumentInfo *info, bool measured,
               int *changed)
{
    const uint32_t choice = choice_of(info);
    const double last = choice != URTO_NONE ? info->parameters[choice].maximum : 0.0;

    for (uint32_t value = 0; (double)value <= last; value++) {
        int quarters[KEYS];
        read_row(old, info->id, value, quarters);
        if (measured && !correct_row(info, choice, value, quarters, changed)) {
            return false;
        }
        add_row(text, info->id, value, quarters);
    }
    return true;
}
