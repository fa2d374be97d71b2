/* Ten hits on three objects, as a game makes them. Teaches to compile the world when a level loads, to
 * throw hammers in the audio thread, and to learn from contact events how hard each hit was.
 *   game_hits hits.wav */
#include "examples/sound_file.h"

#include <urto/urto.h>

enum { RATE = 48000, BLOCK = 480, OBJECTS = 3, EVERY = 30 * BLOCK, FRAMES = 10 * EVERY };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    static const char *const materials[OBJECTS] = {"glass", "rosewood", "steel"};
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why;
    UrtoBody hammers[OBJECTS];
    UrtoContact contacts[OBJECTS];
    UrtoWorldOptions options = urto_world_options();
    options.contact_events = 64;
    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &options);
    for (int i = 0; i < OBJECTS; i++) {
        const double length = 0.15 + 0.05 * i;
        UrtoBarDef bar = urto_bar_of(urto_material_find(materials[i]), length, 0.03, 0.006);
        UrtoMassDef hammer = urto_mass_def();
        hammer.position = -1.0; /* a metre below, out of the way */
        UrtoBody body = urto_world_def_bar(def, &bar);
        hammers[i] = urto_world_def_mass(def, &hammer);
        UrtoPort head = urto_world_def_port_at(def, hammers[i], 0.0, 0.0);
        UrtoPort struck = urto_world_def_port_at(def, body, 0.3 * length, 0.0);
        contacts[i] = urto_world_def_contact_between(def, head, struck, urto_law_def(), 0.0);
        UrtoProbeDef ear = urto_probe_def(struck);
        ear.gain = 0.1;
        urto_world_def_probe(def, &ear);
    }
    if (urto_world_create(&world, def, RATE, &why) != URTO_OK) { /* whatever was wrong above */
        fprintf(stderr, "game_hits: %s\n", why.message);
        urto_world_def_destroy(def);
        return 1;
    }
    int refused = 0;
    for (int frame = 0; frame < FRAMES; frame += BLOCK) {
        float *out[1] = {sound + frame};
        UrtoContactEvent event;
        if (frame % EVERY == 0) {
            const int hit = frame / EVERY;
            refused += urto_world_throw_at(world, hammers[hit % OBJECTS], contacts[hit % OBJECTS],
                                           0.2 + 0.1 * hit, 100, NULL) != URTO_OK;
        }
        urto_world_process(world, NULL, out, BLOCK);
        while (urto_world_contact_events(world, &event, 1)) {
            if (event.kind == URTO_CONTACT_ENDS) {
                printf("%.3f s: %s, %.2f m/s, %.0f N\n", (double)event.frame / RATE,
                       materials[event.contact.id - 1], event.speed, event.peak_force);
            }
        }
    }
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    if (refused) { /* in the audio thread there is no message: NULL above */
        fprintf(stderr, "game_hits: %d throws were refused\n", refused);
        return 1;
    }
    return sound_file_write(argc > 1 ? argv[1] : "hits.wav", sound, FRAMES, RATE);
}
