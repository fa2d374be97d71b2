/* Tables of parameters: between values and places of a knob. */
#include <urto/parameter.h>

#include "../base/status.h"

#include <math.h>

double urto_parameter_value(const UrtoParameterInfo *info, double place)
{
    const double x = place > 0.0 ? (place < 1.0 ? place : 1.0) : 0.0;

    switch (info->curve) {
    case URTO_CURVE_LOG:
        return x == 1.0 ? info->maximum : info->minimum * pow(info->maximum / info->minimum, x);
    case URTO_CURVE_DISCRETE:
        return floor(info->minimum + x * (info->maximum - info->minimum) + 0.5);
    case URTO_CURVE_LINEAR:
        break;
    }
    return info->minimum + x * (info->maximum - info->minimum);
}

double urto_parameter_place(const UrtoParameterInfo *info, double value)
{
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
    if (!isfinite(value)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, info->id, value,
                           "%s is not finite, must be %.10g to %.10g", info->id, info->minimum,
                           info->maximum);
    }
    const double whole = info->curve == URTO_CURVE_DISCRETE ? floor(value + 0.5) : value;
    *clamped =
        whole < info->minimum ? info->minimum : (whole > info->maximum ? info->maximum : whole);
    return URTO_OK;
}

double urto_preset_value(const UrtoPreset *preset, const UrtoParameterInfo *table,
                         uint32_t parameter)
{
    for (uint32_t i = 0; i < preset->count; i++) {
        if (preset->values[i].parameter == parameter) {
            return preset->values[i].value;
        }
    }
    return table[parameter].fallback;
}
