/* CLAP: presets in the browser of the host, since CLAP 1.1.7. Those that ship are inside of the
 * plug-in, "mallet/marimba"; those of the user are files, which the host looks for in their folder. */
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */

#include "shell.h"

#include <urto/user_presets.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 1200, MESSAGE_ROOM = 400 };

/* A preset that a host has named, and what owns it. */
typedef struct Found {
    UrtoPluginInfo info;
    const UrtoPreset *preset;
    UrtoUserPresets *own; /* to be destroyed */
    char problem[MESSAGE_ROOM];
} Found;

/* Cuts the last part off a path and returns it; "" if there is none. */
static const char *cut_last(char *path)
{
    char *slash = strrchr(path, '/');

    if (!slash) {
        return "";
    }
    *slash = '\0';
    return slash + 1;
}

/* FOLDER/mallet/night-bells.txt */
static void find_file(Found *found, const char *given)
{
    const char *place = given ? given : "";
    char path[PATH_ROOM];
    char id[PATH_ROOM];

    urto_format(path, sizeof path, "%s", place);
    urto_format(id, sizeof id, "%s", cut_last(path));
    const char *plugin = cut_last(path);
    const size_t length = strlen(id);
    found->info = urto_plugin_info(urto_plugin_find(plugin));
    if (length > 4 && strcmp(id + length - 4, ".txt") == 0) {
        id[length - 4] = '\0';
    }
    if (!found->info.id) {
        urto_format(found->problem, sizeof found->problem,
                    "%.200s: the folder %.40s is of no instrument", place, plugin);
        return;
    }
    if (urto_user_presets_read(&found->own, &found->info, path, NULL) == URTO_OK) {
        found->preset = urto_user_presets_find(found->own, id);
    }
    const char *problem = NULL;
    for (uint32_t i = 0;
         !found->preset && (problem = urto_user_presets_problem(found->own, i)) != NULL; i++) {
        if (strncmp(problem, place, strlen(place)) == 0) {
            urto_format(found->problem, sizeof found->problem, "%s", problem);
        }
    }
    if (!found->preset && !found->problem[0]) {
        urto_format(found->problem, sizeof found->problem, "%.200s is not there", place);
    }
}

/* "mallet/marimba" */
static void find_shipped(Found *found, const char *key)
{
    char path[PATH_ROOM];

    urto_format(path, sizeof path, "%s", key ? key : "");
    const char *id = cut_last(path);
    found->info = urto_plugin_info(urto_plugin_find(path));
    const uint32_t index = urto_plugin_preset_find(&found->info, id);
    if (index == URTO_NONE) {
        urto_format(found->problem, sizeof found->problem, "there is no preset \"%.80s\"",
                    key ? key : "");
    } else {
        found->preset = &found->info.presets[index];
    }
}

/* Whether a place is a scene. */
static bool is_scene(const char *place)
{
    const size_t length = place ? strlen(place) : 0;

    return length > 5 && strcmp(place + length - 5, ".yaml") == 0;
}

/* ---- where they are -------------------------------------------------------------------------- */

static const PresetProviderInfo provider_info = {CLAP_VERSION_INIT, "urto.presets", "Urto presets",
                                                 "Urto"};

/* Index of the plug-in that plays scenes; URTO_NONE without one. */
static uint32_t scenes_index(void)
{
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        const UrtoPluginInfo info = urto_plugin_info(i);
        if (urto_plugin_reads(&info)) {
            return i;
        }
    }
    return URTO_NONE;
}

