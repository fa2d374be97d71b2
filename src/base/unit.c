#include "unit.h"

#include "status.h"

#include <urto/number.h>

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *const words[URTO_DIMENSION_COUNT] = {"a plain number",
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

static const UrtoUnit units[] = {
    {"kg", URTO_DIMENSION_MASS, 1.0},
    {"g", URTO_DIMENSION_MASS, 1e-3},
    {"mg", URTO_DIMENSION_MASS, 1e-6},
    {"m", URTO_DIMENSION_LENGTH, 1.0},
    {"cm", URTO_DIMENSION_LENGTH, 1e-2},
    {"mm", URTO_DIMENSION_LENGTH, 1e-3},
    {"um", URTO_DIMENSION_LENGTH, 1e-6},
    {"\xC2\xB5m", URTO_DIMENSION_LENGTH, 1e-6},
    {"\xCE\xBCm", URTO_DIMENSION_LENGTH, 1e-6},
    {"s", URTO_DIMENSION_TIME, 1.0},
    {"ms", URTO_DIMENSION_TIME, 1e-3},
    {"us", URTO_DIMENSION_TIME, 1e-6},
    {"min", URTO_DIMENSION_TIME, 60.0},
    {"Hz", URTO_DIMENSION_FREQUENCY, 1.0},
    {"kHz", URTO_DIMENSION_FREQUENCY, 1e3},
    {"MHz", URTO_DIMENSION_FREQUENCY, 1e6},
    {"m/s", URTO_DIMENSION_VELOCITY, 1.0},
    {"cm/s", URTO_DIMENSION_VELOCITY, 1e-2},
    {"mm/s", URTO_DIMENSION_VELOCITY, 1e-3},
    {"km/h", URTO_DIMENSION_VELOCITY, 1.0 / 3.6},
    {"m/s^2", URTO_DIMENSION_ACCELERATION, 1.0},
    {"N", URTO_DIMENSION_FORCE, 1.0},
    {"mN", URTO_DIMENSION_FORCE, 1e-3},
    {"kN", URTO_DIMENSION_FORCE, 1e3},
    {"N/m", URTO_DIMENSION_SPRING, 1.0},
    {"N/mm", URTO_DIMENSION_SPRING, 1e3},
    {"kN/m", URTO_DIMENSION_SPRING, 1e3},
    {"1/s", URTO_DIMENSION_RATE, 1.0},
    {"m^2/s", URTO_DIMENSION_DIFFUSION, 1.0},
    {"kg/m", URTO_DIMENSION_LINE_DENSITY, 1.0},
    {"g/m", URTO_DIMENSION_LINE_DENSITY, 1e-3},
    {"kg/m^2", URTO_DIMENSION_AREA_DENSITY, 1.0},
    {"g/m^2", URTO_DIMENSION_AREA_DENSITY, 1e-3},
    {"N m^2", URTO_DIMENSION_BENDING, 1.0},
    {"N m", URTO_DIMENSION_FLEXURE, 1.0},
    {"N s", URTO_DIMENSION_IMPULSE, 1.0},
    {"mN s", URTO_DIMENSION_IMPULSE, 1e-3},
    {"s/m", URTO_DIMENSION_DAMPING, 1.0},
    {"dB", URTO_DIMENSION_GAIN, 1.0},
    {"Pa", URTO_DIMENSION_PRESSURE, 1.0},
    {"MPa", URTO_DIMENSION_PRESSURE, 1e6},
    {"GPa", URTO_DIMENSION_PRESSURE, 1e9},
};
enum { UNITS = sizeof units / sizeof *units };

const UrtoUnit *urto_unit_at(uint32_t index)
{
    return index < UNITS ? &units[index] : NULL;
}

const UrtoUnit *urto_unit_find(const char *name)
{
    for (int i = 0; name && i < UNITS; i++) {
        if (strcmp(units[i].name, name) == 0) {
            return &units[i];
        }
    }
    return NULL;
}

const char *urto_dimension_name(UrtoDimension dimension)
{
    return (uint32_t)dimension < URTO_DIMENSION_COUNT ? words[dimension] : "";
}

const char *urto_dimension_unit(UrtoDimension dimension)
{
    for (int i = 0; i < UNITS; i++) {
        if (units[i].dimension == dimension) {
            return units[i].name;
        }
    }
    return "";
}

/* "m, cm, mm" */
static void list_units(UrtoDimension dimension, char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0; i < UNITS && used < size; i++) {
        if (units[i].dimension == dimension && (unsigned char)units[i].name[0] < 0x80) {
            used += (size_t)urto_format(text + used, size - used, "%s%s", used ? ", " : "",
                                        units[i].name);
        }
    }
}

