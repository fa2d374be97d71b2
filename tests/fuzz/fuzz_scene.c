/* libFuzzer on the loader: any text is read or refused, without harm and in bounded memory. Large
 * worlds are refused here by their cost, not by their text: a scene that asks for more than a small
 * grid is only read. One that can be played is played. */
#include <urto/scene_instrument.h>

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const overrides[] = {"rate=8000", "oversample=1", "seconds=0.01"};
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;
    float left[64], right[64];
    float *const out[2] = {left, right};

    const UrtoStatus status = urto_scene_load(&scene, (const char *)data, size, overrides, 3);
    if (status == URTO_OK && urto_scene_info(scene).contacts < 8 &&
        urto_player_create(&player, scene, NULL, NULL) == URTO_OK) {
        urto_player_process(player, out, 64);
    }
    urto_player_destroy(player);
    UrtoInstrument *instrument = NULL;
    const UrtoInstrumentOptions few = {.voices = 2};
    if (player && urto_scene_plays(scene) &&
        urto_scene_instrument_create(&instrument, scene, 8000.0, &few, NULL) == URTO_OK) {
        const uint8_t bytes[] = {0x90, 60, 100, 0xE0, 0, 127, 0xD0, 90};
        urto_instrument_midi(instrument, 0, bytes, sizeof bytes);
        urto_instrument_process(instrument, out, 64);
        urto_instrument_destroy(instrument);
        return 0;
    }
    urto_scene_destroy(scene);
    return 0;
}
