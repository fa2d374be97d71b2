/* Tables of parameters and presets: values, positions of a knob, names. */
#include "parameter.h"

#include "../base/status.h"
#include "numbers.h"

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
