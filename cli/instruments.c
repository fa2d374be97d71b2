/* urto instruments: what can be played, from the tables of the library. */
#include "commands.h"
#include "options.h"
#include "preset_list.h"

#include <urto/plugin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct InstrumentSettings {
    bool brief, json, markdown;
} InstrumentSettings;

static const Option options[] = {
    FLAG_AT(InstrumentSettings, brief, "brief",
            "print names only: of instruments, or of the presets of one"),
    FLAG_AT(InstrumentSettings, json, "json", "print tables as JSON"),
    FLAG_AT(InstrumentSettings, markdown, "markdown", "print the reference of docs/playing.md"),
};

static const OptionTable instrument_options = {
    .command = "instruments",
    .usage = "[NAME]... [OPTION]...",
    .summary = "Lists what can be played; with a name its parameters and presets. The effect\n"
               "PhonoBump has the name bump.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

static void key_name(uint8_t key, char name[8])
{
    static const char *const notes[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                        "F#", "G",  "G#", "A",  "A#", "B"};

    snprintf(name, 8, "%s%d", notes[key % 12], key / 12 - 1);
}

static void add_range(Text *text, const UrtoParameterInfo *p)
{
    for (int i = 0; p->values && p->values[i]; i++) {
        text_add(text, "%s%s", i ? ", " : "", p->values[i]);
    }
    if (!p->values) {
        text_add(text, "%g to %g", p->minimum, p->maximum);
    }
}

/* What sounds where nothing is said: the value of the first preset. */
static void add_default(Text *text, const UrtoPluginInfo *device, uint32_t parameter)
{
    const UrtoParameterInfo *p = urto_plugin_parameter(device, parameter);
    const double value = urto_plugin_default(device, parameter);

    if (p->values) {
        text_add(text, "%s", p->values[(int)value]);
    } else {
        text_add(text, "%g", value);
    }
}

static void show(const PresetList *list, Text *text)
{
    const UrtoPluginInfo *device = &list->info;
    char low[8];
    char high[8];

    text_add(text, "%s: %s\n", device->id, device->description);
    if (device->instrument) {
        key_name(device->instrument->lowest_key, low);
        key_name(device->instrument->highest_key, high);
        text_add(text, "  keys %s to %s, %u voices%s\n", low, high, device->instrument->voices,
                 device->instrument->sustained ? ", sounds while the key is down" : "");
    }
    for (uint32_t i = 0; i < preset_list_count(list); i++) {
        const UrtoPreset *preset = preset_list_at(list, i);
        text_add(text, "%s",
                 i == 0                      ? "\n  presets\n"
                 : i == device->preset_count ? "\n  presets of your own\n"
                                             : "");
        text_add(text, "    %-14s %s: %s\n", preset->id, preset->name, preset->description);
    }
    text_add(text, "\n  parameters\n");
    for (uint32_t i = 0; i < device->table_count; i++) {
        const UrtoParameterInfo *p = urto_plugin_parameter(device, i);
        Text range = {0};
        add_range(&range, p);
        text_add(text, "    %-14s %s%s%s [", p->id, range.data, p->unit[0] ? " " : "", p->unit);
        add_default(text, device, i);
        text_add(text, "]");
        if (p->controller >= 0) {
            text_add(text, ", controller %d", p->controller);
        }
        text_add(text, "\n                   %s\n", p->description);
        text_free(&range);
    }
}

static void markdown(const UrtoPluginInfo *device, Text *text)
{
    text_add(text, "### %s\n\n%s", device->id, device->description);
    if (device->instrument) {
        char low[8];
        char high[8];
        key_name(device->instrument->lowest_key, low);
        key_name(device->instrument->highest_key, high);
        text_add(text, " Keys %s to %s, %u voices.", low, high, device->instrument->voices);
    }
    text_add(text, "\n\n| parameter | values | unit | default | controller | what one hears |\n"
                   "|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < device->table_count; i++) {
        const UrtoParameterInfo *p = urto_plugin_parameter(device, i);
        text_add(text, "| `%s` | ", p->id);
        add_range(text, p);
        text_add(text, " | %s | ", p->unit);
        add_default(text, device, i);
        text_add(text, " | ");
        if (p->controller >= 0) {
            text_add(text, "%d", p->controller);
        }
        text_add(text, " | %s |\n", p->description);
    }
    text_add(text, "\n| preset | name | |\n|---|---|---|\n");
    for (uint32_t i = 0; i < device->preset_count; i++) {
        text_add(text, "| `%s` | %s | %s |\n", device->presets[i].id, device->presets[i].name,
                 device->presets[i].description);
    }
    text_add(text, "\n");
}

static void add_field(Text *text, const char *key, const char *value, const char *tail)
{
    text_add(text, "\"%s\": ", key);
    text_add_json_string(text, value);
    text_add(text, "%s", tail);
}

static void json_parameter(const UrtoPluginInfo *device, uint32_t parameter, Text *text)
{
    const UrtoParameterInfo *p = urto_plugin_parameter(device, parameter);
    static const char *const curves[] = {"linear", "log", "discrete"};

    text_add(text, "{");
    add_field(text, "id", p->id, ", ");
    add_field(text, "name", p->name, ", ");
    add_field(text, "unit", p->unit, ", ");
    add_field(text, "group", p->group, ", ");
    add_field(text, "curve", curves[p->curve], ", ");
    text_add(text, "\"minimum\": ");
    text_add_json_number(text, p->minimum);
    text_add(text, ", \"maximum\": ");
    text_add_json_number(text, p->maximum);
    text_add(text, ", \"default\": ");
    text_add_json_number(text, urto_plugin_default(device, parameter));
    if (p->controller >= 0) {
        text_add(text, ", \"controller\": %d", p->controller);
    }
    if (p->values) {
        text_add(text, ", \"values\": [");
        for (int i = 0; p->values[i]; i++) {
            text_add(text, "%s", i ? ", " : "");
            text_add_json_string(text, p->values[i]);
        }
        text_add(text, "]");
    }
    text_add(text, ", ");
    add_field(text, "description", p->description, "}");
}

static void json(const PresetList *list, Text *text)
{
    const UrtoPluginInfo *device = &list->info;

    text_add(text, "{");
    add_field(text, "id", device->id, ", ");
    add_field(text, "name", device->name, ", ");
    add_field(text, "description", device->description, ",\n ");
    if (device->instrument) {
        text_add(text, "\"lowest_key\": %u, \"highest_key\": %u, \"pitched\": %s, ",
                 device->instrument->lowest_key, device->instrument->highest_key,
                 device->instrument->pitched ? "true" : "false");
        text_add(text, "\"sustained\": %s, \"voices\": %u,\n ",
                 device->instrument->sustained ? "true" : "false", device->instrument->voices);
    }
    text_add(text, "\"parameters\": [");
    for (uint32_t i = 0; i < device->table_count; i++) {
        text_add(text, "%s", i ? ",\n  " : "\n  ");
        json_parameter(device, i, text);
    }
    text_add(text, "],\n \"presets\": [");
    for (uint32_t i = 0; i < preset_list_count(list); i++) {
        const UrtoPreset *preset = preset_list_at(list, i);
        text_add(text, "%s{", i ? ",\n  " : "\n  ");
        add_field(text, "id", preset->id, ", ");
        add_field(text, "name", preset->name, ", ");
        text_add(text, "\"own\": %s, ", i >= device->preset_count ? "true" : "false");
        add_field(text, "description", preset->description, ", \"values\": {");
        for (uint32_t p = 0; p < device->table_count; p++) {
            const UrtoParameterInfo *parameter = urto_plugin_parameter(device, p);
            text_add(text, "%s\"%s\": ", p ? ", " : "", parameter->id);
            text_add_json_number(text,
                                 urto_preset_value(preset, urto_plugin_parameter(device, 0), p));
        }
        text_add(text, "}}");
    }
    text_add(text, "]}");
}

static int unknown(const char *name)
{
    Nearest nearest = nearest_start(name);

    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        nearest_try(&nearest, urto_plugin_info(i).id);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, "instruments", "unknown instrument \"%.60s\", did you mean %s?",
                    name, nearest.name);
    }
    return fail(EXIT_USAGE, "instruments", "unknown instrument \"%.60s\", see urto instruments",
                name);
}

