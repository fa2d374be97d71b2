#include "key_table.h"

#include <urto/number.h>

#include <stdio.h>
#include <string.h>

/* clang-format off */
#define ANY {-1e12, 1e12, false}
#define POSITIVE(high) {0.0, (high), true}
#define AT_LEAST_0(high) {0.0, (high), false}
#define BETWEEN(low, high) {(low), (high), false}
#define KEY_ROW(section, id, name, type, unit, bounds, fallback, choices, help) \
    {SECTION_##section, name, TYPE_##type, UNIT_##unit, bounds, fallback, choices, help},
/* clang-format on */

const Key scene_keys[KEY_COUNT] = {SCENE_KEYS(KEY_ROW)};

const char *const section_names[SECTION_COUNT] = {
    "scene", "mass",    "string", "bar", "membrane", "plate",  "modal",   "mode", "contact",
    "link",  "barrier", "line",   "bow", "drive",    "action", "control", "probe"};

const char *const unit_words[UNIT_COUNT] = {"a plain number",
                                            "a mass",
                                            "a length",
                                            "a time",
                                            "a frequency",
                                            "a velocity",
                                            "an acceleration",
                                            "a force",
                                            "a spring constant or membrane tension",
                                            "a decay rate",
                                            "a diffusion constant",
                                            "a mass of a metre",
                                            "a mass of a square metre",
                                            "a bending rigidity",
                                            "a flexural rigidity",
                                            "an impulse",
                                            "an inverse velocity",
                                            "a gain",
                                            "a pressure"};

const UnitName unit_names[] = {
    {"kg", UNIT_MASS, 1.0},
    {"g", UNIT_MASS, 1e-3},
    {"mg", UNIT_MASS, 1e-6},
    {"m", UNIT_LENGTH, 1.0},
    {"cm", UNIT_LENGTH, 1e-2},
    {"mm", UNIT_LENGTH, 1e-3},
    {"um", UNIT_LENGTH, 1e-6},
    {"\xC2\xB5m", UNIT_LENGTH, 1e-6},
    {"\xCE\xBCm", UNIT_LENGTH, 1e-6},
    {"s", UNIT_TIME, 1.0},
    {"ms", UNIT_TIME, 1e-3},
    {"us", UNIT_TIME, 1e-6},
    {"min", UNIT_TIME, 60.0},
    {"Hz", UNIT_FREQUENCY, 1.0},
    {"kHz", UNIT_FREQUENCY, 1e3},
    {"MHz", UNIT_FREQUENCY, 1e6},
    {"m/s", UNIT_VELOCITY, 1.0},
    {"cm/s", UNIT_VELOCITY, 1e-2},
    {"mm/s", UNIT_VELOCITY, 1e-3},
    {"km/h", UNIT_VELOCITY, 1.0 / 3.6},
    {"m/s^2", UNIT_ACCELERATION, 1.0},
    {"N", UNIT_FORCE, 1.0},
    {"mN", UNIT_FORCE, 1e-3},
    {"kN", UNIT_FORCE, 1e3},
    {"N/m", UNIT_SPRING, 1.0},
    {"N/mm", UNIT_SPRING, 1e3},
    {"kN/m", UNIT_SPRING, 1e3},
    {"1/s", UNIT_RATE, 1.0},
    {"m^2/s", UNIT_DIFFUSION, 1.0},
    {"kg/m", UNIT_LINE_DENSITY, 1.0},
    {"g/m", UNIT_LINE_DENSITY, 1e-3},
    {"kg/m^2", UNIT_AREA_DENSITY, 1.0},
    {"g/m^2", UNIT_AREA_DENSITY, 1e-3},
    {"N m^2", UNIT_BENDING, 1.0},
    {"N m", UNIT_FLEXURE, 1.0},
    {"N s", UNIT_IMPULSE, 1.0},
    {"mN s", UNIT_IMPULSE, 1e-3},
    {"s/m", UNIT_DAMPING, 1.0},
    {"dB", UNIT_GAIN, 1.0},
    {"Pa", UNIT_PRESSURE, 1.0},
    {"MPa", UNIT_PRESSURE, 1e6},
    {"GPa", UNIT_PRESSURE, 1e9},
};
const size_t unit_name_count = sizeof unit_names / sizeof *unit_names;

const char *unit_si(Unit unit)
{
    for (size_t i = 0; i < unit_name_count; i++) {
        if (unit_names[i].unit == unit) {
            return unit_names[i].name;
        }
    }
    return "";
}

void bounds_text(const Bounds *bounds, char *text, size_t size)
{
    if (bounds->low <= -1e12) {
        snprintf(text, size, "between -1e12 and 1e12");
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
