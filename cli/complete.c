#include "complete.h"

#include "bench/bench.h"
#if URTO_SCENES
#include "cli/scenes/scene_files.h"
#include <urto/scene_instrument.h>
#endif
#include "preset_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What can stand somewhere. */
typedef enum Kind {
    KIND_WORDS,      /* those of the rule */
    KIND_FILES,      /* with the extensions of the rule */
    KIND_FOLDERS,    /* only */
    KIND_BENCHMARKS, /* and so on */
    KIND_BODIES,
    KIND_DEVICES,
    KIND_MIDI,
    KIND_PARAMETERS,
    KIND_PLAYABLE,
    KIND_PRESETS,
    KIND_SCENES,
    KIND_SCENE_WORDS,
    KIND_SCHEMES,
    KIND_SWEEPS
} Kind;

/* The value of an option, or for NULL the words of a command. */
typedef struct Rule {
    const char *command, *option;
    Kind kind;
    const char *text;
} Rule;

static const Rule rules[] = {
    {"bench", NULL, KIND_BENCHMARKS, NULL},
    {"bench", "plots", KIND_FOLDERS, NULL},
    {"bump", NULL, KIND_FILES, "wav flac ogg"},
    {"bump", "preset", KIND_PRESETS, NULL},
    {"bump", "set", KIND_PARAMETERS, NULL},
    {"bump", "body", KIND_BODIES, NULL},
    {"impact", "scheme", KIND_SCHEMES, NULL},
    {"impact", "trajectory", KIND_FILES, "csv"},
    {"impact", "plot", KIND_FILES, "svg png"},
    {"instruments", NULL, KIND_DEVICES, NULL},
    {"midi", NULL, KIND_MIDI, NULL},
    {"midi", "out", KIND_FILES, "wav flac ogg"},
    {"midi", "preset", KIND_PRESETS, NULL},
    {"midi", "set", KIND_PARAMETERS, NULL},
    {"papers", NULL, KIND_WORDS, "000 001 002 004"},
    {"papers", "out", KIND_FOLDERS, NULL},
    {"play", NULL, KIND_PLAYABLE, NULL},
    {"play", "preset", KIND_PRESETS, NULL},
    {"play", "set", KIND_PARAMETERS, NULL},
    {"play", "record", KIND_FILES, "wav flac ogg"},
    {"presets", "out", KIND_FOLDERS, NULL},
    {"render", NULL, KIND_SCENES, NULL},
    {"render", "out", KIND_FILES, "wav flac ogg"},
    {"render", "energy", KIND_FILES, "csv"},
    {"render", "trace", KIND_FILES, "csv npy"},
    {"render", "snapshots", KIND_FILES, "svg png"},
    {"render", "video", KIND_FILES, "csv"},
    {"render", "solver", KIND_WORDS, "midpoint quadratised iterative trapezoidal"},
    {"render", "gain", KIND_WORDS, "auto"},
    {"scene", NULL, KIND_SCENE_WORDS, NULL},
    {"sweep", NULL, KIND_SWEEPS, NULL},
    {"sweep", "out", KIND_FILES, "h5 svg png"},
    {"sweep", "flac", KIND_FOLDERS, NULL},
};

/* A command line so far. */
typedef struct Line {
    const char *command, *current;
    Words words; /* that are no options, before the current one */
    Text found;  /* one a line */
} Line;

static void add(Line *line, const char *before, const char *word, const char *after)
{
    text_add(&line->found, "%s%s%s\n", before, word, after);
}

static void add_words(Line *line, const char *before, const char *words)
{
    for (const char *at = words; *at;) {
        const int length = (int)strcspn(at, " ");
        text_add(&line->found, "%s%.*s\n", before, length, at);
        at += length + (at[length] == ' ');
    }
}

static void add_scenes(Line *line, const char *after)
{
#if URTO_SCENES
    Text names = {0};

    scene_files_names(&names);
    for (char *at = names.data; at && *at;) {
        char *end = at + strcspn(at, "\n");
        *end = '\0';
        add(line, "", at, after);
        at = end + 1;
    }
    text_free(&names);
#else
    (void)line;
    (void)after;
#endif
}

/* Scenes that are instruments. */
static void add_played_scenes(Line *line)
{
#if URTO_SCENES
    Text names = {0};

    scene_files_names(&names);
    for (char *at = names.data; at && *at;) {
        char *end = at + strcspn(at, "\n");
        Text path = {0};
        UrtoScene *scene = NULL;
        *end = '\0';
        text_add(&path, "%s/%s.yaml", scene_files_folder(), at);
        if (urto_scene_load_file(&scene, path.data, NULL, 0) == URTO_OK &&
            urto_scene_plays(scene)) {
            add(line, "", at, "");
        }
        urto_scene_destroy(scene);
        text_free(&path);
        at = end + 1;
    }
    text_free(&names);
#else
    (void)line;
#endif
}

/* The instrument or effect that the words before have named. */
static const char *owner_of(const Line *line)
{
    const size_t place = strcmp(line->command, "midi") == 0 ? 1 : 0;
    ChosenSound chosen;

    if (strcmp(line->command, "bump") == 0) {
        return "bump";
    }
    if (line->words.count <= place) {
        return place == 0 ? urto_instrument_info(0)->id : NULL;
    }
    return preset_list_choose(&chosen, line->command, line->words.list[place]) == 0 && chosen.info
               ? chosen.info->id
               : NULL;
}

static void add_presets(Line *line, const char *owner, const char *before)
{
    PresetList list = preset_list_read(NULL, owner);

    for (uint32_t i = 0; i < preset_list_count(&list); i++) {
        add(line, before, preset_list_at(&list, i)->id, "");
    }
    preset_list_free(&list);
}

