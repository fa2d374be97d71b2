#include "param_args.h"

#include <stdlib.h>
#include <string.h>

static int unknown_preset(const Knobs *knobs, const char *name)
{
    Nearest nearest = nearest_start(name);

    for (uint32_t i = 0; i < knobs->preset_count; i++) {
        nearest_try(&nearest, knobs->presets[i].name);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, knobs->command, "%s has no preset \"%.60s\", did you mean %s?",
                    knobs->of, name, nearest.name);
    }
    Text names = {0};
    for (uint32_t i = 0; i < knobs->preset_count; i++) {
        text_add(&names, "%s%s", i ? ", " : "", knobs->presets[i].name);
    }
    const int code = fail(EXIT_USAGE, knobs->command, "%s has no preset \"%.60s\", must be %s",
                          knobs->of, name, names.data);
    text_free(&names);
    return code;
}

static int choose_preset(const Knobs *knobs, const char *name)
{
    for (uint32_t i = 0; i < knobs->preset_count; i++) {
        if (strcmp(knobs->presets[i].name, name) == 0) {
            (void)knobs->preset(knobs->device, i, NULL);
            return 0;
        }
    }
    return unknown_preset(knobs, name);
}

/* A number in range, or the name of a value. */
static int read_value(const Knobs *knobs, const UrtoParameterInfo *info, const char *text,
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
        fail(EXIT_USAGE, knobs->command, "%s is \"%.60s\", must be %s", info->id, text, range.data);
    text_free(&range);
    return code;
}

static int turn_one(const Knobs *knobs, const char *set)
{
    const char *equals = strchr(set, '=');
    const size_t length = equals ? (size_t)(equals - set) : 0;
    Nearest nearest;
    char name[61];
    double value = 0.0;

    if (!equals || length == 0 || length >= sizeof name) {
        return fail(EXIT_USAGE, knobs->command, "--set is \"%.60s\", must be parameter=value", set);
    }
    memcpy(name, set, length);
    name[length] = '\0';
    nearest = nearest_start(name);
    for (uint32_t i = 0; i < knobs->parameter_count; i++) {
        nearest_try(&nearest, knobs->parameters[i].id);
        if (strcmp(knobs->parameters[i].id, name) == 0) {
            const int code = read_value(knobs, &knobs->parameters[i], equals + 1, &value);
            return code ? code
                        : (knobs->set(knobs->device, i, value, NULL) == URTO_OK ? 0 : EXIT_FAILED);
        }
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, knobs->command, "%s has no parameter \"%s\", did you mean %s?",
                    knobs->of, name, nearest.name);
    }
    return fail(EXIT_USAGE, knobs->command, "%s has no parameter \"%s\", see urto instruments",
                knobs->of, name);
}

int knobs_turn(const Knobs *knobs, const char *preset, const Words *sets)
{
    int code = preset ? choose_preset(knobs, preset) : 0;

    for (size_t i = 0; i < sets->count && code == 0; i++) {
        code = turn_one(knobs, sets->list[i]);
    }
    return code;
}
