#include "body.h"

#include "../base/constants.h"
#include "compile.h"
#include "grid.h"
#include "modal.h"

#include <math.h>
#include <string.h>

UrtoPortDef urto_port_def(UrtoBody body)
{
    return (UrtoPortDef){.cookie = DEF_COOKIE, .body = body};
}

UrtoStatus plan_check_fields(const Field *fields, size_t count, UrtoDiagnostic *why)
{
    for (size_t i = 0; i < count; i++) {
        const UrtoStatus status =
            status_check_range(why, fields[i].name, fields[i].value, fields[i].range);
        if (status != URTO_OK) {
            return status;
        }
    }
    return URTO_OK;
}

void plan_modes(BodyPlan *plan, UrtoModel model)
{
    if (model == URTO_MODEL_MODAL_LEAPFROG) {
        plan->leapfrog = true;
        plan->band = fmin(plan->band, 2.0 / plan->step);
    }
}

/* Most intervals of at least the limit, with a relative margin of 1e-12 for rounding. */
static double intervals(double size, double limit)
{
    return floor(size / limit * (1.0 + 1e-12));
}

static UrtoStatus refuse_grid(double asked, double size, double limit, double most, double step,
                              UrtoDiagnostic *why)
{
    return status_fail(why, URTO_ERROR_LIMIT, "segments", asked,
                       "segments is %.10g: a spacing of %.6g m is unstable below the limit of "
                       "%.6g m at %.10g steps/s; at most %.10g",
                       asked, size / asked, limit, 1.0 / step, most);
}

UrtoStatus plan_grid(GridSpec *grid, const double size[2], int dimensions, double limit,
                     const uint32_t segments[2], double step, UrtoDiagnostic *why)
{
    double nx = segments[0];
    const double most = intervals(size[0], limit);

    if (nx > most) {
        return refuse_grid(nx, size[0], limit, most, step, why);
    }
    if (most < 2.0) {
        return status_fail(why, URTO_ERROR_LIMIT, "size", size[0],
                           "%.6g m is less than two of the smallest stable spacings, %.6g m at "
                           "%.10g steps/s: a larger body, higher rate or the modal model",
                           size[0], limit, 1.0 / step);
    }
    if (nx == 0.0 && dimensions == 2) {
        /* squares: take the width, at most a tenth coarser, for which the other side fits best */
        double best = 1.0;
        nx = most;
        for (double n = most; n >= 2.0 && n >= 0.9 * most && n >= most - 200.0; n -= 1.0) {
            const double rows = size[1] * n / size[0];
            const double misfit = fabs(rows - nearbyint(rows)) / rows;
            if (nearbyint(rows) >= 2.0 && misfit < best - 1e-12) {
                best = misfit;
                nx = n;
            }
        }
    } else if (nx == 0.0) {
        nx = most;
    }
    const double h = size[0] / nx;
    double ny = 0.0;
    if (dimensions == 2) {
        ny = nearbyint(size[1] / h);
        if (segments[1] && fabs(segments[1] - ny) > 0.5) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "segments[1]", segments[1],
                               "segments[1] is %u: the grid is square, must be 0 or %.10g",
                               segments[1], ny);
        }
    }
    if (nx < 2.0 || (dimensions == 2 && ny < 2.0) ||
        (nx + 1.0) * (ny + 1.0) > (double)URTO_MAX_POINTS) {
        return status_fail(why, URTO_ERROR_LIMIT, "segments", nx,
                           "a grid of %.10g by %.10g intervals: must be at least 2 a side and at "
                           "most %u points",
                           nx, ny, URTO_MAX_POINTS);
    }
    grid->nx = (uint32_t)nx;
    grid->ny = (uint32_t)ny;
    grid->h = h;
    return URTO_OK;
}

