/* urto presets: the presets that people have made; where they are, what is wrong with them, and a
 * bundle of them for LV2 hosts. */
#include "commands.h"
#include "frontends/lv2/preset_text.h"
#include "output/outfile.h"
#include "preset_list.h"

#include "options.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct PresetSettings {
    bool lv2;
    const char *out;
} PresetSettings;

static const Option options[] = {
    FLAG_AT(PresetSettings, lv2, "lv2",
            "write them as a bundle urto-presets.lv2, where LV2 hosts find them"),
    TEXT_AT(PresetSettings, out, "out", "DIR", "a folder", NULL,
            "(or -o) with --lv2: the folder of the bundle [~/.lv2]"),
};

static const OptionTable preset_options = {
    .command = "presets",
    .usage = "[OPTION]...",
    .summary = "Lists the presets of your own and the folder they are in. urto play saves them by\n"
               "Ctrl-S; they are text files. What is wrong in one is told by file and line.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_NONE,
};

static bool has_problems(const PresetList *list)
{
    return urto_user_presets_problem(list->own, 0) != NULL;
}

/* Folders that belong to no instrument; returns whether there are any. */
static bool tell_strangers(const char *folder)
{
    DIR *list = opendir(folder);
    bool any = false;

    for (const struct dirent *item = list ? readdir(list) : NULL; item; item = readdir(list)) {
        const char *name = item->d_name;
        struct stat found;
        Text path = {0};
        text_add(&path, "%s/%s", folder, name);
        if (name[0] != '.' && stat(path.data, &found) == 0 && S_ISDIR(found.st_mode) &&
            urto_plugin_find(name) == URTO_NONE) {
            Nearest nearest = nearest_start(name);
            for (uint32_t i = 0; i < urto_plugin_count(); i++) {
                nearest_try(&nearest, urto_plugin_info(i).id);
            }
            (void)fail(EXIT_FAILED, "presets", "%s: no instrument has this name%s%s%s; skipped",
                       path.data, nearest.name ? ", did you mean " : "",
                       nearest.name ? nearest.name : "", nearest.name ? "?" : "");
            any = true;
        }
        text_free(&path);
    }
    if (list) {
        closedir(list);
    }
    return any;
}

static int list_all(void)
{
    char folder[1000] = "";
    bool wrong = false;

    urto_user_presets_folder(folder, sizeof folder);
    printf("presets of your own are in %s\n", folder[0] ? folder : "no folder: HOME is not set");
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        PresetList list = preset_list_read("presets", urto_plugin_info(i).id);
        wrong = wrong || has_problems(&list);
        for (uint32_t p = list.info.preset_count; p < preset_list_count(&list); p++) {
            const UrtoPreset *preset = preset_list_at(&list, p);
            printf("%s/%s  %s: %s\n", list.info.id, preset->id, preset->name, preset->description);
        }
        preset_list_free(&list);
    }
    wrong = (folder[0] && tell_strangers(folder)) || wrong;
    return wrong ? EXIT_FAILED : 0;
}

static int cannot_write(const char *path)
{
    return fail(EXIT_FAILED, "presets", "cannot write %.200s: %s", path, outfile_reason(errno));
}

/* One file of the bundle: the presets of one plug-in, or NULL for the manifest. */
static int write_file(const char *folder, const PresetList *one, const PresetList *all)
{
    Text path = {0};
    OutFile file;

    text_add(&path, "%s/%s.ttl", folder, one ? one->info.id : "manifest");
    if (!outfile_open(&file, path.data)) {
        const int code = cannot_write(path.data);
        text_free(&path);
        return code;
    }
    preset_text_prefixes(file.stream);
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        const PresetList *list = &all[i];
        char see[80];
        snprintf(see, sizeof see, "%s.ttl", list->info.id);
        for (uint32_t p = 0; p < urto_user_presets_count(list->own); p++) {
            const UrtoPreset *preset = urto_user_presets_at(list->own, p);
            if (!one) {
                preset_text_entry(file.stream, &list->info, preset, PRESET_OWN, see);
            } else if (one == list) {
                preset_text_write(file.stream, &list->info, preset, PRESET_OWN);
            }
        }
    }
    const int code = outfile_commit(&file) ? 0 : cannot_write(path.data);
    text_free(&path);
    return code;
}

/* The manifest comes last: a host never finds an entry without its file. */
static int write_bundle(const char *folder, const PresetList *all)
{
    int code = make_folders(folder) ? 0 : cannot_write(folder);
    uint32_t count = 0;

    for (uint32_t i = 0; i < urto_plugin_count() && code == 0; i++) {
        count += urto_user_presets_count(all[i].own);
        code = write_file(folder, &all[i], all);
    }
    code = code == 0 ? write_file(folder, NULL, all) : code;
    if (code == 0) {
        printf("%s: %u presets; a host finds them when it starts or scans again\n", folder, count);
    }
    return code;
}

static int export_lv2(const PresetSettings *settings)
{
    const char *home = getenv("HOME");
    Text folder = {0};
    bool wrong = false;

    if (!settings->out && (!home || !home[0])) {
        return fail(EXIT_FAILED, "presets", "HOME is not set: --out must name the folder");
    }
    text_add(&folder, "%s%s/urto-presets.lv2", settings->out ? settings->out : home,
             settings->out ? "" : "/.lv2");
    PresetList *all = memory_resize(NULL, urto_plugin_count(), sizeof *all);
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        all[i] = preset_list_read("presets", urto_plugin_info(i).id);
        wrong = wrong || has_problems(&all[i]);
    }
    const int code = write_bundle(folder.data, all);
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        preset_list_free(&all[i]);
    }
    free(all);
    text_free(&folder);
    return code == 0 && wrong ? EXIT_FAILED : code;
}

static int run(void *given, const Words *words)
{
    const PresetSettings *settings = given;

    (void)words;
    if (settings->out && !settings->lv2) {
        return fail(EXIT_USAGE, "presets", "--out is the folder of --lv2, which is not there");
    }
    return settings->lv2 ? export_lv2(settings) : list_all();
}

int command_presets(int argc, char **argv)
{
    PresetSettings settings = {0};

    return options_run(&preset_options, argc, argv, &settings, run);
}
