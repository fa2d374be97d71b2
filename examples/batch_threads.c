/* Strikes one bar at forty speeds on all threads that you ask for, and prints peak force and brightness.
 * Teaches clones and the pool: compile once, copy, let each task own its world; order does not matter.
 *   batch_threads [THREADS] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <urto/urto.h>

enum { RATE = 48000, FRAMES = RATE / 4, CASES = 40 };

typedef struct Case {
    UrtoWorld *world;
    UrtoStatus status;
    UrtoDiagnostic why;
    double speed, force, brightness; /* [m/s], [N], [Hz] */
} Case;
static UrtoBody hammer;
static UrtoContact contact;

static void run(void *context, uint32_t index)
{
    Case *one = (Case *)context + index;
    float sound[480], *out[1] = {sound}, last = 0.0f;
    double power = 0.0, steep = 0.0;
    one->status = urto_world_throw_at(one->world, hammer, contact, one->speed, 0, &one->why);
    for (int done = 0; done < FRAMES; done += 480) {
        urto_world_process(one->world, NULL, out, 480);
        for (int i = 0; i < 480; last = sound[i++]) {
            power += pow((double)sound[i], 2.0);
            steep += pow((double)(sound[i] - last), 2.0);
        }
    }
    one->force = urto_world_statistics(one->world).force_max;
    one->brightness = sqrt(steep / power) * RATE / (2.0 * 3.14159265358979);
}

int main(int argc, char **argv)
{
    /* the caller is a thread, too */
    const uint32_t helpers = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) - 1 : 1;
    static Case cases[CASES];
    UrtoWorldDef *def = NULL;
    UrtoPool *pool = NULL;
    UrtoDiagnostic why;
    UrtoMassDef mass = urto_mass_def();
    const UrtoBarDef bar = urto_bar_of(urto_material_find("steel"), 0.25, 0.03, 0.006);
    const UrtoLaw felt = {5e7, 2.3, 0.2};
    mass.position = -1.0; /* out of the way until it is thrown */
    urto_world_def_create(&def, NULL);
    hammer = urto_world_def_mass(def, &mass);
    const UrtoBody steel = urto_world_def_bar(def, &bar);
    const UrtoPort head = urto_world_def_port_at(def, hammer, 0.0, 0.0);
    const UrtoPort struck = urto_world_def_port_at(def, steel, 0.3 * bar.length, 0.0);
    contact = urto_world_def_contact_between(def, head, struck, felt, 0.0);
    const UrtoProbeDef probe = urto_probe_def(urto_world_def_port_at(def, steel, 0.0, 0.0));
    urto_world_def_probe(def, &probe);
    UrtoStatus status = urto_world_create(&cases[0].world, def, RATE, &why);
    for (int i = 0; i < CASES && status == URTO_OK; i++) {
        cases[i].speed = 0.1 * (i + 1);
        status = i ? urto_world_clone(&cases[i].world, cases[0].world, &why) : status;
    }
    if (status == URTO_OK && (status = urto_pool_create(&pool, helpers, &why)) == URTO_OK) {
        urto_pool_run(pool, run, cases, CASES);
    }
    for (int i = 0; i < CASES; i++) {
        const Case *one = &cases[i];
        if (status == URTO_OK && (status = one->status) != URTO_OK) {
            why = one->why;
        } else if (status == URTO_OK) {
            printf("%.1f m/s: %.1f N, %.0f Hz\n", one->speed, one->force, one->brightness);
        }
        urto_world_destroy(one->world);
    }
    if (status != URTO_OK) {
        fprintf(stderr, "batch_threads: %s\n", why.message);
    }
    urto_pool_destroy(pool);
    urto_world_def_destroy(def);
    return status != URTO_OK;
}
