#include "param_args.h"

#include <stdlib.h>
#include <string.h>

static int unknown_preset(const ParamArgs *args, const char *name)
{
    Nearest nearest = nearest_start(name);

    for (uint32_t i = 0; i < args->preset_count; i++) {
        nearest_try(&nearest, args->presets[i].id);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, args->command, "%s has no preset \"%.60s\", did you mean %s?",
                    args->owner, name, nearest.name);
    }
    Text names = {0};
    for (uint32_t i = 0; i < args->preset_count; i++) {
        text_add(&names, "%s%s", i ? ", " : "", args->presets[i].id);
    }
    const int code = fail(EXIT_USAGE, args->command, "%s has no preset \"%.60s\", must be %s",
                          args->owner, name, names.data);
    text_free(&names);
    return code;
}

static int choose_preset(const ParamArgs *args, const char *name)
{
    for (uint32_t i = 0; i < args->preset_count; i++) {
        if (strcmp(args->presets[i].id, name) == 0) {
            (void)args->preset(args->device, i, NULL);
            return 0;
        }
    }
    return unknown_preset(args, name);
}

/* A number in range, or the name of a value. */
static int read_value(const ParamArgs *args, const UrtoParameterInfo *info, const char *text,
                      double *value)
{
    for (int i = 0; info->values && info->values[i]; i++) {
        if (strcmp(info->values[i], text) == 0) {
            *value = i;
            return 0;
        }
    }
    if (parse_number(text, value) && *value >= info->minimum && *value <= info->maximum) {
        return 0;
    }
    Text range = {0};
    if (info->values) {
        for (int i = 0; info->values[i]; i++) {
            text_add(&range, "%s%s", i ? ", " : "", info->values[i]);
        }
    } else {
        text_add(&range, "%g to %g%s%s", info->minimum, info->maximum, info->unit[0] ? " " : "",
                 info->unit);
    }
    const int code =
        fail(EXIT_USAGE, args->command, "%s is \"%.60s\", must be %s", info->id, text, range.data);
    text_free(&range);
    return code;
}

static int apply_one(const ParamArgs *args, const char *set)
{
    const char *equals = strchr(set, '=');
    const size_t length = equals ? (size_t)(equals - set) : 0;
    Nearest nearest;
    char name[61];
    double value = 0.0;

    if (!equals || length == 0 || length >= sizeof name) {
        return fail(EXIT_USAGE, args->command, "--set is \"%.60s\", must be parameter=value", set);
    }
    memcpy(name, set, length);
    name[length] = '\0';
    nearest = nearest_start(name);
    for (uint32_t i = 0; i < args->parameter_count; i++) {
        nearest_try(&nearest, args->parameters[i].id);
        if (strcmp(args->parameters[i].id, name) == 0) {
            const int code = read_value(args, &args->parameters[i], equals + 1, &value);
            return code ? code
                        : (args->set(args->device, i, value, NULL) == URTO_OK ? 0 : EXIT_FAILED);
        }
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, args->command, "%s has no parameter \"%s\", did you mean %s?",
                    args->owner, name, nearest.name);
    }
    return fail(EXIT_USAGE, args->command, "%s has no parameter \"%s\", see urto instruments",
                args->owner, name);
}

int param_args_apply(const ParamArgs *args, const char *preset, const Words *sets)
{
    int code = preset ? choose_preset(args, preset) : 0;

    for (size_t i = 0; i < sets->count && code == 0; i++) {
        code = apply_one(args, sets->list[i]);
    }
    return code;
}
