#include "param_args.h"

#include "preset_list.h"

#include <stdlib.h>
#include <string.h>

static int unknown_preset(const ParamArgs *args, const PresetList *list, const char *name)
{
    Nearest nearest = nearest_start(name);

    for (uint32_t i = 0; i < preset_list_count(list); i++) {
        nearest_try(&nearest, preset_list_at(list, i)->id);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, args->command, "%s has no preset \"%.60s\", did you mean %s?",
                    args->owner, name, nearest.name);
    }
    Text names = {0};
    for (uint32_t i = 0; i < preset_list_count(list); i++) {
        text_add(&names, "%s%s", i ? ", " : "", preset_list_at(list, i)->id);
    }
    const int code = fail(EXIT_USAGE, args->command, "%s has no preset \"%.60s\", must be %s",
                          args->owner, name, names.data);
    text_free(&names);
    return code;
}

static int choose_preset(const ParamArgs *args, const UrtoPluginInfo *info, const char *name)
{
    const uint32_t shipped = urto_plugin_preset_find(info, name);

    if (shipped != URTO_NONE) {
        (void)args->preset(args->device, &info->presets[shipped], NULL);
        return 0;
    }
    PresetList list = preset_list_read(NULL, args->owner);
    const uint32_t index = preset_list_find(&list, name);
    int code = 0;
    if (index == URTO_NONE) {
        /* it may be in a file that is wrong */
        preset_list_free(&list);
        list = preset_list_read(args->command, args->owner);
        code = unknown_preset(args, &list, name);
    } else {
        (void)args->preset(args->device, preset_list_at(&list, index), NULL);
    }
    preset_list_free(&list);
    return code;
}

static int apply_one(const ParamArgs *args, const UrtoPluginInfo *info, const char *set)
{
    const char *equals = strchr(set, '=');
    const size_t length = equals ? (size_t)(equals - set) : 0;
    UrtoDiagnostic why = {.status = URTO_OK};
    Nearest nearest;
    char name[61];
    double value = 0.0;

    if (!equals || length == 0 || length >= sizeof name) {
        return fail(EXIT_USAGE, args->command, "--set is \"%.60s\", must be parameter=value", set);
    }
    memcpy(name, set, length);
    name[length] = '\0';
    nearest = nearest_start(name);
    for (uint32_t i = 0; i < info->table_count; i++) {
        const UrtoParameterInfo *parameter = urto_plugin_parameter(info, i);
        nearest_try(&nearest, parameter->id);
        if (strcmp(parameter->id, name) == 0) {
            if (urto_parameter_read(parameter, equals + 1, &value, &why) != URTO_OK) {
                return fail(EXIT_USAGE, args->command, "%s", why.message);
            }
            return args->set(args->device, i, value, NULL) == URTO_OK ? 0 : EXIT_FAILED;
        }
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, args->command, "%s has no parameter \"%s\", did you mean %s?",
                    args->owner, name, nearest.name);
    }
    return fail(EXIT_USAGE, args->command, "%s has no parameter \"%s\", see urto instruments %s",
                args->owner, name, args->owner);
}

int param_args_apply(const ParamArgs *args, const char *preset, const Words *sets)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(args->owner));
    int code = preset ? choose_preset(args, &info, preset) : 0;

    for (size_t i = 0; i < sets->count && code == 0; i++) {
        code = apply_one(args, &info, sets->list[i]);
    }
    return code;
}
