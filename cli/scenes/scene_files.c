#include "scene_files.h"

#include "output/outfile.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".yaml";

bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The folder of the scenes that ship: $URTO_SCENES, or ../share/urto/scenes beside the program, or
 * where they were installed. */
const char *scene_files_folder(void)
{
    static char folder[4200];
    char program[4096];
    const char *chosen = getenv("URTO_SCENES");

    if (chosen && chosen[0]) {
        return chosen;
    }
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) {
        program[length] = '\0';
        char *slash = strrchr(program, '/');
        if (slash) {
            *slash = '\0';
            snprintf(folder, sizeof folder, "%s/../share/urto/scenes", program);
            if (is_folder(folder)) {
                return folder;
            }
        }
    }
    return URTO_SCENE_FOLDER;
}

static int is_scene(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);

    return length > sizeof suffix - 1 &&
           strcmp(entry->d_name + length - (sizeof suffix - 1), suffix) == 0;
}

static int read_whole(FILE *stream, Text *text)
{
    char block[65536];
    size_t count;

    text_add_bytes(text, "", 0);
    /* one byte more than a scene may have, so that the loader can refuse it */
    while (text->length <= URTO_SCENE_MAX_BYTES &&
           (count = fread(block, 1, sizeof block, stream)) > 0) {
        text_add_bytes(text, block, count);
    }
    return ferror(stream) ? errno : 0;
}

bool scene_files_read(const char *path, Text *text)
{
    FILE *stream = fopen(path, "rb");
    const bool good = stream && read_whole(stream, text) == 0;

    if (stream) {
        fclose(stream);
    }
    if (!good) {
        text_free(text);
    }
    return good;
}

static char *join_path(const char *folder, const char *name, const char *tail)
{
    Text path = {0};

    text_add(&path, "%s%s%s%s", folder, folder[0] ? "/" : "", name, tail);
    return path.data;
}

bool scene_files_nearest(const char *word, char name[SCENE_NAME_MAX])
{
    struct dirent **entries = NULL;
    const int count = scandir(scene_files_folder(), &entries, is_scene, alphasort);
    Nearest nearest = nearest_start(word);

    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - (sizeof suffix - 1)] = '\0';
        nearest_try(&nearest, entries[i]->d_name);
    }
    if (nearest.name) {
        snprintf(name, SCENE_NAME_MAX, "%.*s", SCENE_NAME_MAX - 1, nearest.name);
    }
    for (int i = 0; i < count; i++) {
        free(entries[i]);
    }
    free(entries);
    return nearest.name != NULL;
}

static int unknown_scene(const char *command, const char *word)
{
    char name[SCENE_NAME_MAX];

    if (scene_files_nearest(word, name)) {
        return fail(EXIT_USAGE, command, "no scene \"%.100s\", did you mean %s?", word, name);
    }
    return fail(
        EXIT_USAGE, command,
        "no scene \"%.100s\": no file of this name, and none that ships, see urto scene list",
        word);
}

void scene_files_name(const char *path, char name[SCENE_NAME_MAX])
{
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    size_t length = strlen(start);

    if (length > sizeof suffix - 1 && strcmp(start + length - (sizeof suffix - 1), suffix) == 0) {
        length -= sizeof suffix - 1;
    }
    snprintf(name, SCENE_NAME_MAX, "%.*s", (int)length, start);
}

static void print_errors(const LoadedScene *loaded)
{
    for (uint32_t i = 0; i < urto_scene_error_count(loaded->scene); i++) {
        const UrtoSceneError *error = urto_scene_error(loaded->scene, i);
        if (error->line) {
            fprintf(stderr, "%s:%u:%u: %s\n", loaded->path, error->line, error->column,
                    error->message);
        } else {
            fprintf(stderr, "%s: --set %s\n", loaded->path, error->message);
        }
    }
}

void scene_files_notes(const LoadedScene *loaded, bool warnings)
{
    for (uint32_t i = 0; i < urto_scene_note_count(loaded->scene); i++) {
        const UrtoSceneNote *note = urto_scene_note(loaded->scene, i);
        if (note->warning == warnings) {
            fprintf(stderr, "%s:%u:%u: %s: %s\n", loaded->path, note->line, note->column,
                    warnings ? "warning" : "note", note->message);
        }
    }
}

