/* libFuzzer on overrides, "path=value" a line, of a small scene: each is taken or refused with a message,
 * and what is taken plays. */
#include <urto/scene.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { OVERRIDES = 8, FRAMES = 64 };

static const char text[] = "seconds: 0.01\n"
                           "rate: 8000\n"
                           "bodies:\n"
                           "  string: {type: string, length: 0.7, segments: 20}\n"
                           "  hammer: {type: mass, mass: 8 g, velocity: 1}\n"
                           "contacts:\n"
                           "  felt: {between: [hammer, string@0.12], stiffness: 1e6}\n"
                           "bows:\n"
                           "  bow: {at: string@0.1}\n"
                           "actions:\n"
                           "  - {do: pluck, at: string@0.3}\n"
                           "probes:\n"
                           "  - {hear: string@0.9}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1);
    const char *list[OVERRIDES];
    uint32_t count = 0;
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;
    float left[FRAMES], right[FRAMES];

    memcpy(copy, data, size);
    copy[size] = '\0';
    for (char *line = copy; line && count < OVERRIDES; count++) {
        char *end = strchr(line, '\n');
        list[count] = line;
        line = end ? end + 1 : NULL;
        if (end) {
            *end = '\0';
        }
    }
    const UrtoStatus status = urto_scene_load(&scene, text, sizeof text - 1, list, count);
    if ((status == URTO_OK) != (urto_scene_error_count(scene) == 0)) {
        abort();
    }
    const UrtoSceneInfo info = urto_scene_info(scene);
    if (status == URTO_OK && info.rate <= 50000.0 &&
        urto_player_create(&player, scene, NULL, NULL) == URTO_OK &&
        urto_world_bytes(urto_player_world(player)) < 4000000) {
        urto_player_process(player, (float *const[2]){left, right}, FRAMES);
        for (int i = 0; i < FRAMES; i++) {
            if (!isfinite(left[i])) {
                abort();
            }
        }
    }
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    free(copy);
    return 0;
}