UrtoStatus body_check(const BodyDef *def, UrtoDiagnostic *why)
{
    switch (def->kind) {
    case BODY_MASS:
        return mass_check(&def->as.mass, why);
    case BODY_STRING:
        return string_check(&def->as.string, why);
    case BODY_BAR:
        return bar_check(&def->as.bar, why);
    case BODY_MEMBRANE:
        return membrane_check(&def->as.membrane, why);
    case BODY_PLATE:
        return plate_check(&def->as.plate, why);
    case BODY_MODAL:
        break;
    }
    return modal_check(&def->as.modal, why);
}

UrtoStatus body_plan(const BodyDef *def, double step, double band, bool trapezoidal,
                     bool keeps_last, const UrtoAllocator *allocator, BodyPlan *plan,
                     UrtoDiagnostic *why)
{
    UrtoStatus status = URTO_OK;

    *plan = (BodyPlan){.kind = def->kind,
                       .step = step,
                       .band = band * PI / step,
                       .trapezoidal = trapezoidal,
                       .keeps_last = keeps_last || trapezoidal};
    plan->size[0] = plan->size[1] = 0.0;
    switch (def->kind) {
    case BODY_MASS:
        status = mass_plan(&def->as.mass, allocator, plan, why);
        break;
    case BODY_STRING:
        status = string_plan(&def->as.string, allocator, plan, why);
        break;
    case BODY_BAR:
        status = bar_plan(&def->as.bar, allocator, plan, why);
        break;
    case BODY_MEMBRANE:
        status = membrane_plan(&def->as.membrane, allocator, plan, why);
        break;
    case BODY_PLATE:
        status = plate_plan(&def->as.plate, allocator, plan, why);
        break;
    case BODY_MODAL:
        status = modal_plan(&def->as.modal, allocator, plan, why);
        break;
    }
    if (status == URTO_OK && trapezoidal && plan->leapfrog && plan->kind != BODY_MASS) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "model", URTO_MODEL_MODAL_LEAPFROG,
                           "the trapezoidal solver steps modes by its own rule, not by leap-frog");
    }
    if (status == URTO_OK && trapezoidal && plan->is_grid) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "solver", 0.0,
                           "the trapezoidal solver takes masses and modal bodies only, not grids");
    }
    return status;
}

void body_layout(Body *body, const BodyPlan *plan, uint32_t tracked, Arena *arena)
{
    const size_t n = plan->is_grid ? grid_room(plan) : modal_room(plan);

    ARENA_TAKE(arena, body->u, n);
    ARENA_TAKE(arena, body->d, n);
    ARENA_TAKE(arena, body->last, plan->keeps_last ? n : 0);
    if (plan->is_grid) {
        grid_layout(body, plan, arena);
        return;
    }
    ARENA_TAKE(arena, body->coef_d, n);
    ARENA_TAKE(arena, body->coef_u, n);
    ARENA_TAKE(arena, body->masses, n);
    ARENA_TAKE(arena, body->springs, n);
    ARENA_TAKE(arena, body->dampings, n);
    ARENA_TAKE(arena, body->scale, n);
    ARENA_TAKE(arena, body->ratio, n);
    ARENA_TAKE(arena, body->turns, n);
    ARENA_TAKE(arena, body->start[0], n);
    ARENA_TAKE(arena, body->start[1], n);
    for (int i = 0; i < 4; i++) {
        ARENA_TAKE(arena, body->jump[i], n);
    }
    for (int i = 0; i < 3; i++) {
        ARENA_TAKE(arena, body->bound[i], n);
        ARENA_TAKE(arena, body->spent[i], plan->keeps_last ? n : 0);
    }
    ARENA_TAKE(arena, body->reach, n);
    ARENA_TAKE(arena, body->modes, plan->n);
    ARENA_TAKE(arena, body->table, (size_t)plan->n * plan->table_points);
    ARENA_TAKE(arena, body->tracked, tracked);
    ARENA_TAKE(arena, body->readings, tracked);
}

