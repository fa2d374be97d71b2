/* Presets of people: a folder for each plug-in, a text file for each preset. Folders are listed and
 * made by POSIX; where it is not here there are no such presets. */
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */

#include <urto/user_presets.h>

#include "../base/status.h"
#include "../play/parameter.h"

#include <urto/number.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<dirent.h>)
#include <dirent.h>
#include <sys/stat.h>
#define HAS_FOLDERS 1
#else
#define HAS_FOLDERS 0
#endif

enum {
    VERSION = 1,
    PATH_ROOM = 1000,
    FILE_MAX = 65536,
    LINE_ROOM = 400,
    NAME_ROOM = 80,
    FILES_MAX = 4096
};

static const char extension[] = ".txt";

typedef struct Entry {
    UrtoPreset preset;
    char id[URTO_PRESET_ID_MAX + 1], name[NAME_ROOM], description[LINE_ROOM];
    UrtoPresetValue values[PARAMETERS_MAX];
} Entry;

struct UrtoUserPresets {
    Entry **entries;
    uint32_t count;
    char **problems;
    uint32_t problem_count;
    uint32_t room; /* of both lists */
    bool memory;   /* ran out */
};

/* One file while it is read. */
typedef struct Reading {
    const UrtoPluginInfo *info;
    Entry *entry;
    uint32_t line;
    bool begun, instrument, name, description;
    uint64_t given;    /* parameters */
    char problem[300]; /* "" if all is well */
} Reading;

size_t urto_user_presets_folder(char *path, size_t room)
{
    const char *own = getenv("URTO_PRESETS");
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");

    if (own && own[0]) {
        return (size_t)urto_format(path, room, "%s", own);
    }
    if (data && data[0] == '/') {
        return (size_t)urto_format(path, room, "%s/urto/presets", data);
    }
    return home && home[0] ? (size_t)urto_format(path, room, "%s/.local/share/urto/presets", home)
                           : 0;
}

static bool is_id(const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");

    return length > 0 && length <= URTO_PRESET_ID_MAX && text[length] == '\0';
}

/* One line for people: no control characters. */
static bool is_line(const char *text, size_t room)
{
    for (const char *at = text; *at; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7F) {
            return false;
        }
    }
    return strlen(text) < room;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void set_text(Reading *reading, const char *key, const char *value, bool *given, char *to,
                     size_t room)
{
    if (*given) {
        urto_format(reading->problem, sizeof reading->problem, "%s is given twice", key);
    } else if (!is_line(value, room) || !value[0]) {
        urto_format(reading->problem, sizeof reading->problem,
                    "%s must be 1 to %zu characters without control characters", key, room - 1);
    } else {
        memcpy(to, value, strlen(value) + 1);
    }
    *given = true;
}

static void read_parameter(Reading *reading, const char *key, const char *value)
{
    const UrtoPluginInfo *info = reading->info;
    const uint32_t index = urto_plugin_parameter_find(info, key);
    UrtoDiagnostic why = {.status = URTO_OK};

    if (index >= info->table_count) {
        urto_format(reading->problem, sizeof reading->problem,
                    "%s has no parameter \"%.40s\", see urto instruments %s", info->id, key,
                    info->id);
    } else if (reading->given >> index & 1U) {
        urto_format(reading->problem, sizeof reading->problem, "%s is given twice", key);
    } else if (urto_parameter_read(urto_plugin_parameter(info, index), value,
                                   &reading->entry->values[index].value, &why) != URTO_OK) {
        urto_format(reading->problem, sizeof reading->problem, "%s", why.message);
    } else {
        reading->given |= (uint64_t)1 << index;
    }
}

static void read_version(Reading *reading, const char *line)
{
    static const char head[] = "urto-preset ";
    double version = 0.0;
    const char *rest = NULL;

    if (strncmp(line, head, sizeof head - 1) == 0) {
        rest = urto_read_number(line + sizeof head - 1, &version);
    }
    if (!rest || *rest || version != floor(version) || version < 1.0) {
        urto_format(reading->problem, sizeof reading->problem,
                    "no preset of urto: the first line must be \"%s%d\"", head, VERSION);
    } else if (version > VERSION) {
        urto_format(reading->problem, sizeof reading->problem,
                    "made by a newer urto: version %.0f, must be %d", version, VERSION);
    }
    reading->begun = true;
}

