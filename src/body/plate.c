/* A plate: its definition, as a grid (see grid.c) or by its modes. */
#include "modes.h"

UrtoPlateDef urto_plate_def(void)
{
    /* steel, 2e11 Pa, 7850 kg/m^3, Poisson .3, 1 mm */
    return (UrtoPlateDef){.cookie = DEF_COOKIE,
                          .size = {0.4, 0.3},
                          .rigidity = 18.315018315018314,
                          .density = 7.85,
                          .loss = {1.0, 1e-3}};
}

UrtoStatus plate_check(const UrtoPlateDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"edge", def->edge, {0.0, URTO_EDGE_CLAMPED, false, "0 to 1"}},
        {"rigidity", def->rigidity, RANGE_POSITIVE},
        {"model", def->model, {0.0, URTO_MODEL_MODAL_LEAPFROG, false, "0 to 2"}},
    };
    const UrtoStatus status = plan_check_fields(fields, sizeof fields / sizeof *fields, why);

    if (status == URTO_OK && def->model != URTO_MODEL_GRID && def->edge == URTO_EDGE_CLAMPED) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "edge", def->edge,
                           "a modal plate is simply supported, use a grid for a clamped one");
    }
    return status != URTO_OK
               ? status
               : surface_check(def->size, false, def->loss, def->density, def->segments, why);
}

UrtoStatus plate_plan(const UrtoPlateDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why)
{
    plan->size[0] = def->size[0];
    plan->size[1] = def->size[1];
    if (def->model != URTO_MODEL_GRID) {
        const Dispersion dispersion = {
            0.0, def->rigidity / def->density, {def->loss[0], def->loss[1]}};
        plan_modes(plan, def->model);
        return modes_rectangle(&dispersion, def->size,
                               0.25 * def->density * def->size[0] * def->size[1], def->segments[0],
                               allocator, plan, why);
    }
    plan->grid.clamped = def->edge == URTO_EDGE_CLAMPED;
    return surface_grid(plan, 2, 0.0, def->rigidity, def->density, def->loss, def->segments, why);
}
