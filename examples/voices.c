/* A polyphonic voice for a plug-in: one string is compiled, its clones are the voices. Teaches how a note
 * takes a voice that sleeps, tunes it and throws its hammer at its frame; nothing allocates.
 *   voices chord.wav */
#include "examples/sound_file.h"

#include <math.h>
#include <urto/urto.h>

enum { RATE = 48000, BLOCK = 64, FRAMES = 1500 * BLOCK, VOICES = 8, EVERY = 200 * BLOCK };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    static const int chord[] = {57, 61, 64, 69}; /* MIDI keys, A major */
    UrtoWorldDef *def = NULL;
    UrtoWorld *voices[VOICES] = {NULL};
    UrtoDiagnostic why;
    UrtoMassDef mass = urto_mass_def();
    UrtoStringDef steel = urto_string_of(urto_material_find("steel"), 0.62, 0.0005, 458.7); /* A3 */
    UrtoLaw law = {4e8, 2.3, 0.5};
    mass.mass = 0.005;
    mass.position = -0.1;
    steel.model = URTO_MODEL_MODAL;
    urto_world_def_create(&def, NULL);
    UrtoBody hammer = urto_world_def_mass(def, &mass);
    UrtoBody string = urto_world_def_string(def, &steel);
    UrtoPort head = urto_world_def_port_at(def, hammer, 0.0, 0.0);
    UrtoPort struck = urto_world_def_port_at(def, string, 0.08, 0.0);
    UrtoContact felt = urto_world_def_contact_between(def, head, struck, law, 0.0);
    UrtoProbeDef bridge = urto_probe_def(urto_world_def_port_at(def, string, 0.6, 0.0));
    urto_world_def_probe(def, &bridge);
    UrtoStatus status = urto_world_create(&voices[0], def, RATE, &why);
    for (int v = 1; v < VOICES && status == URTO_OK; v++) {
        status = urto_world_clone(&voices[v], voices[0], &why);
    }
    if (status != URTO_OK) { /* whatever was wrong above */
        fprintf(stderr, "voices: %s\n", why.message);
    }
    for (int frame = 0; frame < FRAMES && status == URTO_OK; frame += BLOCK) {
        int free = 0;
        while (free < VOICES - 1 && !urto_world_sleeps(voices[free])) {
            free++;
        }
        if (frame % EVERY == 0 && frame < 4 * EVERY) { /* a note at frame 17 of this block */
            const int key = chord[frame / EVERY];
            const double pitch = pow(2.0, (key - 57) / 12.0);
            status =
                urto_world_set_body(voices[free], string, URTO_BODY_TUNING, pitch, 16, 0, NULL);
            if (status == URTO_OK) {
                status = urto_world_throw_at(voices[free], hammer, felt, 2.0, 17, NULL);
            }
            if (status != URTO_OK) {
                fprintf(stderr, "voices: key %d: %s\n", key, urto_status_text(status));
            }
        }
        for (int v = 0; v < VOICES; v++) {
            float out[BLOCK], *channels[1] = {out};
            urto_world_process(voices[v], NULL, channels, BLOCK);
            for (int i = 0; i < BLOCK; i++) {
                sound[frame + i] += 0.1f * out[i];
            }
        }
    }
    for (int v = 0; v < VOICES; v++) {
        urto_world_destroy(voices[v]);
    }
    urto_world_def_destroy(def);
    return status != URTO_OK ||
           sound_file_write(argc > 1 ? argv[1] : "chord.wav", sound, FRAMES, RATE);
}
