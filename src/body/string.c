/* The stiff lossy string: definition, grid (see grid.c) and modes (simply supported). */
#include "modes.h"

#include <math.h>

UrtoStringDef urto_string_def(void)
{
    return (UrtoStringDef){.cookie = DEF_COOKIE,
                           .length = 0.7,
                           .tension = 100.0,
                           .density = 6.3e-3,
                           .loss = {0.5, 1e-4}};
}

UrtoStatus string_check(const UrtoStringDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"length", def->length, RANGE_POSITIVE},
        {"tension", def->tension, RANGE_NOT_NEGATIVE},
        {"density", def->density, RANGE_POSITIVE},
        {"rigidity", def->rigidity, RANGE_NOT_NEGATIVE},
        {"loss[0]", def->loss[0], RANGE_NOT_NEGATIVE},
        {"loss[1]", def->loss[1], RANGE_NOT_NEGATIVE},
        {"edge", def->edge, {0.0, URTO_EDGE_CLAMPED, false, "0 to 1"}},
        {"model", def->model, {0.0, URTO_MODEL_MODAL_LEAPFROG, false, "0 to 2"}},
        {"segments", def->segments, {0.0, URTO_MAX_MODES, false, "0 to 65536"}},
    };
    const UrtoStatus status = plan_check_fields(fields, sizeof fields / sizeof *fields, why);

    if (status == URTO_OK && def->tension == 0.0 && def->rigidity == 0.0) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "tension", 0.0,
                           "tension and rigidity are both 0, one must be > 0");
    }
    if (status == URTO_OK && def->model != URTO_MODEL_GRID && def->edge == URTO_EDGE_CLAMPED &&
        def->rigidity > 0.0) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "edge", def->edge,
                           "a modal string with rigidity is simply supported, use a grid");
    }
    return status;
}

UrtoStatus string_plan(const UrtoStringDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                       UrtoDiagnostic *why)
{
    const double k = plan->step;
    const double c2 = def->tension / def->density;
    const double kappa2 = def->rigidity / def->density;

    plan->size[0] = def->length;
    if (def->model != URTO_MODEL_GRID) {
        const Dispersion dispersion = {c2, kappa2, {def->loss[0], def->loss[1]}};
        plan_modes(plan, def->model);
        return modes_line(&dispersion, def->length, 0.5 * def->density * def->length, def->segments,
                          allocator, plan, why);
    }
    const double X = c2 * k * k + 4.0 * def->loss[1] * k;
    const double limit = sqrt(0.5 * (X + sqrt(X * X + 16.0 * kappa2 * k * k)));
    const uint32_t segments[2] = {def->segments, 0};
    GridSpec *grid = &plan->grid;
    const UrtoStatus status = plan_grid(grid, plan->size, 1, limit, segments, k, why);
    const double h = grid->h;

    grid->mass = def->density * h;
    grid->tension = def->tension / h;
    grid->bending = def->rigidity / (h * h * h);
    grid->damping = 2.0 * def->density * def->loss[0] * h;
    grid->viscous = 2.0 * def->density * def->loss[1] / h;
    grid->clamped = def->edge == URTO_EDGE_CLAMPED;
    plan->is_grid = true;
    return status;
}
