/* Membrane and plate: definitions, grids (see grid.c) and modes. */
#include "modes.h"

#include <math.h>

UrtoMembraneDef urto_membrane_def(void)
{
    return (UrtoMembraneDef){.cookie = DEF_COOKIE,
                             .outline = URTO_OUTLINE_CIRCLE,
                             .size = {0.15, 0.15},
                             .tension = 2000.0,
                             .density = 0.2,
                             .loss = {2.0, 1e-3}};
}

UrtoPlateDef urto_plate_def(void)
{
    /* steel, 2e11 Pa, 7850 kg/m^3, Poisson .3, 1 mm */
    return (UrtoPlateDef){.cookie = DEF_COOKIE,
                          .size = {0.4, 0.3},
                          .rigidity = 18.315018315018314,
                          .density = 7.85,
                          .loss = {1.0, 1e-3}};
}

/* The fields that both have. */
static UrtoStatus surface_check(const double size[2], bool circle, const double loss[2],
                                double density, UrtoModel model, const uint32_t segments[2],
                                UrtoDiagnostic *why)
{
    const Range count = {0.0, URTO_MAX_MODES, false, "0 to 65536"};
    const Field fields[] = {
        {"size[0]", size[0], RANGE_POSITIVE},
        {"size[1]", circle ? 1.0 : size[1], RANGE_POSITIVE},
        {"density", density, RANGE_POSITIVE},
        {"loss[0]", loss[0], RANGE_NOT_NEGATIVE},
        {"loss[1]", loss[1], RANGE_NOT_NEGATIVE},
        {"model", model, {0.0, URTO_MODEL_MODAL, false, "0 to 1"}},
        {"segments[0]", segments[0], count},
        {"segments[1]", segments[1], count},
    };

    return plan_check_fields(fields, sizeof fields / sizeof *fields, why);
}

UrtoStatus membrane_check(const UrtoMembraneDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"outline", def->outline, {0.0, URTO_OUTLINE_CIRCLE, false, "0 to 1"}},
        {"tension", def->tension, RANGE_POSITIVE},
    };
    const UrtoStatus status = plan_check_fields(fields, 2, why);

    return status != URTO_OK
               ? status
               : surface_check(def->size, def->outline == URTO_OUTLINE_CIRCLE, def->loss,
                               def->density, def->model, def->segments, why);
}

UrtoStatus plate_check(const UrtoPlateDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"edge", def->edge, {0.0, URTO_EDGE_CLAMPED, false, "0 to 1"}},
        {"rigidity", def->rigidity, RANGE_POSITIVE},
    };
    const UrtoStatus status = plan_check_fields(fields, 2, why);

    if (status == URTO_OK && def->model == URTO_MODEL_MODAL && def->edge == URTO_EDGE_CLAMPED) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "edge", def->edge,
                           "a modal plate is simply supported, use a grid for a clamped one");
    }
    return status != URTO_OK ? status
                             : surface_check(def->size, false, def->loss, def->density, def->model,
                                             def->segments, why);
}

/* A square grid with the force coefficients of grid.c. */
static UrtoStatus surface_grid(BodyPlan *plan, int dimensions, double tension, double rigidity,
                               double density, const double loss[2], const uint32_t segments[2],
                               UrtoDiagnostic *why)
{
    const double k = plan->step;
    const double X = tension / density * k * k + 4.0 * loss[1] * k;
    const double limit = sqrt(X + sqrt(X * X + 16.0 * rigidity / density * k * k));
    GridSpec *grid = &plan->grid;
    const double diameter[2] = {2.0 * plan->size[0], 2.0 * plan->size[0]};
    const UrtoStatus status =
        plan_grid(grid, grid->circle ? diameter : plan->size, dimensions, limit, segments, k, why);
    const double h = grid->h;

    grid->mass = density * h * h;
    grid->tension = tension;
    grid->bending = rigidity / (h * h);
    grid->damping = 2.0 * density * loss[0] * h * h;
    grid->viscous = 2.0 * density * loss[1];
    plan->is_grid = true;
    return status;
}

UrtoStatus membrane_plan(const UrtoMembraneDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                         UrtoDiagnostic *why)
{
    const bool circle = def->outline == URTO_OUTLINE_CIRCLE;

    plan->outline = def->outline;
    plan->size[0] = def->size[0];
    plan->size[1] = circle ? def->size[0] : def->size[1];
    if (def->model == URTO_MODEL_MODAL) {
        const Dispersion dispersion = {
            def->tension / def->density, 0.0, {def->loss[0], def->loss[1]}};
        if (circle) {
            return modes_circle(&dispersion, def->size[0], def->density, def->segments[0],
                                allocator, plan, why);
        }
        return modes_rectangle(&dispersion, def->size,
                               0.25 * def->density * def->size[0] * def->size[1], def->segments[0],
                               allocator, plan, why);
    }
    const uint32_t segments[2] = {def->segments[0], circle ? def->segments[0] : def->segments[1]};
    plan->grid.circle = circle;
    return surface_grid(plan, 2, def->tension, 0.0, def->density, def->loss, segments, why);
}

UrtoStatus plate_plan(const UrtoPlateDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why)
{
    plan->size[0] = def->size[0];
    plan->size[1] = def->size[1];
    if (def->model == URTO_MODEL_MODAL) {
        const Dispersion dispersion = {
            0.0, def->rigidity / def->density, {def->loss[0], def->loss[1]}};
        return modes_rectangle(&dispersion, def->size,
                               0.25 * def->density * def->size[0] * def->size[1], def->segments[0],
                               allocator, plan, why);
    }
    plan->grid.clamped = def->edge == URTO_EDGE_CLAMPED;
    return surface_grid(plan, 2, 0.0, def->rigidity, def->density, def->loss, def->segments, why);
}