static bool wanted(const Words *words, const char *id)
{
    bool found = words->count == 0;

    for (size_t i = 0; i < words->count; i++) {
        found = found || strcmp(words->list[i], id) == 0;
    }
    return found;
}

static void print_one(const InstrumentSettings *settings, const PresetList *list, bool one,
                      const char *between, Text *text)
{
    const UrtoPluginInfo *device = &list->info;

    if (settings->json) {
        text_add(text, "%s", between);
        json(list, text);
    } else if (settings->markdown) {
        markdown(device, text);
    } else if (settings->brief && one) {
        for (uint32_t p = 0; p < preset_list_count(list); p++) {
            text_add(text, "%s\n", preset_list_at(list, p)->id);
        }
    } else if (settings->brief) {
        text_add(text, "%s\n", device->id);
    } else if (one) {
        show(list, text);
    } else {
        text_add(text, "%-16s %s\n", device->id, device->description);
    }
}

static int run(void *given, const Words *words)
{
    const InstrumentSettings *settings = given;
    Text text = {0};
    const char *between = "[";

    for (size_t i = 0; i < words->count; i++) {
        if (urto_plugin_find(words->list[i]) == URTO_NONE) {
            return unknown(words->list[i]);
        }
    }
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        const char *id = urto_plugin_info(i).id;
        if (wanted(words, id)) {
            PresetList list = preset_list_read("instruments", id);
            print_one(settings, &list, words->count > 0, between, &text);
            between = ",\n";
            preset_list_free(&list);
        }
    }
    if (settings->json) {
        text_add(&text, "]\n");
    }
    fwrite(text.data, 1, text.length, stdout);
    text_free(&text);
    return 0;
}

int command_instruments(int argc, char **argv)
{
    InstrumentSettings settings = {0};

    return options_run(&instrument_options, argc, argv, &settings, run);
}
