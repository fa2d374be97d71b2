/* One hard hit by each solver, at 48 kHz and on a grid sixteen times finer, against a still finer one.
 * Teaches options of a world and the choice of a solver: what costs energy, what converges.
 *   compare_solvers */
#include <math.h>
#include <stdio.h>
#include <urto/urto.h>

typedef struct Hit {
    double impulse, residual; /* [N s]; over the energy at the start */
} Hit;

static UrtoStatus hit(UrtoSolver solver, double rate, uint32_t oversampling, Hit *result,
                      UrtoDiagnostic *why)
{
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoWorldOptions options = urto_world_options();
    UrtoMassDef bead = urto_mass_def();
    const UrtoBarDef glass = urto_bar_of(urto_material_find("glass"), 0.2, 0.025, 0.006);
    const UrtoLaw law = {2e8, 1.5, 0.0};
    options.solver = solver;
    options.oversampling = oversampling;
    options.ledger = true;
    bead.mass = 0.003;
    bead.position = -1e-3;
    bead.velocity = 1.5;
    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &options);
    const UrtoBody ball = urto_world_def_mass(def, &bead);
    const UrtoBody bar = urto_world_def_bar(def, &glass);
    const UrtoPort head = urto_world_def_port_at(def, ball, 0.0, 0.0);
    const UrtoPort struck = urto_world_def_port_at(def, bar, 0.41 * glass.length, 0.0);
    urto_world_def_contact_between(def, head, struck, law, 0.0);
    const UrtoStatus status = urto_world_create(&world, def, rate, why);
    if (status == URTO_OK) {
        urto_world_process(world, NULL, NULL, (uint32_t)(0.01 * rate));
        const UrtoLedger ledger = urto_world_ledger(world);
        result->impulse = urto_world_statistics(world).impulse_push;
        result->residual = fabs(ledger.residual) / ledger.initial;
    }
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    return status;
}

int main(void)
{
    static const char *const names[] = {"midpoint", "quadratised", "iterative", "trapezoidal"};
    UrtoDiagnostic why;
    Hit fine, coarse, finer;
    UrtoStatus status = hit(URTO_SOLVER_MIDPOINT, 192000, 16, &fine, &why);

    printf("%-12s %14s %14s %14s\n", "solver", "48 kHz: off by", "16 x: off by", "energy off by");
    for (int i = 0; i < 4 && status == URTO_OK; i++) {
        const UrtoSolver solver = (UrtoSolver)i;
        status = hit(solver, 48000, 1, &coarse, &why);
        if (status == URTO_OK) {
            status = hit(solver, 48000, 16, &finer, &why);
        }
        if (status == URTO_OK) {
            printf("%-12s %12.4f %% %12.4f %% %14.0e\n", names[i],
                   100.0 * (coarse.impulse / fine.impulse - 1.0),
                   100.0 * (finer.impulse / fine.impulse - 1.0), coarse.residual);
        }
    }
    if (status != URTO_OK) {
        fprintf(stderr, "compare_solvers: %s\n", why.message);
    }
    return status != URTO_OK;
}
