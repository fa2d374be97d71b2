/* bench_plain_render SCENE.yaml PATH FROM TO CASES SECONDS INDEX COUNT: renders every COUNTth of the cases of one logarithmic axis, from the
 * INDEXth on: what bench/sweeps compares urto sweep with. */
#include <urto/scene.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 64 };

static int render(const char *path, const char *const *overrides)
{
    float left[BLOCK], right[BLOCK];
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;

    if (urto_scene_load_file(&scene, path, overrides, 2) != URTO_OK ||
        urto_player_create(&player, scene, NULL, NULL) != URTO_OK) {
        fprintf(stderr, "bench_plain_render: %s\n", urto_scene_error(scene, 0)->message);
        return 1;
    }
    const UrtoSceneInfo info = urto_scene_info(scene);
    const size_t frames = (size_t)(info.seconds * info.rate + 0.5);
    float *samples = malloc(frames * info.channels * sizeof *samples);
    for (size_t done = 0; samples && done < frames;) {
        const size_t count = frames - done < BLOCK ? frames - done : BLOCK;
        urto_player_process(player, (float *const[2]){left, right}, (uint32_t)count);
        for (size_t i = 0; i < count; i++, done++) {
            samples[done * info.channels] = left[i];
            if (info.channels == 2) {
                samples[done * 2 + 1] = right[i];
            }
        }
    }
    free(samples);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    return 0;
}

int main(int argc, char **argv)
{
    int code = 0;

    if (argc != 9) {
        fprintf(stderr, "Usage: bench_plain_render SCENE PATH FROM TO CASES SECONDS INDEX COUNT\n");
        return 2;
    }
    const double from = strtod(argv[3], NULL), to = strtod(argv[4], NULL);
    const int cases = (int)strtol(argv[5], NULL, 10);
    for (int i = (int)strtol(argv[7], NULL, 10) - 1; i < cases && code == 0;
         i += (int)strtol(argv[8], NULL, 10)) {
        char value[200], seconds[60];
        snprintf(value, sizeof value, "%.100s=%.17g", argv[2],
                 from * pow(to / from, (double)i / (double)(cases - 1)));
        snprintf(seconds, sizeof seconds, "seconds=%.40s", argv[6]);
        code = render(argv[1], (const char *const[2]){value, seconds});
    }
    return code;
}
