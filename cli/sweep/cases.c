/* The values of a case: each follows from its index and the plan alone, so cases can be computed in any
 * order and anywhere.
 *
 * latin: every axis is cut into as many equal parts as there are cases, each is hit once. sobol: the
 * sequence of Sobol with the direction numbers of Joe and Kuo (2008), shifted by an exclusive or
 * for a seed other than 0. */
#include "plan.h"

#include <urto/number.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOBOL_BITS = 32 };

/* Degree and coefficients of the primitive polynomial, then the first direction numbers; the first axis is
 * van der Corput's. */
static const struct {
    uint32_t degree, polynomial, start[5];
} joe_kuo[PLAN_AXES - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
};

/* splitmix64 of Steele, Lea and Flood: a hash of its state. */
static uint64_t scramble(uint64_t x)
{
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

static uint64_t random_of(const Plan *plan, size_t axis, size_t index, uint64_t use)
{
    return scramble(scramble(scramble(plan->seed + 1) ^ (axis + (use << 8))) ^ index);
}

void cases_prepare(Plan *plan)
{
    for (size_t axis = 0; plan->sample == SAMPLE_LATIN && axis < plan->axis_count; axis++) {
        uint32_t *order = memory_resize(NULL, plan->count, sizeof *order);
        for (size_t i = 0; i < plan->count; i++) {
            const size_t other = (size_t)(random_of(plan, axis, i, 1) % (i + 1));
            order[i] = order[other];
            order[other] = (uint32_t)i;
        }
        plan->orders[axis] = order;
    }
}

static uint32_t direction(size_t axis, uint32_t bit)
{
    if (axis == 0) {
        return 1U << (SOBOL_BITS - 1 - bit);
    }
    const uint32_t degree = joe_kuo[axis - 1].degree;
    if (bit < degree) {
        return joe_kuo[axis - 1].start[bit] << (SOBOL_BITS - 1 - bit);
    }
    const uint32_t before = direction(axis, bit - degree);
    uint32_t number = before ^ (before >> degree);
    for (uint32_t k = 1; k < degree; k++) {
        if ((joe_kuo[axis - 1].polynomial >> (degree - 1 - k)) & 1U) {
            number ^= direction(axis, bit - k);
        }
    }
    return number;
}

static double sobol(const Plan *plan, size_t index, size_t axis)
{
    uint32_t point = plan->seed ? (uint32_t)random_of(plan, axis, 0, 2) : 0;

    for (uint32_t bit = 0; index >> bit; bit++) {
        if (((index ^ (index >> 1)) >> bit) & 1U) {
            point ^= direction(axis, bit);
        }
    }
    return ((double)point + 0.5) / 4294967296.0;
}

/* Where the case lies along an axis, 0 to 1 without the ends. */
static double position(const Plan *plan, size_t index, size_t axis)
{
    if (plan->sample == SAMPLE_SOBOL) {
        return sobol(plan, index, axis);
    }
    const double within =
        ((double)(random_of(plan, axis, index, 3) >> 11) + 0.5) / 9007199254740992.0;
    return ((double)plan->orders[axis][index] + within) / (double)plan->count;
}

static double along(const PlanAxis *axis, double place)
{
    if (place <= 0.0 || place >= 1.0) {
        return place <= 0.0 ? axis->from : axis->to;
    }
    return axis->kind == AXIS_LOG ? axis->from * pow(axis->to / axis->from, place)
                                  : axis->from + (axis->to - axis->from) * place;
}

/* The last axis changes fastest. */
static size_t grid_step(const Plan *plan, size_t index, size_t axis)
{
    for (size_t i = plan->axis_count - 1; i > axis; i--) {
        index /= plan->axes[i].count;
    }
    return index % plan->axes[axis].count;
}

double case_value(const Plan *plan, size_t index, size_t axis)
{
    const PlanAxis *its = &plan->axes[axis];

    if (plan->sample == SAMPLE_GRID) {
        const size_t step = grid_step(plan, index, axis);
        if (its->kind == AXIS_LIST) {
            return its->values ? its->values[step] : (double)step;
        }
        return along(its, its->count > 1 ? (double)step / (double)(its->count - 1) : 0.0);
    }
    const double place = position(plan, index, axis);
    if (its->kind == AXIS_LIST) {
        const size_t step = (size_t)(place * (double)its->count);
        return its->values ? its->values[step] : (double)step;
    }
    return along(its, place);
}

void case_text(const Plan *plan, size_t axis, double value, bool as, Text *text)
{
    const PlanAxis *its = &plan->axes[axis];
    const char *hole = as && its->as ? strstr(its->as, "{}") : NULL;
    char number[40];

    urto_format(number, sizeof number, "%.17g", value);
    text_add(text, "%.*s%s%s", hole ? (int)(hole - its->as) : 0, hole ? its->as : "",
             its->words ? its->words[(size_t)value] : number, hole ? hole + 2 : "");
}
