/* What membranes and plates share. */
#include "compile.h"

#include <math.h>

UrtoStatus surface_check(const double size[2], bool circle, const double loss[2], double density,
                         const uint32_t segments[2], UrtoDiagnostic *why)
{
    const Range count = {0.0, URTO_MAX_MODES, false, "0 to 65536"};
    const Field fields[] = {
        {"size[0]", size[0], RANGE_POSITIVE},
        {"size[1]", circle ? 1.0 : size[1], RANGE_POSITIVE},
        {"density", density, RANGE_POSITIVE},
        {"loss[0]", loss[0], RANGE_NOT_NEGATIVE},
        {"loss[1]", loss[1], RANGE_NOT_NEGATIVE},
        {"segments[0]", segments[0], count},
        {"segments[1]", segments[1], count},
    };

    return plan_check_fields(fields, sizeof fields / sizeof *fields, why);
}

UrtoStatus surface_grid(BodyPlan *plan, int dimensions, double tension, double rigidity,
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
