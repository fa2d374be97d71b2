/* What urto.impact~ and urto.world~ must play, and what must come out: a piece as text on standard
 * output, and the library's own rendering of two outlets as raw floats, left and right in turn.
 *   worlds impact|SCENE.yaml RATE OUTLET OUT.raw
 * Lines of the text: "FRAME say MESSAGE". What urto.impact~ hears is in OUT.raw.in. */
#include "frontends/pd/impact_box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if URTO_SCENES
#include <urto/scene.h>
#endif

enum { FRAMES = 40000, BLOCK = 64, HITS = 5, GAP = 7040 };

static void write_pair(FILE *file, float left, float right)
{
    fwrite(&left, sizeof left, 1, file);
    fwrite(&right, sizeof right, 1, file);
}

/* Throws, and a force that pulls the hammer back; the law is changed in between. */
static int play_impact(double rate, uint32_t outlet, const char *path)
{
    char input[1024];
    ImpactBox box = impact_box();
    UrtoDiagnostic why = {0};
    float in[2][BLOCK];
    float out[3][BLOCK];

    snprintf(input, sizeof input, "%s.in", path);
    FILE *raw = fopen(path, "wb");
    FILE *heard = fopen(input, "wb");
    box.rate = rate;
    if (!raw || !heard || impact_make(&box, &why) != URTO_OK) {
        return 1;
    }
    for (uint32_t at = 0; at < FRAMES; at += BLOCK) {
        const uint32_t hit = at / GAP;
        if (at % GAP == 0 && hit < HITS) {
            const double speed = 0.5 * (hit + 1.0);
            const float stiffness = 1e7f * (float)(hit + 1);
            printf("%u say stiffness %.9g\n%u say throw %g\n", at, (double)stiffness, at, speed);
            if (impact_set(&box, IMPACT_STIFFNESS, (double)stiffness, 0, &why) != URTO_OK ||
                impact_throw(&box, speed, &why) != URTO_OK) {
                return 1;
            }
        }
        for (uint32_t i = 0; i < BLOCK; i++) {
            in[0][i] = -0.1f - 0.0001f * (float)(at / BLOCK);
            in[1][i] = (at + i) % 500 == 0 ? 0.5f : 0.0f;
            write_pair(heard, in[0][i], in[1][i]);
        }
        impact_process(&box, (const float *[]){in[0], in[1]}, (float *[]){out[0], out[1], out[2]},
                       BLOCK);
        for (uint32_t i = 0; i < BLOCK; i++) {
            write_pair(raw, out[outlet][i], out[outlet + 1][i]);
        }
    }
    impact_end(&box);
    return fclose(raw) != 0 || fclose(heard) != 0;
}

#if URTO_SCENES
static int play_scene(const char *scene_path, const char *rate, const char *path)
{
    static char text[65536];
    char override[60];
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;
    float out[2][BLOCK];

    snprintf(override, sizeof override, "rate=%.40s", rate);
    FILE *file = fopen(scene_path, "r");
    FILE *raw = fopen(path, "wb");
    if (!file || !raw) {
        return 1;
    }
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    if (urto_scene_load(&scene, text, size, (const char *[]){override}, 1) != URTO_OK ||
        urto_player_create(&player, scene, NULL, NULL) != URTO_OK) {
        return 1;
    }
    puts("0 say restart");
    for (uint32_t at = 0; at < FRAMES; at += BLOCK) {
        if (at == 128 * BLOCK) {
            printf("%u say set felt.stiffness 2e+08\n", at);
            UrtoTarget felt = {0};
            (void)urto_scene_target(scene, "felt.stiffness", &felt, NULL);
            (void)urto_player_set(player, felt, 2e8, 480, NULL);
        }
        urto_player_process(player, (float *[]){out[0], out[1]}, BLOCK);
        for (uint32_t i = 0; i < BLOCK; i++) {
            write_pair(raw, out[0][i], out[1][i]);
        }
    }
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    return fclose(raw) != 0;
}
#endif

int main(int argc, char **argv)
{
    if (argc != 5) {
        fputs("usage: worlds impact|SCENE.yaml RATE OUTLET OUT.raw\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "impact") == 0) {
        return play_impact(strtod(argv[2], NULL), (uint32_t)strtoul(argv[3], NULL, 10), argv[4]);
    }
#if URTO_SCENES
    return play_scene(argv[1], argv[2], argv[4]);
#else
    return 1;
#endif
}
