/* Tables of parameters and presets: values, positions of a knob, names. */
#include "parameter.h"

#include "../base/status.h"
#include "../base/unit.h"
#include "numbers.h"

#include <urto/number.h>

#include <string.h>

double urto_parameter_value(const UrtoParameterInfo *info, double position)
{
    const double x = position > 0.0 ? (position < 1.0 ? position : 1.0) : 0.0;

    if (!info) {
        return 0.0;
    }
    switch (info->curve) {
    case URTO_CURVE_LOG:
        return x == 1.0 ? info->maximum : interpolate_log(info->minimum, info->maximum, x);
    case URTO_CURVE_DISCRETE:
        return floor(info->minimum + x * (info->maximum - info->minimum) + 0.5);
    case URTO_CURVE_LINEAR:
        break;
    }
    return info->minimum + x * (info->maximum - info->minimum);
}

double urto_parameter_normalize(const UrtoParameterInfo *info, double value)
{
    if (!info) {
        return 0.0;
    }
    const double inside =
        value > info->minimum ? (value < info->maximum ? value : info->maximum) : info->minimum;
    if (info->curve == URTO_CURVE_LOG) {
        return log(inside / info->minimum) / log(info->maximum / info->minimum);
    }
    return (inside - info->minimum) / (info->maximum - info->minimum);
}

UrtoStatus urto_parameter_clamp(const UrtoParameterInfo *info, double value, double *clamped,
                                UrtoDiagnostic *why)
{
    if (!info || !clamped) {
        return status_fail(why, URTO_ERROR_ARGUMENT, info ? "clamped" : "info", 0.0,
                           "%s is NULL, must point to %s", info ? "clamped" : "info",
                           info ? "a number" : "a parameter");
    }
    if (!isfinite(value)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, info->id, value,
                           "%s is not finite, must be %.10g to %.10g", info->id, info->minimum,
                           info->maximum);
    }
    const double whole = info->curve == URTO_CURVE_DISCRETE ? floor(value + 0.5) : value;
    *clamped = clamp(whole, info->minimum, info->maximum);
    return URTO_OK;
}

/* "bar, plate", or "0.05 to 60 s" */
static void list_values(const UrtoParameterInfo *info, char *text, size_t room)
{
    size_t used = 0;

    for (int i = 0; info->values && info->values[i] && used < room; i++) {
        used +=
            (size_t)urto_format(text + used, room - used, "%s%s", i ? ", " : "", info->values[i]);
    }
    if (!info->values) {
        urto_format(text, room, "%g to %g%s%s", info->minimum, info->maximum,
                    info->unit[0] ? " " : "", info->unit);
    }
}

static UrtoStatus refuse_value(const UrtoParameterInfo *info, const char *text, UrtoDiagnostic *why)
{
    char right[140];

    list_values(info, right, sizeof right);
    return status_fail(why, URTO_ERROR_ARGUMENT, info->id, 0.0, "%s is \"%.60s\", must be %s",
                       info->id, text, right);
}

/* A number in the unit of the parameter, whatever it was written in. */
static UrtoStatus read_in_unit(const UrtoParameterInfo *info, const char *text, double *number,
                               UrtoDiagnostic *why)
{
    const UrtoUnit *own = urto_unit_find(info->unit);
    const UrtoUnit *unit = NULL;
    const char *suffix = urto_read_number(text, number);

    if (!suffix) {
        return own && own->dimension == URTO_DIMENSION_FREQUENCY && note_read(text, number)
                   ? URTO_OK
                   : refuse_value(info, text, why);
    }
    suffix += strspn(suffix, " ");
    if (!*suffix || strcmp(suffix, info->unit) == 0) {
        return URTO_OK;
    }
    if (!own && info->unit[0]) {
        return status_fail(why, URTO_ERROR_ARGUMENT, info->id, 0.0,
                           "%s is \"%.40s\": unit \"%.20s\", must be %s", info->id, text, suffix,
                           info->unit);
    }
    const UrtoStatus status =
        unit_read(text, own ? own->dimension : URTO_DIMENSION_NONE, info->id, number, &unit, why);
    if (status == URTO_OK && own && unit) {
        *number *= unit->factor / own->factor;
    }
    return status;
}

UrtoStatus urto_parameter_read(const UrtoParameterInfo *info, const char *text, double *value,
                               UrtoDiagnostic *why)
{
    double number = 0.0;
    UrtoStatus status = status_check_pointer(why, "info", info);

    status = status == URTO_OK ? status_check_pointer(why, "text", text) : status;
    status = status == URTO_OK ? status_check_pointer(why, "value", value) : status;
    if (status != URTO_OK) {
        return status;
    }
    for (int i = 0; info->values && info->values[i]; i++) {
        if (strcmp(info->values[i], text) == 0) {
            *value = i;
            return URTO_OK;
        }
    }
    status = read_in_unit(info, text, &number, why);
    if (status != URTO_OK) {
        return status;
    }
    if (!(number >= info->minimum && number <= info->maximum)) {
        return refuse_value(info, text, why);
    }
    return urto_parameter_clamp(info, number, value, why);
}

int urto_parameter_write(const UrtoParameterInfo *info, double value, char *text, size_t room)
{
    char digits[40];
    double back = 0.0;

    if (!info || !isfinite(value)) {
        return 0;
    }
    if (info->values) {
        return urto_format(text, room, "%s", info->values[(int)clamp(value, 0.0, info->maximum)]);
    }
    for (int places = 1; places <= 17; places++) {
        urto_format(digits, sizeof digits, "%.*g", places, value);
        const bool plain = !strchr(digits, 'e') || fabs(value) >= 1e7 || fabs(value) < 1e-4;
        if (plain && urto_read_number(digits, &back) && back == value) {
            break;
        }
    }
    return urto_format(text, room, "%s%s%s", digits, info->unit[0] ? " " : "", info->unit);
}

double urto_preset_value(const UrtoPreset *preset, const UrtoParameterInfo *table,
                         uint32_t parameter)
{
    for (uint32_t i = 0; preset && i < preset->count; i++) {
        if (preset->values[i].parameter == parameter) {
            return preset->values[i].value;
        }
    }
    return table ? table[parameter].default_value : 0.0;
}

uint32_t parameter_find(const UrtoParameterInfo *table, uint32_t count, const char *id)
{
    for (uint32_t i = 0; table && id && i < count; i++) {
        if (strcmp(table[i].id, id) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

uint32_t preset_find(const UrtoPreset *presets, uint32_t count, const char *id)
{
    for (uint32_t i = 0; presets && id && i < count; i++) {
        if (strcmp(presets[i].id, id) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

static UrtoStatus check_index(const char *what, uint32_t index, uint32_t count, UrtoDiagnostic *why)
{
    return index < count ? URTO_OK
                         : status_fail(why, URTO_ERROR_NOT_FOUND, what, index,
                                       "%s is %u, must be less than %u", what, index, count);
}

UrtoStatus parameter_check(uint32_t index, uint32_t count, UrtoDiagnostic *why)
{
    return check_index("parameter", index, count, why);
}

UrtoStatus preset_check(uint32_t index, uint32_t count, UrtoDiagnostic *why)
{
    return check_index("preset", index, count, why);
}

void parameter_defaults(const UrtoParameterInfo *table, uint32_t count, double *values)
{
    for (uint32_t i = 0; i < count; i++) {
        values[i] = table[i].default_value;
    }
}