static bool provider_init(const PresetProvider *provider)
{
    const PresetIndexer *indexer = provider->data;
    const PresetFileType type = {"Urto preset", NULL, "txt"};
    const PresetFileType scene = {"Urto scene", NULL, "yaml"};
    const PresetPlace shipped = {PRESET_SHIPS, "Urto", PRESET_IN_PLUGIN, NULL};
    char folder[PATH_ROOM] = "";
    struct stat state;

    if (!indexer->declare_filetype(indexer, &type) ||
        (scenes_index() != URTO_NONE && !indexer->declare_filetype(indexer, &scene)) ||
        !indexer->declare_location(indexer, &shipped)) {
        return false;
    }
    urto_user_presets_folder(folder, sizeof folder);
    if (folder[0] && stat(folder, &state) == 0 && S_ISDIR(state.st_mode)) {
        const PresetPlace own = {PRESET_OF_USER, "Urto, your own", PRESET_IN_FILE, folder};
        return indexer->declare_location(indexer, &own);
    }
    return true;
}

static void provider_destroy(const PresetProvider *provider)
{
    free((void *)provider); /* NOLINT(clang-diagnostic-cast-qual) */
}

/* False if the receiver wants no more. */
static bool tell(const PresetReceiver *to, const UrtoPluginInfo *info, const UrtoPreset *preset,
                 const char *key)
{
    char id[80];
    const PresetPluginId plugin = {"clap", id};

    urto_format(id, sizeof id, "urto.%s", info->id);
    if (!to->begin_preset(to, preset->name, key)) {
        return false;
    }
    to->add_plugin_id(to, &plugin);
    to->set_flags(to, key ? PRESET_SHIPS : PRESET_OF_USER);
    to->set_description(to, preset->description);
    return true;
}

static bool tell_shipped(const PresetReceiver *to)
{
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        const UrtoPluginInfo info = urto_plugin_info(i);
        for (uint32_t p = 0; p < info.preset_count; p++) {
            char key[160];
            urto_format(key, sizeof key, "%s/%s", info.id, info.presets[p].id);
            if (!tell(to, &info, &info.presets[p], key)) {
                return true;
            }
        }
    }
    return true;
}

/* A scene by the name of its file; whether it can be played is seen when it is loaded. */
static bool tell_scene(const PresetReceiver *to, const char *place)
{
    const char *slash = strrchr(place, '/');
    const char *start = slash ? slash + 1 : place;
    const UrtoPluginInfo info = urto_plugin_info(scenes_index());
    const PresetPluginId plugin = {"clap", "urto.scene"};
    char name[120];

    urto_format(name, sizeof name, "%.*s", (int)fmin(100.0, (double)strlen(start) - 5.0), start);
    if (to->begin_preset(to, name, NULL)) {
        to->add_plugin_id(to, &plugin);
        to->set_flags(to, PRESET_OF_USER);
        to->set_description(to, info.description);
    }
    return true;
}

static bool provider_metadata(const PresetProvider *provider, uint32_t kind, const char *place,
                              const PresetReceiver *to)
{
    Found found = {.preset = NULL};

    (void)provider;
    if (kind == PRESET_IN_PLUGIN) {
        return tell_shipped(to);
    }
    if (is_scene(place) && scenes_index() != URTO_NONE) {
        return tell_scene(to, place);
    }
    find_file(&found, place);
    const bool there = found.preset != NULL;
    if (there) {
        (void)tell(to, &found.info, found.preset, NULL);
    } else {
        to->on_error(to, 0, found.problem);
    }
    urto_user_presets_destroy(found.own);
    return there;
}

static const void *provider_extension(const PresetProvider *provider, const char *id)
{
    (void)provider;
    (void)id;
    return NULL;
}

static uint32_t factory_count(const PresetFactory *factory)
{
    (void)factory;
    return 1;
}

static const PresetProviderInfo *factory_descriptor(const PresetFactory *factory, uint32_t index)
{
    (void)factory;
    return index == 0 ? &provider_info : NULL;
}

static const PresetProvider *factory_create(const PresetFactory *factory,
                                            const PresetIndexer *indexer, const char *id)
{
    PresetProvider *provider =
        indexer && id && strcmp(id, provider_info.id) == 0 ? malloc(sizeof *provider) : NULL;

    (void)factory;
    if (provider) {
        *provider = (PresetProvider){.info = &provider_info,
                                     .data = (void *)indexer, /* NOLINT */
                                     .init = provider_init,
                                     .destroy = provider_destroy,
                                     .get_metadata = provider_metadata,
                                     .get_extension = provider_extension};
    }
    return provider;
}

