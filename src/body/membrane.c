/* A membrane: its definition, as a grid (see grid.c) or by its modes. */
#include "modes.h"

UrtoMembraneDef urto_membrane_def(void)
{
    return (UrtoMembraneDef){.cookie = DEF_COOKIE,
                             .outline = URTO_OUTLINE_CIRCLE,
                             .size = {0.15, 0.15},
                             .tension = 2000.0,
                             .density = 0.2,
                             .loss = {2.0, 1e-3}};
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
