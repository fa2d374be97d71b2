/* Draws a bow over a string for a second, lifts it, and says what became of the energy. Teaches bows and
 * curves, which move a control over time: here the bow's velocity and force.
 *   bowed_string bow.wav */
#include "examples/sound_file.h"

#include <urto/urto.h>

enum { RATE = 48000, FRAMES = 2 * RATE };
static float sound[FRAMES];

int main(int argc, char **argv)
{
    static const UrtoBreakpoint velocity[] = {{0.0, 0.0}, {0.1, 0.2}, {1.0, 0.2}};
    static const UrtoBreakpoint force[] = {{0.0, 0.3}, {1.0, 0.3}, {1.05, 0.0}};
    const char *path = argc > 1 ? argv[1] : "bow.wav";
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why;
    UrtoWorldOptions options = urto_world_options();
    options.ledger = true;
    /* steel, 0.69 m, radius 0.25 mm, tuned to G3 */
    UrtoStringDef steel = urto_string_of(urto_material_find("steel"), 0.69, 0.00025, 112.74);
    steel.loss[0] = 0.5;  /* all frequencies */
    steel.loss[1] = 2e-3; /* the higher the more */

    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &options);
    const UrtoBody string = urto_world_def_string(def, &steel);
    UrtoBowDef hair = urto_bow_def(urto_world_def_port_at(def, string, 0.12 * steel.length, 0.0));
    hair.velocity = velocity[0].value;
    hair.force = force[0].value;
    const UrtoBow bow = urto_world_def_bow(def, &hair);
    urto_world_def_curve(def, urto_bow_target(bow, URTO_BOW_VELOCITY), velocity, 3);
    urto_world_def_curve(def, urto_bow_target(bow, URTO_BOW_FORCE), force, 3);
    UrtoProbeDef probe =
        urto_probe_def(urto_world_def_port_at(def, string, 0.95 * steel.length, 0.0));
    probe.gain = 0.2;
    urto_world_def_probe(def, &probe);
    if (urto_world_create(&world, def, RATE, &why) != URTO_OK) {
        fprintf(stderr, "bowed_string: %s\n", why.message);
        urto_world_def_destroy(def);
        return 1;
    }
    float *out[1] = {sound};
    urto_world_process(world, NULL, out, FRAMES);
    const UrtoLedger ledger = urto_world_ledger(world);
    printf("the hand gave %.4g mJ; friction took %.4g, the string %.4g; %.4g are left\n",
           1e3 * ledger.supplied_bow, 1e3 * ledger.dissipated_bow, 1e3 * ledger.dissipated_body,
           1e3 * ledger.stored);
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    return sound_file_write(path, sound, FRAMES, RATE);
}
