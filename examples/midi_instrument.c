/* Plays a chord and a bend on the fretted string from the bytes of MIDI, as a host hands them over.
 * Teaches instruments: presets and parameters from tables, messages that wait for their frame.
 *   midi_instrument tune.wav [PRESET] */
#include "examples/sound_file.h"

#include <urto/urto.h>

enum { RATE = 48000, BLOCK = 256, FRAMES = 500 * BLOCK };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    static const struct {
        long frame;
        uint8_t bytes[3];
    } messages[] = {
        {100, {0x90, 52, 90}}, /* note on, E3, velocity 90 */
        {100, {0x90, 59, 80}},       {24000, {0x90, 64, 100}},
        {72000, {0x80, 52, 0}},      {72000, {0x80, 59, 0}}, /* off */
        {72000, {0xE0, 0x7F, 0x7F}},                         /* bend: a whole tone up */
    };
    const char *path = argc > 1 ? argv[1] : "tune.wav";
    const UrtoInstrumentInfo *info = urto_instrument_find("fretted-string");
    const uint32_t preset = argc > 2 ? urto_instrument_preset_find(info, argv[2]) : 0;
    UrtoInstrument *guitar = NULL;
    UrtoDiagnostic why;
    UrtoStatus status = urto_instrument_create(&guitar, info, RATE, NULL, &why);
    if (preset == URTO_NONE) {
        fprintf(stderr, "midi_instrument: %s has no preset %s\n", info->id, argv[2]);
    } else if (status != URTO_OK || (status = urto_instrument_load_preset(guitar, preset, &why))) {
        fprintf(stderr, "midi_instrument: %s\n", why.message);
    }
    if (status != URTO_OK || preset == URTO_NONE) {
        urto_instrument_destroy(guitar);
        return 1;
    }
    size_t next = 0;
    for (long frame = 0; frame < FRAMES; frame += BLOCK) {
        float left[BLOCK], right[BLOCK], *out[2] = {left, right};
        for (; next < sizeof messages / sizeof *messages && messages[next].frame < frame + BLOCK;
             next++) {
            urto_instrument_midi(guitar, (uint32_t)(messages[next].frame - frame),
                                 messages[next].bytes, 3);
        }
        urto_instrument_process(guitar, out, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            sound[frame + i] = 0.5f * (left[i] + right[i]);
        }
    }
    const UrtoInstrumentStatistics done = urto_instrument_statistics(guitar);
    printf("%s, %s: %llu notes, %u still sound\n", info->name, info->presets[preset].name,
           (unsigned long long)done.notes, done.voices);
    urto_instrument_destroy(guitar);
    return sound_file_write(path, sound, FRAMES, RATE);
}