void body_init(Body *body, const BodyPlan *plan)
{
    body->kind = plan->kind;
    body->kernels = plan->kernels;
    body->is_grid = plan->is_grid;
    body->keeps_last = plan->keeps_last;
    body->trapezoidal = plan->trapezoidal;
    body->leapfrog = plan->leapfrog;
    body->printed = plan->printed;
    body->tuning = body->loss = body->loss_high = body->mass = 1.0;
    body->step = plan->step;
    body->band = plan->band;
    body->grid = body->nominal = plan->grid;
    body->shape = plan->shape;
    body->outline = plan->outline;
    body->table_points = plan->table_points;
    memcpy(body->size, plan->size, sizeof body->size);
    if (plan->is_grid) {
        grid_init(body, plan);
    } else {
        modal_init(body, plan);
    }
}

void body_start(Body *body)
{
    memset(body->u, 0, body->room * sizeof *body->u);
    memset(body->d, 0, body->room * sizeof *body->d);
    if (body->keeps_last) {
        memset(body->last, 0, body->room * sizeof *body->last);
    }
    body->still = body->checked = body->ahead = body->reached = false;
    body->pending = NULL;
    body->dissipated = (Sum){0.0, 0.0};
    body_retune(body);
    if (!body->is_grid) {
        modal_start(body);
    }
}

void body_set(Body *body, double factor, const double *u, const double *kv, const double *scale)
{
    if (body->is_grid) {
        grid_set(body, factor, u, kv);
        return;
    }
    for (uint32_t i = 0; i < body->n; i++) {
        modal_set(body, i, factor * scale[i] * u[i], factor * scale[i] * kv[i]);
    }
}

void body_set_mode(Body *body, uint32_t mode, double displacement, double velocity)
{
    modal_set(body, mode, displacement, velocity * body->step);
}

uint32_t body_row_capacity(const BodyPlan *plan, UrtoInterpolation interpolation)
{
    const uint32_t along = interpolation == URTO_INTERPOLATION_CUBIC ? 4 : 2;

    if (!plan->is_grid) {
        return modal_room(plan);
    }
    return plan->grid.ny ? along * along : along;
}

bool body_contains(UrtoOutline outline, const double size[2], double x, double y)
{
    if (!isfinite(x) || !isfinite(y)) {
        return false;
    }
    if (outline == URTO_OUTLINE_CIRCLE) {
        return x * x + y * y <= size[0] * size[0] * (1.0 + 1e-12);
    }
    /* a mass has no extent: any place is the same; a line has no y */
    const bool along = size[0] == 0.0 || (x >= 0.0 && x <= size[0]);
    return along && (size[1] == 0.0 || (y >= 0.0 && y <= size[1]));
}

void body_row(const Body *body, double x, double y, UrtoInterpolation interpolation, Row *row)
{
    if (body->is_grid) {
        grid_row(body, x, y, interpolation, row);
    } else {
        modal_row(body, x, y, interpolation, row);
    }
}

void body_advance(Body *body)
{
    if (body->still) {
        body->ahead = !body->is_grid;
    } else if (body->is_grid) {
        grid_advance(body);
    } else {
        modal_advance(body);
    }
}

void body_flush(Body *body)
{
    if (body->pending) {
        body->kernels->add(body->room, body->pending_force, body->pending, body->d);
        body->pending = NULL;
    }
}

void body_read(Body *body)
{
    body_flush(body);
    for (uint32_t i = 0; i < body->tracked_count; i++) {
        body->readings[i] = body->kernels->dot(body->room, body->tracked[i], body->d);
    }
}

/* 1/A of a grid point. */
static double point_admittance(const Body *body, uint32_t cell)
{
    return body->share ? body->inverse * body->share[cell] : body->inverse;
}

void body_push(Body *body, const Row *row, double force)
{
    body->still = false;
    if (row->index) {
        for (uint32_t i = 0; i < row->count; i++) {
            const double change = point_admittance(body, row->index[i]) * row->weight[i] * force;
            body->d[row->index[i]] += change;
            body->u[row->index[i]] += change;
        }
    } else {
        modal_push(body, row->weight, force);
    }
}

