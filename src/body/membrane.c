/* A membrane: its definition, as a grid (see grid.c, rim.c) or by its modes.
 *
 * The five-point Laplacian makes a mode of wave number b flat by (b h)^2/96: below URTO_MIN_CELLS
 * cells across that is heard, and the default are modes. */
#include "modes.h"

UrtoMembraneDef urto_membrane_def(void)
{
    return (UrtoMembraneDef){.cookie = DEF_COOKIE,
                             .outline = URTO_OUTLINE_CIRCLE,
                             .size = {0.15, 0.15},
                             .tension = 2000.0,
                             .density = 0.2,
                             .loss = {2.0, 1e-3},
                             .model = URTO_MODEL_AUTO};
}

UrtoStatus membrane_check(const UrtoMembraneDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"outline", def->outline, {0.0, URTO_OUTLINE_CIRCLE, false, "0 to 1"}},
        {"tension", def->tension, RANGE_POSITIVE},
        {"model", def->model, {0.0, URTO_MODEL_AUTO, false, "0 to 3"}},
        {"rim", def->rim, {0.0, URTO_RIM_STAIRCASE, false, "0 to 1"}},
    };
    const UrtoStatus status = plan_check_fields(fields, sizeof fields / sizeof *fields, why);

    return status != URTO_OK ? status
                             : surface_check(def->size, def->outline == URTO_OUTLINE_CIRCLE,
                                             def->loss, def->density, def->segments, why);
}

static UrtoStatus plan_on_grid(const UrtoMembraneDef *def, BodyPlan *plan, UrtoDiagnostic *why)
{
    const bool circle = def->outline == URTO_OUTLINE_CIRCLE;
    const uint32_t segments[2] = {def->segments[0], circle ? def->segments[0] : def->segments[1]};

    plan->grid.circle = circle;
    plan->grid.staircase = def->rim == URTO_RIM_STAIRCASE;
    return surface_grid(plan, 2, def->tension, 0.0, def->density, def->loss, segments, why);
}

/* Whether modes are asked for, or are better than the grid that this rate allows. */
static bool takes_modes(const UrtoMembraneDef *def, const BodyPlan *plan)
{
    BodyPlan trial = *plan;

    if (def->model != URTO_MODEL_AUTO || def->segments[0]) {
        return def->model == URTO_MODEL_MODAL || def->model == URTO_MODEL_MODAL_LEAPFROG;
    }
    return plan_on_grid(def, &trial, NULL) != URTO_OK || trial.grid.nx < URTO_MIN_CELLS ||
           trial.grid.ny < URTO_MIN_CELLS;
}

UrtoStatus membrane_plan(const UrtoMembraneDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                         UrtoDiagnostic *why)
{
    const bool circle = def->outline == URTO_OUTLINE_CIRCLE;

    plan->outline = def->outline;
    plan->size[0] = def->size[0];
    plan->size[1] = circle ? def->size[0] : def->size[1];
    if (takes_modes(def, plan)) {
        const Dispersion dispersion = {
            def->tension / def->density, 0.0, {def->loss[0], def->loss[1]}};
        plan_modes(plan, def->model);
        if (circle) {
            return modes_circle(&dispersion, def->size[0], def->density, def->segments[0],
                                allocator, plan, why);
        }
        return modes_rectangle(&dispersion, def->size,
                               0.25 * def->density * def->size[0] * def->size[1], def->segments[0],
                               allocator, plan, why);
    }
    return plan_on_grid(def, plan, why);
}