/* "key = value" */
static void read_pair(Reading *reading, char *line)
{
    Entry *entry = reading->entry;
    char *equals = strchr(line, '=');

    if (!equals || equals == line) {
        urto_format(reading->problem, sizeof reading->problem,
                    "\"%.40s\", must be parameter = value", line);
        return;
    }
    char *end = equals;
    while (end > line && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    *end = '\0';
    const char *value = equals + 1 + strspn(equals + 1, " \t");
    if (strcmp(line, "instrument") == 0) {
        if (strcmp(value, reading->info->id) != 0) {
            urto_format(reading->problem, sizeof reading->problem,
                        "instrument is \"%.40s\", must be %s, as the folder says", value,
                        reading->info->id);
        }
        reading->instrument = true;
    } else if (strcmp(line, "name") == 0) {
        set_text(reading, line, value, &reading->name, entry->name, sizeof entry->name);
    } else if (strcmp(line, "description") == 0) {
        set_text(reading, line, value, &reading->description, entry->description,
                 sizeof entry->description);
    } else {
        read_parameter(reading, line, value);
    }
}

/* Cuts the text into lines. */
static void read_lines(Reading *reading, char *text)
{
    for (char *at = text; *at && !reading->problem[0];) {
        char *next = at + strcspn(at, "\n");
        char *end = next;
        next += *next == '\n';
        while (end > at && strchr(" \t\r", end[-1])) {
            end--;
        }
        *end = '\0';
        at += strspn(at, " \t");
        reading->line++;
        if (*at && *at != '#') {
            if (reading->begun) {
                read_pair(reading, at);
            } else {
                read_version(reading, at);
            }
        }
        at = next;
    }
    if (!reading->problem[0] && !reading->begun) {
        read_version(reading, "");
    }
    if (!reading->problem[0] && !reading->instrument) {
        urto_format(reading->problem, sizeof reading->problem, "no line \"instrument = %s\"",
                    reading->info->id);
    }
}

static void start_entry(Entry *entry, const UrtoPluginInfo *info, const char *id)
{
    *entry = (Entry){.description = "A preset of your own."};
    memcpy(entry->id, id, strlen(id) + 1);
    memcpy(entry->name, id, strlen(id) + 1);
    for (uint32_t i = 0; i < info->table_count && i < PARAMETERS_MAX; i++) {
        entry->values[i] = (UrtoPresetValue){i, urto_plugin_default(info, i)};
    }
    entry->preset = (UrtoPreset){.id = entry->id,
                                 .name = entry->name,
                                 .description = entry->description,
                                 .values = entry->values,
                                 .count = info->table_count};
}

static void read_stream(Reading *reading, FILE *file)
{
    char *text = malloc(FILE_MAX + 1);
    const size_t size = text ? fread(text, 1, FILE_MAX + 1, file) : 0;

    if (!text || ferror(file)) {
        urto_format(reading->problem, sizeof reading->problem, "cannot be read");
    } else if (size > FILE_MAX) {
        urto_format(reading->problem, sizeof reading->problem, "longer than 64 KiB");
    } else if (memchr(text, '\0', size)) {
        urto_format(reading->problem, sizeof reading->problem, "no text");
    } else {
        text[size] = '\0';
        read_lines(reading, text);
    }
    free(text);
}

#if HAS_FOLDERS
/* "path:3: what" */
static void add_problem(UrtoUserPresets *presets, const char *path, const Reading *reading)
{
    const size_t size = strlen(path) + sizeof reading->problem + 20;
    char *text = malloc(size);

    if (!text) {
        presets->memory = true;
        return;
    }
    if (reading->line) {
        urto_format(text, size, "%s:%u: %s", path, reading->line, reading->problem);
    } else {
        urto_format(text, size, "%s: %s", path, reading->problem);
    }
    presets->problems[presets->problem_count++] = text;
}

/* To open a pipe would wait for ever. What is not there counts as regular: fopen says why. */
static bool is_regular(const char *path)
{
    struct stat found;

    return stat(path, &found) != 0 || S_ISREG(found.st_mode);
}

static void read_file(UrtoUserPresets *presets, const UrtoPluginInfo *info, const char *path,
                      const char *file_name)
{
    char id[URTO_PRESET_ID_MAX + 1 + sizeof extension];
    Reading reading = {.info = info, .entry = malloc(sizeof *reading.entry)};

    if (!reading.entry) {
        presets->memory = true;
        return;
    }
    urto_format(id, sizeof id, "%s", file_name);
    id[strlen(id) >= sizeof extension ? strlen(id) + 1 - sizeof extension : 0] = '\0';
    if (strlen(file_name) >= sizeof id || !is_id(id)) {
        urto_format(reading.problem, sizeof reading.problem,
                    "the name of the file must be a-z, 0-9 and -, at most %u, and %s",
                    URTO_PRESET_ID_MAX, extension);
    } else if (urto_plugin_preset_find(info, id) != URTO_NONE) {
        urto_format(reading.problem, sizeof reading.problem,
                    "%s has a preset %s that ships, the file needs another name", info->id, id);
    } else if (!is_regular(path)) {
        urto_format(reading.problem, sizeof reading.problem, "no regular file");
    } else {
        FILE *file = fopen(path, "rb");
        start_entry(reading.entry, info, id);
        if (file) {
            read_stream(&reading, file);
            fclose(file);
        } else {
            urto_format(reading.problem, sizeof reading.problem, "cannot be read: %s",
                        strerror(errno));
        }
    }
    if (reading.problem[0]) {
        add_problem(presets, path, &reading);
        free(reading.entry);
    } else {
        presets->entries[presets->count++] = reading.entry;
    }
}

static bool grow(UrtoUserPresets *presets)
{
    const uint32_t used =
        presets->count > presets->problem_count ? presets->count : presets->problem_count;

    if (used < presets->room) {
        return true;
    }
    const uint32_t room = presets->room ? 2 * presets->room : 16;
    Entry **entries = realloc(presets->entries, room * sizeof(Entry *));
    presets->entries = entries ? entries : presets->entries;
    char **problems = entries ? realloc(presets->problems, room * sizeof(char *)) : NULL;
    presets->problems = problems ? problems : presets->problems;
    presets->memory = presets->memory || !problems;
    presets->room = problems ? room : presets->room;
    return problems != NULL;
}

static int compare_entries(const void *a, const void *b)
{
    return strcmp((*(const Entry *const *)a)->id, (*(const Entry *const *)b)->id);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void read_folder(UrtoUserPresets *presets, const UrtoPluginInfo *info, const char *folder)
{
    char path[PATH_ROOM + 300];
    DIR *list = opendir(folder);
    const struct dirent *item = list ? readdir(list) : NULL;

    for (; item; item = readdir(list)) {
        const size_t length = strlen(item->d_name);
        const size_t tail = sizeof extension - 1;
        if (item->d_name[0] == '.' || length <= tail ||
            strcmp(item->d_name + length - tail, extension) != 0) {
            continue;
        }
        if (!grow(presets)) {
            break;
        }
        if (presets->count + presets->problem_count == FILES_MAX) {
            Reading reading = {.line = 0};
            urto_format(reading.problem, sizeof reading.problem,
                        "more than %d files, the others are skipped", FILES_MAX);
            add_problem(presets, folder, &reading);
            break;
        }
        urto_format(path, sizeof path, "%s/%s", folder, item->d_name);
        read_file(presets, info, path, item->d_name);
    }
    if (list) {
        closedir(list);
    }
    if (presets->count) {
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
        qsort(presets->entries, presets->count, sizeof *presets->entries, compare_entries);
    }
    if (presets->problem_count) {
        qsort(presets->problems, presets->problem_count, sizeof *presets->problems, compare_texts);
    }
}
#endif

/* FOLDER/ID */
static UrtoStatus folder_of(const UrtoPluginInfo *info, const char *folder, char path[PATH_ROOM],
                            UrtoDiagnostic *why)
{
    char home[PATH_ROOM] = "";

    if (!info || !info->id || urto_plugin_find(info->id) == URTO_NONE) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "info", 0.0,
                           "info is of no plug-in, must come from urto_plugin_info");
    }
    if (!folder && urto_user_presets_folder(home, sizeof home) == 0) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "folder", 0.0,
                           "no folder for presets: set URTO_PRESETS, or HOME");
    }
    const int length = urto_format(path, PATH_ROOM, "%s/%s", folder ? folder : home, info->id);
    return length < PATH_ROOM ? URTO_OK
                              : status_fail(why, URTO_ERROR_LIMIT, "folder", length,
                                            "the path of the presets has %d bytes, must be less "
                                            "than %d",
                                            length, PATH_ROOM);
}

