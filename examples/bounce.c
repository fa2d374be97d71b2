/* Drops a steel ball on a wooden bar and prints every bounce until it lies still. Teaches gravity and
 * contact events: nothing schedules the bounces, the world says when they happened.
 *   bounce bounce.wav */
#include "examples/sound_file.h"

#include <urto/urto.h>

enum { RATE = 48000, BLOCK = 480, FRAMES = 3 * RATE };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "bounce.wav";
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why;
    UrtoWorldOptions options = urto_world_options();
    options.contact_events = 256; /* room for what happens in one block */
    options.repeatable = true;    /* bounces magnify rounding: the same for all sizes of blocks */
    UrtoMassDef steel = urto_mass_def();
    steel.mass = 0.003;
    steel.position = 0.2; /* 20 cm above the bar, at rest */
    steel.gravity = -9.81;
    const UrtoBarDef wood = urto_bar_of(urto_material_find("rosewood"), 0.35, 0.05, 0.02);
    const UrtoLaw law = {1e8, 1.5, 0.2};

    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &options);
    const UrtoBody ball = urto_world_def_mass(def, &steel);
    const UrtoBody bar = urto_world_def_bar(def, &wood);
    const UrtoPort skin = urto_world_def_port_at(def, ball, 0.0, 0.0);
    const UrtoPort struck = urto_world_def_port_at(def, bar, 0.4 * wood.length, 0.0);
    const UrtoPort heard = urto_world_def_port_at(def, bar, 0.0, 0.0);
    urto_world_def_contact_between(def, struck, skin, law, 0.0); /* the bar is below */
    const UrtoProbeDef probe = urto_probe_def(heard);
    urto_world_def_probe(def, &probe);
    if (urto_world_create(&world, def, RATE, &why) != URTO_OK) {
        fprintf(stderr, "bounce: %s\n", why.message);
        urto_world_def_destroy(def);
        return 1;
    }
    int bounces = 0;
    for (int frame = 0; frame < FRAMES; frame += BLOCK) {
        float *out[1] = {sound + frame};
        UrtoContactEvent event;
        urto_world_process(world, NULL, out, BLOCK);
        while (urto_world_contact_events(world, &event, 1)) {
            if (event.kind == URTO_CONTACT_BEGINS && event.speed > 0.05) { /* then it buzzes */
                printf("%.4f s: %.3f m/s\n", (double)event.frame / RATE, event.speed);
                bounces++;
            }
        }
    }
    printf("%d bounces\n", bounces);
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    return sound_file_write(path, sound, FRAMES, RATE);
}