static UrtoStatus refuse_unit(UrtoDiagnostic *why, const char *what, const char *text,
                              const char *suffix, UrtoDimension dimension)
{
    const bool plain = dimension == URTO_DIMENSION_NONE;
    const UrtoUnit *named = urto_unit_find(suffix);
    char right[120] = "no unit";

    if (!plain) {
        list_units(dimension, right, sizeof right);
    }
    if (named) {
        return status_fail(why, URTO_ERROR_ARGUMENT, what, 0.0,
                           "%s is \"%.40s\": %s is the unit of %s, must be %s%s%s", what, text,
                           suffix, words[named->dimension], words[dimension], plain ? "" : " in ",
                           plain ? "" : right);
    }
    return status_fail(why, URTO_ERROR_ARGUMENT, what, 0.0,
                       "%s is \"%.40s\": unknown unit \"%.20s\", must be %s", what, text, suffix,
                       right);
}

UrtoStatus unit_read(const char *text, UrtoDimension dimension, const char *what, double *number,
                     const UrtoUnit **unit, UrtoDiagnostic *why)
{
    double read = 0.0;
    const char *suffix = urto_read_number(text, &read);

    *unit = NULL;
    if (!suffix || !isfinite(read)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, what, 0.0,
                           "%s is \"%.40s\", must be a %snumber%s%s", what, text,
                           suffix ? "finite " : "", dimension == URTO_DIMENSION_NONE ? "" : " in ",
                           urto_dimension_unit(dimension));
    }
    suffix += strspn(suffix, " ");
    for (int i = 0; i < UNITS && *suffix; i++) {
        if (units[i].dimension == dimension && strcmp(units[i].name, suffix) == 0) {
            *unit = &units[i];
        }
    }
    if (*suffix && !*unit) {
        return refuse_unit(why, what, text, suffix, dimension);
    }
    *number = read;
    return URTO_OK;
}

bool note_read(const char *text, double *number)
{
    static const int steps[7] = {9, 11, 0, 2, 4, 5, 7}; /* A to G */

    if (text[0] < 'A' || text[0] > 'G') {
        return false;
    }
    int step = steps[text[0] - 'A'];
    const char *at = text + 1;
    for (int signs = 0; (*at == '#' || *at == 'b') && signs < 2; at++, signs++) {
        step += *at == '#' ? 1 : -1;
    }
    const bool below = *at == '-';
    at += below;
    if (!isdigit((unsigned char)at[0]) || at[1] != '\0') {
        return false;
    }
    const int octave = below ? '0' - at[0] : at[0] - '0';
    *number = 440.0 * pow(2.0, (12 * (octave - 4) + step - 9) / 12.0);
    return true;
}

static UrtoStatus check_reading(const char *text, UrtoDimension dimension, const char *what,
                                const double *number, UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "text", text);

    status = status == URTO_OK ? status_check_pointer(why, "what", what) : status;
    status = status == URTO_OK ? status_check_pointer(why, "number", number) : status;
    if (status == URTO_OK && (uint32_t)dimension >= URTO_DIMENSION_COUNT) {
        status = status_fail(why, URTO_ERROR_ARGUMENT, "dimension", (double)dimension,
                             "dimension is %d, must be one of UrtoDimension", (int)dimension);
    }
    return status;
}

UrtoStatus urto_read_quantity(const char *text, UrtoDimension dimension, const char *what,
                              double *number, UrtoDiagnostic *why)
{
    const UrtoUnit *unit = NULL;
    double read = 0.0;
    UrtoStatus status = check_reading(text, dimension, what, number, why);

    if (status == URTO_OK) {
        status = unit_read(text, dimension, what, &read, &unit, why);
    }
    if (status == URTO_OK) {
        *number = !unit                              ? read
                  : dimension == URTO_DIMENSION_GAIN ? pow(10.0, read / 20.0)
                                                     : read * unit->factor;
    }
    return status;
}

UrtoStatus urto_read_pitch(const char *text, const char *what, double *number, UrtoDiagnostic *why)
{
    const UrtoStatus status = check_reading(text, URTO_DIMENSION_FREQUENCY, what, number, why);

    if (status != URTO_OK || note_read(text, number)) {
        return status;
    }
    if (isalpha((unsigned char)text[0])) {
        return status_fail(
            why, URTO_ERROR_ARGUMENT, what, 0.0,
            "%s is \"%.40s\", must be a frequency in Hz or a note like A4, C#3 or Bb2", what, text);
    }
    return urto_read_quantity(text, URTO_DIMENSION_FREQUENCY, what, number, why);
}
