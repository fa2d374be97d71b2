/* What compile.c and compile_fill.c share: a description, its bodies compiled for the step, and
 * where the points of its lines are. */
#ifndef WORLD_COMPILE_H
#define WORLD_COMPILE_H

#include "world.h"

/* What is needed to lay out and to fill. */
typedef struct Build {
    const UrtoWorldDef *def;
    UrtoDiagnostic *why;
    UrtoWorldOptions options; /* without zeros that stand for defaults */
    BodyPlan *plans;
    double step;
} Build;

/* The side of a line whose grid gives the points. */
static inline const UrtoLineSide *main_side(const UrtoLineDef *line)
{
    return line->above.body.id ? &line->above : &line->below;
}

static inline uint32_t line_points(const Build *build, const UrtoLineDef *line)
{
    return line->points ? line->points : build->plans[main_side(line)->body.id - 1].grid.nx - 1;
}

static inline uint32_t line_sides(const UrtoLineDef *line)
{
    return (line->below.body.id ? 1u : 0u) + (line->above.body.id ? 1u : 0u);
}

/* Place 0 to 1 of a point of a line. */
static inline double line_place(const Build *build, const UrtoLineDef *line, uint32_t i)
{
    const uint32_t points = line_points(build, line);

    if (line->positions) {
        return line->positions[i];
    }
    if (!line->points) {
        /* at the grid points: where the line passes them */
        const UrtoLineSide *side = main_side(line);
        const BodyPlan *plan = &build->plans[side->body.id - 1];
        const double x = plan->size[0] * (i + 1.0) / plan->grid.nx;
        const double span = side->to[0] - side->from[0];
        return span != 0.0 ? (x - side->from[0]) / span : 0.0;
    }
    return points > 1 ? i / (points - 1.0) : 0.5;
}

/* Fills a world that has been laid out. */
UrtoStatus compile_fill(const Build *build, UrtoWorld *world);

#endif
