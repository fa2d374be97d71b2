#include "preset_list.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PresetList preset_list_read(const char *command, const char *id)
{
    PresetList list = {.info = urto_plugin_info(urto_plugin_find(id))};
    const char *problem = NULL;

    if (urto_user_presets_read(&list.own, &list.info, NULL, NULL) != URTO_OK) {
        return list; /* no home, no presets */
    }
    for (uint32_t i = 0; command && (problem = urto_user_presets_problem(list.own, i)); i++) {
        fail(EXIT_FAILED, command, "%s; skipped", problem);
    }
    return list;
}

PresetList preset_list_of(const UrtoInstrumentInfo *instrument)
{
    return (PresetList){.info = {.id = instrument->id,
                                 .name = instrument->name,
                                 .description = instrument->description,
                                 .instrument = instrument,
                                 .outputs = 2,
                                 .parameter_count = instrument->parameter_count,
                                 .table_count = instrument->parameter_count,
                                 .presets = instrument->presets,
                                 .preset_count = instrument->preset_count}};
}

uint32_t preset_list_count(const PresetList *list)
{
    return list->info.preset_count + urto_user_presets_count(list->own);
}

const UrtoPreset *preset_list_at(const PresetList *list, uint32_t index)
{
    return index < list->info.preset_count
               ? &list->info.presets[index]
               : urto_user_presets_at(list->own, index - list->info.preset_count);
}

uint32_t preset_list_find(const PresetList *list, const char *id)
{
    for (uint32_t i = 0; i < preset_list_count(list); i++) {
        if (strcmp(preset_list_at(list, i)->id, id) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

void preset_list_free(PresetList *list)
{
    urto_user_presets_destroy(list->own);
    *list = (PresetList){.own = NULL};
}

/* "mallet/marimba": the preset is looked for later, with its own message. */
static bool split(ChosenSound *chosen, const char *word)
{
    const char *slash = strchr(word, '/');
    char id[URTO_PRESET_ID_MAX + 1];

    if (!slash || (size_t)(slash - word) >= sizeof id ||
        strlen(slash + 1) >= sizeof chosen->preset) {
        return false;
    }
    memcpy(id, word, (size_t)(slash - word));
    id[slash - word] = '\0';
    chosen->info = urto_instrument_find(id);
    if (chosen->info) {
        memcpy(chosen->preset, slash + 1, strlen(slash + 1) + 1);
    }
    return chosen->info != NULL;
}

int preset_list_choose(ChosenSound *chosen, const char *command, const char *word)
{
    Text found = {0};
    int matches = 0;

    *chosen = (ChosenSound){.info = urto_instrument_find(word)};
    if (chosen->info || split(chosen, word) || strlen(word) >= sizeof chosen->preset) {
        return 0;
    }
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(i);
        PresetList list = preset_list_read(NULL, info->id);
        if (preset_list_find(&list, word) != URTO_NONE) {
            chosen->info = info;
            memcpy(chosen->preset, word, strlen(word) + 1);
            text_add(&found, "%s%s/%s", matches++ ? ", " : "", info->id, word);
        }
        preset_list_free(&list);
    }
    const int code = matches > 1 ? fail(EXIT_USAGE, command,
                                        "\"%s\" is a preset of several instruments, must be one "
                                        "of %s",
                                        word, found.data)
                                 : 0;
    text_free(&found);
    return code;
}

/* A name like the word, and how unlike. */
typedef struct Near {
    char name[2 * URTO_PRESET_ID_MAX + 8];
    size_t distance;
} Near;

enum { NEAR_MAX = 3 };

/* Keeps the nearest ones in order. */
static void try_name(Near list[NEAR_MAX], const char *word, const char *name, const char *owner)
{
    Nearest nearest = nearest_start(word);
    Near next = {.distance = 0};

    nearest.distance = strlen(word) > 4 ? 3 : 2;
    nearest_try(&nearest, name);
    if (strlen(word) > 2 && strstr(name, word)) {
        nearest.name = name;
        nearest.distance = 1;
    }
    if (!nearest.name) {
        return;
    }
    next.distance = nearest.distance;
    snprintf(next.name, sizeof next.name, owner ? "%s/%s" : "%s", owner ? owner : name, name);
    for (int i = 0; i < NEAR_MAX; i++) {
        if (!list[i].name[0] || next.distance < list[i].distance) {
            const Near moved = list[i];
            list[i] = next;
            next = moved;
        }
    }
}

void preset_list_nearest(const char *word, Text *text)
{
    Near list[NEAR_MAX] = {{.distance = 0}};

    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        const char *id = urto_instrument_info(i)->id;
        PresetList presets = preset_list_read(NULL, id);
        try_name(list, word, id, NULL);
        for (uint32_t p = 0; p < preset_list_count(&presets); p++) {
            const char *preset = preset_list_at(&presets, p)->id;
            if (strcmp(preset, id) != 0) {
                try_name(list, word, preset, id);
            }
        }
        preset_list_free(&presets);
    }
    for (int i = 0; i < NEAR_MAX && list[i].name[0] && list[i].distance <= list[0].distance + 1;
         i++) {
        text_add(text, "%s%s", i ? " or " : "", list[i].name);
    }
}

void preset_list_id(const char *name, char id[URTO_PRESET_ID_MAX + 1])
{
    size_t length = 0;

    for (; *name && length < URTO_PRESET_ID_MAX; name++) {
        const unsigned char c = (unsigned char)*name;
        if (isalnum(c) && c < 0x80) {
            id[length++] = (char)tolower(c);
        } else if (length > 0 && id[length - 1] != '-') {
            id[length++] = '-';
        }
    }
    length -= length > 0 && id[length - 1] == '-';
    id[length] = '\0';
}