int scene_files_load(LoadedScene *loaded, const char *command, const char *word,
                     const char *const *overrides, size_t override_count)
{
    *loaded = (LoadedScene){0};
    loaded->path = join_path("", is_standard(word) ? "stdin" : word, "");
    FILE *stream = is_folder(word) ? NULL : is_standard(word) ? stdin : fopen(word, "rb");
    int reason = is_folder(word) ? EISDIR : errno;
    if (!stream && !strchr(word, '/') && !strchr(word, '.')) {
        free(loaded->path);
        loaded->path = join_path(scene_files_folder(), word, suffix);
        stream = fopen(loaded->path, "rb");
        if (!stream && errno == ENOENT) {
            return unknown_scene(command, word);
        }
        reason = errno;
    }
    if (!stream) {
        return fail(EXIT_USAGE, command, "cannot read %.200s: %s", word, strerror(reason));
    }
    scene_files_name(loaded->path, loaded->name);
    reason = read_whole(stream, &loaded->text);
    fclose(stream);
    if (reason != 0) {
        return fail(EXIT_USAGE, command, "cannot read %.200s: %s", word, strerror(reason));
    }
    const UrtoStatus status =
        urto_scene_load(&loaded->scene, loaded->text.data, loaded->text.length, overrides,
                        (uint32_t)override_count);
    if (status == URTO_ERROR_MEMORY) {
        return fail(EXIT_FAILED, command, "out of memory while reading %.200s", word);
    }
    if (status != URTO_OK) {
        print_errors(loaded);
        return EXIT_USAGE;
    }
    return 0;
}

int scene_files_compile(LoadedScene *loaded, const char *command, const UrtoPlayerOptions *options,
                        UrtoPlayer **player)
{
    const UrtoStatus status = urto_player_create(player, loaded->scene, options, NULL);

    if (status != URTO_OK && urto_scene_error_count(loaded->scene) == 0) {
        return fail(EXIT_FAILED, command, "out of memory while compiling %.200s", loaded->path);
    }
    if (status != URTO_OK) {
        print_errors(loaded);
        return EXIT_USAGE;
    }
    scene_files_notes(loaded, true);
    return 0;
}

void scene_files_free(LoadedScene *loaded)
{
    urto_scene_destroy(loaded->scene);
    text_free(&loaded->text);
    free(loaded->path);
    *loaded = (LoadedScene){0};
}

bool scene_files_there(const char *word)
{
    char *shipped = join_path(scene_files_folder(), word, suffix);
    const bool there = access(word, F_OK) == 0 || strchr(word, '/') || strchr(word, '.') ||
                       access(shipped, R_OK) == 0;

    free(shipped);
    return there;
}

static void names_in(const char *folder, Text *names)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_scene, alphasort);

    for (int i = 0; i < count; i++) {
        text_add(names, "%.*s\n", (int)(strlen(entries[i]->d_name) - (sizeof suffix - 1)),
                 entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

void scene_files_names(Text *names)
{
    names_in(scene_files_folder(), names);
}

void scene_files_plans(Text *names)
{
    char *folder = join_path(scene_files_folder(), "plans", "");

    names_in(folder, names);
    free(folder);
}

int scene_files_list(const char *command, bool brief)
{
    struct dirent **entries = NULL;
    const char *folder = scene_files_folder();
    const int count = scandir(folder, &entries, is_scene, alphasort);
    int code = 0;

    if (count < 0) {
        return fail(EXIT_FAILED, command, "cannot read the folder %.200s: %s", folder,
                    strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        LoadedScene loaded = {0};
        char *path = join_path(folder, entries[i]->d_name, "");
        if (brief) {
            printf("%.*s\n", (int)(strlen(entries[i]->d_name) - (sizeof suffix - 1)),
                   entries[i]->d_name);
        } else if (scene_files_load(&loaded, command, path, NULL, 0) == 0) {
            printf("%-18s %s\n", loaded.name, urto_scene_info(loaded.scene).title);
        } else {
            code = EXIT_USAGE;
        }
        scene_files_free(&loaded);
        free(path);
        free(entries[i]);
    }
    free(entries);
    return code;
}