UrtoStatus urto_user_presets_read(UrtoUserPresets **presets, const UrtoPluginInfo *info,
                                  const char *folder, UrtoDiagnostic *why)
{
    char path[PATH_ROOM];

    if (!presets) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "presets", 0.0, "presets is NULL");
    }
    *presets = NULL;
    const UrtoStatus status = folder_of(info, folder, path, why);
    if (status != URTO_OK) {
        return status;
    }
    UrtoUserPresets *made = calloc(1, sizeof *made);
#if HAS_FOLDERS
    if (made) {
        read_folder(made, info, path);
    }
#endif
    if (!made || made->memory) {
        urto_user_presets_destroy(made);
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    *presets = made;
    return URTO_OK;
}

void urto_user_presets_destroy(UrtoUserPresets *presets)
{
    if (!presets) {
        return;
    }
    for (uint32_t i = 0; i < presets->count; i++) {
        free(presets->entries[i]);
    }
    for (uint32_t i = 0; i < presets->problem_count; i++) {
        free(presets->problems[i]);
    }
    free(presets->entries);
    free(presets->problems);
    free(presets);
}

uint32_t urto_user_presets_count(const UrtoUserPresets *presets)
{
    return presets ? presets->count : 0;
}

const UrtoPreset *urto_user_presets_at(const UrtoUserPresets *presets, uint32_t index)
{
    return presets && index < presets->count ? &presets->entries[index]->preset : NULL;
}

