/* The kinds of bodies without a grid: mass, bar, modes by hand. */
#include "modes.h"

#include <math.h>

UrtoMassDef urto_mass_def(void)
{
    return (UrtoMassDef){.cookie = DEF_COOKIE, .mass = 0.01};
}

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

UrtoModalDef urto_modal_def(void)
{
    return (UrtoModalDef){.cookie = DEF_COOKIE, .length = 1.0};
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

UrtoStatus modal_check(const UrtoModalDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"length", def->length, RANGE_POSITIVE},
    };

    if (def->count == 0 || def->count > URTO_MAX_MODES) {
        return status_fail(why, def->count ? URTO_ERROR_LIMIT : URTO_ERROR_ARGUMENT, "count",
                           def->count, "count is %u, must be 1 to %u modes", def->count,
                           URTO_MAX_MODES);
    }
    if (def->shapes && (def->points == 0 || def->points > URTO_MAX_POINTS / def->count)) {
        return status_fail(why, URTO_ERROR_LIMIT, "points", def->points,
                           "points is %u, must be 1 to %u for %u modes", def->points,
                           URTO_MAX_POINTS / def->count, def->count);
    }
    if (!def->modes) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "modes", 0.0, "modes is NULL, must be a list");
    }
    for (uint32_t i = 0; i < def->count; i++) {
        const UrtoMode *mode = &def->modes[i];
        const Field of_mode[] = {
            {"frequency", mode->frequency, {0.0, 1e9, false, ">= 0 and at most 1e9"}},
            {"decay", mode->decay, {0.0, 1e9, false, ">= 0 and at most 1e9"}},
            {"mass", mode->mass, RANGE_POSITIVE},
        };
        const UrtoStatus status = plan_check_fields(of_mode, 3, why);
        if (status != URTO_OK) {
            return status;
        }
    }
    for (size_t i = 0; def->shapes && i < (size_t)def->points * def->count; i++) {
        const UrtoStatus status = status_check_range(why, "shapes", def->shapes[i], RANGE_ANY);
        if (status != URTO_OK) {
            return status;
        }
    }
    return plan_check_fields(fields, 1, why);
}

UrtoStatus modal_plan(const UrtoModalDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why)
{
    const double twice_pi = 6.28318530717958647693;

    plan->modes = allocator->allocate(allocator->context, def->count * sizeof *plan->modes);
    if (!plan->modes) {
        return status_fail(why, URTO_ERROR_MEMORY, "modes", 0.0, "out of memory");
    }
    plan->n = 0;
    for (uint32_t i = 0; i < def->count; i++) {
        const UrtoMode *mode = &def->modes[i];
        if (twice_pi * mode->frequency >= plan->band) {
            plan->left_out++;
        } else {
            plan->modes[plan->n++] = (ModeSpec){.omega = twice_pi * mode->frequency,
                                                .sigma = mode->decay,
                                                .mass = mode->mass,
                                                .row = i};
        }
    }
    plan->size[0] = def->length;
    plan->shape = def->shapes ? SHAPE_TABLE : SHAPE_ONE;
    plan->table = def->shapes;
    plan->table_points = def->shapes ? def->points : 0;
    plan->table_modes = def->count;
    if (plan->n == 0) {
        return status_fail(why, URTO_ERROR_LIMIT, "modes", def->modes[0].frequency,
                           "no mode lies below the %s of %.10g Hz",
                           plan->band * plan->step < 3.14159 ? "end of the band"
                                                             : "Nyquist frequency",
                           plan->band / twice_pi);
    }
    return URTO_OK;
}
