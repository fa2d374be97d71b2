/* A body given by its modes: its definition. */
#include "../base/constants.h"
#include "compile.h"

UrtoModalDef urto_modal_def(void)
{
    return (UrtoModalDef){.cookie = DEF_COOKIE, .length = 1.0, .model = URTO_MODEL_MODAL};
}

UrtoStatus modal_check(const UrtoModalDef *def, UrtoDiagnostic *why)
{
    const Field fields[] = {
        {"length", def->length, RANGE_POSITIVE},
        {"model",
         def->model,
         {URTO_MODEL_MODAL, URTO_MODEL_MODAL_LEAPFROG, false, "1 or 2, modal or leap-frog modal"}},
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
    return plan_check_fields(fields, sizeof fields / sizeof *fields, why);
}

/* Leap-frog has no mode from w k = 2 on: who gave one must know. */
static UrtoStatus check_stable(const UrtoModalDef *def, double step, UrtoDiagnostic *why)
{
    const double limit = 1.0 / (PI * step); /* [Hz] */

    for (uint32_t i = 0; i < def->count; i++) {
        if (def->modes[i].frequency >= limit) {
            return status_fail(why, URTO_ERROR_LIMIT, "modes", def->modes[i].frequency,
                               "mode %u has %.10g Hz: unstable by leap-frog at this rate, must be "
                               "below %.10g Hz (or of the model modal)",
                               i + 1, def->modes[i].frequency, limit);
        }
    }
    return URTO_OK;
}

UrtoStatus modal_plan(const UrtoModalDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why)
{
    if (def->model == URTO_MODEL_MODAL_LEAPFROG) {
        const UrtoStatus status = check_stable(def, plan->step, why);
        if (status != URTO_OK) {
            return status;
        }
    }
    plan_modes(plan, def->model);
    plan->modes = allocator->allocate(allocator->context, def->count * sizeof *plan->modes);
    if (!plan->modes) {
        return status_fail(why, URTO_ERROR_MEMORY, "modes", 0.0, "out of memory");
    }
    plan->n = 0;
    for (uint32_t i = 0; i < def->count; i++) {
        const UrtoMode *mode = &def->modes[i];
        if (2.0 * PI * mode->frequency >= plan->band) {
            plan->left_out++;
        } else {
            plan->modes[plan->n++] = (ModeSpec){.omega = 2.0 * PI * mode->frequency,
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
                           plan->band / (2.0 * PI));
    }
    return URTO_OK;
}