const UrtoPreset *urto_user_presets_find(const UrtoUserPresets *presets, const char *id)
{
    for (uint32_t i = 0; presets && id && i < presets->count; i++) {
        if (strcmp(presets->entries[i]->id, id) == 0) {
            return &presets->entries[i]->preset;
        }
    }
    return NULL;
}

const char *urto_user_presets_problem(const UrtoUserPresets *presets, uint32_t index)
{
    return presets && index < presets->problem_count ? presets->problems[index] : NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static UrtoStatus check_preset(const UrtoPluginInfo *info, const UrtoPreset *preset,
                               UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "preset", preset);

    if (status != URTO_OK) {
        return status;
    }
    if (!preset->id || !is_id(preset->id)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "id", 0.0,
                           "id is \"%.60s\", must be 1 to %u of a-z, 0-9 and -",
                           preset->id ? preset->id : "", URTO_PRESET_ID_MAX);
    }
    if (urto_plugin_preset_find(info, preset->id) != URTO_NONE) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "id", 0.0,
                           "%s has a preset %s that ships, take another name", info->id,
                           preset->id);
    }
    if (!preset->name || !preset->name[0] || !is_line(preset->name, NAME_ROOM)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "name", 0.0,
                           "name must be a line of 1 to %d characters", NAME_ROOM - 1);
    }
    if (!preset->description || !is_line(preset->description, LINE_ROOM)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "description", 0.0,
                           "description must be a line of at most %d characters", LINE_ROOM - 1);
    }
    return preset->count && !preset->values
               ? status_fail(why, URTO_ERROR_ARGUMENT, "values", 0.0, "values is NULL")
               : URTO_OK;
}

static bool write_preset(FILE *file, const UrtoPluginInfo *info, const UrtoPreset *preset)
{
    const UrtoParameterInfo *table = urto_plugin_parameter(info, 0);

    fprintf(file, "urto-preset %d\ninstrument = %s\nname = %s\n", VERSION, info->id, preset->name);
    if (preset->description[0]) {
        fprintf(file, "description = %s\n", preset->description);
    }
    fputs("\n", file);
    for (uint32_t i = 0; i < info->table_count; i++) {
        char value[80] = "";
        double inside = 0.0;
        (void)urto_parameter_clamp(&table[i], urto_preset_value(preset, table, i), &inside, NULL);
        urto_parameter_write(&table[i], inside, value, sizeof value);
        fprintf(file, "%s = %s\n", table[i].id, value);
    }
    return !ferror(file);
}

/* The folder and those above it. */
static bool make_folders(char *path)
{
#if HAS_FOLDERS
    for (char *at = strchr(path + (path[0] == '/'), '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        const bool made = mkdir(path, 0777) == 0 || errno == EEXIST || errno == EISDIR;
        *at = '/';
        if (!made) {
            return false;
        }
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST;
#else
    (void)path;
    return true;
#endif
}

static UrtoStatus refuse_writing(const char *path, UrtoDiagnostic *why)
{
    return status_fail(why, URTO_ERROR_NOT_FOUND, "path", errno, "cannot write %.150s: %s", path,
                       strerror(errno));
}

static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");

    if (file) {
        fclose(file);
    }
    return file != NULL;
}

UrtoStatus urto_user_presets_save(const UrtoPluginInfo *info, const char *folder,
                                  const UrtoPreset *preset, bool replace, char *path, size_t room,
                                  UrtoDiagnostic *why)
{
    char parent[PATH_ROOM] = "";
    char whole[PATH_ROOM + 60];
    char unfinished[PATH_ROOM + 60];
    UrtoStatus status = folder_of(info, folder, parent, why);

    status = status == URTO_OK ? check_preset(info, preset, why) : status;
    if (status != URTO_OK) {
        return status;
    }
    if (!make_folders(parent)) {
        return refuse_writing(parent, why);
    }
    urto_format(whole, sizeof whole, "%s/%s%s", parent, preset->id, extension);
    urto_format(unfinished, sizeof unfinished, "%s/.%s.new", parent, preset->id);
    if (!replace && is_there(whole)) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "id", 0.0, "%.150s is there already",
                           whole);
    }
    FILE *file = fopen(unfinished, "wb");
    if (!file) {
        return refuse_writing(whole, why);
    }
    const bool written = write_preset(file, info, preset);
    if (fclose(file) != 0 || !written || rename(unfinished, whole) != 0) {
        status = refuse_writing(whole, why);
        (void)remove(unfinished);
        return status;
    }
    urto_format(path, path ? room : 0, "%s", whole);
    return URTO_OK;
}
