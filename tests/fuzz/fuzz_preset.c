/* libFuzzer on files of user presets: each is a preset whose values are in their ranges and come back from a file of their
 * own, or is named with what is wrong. */
#include <urto/user_presets.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "presets-XXXXXX";
static char path[64];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (!mkdtemp(folder)) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/mallet", folder);
    if (mkdir(path, 0700) != 0) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/mallet/one.txt", folder);
    return 0;
}

static UrtoUserPresets *read_all(const UrtoPluginInfo *info)
{
    UrtoUserPresets *presets = NULL;

    if (urto_user_presets_read(&presets, info, folder, NULL) != URTO_OK) {
        abort();
    }
    return presets;
}

static void check(const UrtoPluginInfo *info, const UrtoPreset *preset)
{
    const UrtoParameterInfo *table = urto_plugin_parameter(info, 0);
    double values[64];

    for (uint32_t i = 0; i < info->table_count; i++) {
        values[i] = urto_preset_value(preset, table, i);
        if (!(values[i] >= table[i].minimum && values[i] <= table[i].maximum)) {
            abort();
        }
    }
    if (urto_user_presets_save(info, folder, preset, true, NULL, 0, NULL) != URTO_OK) {
        abort();
    }
    UrtoUserPresets *again = read_all(info);
    for (uint32_t i = 0; i < info->table_count; i++) {
        if (urto_preset_value(urto_user_presets_at(again, 0), table, i) != values[i]) {
            abort();
        }
    }
    urto_user_presets_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    FILE *file = fopen(path, "wb");

    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        abort();
    }
    UrtoUserPresets *presets = read_all(&info);
    if ((urto_user_presets_count(presets) == 1) ==
        (urto_user_presets_problem(presets, 0) != NULL)) {
        abort();
    }
    if (urto_user_presets_count(presets)) {
        check(&info, urto_user_presets_at(presets, 0));
    }
    urto_user_presets_destroy(presets);
    return 0;
}
