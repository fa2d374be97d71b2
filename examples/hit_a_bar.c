/* Hits a steel bar with a small hard hammer and writes two seconds of it to a WAV file. Teaches how a
 * world is made: describe bodies, ports and contacts, compile, check once, process.
 *   hit_a_bar bar.wav */
#include "examples/sound_file.h"

#include <urto/urto.h>

enum { RATE = 48000, FRAMES = 2 * RATE };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "bar.wav";
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why;

    urto_world_def_create(&def, NULL);
    UrtoWorldOptions options = urto_world_options();
    options.ledger = true; /* to see that the energy balances; it costs time */
    urto_world_def_options(def, &options);
    UrtoMassDef mass = urto_mass_def();
    mass.position = -1e-3; /* one millimetre below the bar, rising at 1 m/s */
    mass.velocity = 1.0;
    UrtoBarDef steel = urto_bar_def();
    const UrtoBody hammer = urto_world_def_mass(def, &mass);
    const UrtoBody bar = urto_world_def_bar(def, &steel);
    const UrtoPort head = urto_world_def_port_at(def, hammer, 0.0, 0.0);
    const UrtoPort struck = urto_world_def_port_at(def, bar, 0.1 * steel.length, 0.0);
    const UrtoPort heard = urto_world_def_port_at(def, bar, 0.97 * steel.length, 0.0);
    const UrtoLaw law = {1e9, 1.5, 0.3}; /* stiffness, exponent, damping */
    urto_world_def_contact_between(def, head, struck, law, 0.0);
    UrtoProbeDef probe = urto_probe_def(heard);
    urto_world_def_probe(def, &probe);
    if (urto_world_create(&world, def, RATE, &why) != URTO_OK) {
        fprintf(stderr, "hit_a_bar: %s\n", why.message);
        urto_world_def_destroy(def);
        return 1;
    }
    float *out[1] = {sound};
    urto_world_process(world, NULL, out, FRAMES);
    printf("%s: energy residual %.1e J\n", path, urto_world_ledger(world).residual);
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    return sound_file_write(path, sound, FRAMES, RATE);
}
