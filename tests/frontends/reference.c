/* What a shell must play, and what must come out: the piece of score.h for one plug-in as text on
 * standard output, and the library's own rendering as raw floats, left and right in turn.
 *   reference PLUGIN RATE OUT.raw
 * Lines of the text: "FRAME midi BYTE BYTE BYTE", "FRAME set PARAMETER VALUE". With PLUGIN bump,
 * OUT.raw.in has what the effect hears. */
#include "frontends/host/score.h"

#if URTO_SCENES
#include <urto/scene_instrument.h>
#endif

#include <stdio.h>
#include <string.h>

static int write_raw(const char *path, float *const sound[2])
{
    FILE *file = fopen(path, "wb");

    if (!file) {
        fprintf(stderr, "reference: cannot write %s\n", path);
        return 1;
    }
    for (uint32_t i = 0; i < SCORE_FRAMES; i++) {
        fwrite(&sound[0][i], sizeof(float), 1, file);
        fwrite(&sound[1][i], sizeof(float), 1, file);
    }
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    static float left[SCORE_FRAMES], right[SCORE_FRAMES];
    char input[1024];

#if URTO_SCENES
    urto_scene_plugin_add();
#endif
    if (argc != 4 || urto_plugin_find(argv[1]) == URTO_NONE) {
        fputs("usage: reference PLUGIN RATE OUT.raw\n", stderr);
        return 2;
    }
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(argv[1]));
    const Score score = score_of(&info);
    for (uint32_t i = 0; i < score.count; i++) {
        const ScoreItem *item = &score.items[i];
        if (item->midi) {
            printf("%u midi %u %u %u\n", item->frame, item->bytes[0], item->bytes[1],
                   item->bytes[2]);
        } else {
            printf("%u set %s %.9g\n", item->frame,
                   urto_plugin_parameter(&info, item->parameter)->id, (double)item->value);
        }
    }
    score_render(&info, strtod(argv[2], NULL), left, right);
    if (write_raw(argv[3], (float *[]){left, right})) {
        return 1;
    }
    if (info.instrument) {
        return 0;
    }
    for (uint32_t i = 0; i < SCORE_FRAMES; i++) {
        left[i] = score_input(i, 0);
        right[i] = score_input(i, 1);
    }
    snprintf(input, sizeof input, "%s.in", argv[3]);
    return write_raw(input, (float *[]){left, right});
}
