/* A bar: its definition; its modes are in modes.c. */
#include "modes.h"

UrtoBarDef urto_bar_def(void)
{
    /* steel, 2e11 Pa, 7850 kg/m^3, 20 by 5 mm */
    return (UrtoBarDef){.cookie = DEF_COOKIE,
                        .length = 0.3,
                        .density = 0.785,
                        .rigidity = 41.666666666666664,
                        .loss = {1.0, 1e-3},
                        .ends = URTO_BAR_FREE};
}

UrtoStatus bar_check(const UrtoBarDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"length", def->length, RANGE_POSITIVE},
        {"density", def->density, RANGE_POSITIVE},
        {"rigidity", def->rigidity, RANGE_POSITIVE},
        {"loss[0]", def->loss[0], RANGE_NOT_NEGATIVE},
        {"loss[1]", def->loss[1], RANGE_NOT_NEGATIVE},
        {"modes", def->modes, {0.0, URTO_MAX_MODES, false, "0 to 65536"}},
    };

    if ((unsigned)def->ends > URTO_BAR_CANTILEVER) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "ends", def->ends,
                           "ends is %d, must be 0 to 2", (int)def->ends);
    }
    return plan_check_fields(fields, sizeof fields / sizeof *fields, why);
}

UrtoStatus bar_plan(const UrtoBarDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                    UrtoDiagnostic *why)
{
    const Dispersion dispersion = {0.0, def->rigidity / def->density, {def->loss[0], def->loss[1]}};

    plan->size[0] = def->length;
    return modes_bar(&dispersion, def, allocator, plan, why);
}
