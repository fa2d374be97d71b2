/* A mass, free or on a spring: its definition and its one mode. */
#include "compile.h"

#include <math.h>

UrtoMassDef urto_mass_def(void)
{
    return (UrtoMassDef){.cookie = DEF_COOKIE, .mass = 0.01};
}

UrtoStatus mass_check(const UrtoMassDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"mass", def->mass, RANGE_POSITIVE},     {"spring", def->spring, RANGE_NOT_NEGATIVE},
        {"loss", def->loss, RANGE_NOT_NEGATIVE}, {"gravity", def->gravity, RANGE_ANY},
        {"position", def->position, RANGE_ANY},  {"velocity", def->velocity, RANGE_ANY},
    };

    return plan_check_fields(fields, sizeof fields / sizeof *fields, why);
}

UrtoStatus mass_plan(const UrtoMassDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                     UrtoDiagnostic *why)
{
    const double omega = sqrt(def->spring / def->mass);

    if (!plan->trapezoidal && omega * plan->step > 2.0) {
        return status_fail(
            why, URTO_ERROR_LIMIT, "spring", def->spring,
            "spring is %.10g: unstable at this rate, at most %.10g N/m for a mass of "
            "%.10g kg (or make it a modal body)",
            def->spring, 4.0 * def->mass / (plan->step * plan->step), def->mass);
    }
    plan->modes = allocator->allocate(allocator->context, sizeof *plan->modes);
    if (!plan->modes) {
        return status_fail(why, URTO_ERROR_MEMORY, "mass", 0.0, "out of memory");
    }
    plan->modes[0] = (ModeSpec){.omega = omega, .sigma = def->loss, .mass = def->mass};
    plan->n = 1;
    plan->leapfrog = true;
    plan->shape = SHAPE_ONE;
    plan->force = def->mass * def->gravity;
    plan->position = def->position;
    plan->velocity = def->velocity;
    plan->size[0] = plan->size[1] = 0.0;
    return URTO_OK;
}
