/* How each kind of definition becomes a plan, and what the kinds share in checking and planning. */
#ifndef BODY_COMPILE_H
#define BODY_COMPILE_H

#include "body.h"

#include "../base/status.h"

#define RANGE_POSITIVE ((Range){0.0, 1e12, true, "> 0 and at most 1e12"})
#define RANGE_NOT_NEGATIVE ((Range){0.0, 1e12, false, ">= 0 and at most 1e12"})
#define RANGE_ANY ((Range){-1e12, 1e12, false, "between -1e12 and 1e12"})

typedef struct Field {
    const char *name;
    double value;
    Range range;
} Field;

/* The first field that is out of its range decides. */
UrtoStatus plan_check_fields(const Field *fields, size_t count, UrtoDiagnostic *why);

/* Before the modes of a body are listed: whether they are exact, and where they end. */
void plan_modes(BodyPlan *plan, UrtoModel model);

/* Chooses or checks the spacing of a grid: size in metres, limit the smallest stable spacing,
 * segments 0 to choose. */
UrtoStatus plan_grid(GridSpec *grid, const double size[2], int dimensions, double limit,
                     const uint32_t segments[2], double step, UrtoDiagnostic *why);

/* What membranes and plates share: the fields that both have, and a square grid with the force
 * coefficients of grid.c. */
UrtoStatus surface_check(const double size[2], bool circle, const double loss[2], double density,
                         const uint32_t segments[2], UrtoDiagnostic *why);
UrtoStatus surface_grid(BodyPlan *plan, int dimensions, double tension, double rigidity,
                        double density, const double loss[2], const uint32_t segments[2],
                        UrtoDiagnostic *why);

UrtoStatus mass_plan(const UrtoMassDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                     UrtoDiagnostic *why);
UrtoStatus string_plan(const UrtoStringDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                       UrtoDiagnostic *why);
UrtoStatus bar_plan(const UrtoBarDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                    UrtoDiagnostic *why);
UrtoStatus membrane_plan(const UrtoMembraneDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                         UrtoDiagnostic *why);
UrtoStatus plate_plan(const UrtoPlateDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why);
UrtoStatus modal_plan(const UrtoModalDef *def, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why);

UrtoStatus mass_check(const UrtoMassDef *def, UrtoDiagnostic *why);
UrtoStatus string_check(const UrtoStringDef *def, UrtoDiagnostic *why);
UrtoStatus bar_check(const UrtoBarDef *def, UrtoDiagnostic *why);
UrtoStatus membrane_check(const UrtoMembraneDef *def, UrtoDiagnostic *why);
UrtoStatus plate_check(const UrtoPlateDef *def, UrtoDiagnostic *why);
UrtoStatus modal_check(const UrtoModalDef *def, UrtoDiagnostic *why);

#endif