const PresetFactory preset_factory = {factory_count, factory_descriptor, factory_create};

/* ---- loading one ----------------------------------------------------------------------------- */

static const ExtensionHostPresetLoad *host_of(const Shell *shell)
{
    const void *host = NULL;

    if (shell->host->get_extension) {
        host = shell->host->get_extension(shell->host, EXTENSION_PRESET_LOAD);
        host = host ? host : shell->host->get_extension(shell->host, EXTENSION_PRESET_LOAD_DRAFT);
    }
    return host;
}

static void apply(Shell *shell, const UrtoPreset *preset)
{
    const UrtoParameterInfo *table = urto_plugin_parameter(&shell->info, 0);

    shell_lock(shell);
    for (uint32_t i = 0; i < shell->info.table_count; i++) {
        (void)urto_plugin_set_now(shell->plugin, i, urto_preset_value(preset, table, i), NULL);
    }
    parameters_told(shell);
    shell_unlock(shell);
    shell_rescan(shell);
}

/* The whole of a file, to be freed. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(URTO_PLUGIN_TEXT_MAX + 1) : NULL;

    *size = text ? fread(text, 1, URTO_PLUGIN_TEXT_MAX + 1, file) : 0;
    if (file && (ferror(file) || !text)) {
        free(text);
        text = NULL;
    }
    if (file) {
        fclose(file);
    }
    return text;
}

/* Reads and compiles a scene here, on the main thread, while the one before plays on. */
static bool open_scene(Shell *shell, const char *place, char problem[MESSAGE_ROOM])
{
    UrtoDiagnostic why = {.status = URTO_OK};
    UrtoPluginText *made = NULL;
    size_t size = 0;
    char *text = read_file(place, &size);

    if (!text) {
        urto_format(problem, MESSAGE_ROOM, "%.200s cannot be read", place);
        return false;
    }
    const UrtoStatus status = urto_plugin_read(&made, shell->plugin, text, size, &why);
    free(text);
    if (status != URTO_OK) {
        urto_format(problem, MESSAGE_ROOM, "%.150s: %s; the old one plays on", place, why.message);
        return false;
    }
    shell_lock(shell);
    (void)urto_plugin_exchange(shell->plugin, made);
    parameters_told(shell);
    shell_unlock(shell);
    urto_plugin_text_destroy(made);
    shell_rescan(shell);
    return true;
}

static bool from_location(const clap_plugin_t *clap, uint32_t kind, const char *place,
                          const char *key)
{
    Shell *shell = shell_of(clap);
    const ExtensionHostPresetLoad *host = host_of(shell);
    Found found = {.preset = NULL};

    bool good = false;
    if (kind == PRESET_IN_PLUGIN) {
        find_shipped(&found, key);
    } else if (urto_plugin_reads(&shell->info) && is_scene(place)) {
        good = open_scene(shell, place, found.problem);
    } else {
        find_file(&found, place);
    }
    if (found.preset && strcmp(found.info.id, shell->info.id) != 0) {
        urto_format(found.problem, sizeof found.problem, "%s is a preset of %s, not of %s",
                    found.preset->id, found.info.id, shell->info.id);
        found.preset = NULL;
    }
    if (found.preset) {
        apply(shell, found.preset);
        good = true;
    }
    urto_user_presets_destroy(found.own);
    if (good && host) {
        host->loaded(shell->host, kind, place, key);
    } else if (host) {
        host->on_error(shell->host, kind, place, key, 0, found.problem);
    } else if (!good) {
        shell_log(shell, "urto %s: %s", shell->info.id, found.problem);
    }
    return good;
}

const ExtensionPresetLoad shell_preset_load = {from_location};