/* "decay=", and after it the names of values. */
static void add_parameters(Line *line, const char *owner)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(owner));

    for (uint32_t i = 0; i < info.table_count; i++) {
        const UrtoParameterInfo *parameter = urto_plugin_parameter(&info, i);
        const size_t length = strlen(parameter->id);
        const bool named =
            strncmp(line->current, parameter->id, length) == 0 && line->current[length] == '=';
        if (!named) {
            add(line, "", parameter->id, "=");
        }
        for (int v = 0; named && parameter->values && parameter->values[v]; v++) {
            text_add(&line->found, "%s=%s\n", parameter->id, parameter->values[v]);
        }
    }
}

static void add_playable(Line *line)
{
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        const char *id = urto_instrument_info(i)->id;
        char before[80];
        snprintf(before, sizeof before, "%s/", id);
        add(line, "", id, "");
        add_presets(line, id, strchr(line->current, '/') ? before : "");
    }
}

/* What stands before the last comma is kept. */
static void add_schemes(Line *line)
{
    const char *comma = strrchr(line->current, ',');
    Text before = {0};

    text_add(&before, "%.*s", comma ? (int)(comma + 1 - line->current) : 0, line->current);
    add(line, before.data, "all", "");
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        add(line, before.data, urto_scheme_at(i)->name, "");
    }
    text_free(&before);
}

static void add_files(Line *line, const char *extensions)
{
    text_add(&line->found, ":files %s\n", extensions);
}

static void add_devices(Line *line)
{
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        add(line, "", urto_plugin_info(i).id, "");
    }
}

/* merge and show, and plans that ship; after the first two files of sweeps. */
static void add_sweeps(Line *line)
{
    if (line->words.count) {
        add_files(line, "h5");
        return;
    }
    add_words(line, "", "merge show");
#if URTO_SCENES
    Text names = {0};
    scene_files_plans(&names);
    text_add(&line->found, "%s", names.length ? names.data : "");
    text_free(&names);
#endif
    add_files(line, "yaml");
}

static void follow(Line *line, const Rule *rule)
{
    const char *owner = NULL;

    switch (rule->kind) {
    case KIND_WORDS:
        add_words(line, "", rule->text);
        break;
    case KIND_FILES:
        add_files(line, rule->text);
        break;
    case KIND_FOLDERS:
        add(line, "", ":folders", "");
        break;
    case KIND_BENCHMARKS:
        for (size_t i = 0; i < bench_count; i++) {
            add(line, "", benches[i].name, "");
        }
        break;
    case KIND_BODIES:
        add_scenes(line, ":");
        break;
    case KIND_DEVICES:
        add_devices(line);
        break;
    case KIND_MIDI:
        if (line->words.count == 0) {
            add_files(line, "mid");
        } else {
            add_playable(line);
            add_played_scenes(line);
            add_files(line, "yaml");
        }
        break;
    case KIND_PARAMETERS:
    case KIND_PRESETS:
        owner = owner_of(line);
        if (owner && rule->kind == KIND_PRESETS) {
            add_presets(line, owner, "");
        } else if (owner) {
            add_parameters(line, owner);
        }
        break;
    case KIND_PLAYABLE:
        add_playable(line);
        add_scenes(line, "");
        add_files(line, "yaml");
        break;
    case KIND_SCENE_WORDS:
        if (line->words.count == 0) {
            add_words(line, "", "check list show schema");
            break;
        }
        add_scenes(line, "");
        add_files(line, "yaml");
        break;
    case KIND_SCENES:
        add_scenes(line, "");
        add_files(line, "yaml");
        break;
    case KIND_SCHEMES:
        add_schemes(line);
        break;
    case KIND_SWEEPS:
        add_sweeps(line);
        break;
    }
}

/* The option of a word that takes its value from the next; NULL for any other word. */
static const Option *option_before_value(const OptionTable *table, const char *word)
{
    const char *name = strcmp(word, "-o") == 0       ? "out"
                       : strncmp(word, "--", 2) == 0 ? word + 2
                                                     : NULL;

    for (size_t i = 0; name && i < table->count; i++) {
        if (strcmp(table->options[i].name, name) == 0 && table->options[i].kind != OPTION_FLAG) {
            return &table->options[i];
        }
    }
    return NULL;
}

/* Those that begin as the current word does, and what is asked of the shell. */
static void print_found(const Line *line)
{
    const size_t length = strlen(line->current);

    for (const char *at = line->found.data; at && *at;) {
        const size_t size = strcspn(at, "\n") + 1;
        if (at[0] == ':' || strncmp(at, line->current, length) == 0) {
            fwrite(at, 1, size, stdout);
        }
        at += size;
    }
}

int complete_options(const OptionTable *table, int argc, char **argv)
{
    Line line = {.command = table->command, .current = argv[argc - 1]};
    const Option *option = NULL;

    for (int i = 1; i + 1 < argc; i++) {
        option = option ? NULL : option_before_value(table, argv[i]);
        if (!option && argv[i][0] != '-' && !option_before_value(table, argv[i - 1])) {
            words_add(&line.words, argv[i]);
        }
    }
    if (!option && line.current[0] == '-') {
        for (size_t i = 0; i < table->count; i++) {
            add(&line, "--", table->options[i].name, "");
        }
        add(&line, "", "--help", "");
    }
    for (size_t i = 0; line.current[0] != '-' && i < sizeof rules / sizeof *rules; i++) {
        const bool same = option ? rules[i].option && strcmp(rules[i].option, option->name) == 0
                                 : !rules[i].option;
        if (strcmp(rules[i].command, table->command) == 0 && same) {
            follow(&line, &rules[i]);
        }
    }
    print_found(&line);
    text_free(&line.found);
    free(line.words.list);
    return 0;
}
