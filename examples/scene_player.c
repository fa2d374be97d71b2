/* Plays a scene file and strikes one of its bodies every half second. Teaches scenes: what may be wrong in
 * the text and where, and how a name becomes a place to strike.
 *   scene_player SCENE.yaml BODY sound.wav */
#include "examples/sound_file.h"

#include <urto/scene.h>

#include <stdlib.h>

static int fail(UrtoScene *scene, const char *why)
{
    fprintf(stderr, "scene_player: %s\n", why);
    for (uint32_t i = 0; i < urto_scene_error_count(scene); i++) {
        const UrtoSceneError *error = urto_scene_error(scene, i);
        fprintf(stderr, "scene_player: %u:%u: %s\n", error->line, error->column, error->message);
    }
    urto_scene_destroy(scene);
    return 1;
}

int main(int argc, char **argv)
{
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;
    UrtoDiagnostic why;
    if (argc != 4 || urto_scene_load_file(&scene, argv[1], NULL, 0) != URTO_OK) {
        return fail(scene, argc == 4 ? argv[1] : "usage: scene_player SCENE.yaml BODY sound.wav");
    }
    UrtoPort port = urto_scene_add_port(scene, argv[2], 0.02, 0.02); /* before it is compiled */
    if (urto_player_create(&player, scene, NULL, &why) != URTO_OK) {
        return fail(scene, why.message);
    }
    const UrtoSceneInfo info = urto_scene_info(scene);
    const long frames = (long)(info.seconds * info.rate);
    const uint32_t half = (uint32_t)(0.5 * info.rate);
    float *left = (float *)calloc((size_t)frames + half, sizeof *left);
    float *right = (float *)calloc((size_t)frames + half, sizeof *right);
    UrtoStatus status = left && right ? URTO_OK : URTO_ERROR_MEMORY;
    for (long done = 0; done < frames && status == URTO_OK; done += half) {
        float *out[2] = {left + done, right + done};
        status = urto_world_strike(urto_player_world(player), port, 0.01, 0, &why);
        urto_player_process(player, out, half);
    }
    if (status != URTO_OK) {
        fprintf(stderr, "scene_player: cannot strike %s: %s\n", argv[2],
                left && right ? why.message : "no memory");
    }
    float peak = 1e-9f; /* scenes are in SI units: bring it to half of full scale */
    for (long i = 0; status == URTO_OK && i < frames; i++) {
        peak = left[i] > peak ? left[i] : (-left[i] > peak ? -left[i] : peak);
    }
    for (long i = 0; status == URTO_OK && i < frames; i++) {
        left[i] *= 0.5f / peak;
    }
    const int code =
        status == URTO_OK ? sound_file_write(argv[3], left, frames, (int)info.rate) : 1;
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    free(left);
    free(right);
    return code;
}
