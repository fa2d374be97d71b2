/* Hits a steel bar with a small hard hammer and writes two seconds of it to a WAV file.
 *   hit_a_bar bar.wav */
#include <urto/urto.h>

#include <sndfile.h>
#include <stdio.h>

enum { RATE = 48000, FRAMES = 2 * RATE };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "bar.wav";
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};
    UrtoBody hammer, bar;
    UrtoPort head, struck, heard;

    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &(UrtoWorldOptions){.ledger = true});
    UrtoMassDef mass = urto_mass_def();
    mass.position = -1e-3; /* one millimetre below the bar, rising at 1 m/s */
    mass.velocity = 1.0;
    UrtoBarDef steel = urto_bar_def();
    hammer = urto_world_def_mass(def, &mass);
    bar = urto_world_def_bar(def, &steel);
    UrtoPortDef place = urto_port_def(hammer);
    head = urto_world_def_port(def, &place);
    place = urto_port_def(bar);
    place.x = 0.1 * steel.length;
    struck = urto_world_def_port(def, &place);
    place.x = 0.97 * steel.length;
    heard = urto_world_def_port(def, &place);
    UrtoContactDef contact = urto_contact_def();
    contact.below = head;
    contact.above = struck;
    contact.law = (UrtoLaw){.stiffness = 1e9, .exponent = 1.5, .damping = 0.3};
    urto_world_def_contact(def, &contact);
    UrtoProbeDef probe = urto_probe_def(heard);
    urto_world_def_probe(def, &probe);
    if (urto_world_create(&world, def, RATE, &why) != URTO_OK) {
        fprintf(stderr, "hit_a_bar: %s\n", why.message);
        urto_world_def_destroy(def);
        return 1;
    }
    urto_world_process(world, NULL, (float *[]){sound}, FRAMES);
    SF_INFO info = {.samplerate = RATE, .channels = 1, .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);
    const int failed = !file || sf_writef_float(file, sound, FRAMES) != FRAMES || sf_close(file);
    printf("%s: energy residual %.1e J\n", path, urto_world_ledger(world).residual);
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    return failed;
}