void body_cull(Body *body)
{
    const double rest = body->kernels->cull(body->room, 1e-100, body->u, body->d);
    const bool still = rest == 0.0 && body->gravity_step == 0.0 && !body->pending;

    body->still = still;
    for (uint32_t i = 0; still && i < body->tracked_count; i++) {
        body->readings[i] = 0.0;
    }
    if (still && body->keeps_last) {
        memset(body->last, 0, body->room * sizeof *body->last);
    }
}

void body_settle(Body *body)
{
    if (body->ahead) {
        modal_settle(body);
    }
}

double body_project(const Body *body, const Row *row, const double *x)
{
    double sum = 0.0;

    if (!row->index) {
        return body->n == 1 ? row->weight[0] * x[0]
                            : body->kernels->dot(body->room, row->weight, x);
    }
    for (uint32_t i = 0; i < row->count; i++) {
        sum += row->weight[i] * x[row->index[i]];
    }
    return sum;
}

double body_energy(const Body *body)
{
    return body->is_grid ? grid_energy(body) : modal_energy(body);
}

double body_loss(const Body *body)
{
    return body->is_grid ? grid_loss(body) : modal_loss(body);
}

double body_gravity(const Body *body)
{
    return body->force == 0.0 ? 0.0 : 0.5 * body->gravity_step * (body->d[0] + body->last[0]);
}

void body_retune(Body *body)
{
    if (body->is_grid) {
        grid_retune(body);
    } else {
        modal_retune(body);
    }
}

void body_set_modes(Body *body, const UrtoMode *modes, uint32_t count)
{
    modal_set_modes(body, modes, count);
}

bool body_rescale(const Body *body, Row *row)
{
    for (uint32_t i = 0; i < body->n && !body->is_grid; i++) {
        if (body->ratio[i] < 0.0) {
            return false;
        }
        row->weight[i] *= body->ratio[i];
    }
    return true;
}

double body_tuning_limit(const Body *body, double loss_high)
{
    if (body->is_grid) {
        return grid_tuning_limit(body, loss_high);
    }
    const bool bounded =
        body->kind == BODY_MASS && !body->trapezoidal && body->modes[0].omega > 0.0;
    return bounded ? 2.0 / (body->modes[0].omega * body->step) : HUGE_VAL;
}

double body_loss_limit(const Body *body, double tuning)
{
    return body->is_grid ? grid_loss_limit(body, tuning) : HUGE_VAL;
}

bool body_finite(Body *body)
{
    /* nothing is smaller than 0: the state stays */
    return body->still || body->checked ||
           isfinite(body->kernels->cull(body->room, 0.0, body->u, body->d));
}

bool body_shape(const Body *body, UrtoShapeFunction shape, void *context, double factor,
                const UrtoAllocator *allocator, double *values)
{
    if (!shape) {
        memset(values, 0, body->room * sizeof *values);
    } else if (body->is_grid) {
        grid_shape(body, shape, context, factor, values);
    } else {
        return modal_shape(body, shape, context, factor, allocator, values);
    }
    return true;
}

double body_mode_shape(const Body *body, uint32_t mode, double x, double y)
{
    return modal_mode_shape(body, mode, x, y, URTO_INTERPOLATION_LINEAR);
}

double row_admittance(const Body *body, const Row *one, const Row *two)
{
    double sum = 0.0;

    if (!one->index) {
        return body_project(body, one, two->weight);
    }
    for (uint32_t i = 0; i < one->count; i++) {
        for (uint32_t j = 0; j < two->count; j++) {
            if (one->index[i] == two->index[j]) {
                sum += one->weight[i] * two->weight[j] * point_admittance(body, one->index[i]);
            }
        }
    }
    return sum;
}
