/* Plucks a string over twelve frets that lie some millimetres below it, and says how often it hit them.
 * Teaches lines: one contact law at many places, here a barrier with one point for each fret.
 *   frets frets.wav [GAP_MM] */
#include "examples/sound_file.h"

#include <math.h>
#include <stdlib.h>
#include <urto/urto.h>

enum { RATE = 48000, FRAMES = 2 * RATE, FRETS = 12 };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "frets.wav";
    const double gap = argc > 2 ? 1e-3 * strtod(argv[2], NULL) : 0.6e-3;
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why;
    UrtoContactEvent events[256];
    UrtoWorldOptions options = urto_world_options();
    double places[FRETS];
    for (int i = 0; i < FRETS; i++) {
        places[i] = 1.0 - pow(2.0, -(i + 1) / 12.0); /* equal temperament, as parts of the length */
    }
    /* steel, 0.65 m, radius 0.3 mm, tuned to A2: tension = density (2 length pitch)^2 */
    const UrtoStringDef steel = urto_string_of(urto_material_find("steel"), 0.65, 0.0003, 45.4);
    const UrtoLaw steel_on_fret = {1e9, 1.3, 1.0};
    UrtoLineDef frets = urto_line_def();
    options.contact_events = 65536;
    options.ledger = true;
    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &options);
    const UrtoBody string = urto_world_def_string(def, &steel);
    frets.above.body = string; /* below stays empty: a barrier */
    frets.above.to[0] = steel.length;
    frets.points = FRETS;
    frets.positions = places;
    frets.distance = gap;
    frets.law = steel_on_fret;
    const UrtoContact line = urto_world_def_line(def, &frets);
    const UrtoPort finger = urto_world_def_port_at(def, string, 0.8 * steel.length, 0.0);
    UrtoProbeDef probe = urto_probe_def(finger);
    probe.gain = 0.1;
    urto_world_def_probe(def, &probe);
    UrtoStatus status = urto_world_create(&world, def, RATE, &why);
    if (status == URTO_OK) {
        status = urto_world_pluck(world, finger, 0.003, &why);
    }
    if (status != URTO_OK) {
        fprintf(stderr, "frets: %s\n", why.message);
        urto_world_destroy(world);
        urto_world_def_destroy(def);
        return 1;
    }
    float *out[1] = {sound};
    urto_world_process(world, NULL, out, FRAMES);
    unsigned hits = 0;
    for (uint32_t n; (n = urto_world_contact_events(world, events, 256)) > 0;) {
        for (uint32_t i = 0; i < n; i++) {
            hits += events[i].kind == URTO_CONTACT_BEGINS;
        }
    }
    printf("%u hits, %.3g of %.3g mJ lost at the frets\n", hits,
           1e3 * urto_world_dissipated_by_contact(world, line),
           1e3 * urto_world_ledger(world).supplied_hand);
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    return sound_file_write(path, sound, FRAMES, RATE);
}
