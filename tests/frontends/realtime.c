/* Every plug-in in a host's process call, with notes, controllers and parameters, to be run under
 * RealtimeSanitizer: an allocation, lock or system call there ends the program.
 *   realtime PATH */
#include "frontends/host/host.h"

#include <urto/plugin.h>

#include <string.h>

enum { BLOCK = 256, BLOCKS = 60 };

static int run(Host *host, const UrtoPluginInfo *info)
{
    static float in[2][BLOCK], out[2][BLOCK];
    Instance *instance = host_create(host, info->id, 44100.0, BLOCK);
    double loud = 0.0;

    if (!instance) {
        return 1;
    }
    for (uint32_t block = 0; block < BLOCKS; block++) {
        for (uint32_t i = 0; i < 6 && block < 50; i++) {
            const uint32_t parameter = (block + i) % info->parameter_count;
            const uint8_t key = (uint8_t)(30 + (block * 7 + i * 11) % 60);
            const uint8_t note[] = {i % 3 ? 0x90 : 0x80, key, 90};
            host_set(instance, parameter,
                     urto_parameter_value(urto_plugin_parameter(info, parameter), 0.01 * block));
            if (info->instrument) {
                host_midi(instance, i * 40, note, 3);
                host_midi(instance, i * 40, (const uint8_t[]){0xE0, (uint8_t)block, 70}, 3);
                host_midi(instance, i * 40, (const uint8_t[]){0xB0, 1, (uint8_t)block}, 3);
            }
        }
        for (uint32_t i = 0; i < BLOCK; i++) {
            in[0][i] = in[1][i] = (float)((i * 7 + block) % 31) * 0.05f - 0.7f;
        }
        host_run(instance, (const float *[]){in[0], in[1]}, (float *[]){out[0], out[1]}, BLOCK);
        for (uint32_t i = 0; i < BLOCK; i++) {
            loud += (double)out[0][i] * (double)out[0][i];
        }
    }
    host_destroy(instance);
    return !(loud > 0.0);
}

int main(int argc, char **argv)
{
    Host *host = argc == 2 ? host_open(argv[1]) : NULL;

    if (!host || host_count(host) != urto_plugin_count()) {
        fputs("usage: realtime PATH, of all plug-ins\n", stderr);
        return 2;
    }
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        const UrtoPluginInfo info = urto_plugin_info(i);
        if (run(host, &info)) {
            fprintf(stderr, "%s %s failed\n", host_format, info.id);
            return 1;
        }
    }
    host_close(host);
    printf("%s: process ran for every plug-in\n", host_format);
    return 0;
}
