#include "key_table.h"

#include <urto/number.h>

#include <stdio.h>
#include <string.h>

/* clang-format off */
#define ANY {-1e9, 1e9, false}
#define POSITIVE(high) {0.0, (high), true}
#define AT_LEAST_0(high) {0.0, (high), false}
#define BETWEEN(low, high) {(low), (high), false}
#define KEY_ROW(section, id, name, type, unit, bounds, fallback, choices, help) \
    {SECTION_##section, name, TYPE_##type, URTO_DIMENSION_##unit, bounds, fallback, choices, help},
/* clang-format on */

const Key scene_keys[KEY_COUNT] = {SCENE_KEYS(KEY_ROW)};

const char *const section_names[SECTION_COUNT] = {
    "scene",  "mass",    "string", "bar",     "membrane", "plate", "modal",
    "mode",   "contact", "link",   "barrier", "line",     "bow",   "drive",
    "action", "control", "probe",  "play",    "stroke",   "move",  "controller"};

void bounds_text(const Bounds *bounds, char *text, size_t size)
{
    if (bounds->low == -1e9) {
        snprintf(text, size, "between -1e9 and 1e9");
    } else if (bounds->low_open) {
        urto_format(text, size, "> %g and at most %g", bounds->low, bounds->high);
    } else {
        urto_format(text, size, "%g to %g", bounds->low, bounds->high);
    }
}

bool bounds_hold(const Bounds *bounds, double number)
{
    return (bounds->low_open ? number > bounds->low : number >= bounds->low) &&
           number <= bounds->high;
}

int choice_index(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    int index = 0;

    for (const char *at = choices; *at; index++) {
        const size_t here = strcspn(at, " ");
        if (here == length && strncmp(at, word, here) == 0) {
            return index;
        }
        at += here + (at[here] == ' ');
    }
    return -1;
}
