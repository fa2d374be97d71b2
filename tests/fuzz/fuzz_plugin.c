/* libFuzzer on what a host gives back as a state: any bytes, with NULs or without an end, for an
 * instrument and for the effect. The first byte chooses which. What is refused has one message and
 * changes nothing; what is taken comes back the same and sounds within ±1. */
#include "frontends/core/plugin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void taken(Plugin *plugin)
{
    float out[2][FRAMES];
    char *first = plugin_save_text(plugin);

    need(plugin_restore(plugin, first, NULL) == URTO_OK);
    char *second = plugin_save_text(plugin);
    need(strcmp(first, second) == 0);
    free(first);
    free(second);
    for (int i = 0; i < FRAMES; i++) {
        out[0][i] = out[1][i] = i % 7 ? 0.5f : -0.5f;
    }
    plugin_midi(plugin, 0, (const uint8_t[]){0x90, 60, 127}, 3);
    plugin_process(plugin, (const float *[]){out[0], out[1]}, (float *[]){out[0], out[1]}, FRAMES);
    for (int i = 0; i < 2 * FRAMES; i++) {
        need(fabsf(out[i % 2][i / 2]) <= 1.0f);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Plugin *plugins[2];
    UrtoDiagnostic why = {0};

    if (size == 0) {
        return 0;
    }
    Plugin **plugin = &plugins[data[0] % 2];
    if (!*plugin) {
        PluginOptions options = plugin_options(8000.0);
        options.voices = 1;
        need(plugin_create(plugin, data[0] % 2 ? "bump" : "snare", &options, NULL) == URTO_OK);
    }
    char *before = plugin_save_text(*plugin);
    if (plugin_restore_bytes(*plugin, data + 1, size - 1, &why) == URTO_OK) {
        taken(*plugin);
    } else {
        char *after = plugin_save_text(*plugin);
        need(strcmp(before, after) == 0 && strncmp(why.message, "line ", 5) == 0);
        free(after);
    }
    free(before);
    return 0;
}
