/* String, membrane, plate by finite differences. Symbols: docs/notation.md.
 *
 *   rho u'' = T lap u - B lap lap u - 2 rho s0 u' + 2 rho s1 lap u'
 *
 * On points of spacing h, with the undivided Laplacian S (1, -2, 1 in each direction, 0 outside)
 * and a cell of size h (line) or h^2 (surface), K = -tension S + bending S S and C1 = -viscous S:
 *
 *              mass      tension   bending   damping c0      viscous
 *   line       rho h     T/h       B/h^3     2 rho s0 h      2 rho s1/h
 *   surface    rho h^2   T         B/h^2     2 rho s0 h^2    2 rho s1
 *
 *   A e = (m/k^2 - c0/(2k)) d + tension S u - bending S S u + (viscous/k) S d
 *       = (m/k^2 - c0/(2k)) d + S (tension u - bending S u + (viscous/k) d)    as kernel.h has it
 *
 * Simply supported edges: S u = 0 on the rim. Clamped: the mirrored ghost point gives S u = 2 u_1
 * there, which enters the energy with weight 1/2, so K stays symmetric. By Gershgorin -S <= 4 (8)
 * and S S <= 16 (64), clamped or not. So with c^2 = T/rho, kappa^2 = B/rho and
 *
 *   X = c^2 k^2 + 4 s1 k
 *
 * the scheme is stable when
 *
 *   line       2 h^2 >= X + sqrt(X^2 + 16 kappa^2 k^2)
 *   surface      h^2 >= X + sqrt(X^2 + 16 kappa^2 k^2)
 *
 *   membrane without loss    h >= sqrt(2) c k
 *   plate                    h >= 2 sqrt(k (s1 + sqrt(kappa^2 + s1^2)))
 *
 * Energy as in body.h: (004:36), (004:44). A round membrane has a rim of its own: rim.c.
 *
 * The start d0 = k v0 + (k^2/2m)(K u0 + (c0 + C1) v0) takes the forces from a step e that is made with
 * d = k v0: with l = c0 k/(2m),
 *
 *   d0 = [(3 + l) k v0 - (1 + l) e]/2
 *
 * Tuned by a factor r, tension and bending are r^2 times what they were. The bound is linear in r^2
 * and in the factor of s1; what breaks it is refused, and while ramps of both run s1 is held back.
 */
#include "grid.h"

#include "rim.h"

#include <math.h>
#include <stddef.h>

/* Where the point in column i, row j lies; the rim of a line and columns 0 have no place. */
static size_t cell(const Body *body, uint32_t i, uint32_t j)
{
    if (!body->grid.ny) {
        return (size_t)KERNEL_EDGE + i - 1;
    }
    return kernel_cell(body->kernels->lanes, body->surface.vectors, i, j);
}

static uint32_t row_vectors(const BodyPlan *plan)
{
    return plan->grid.nx / plan->kernels->lanes + 1;
}

static size_t row_width(const BodyPlan *plan)
{
    return (size_t)row_vectors(plan) * plan->kernels->lanes;
}

/* The inner points of a row of a surface. */
static bool inside(const GridSpec *grid, double radius, uint32_t i, uint32_t j)
{
    return i > 0 && i < grid->nx && (!grid->ny || (j > 0 && j < grid->ny)) &&
           (!grid->circle || rim_encloses(grid, radius, i, j));
}

size_t grid_room(const BodyPlan *plan)
{
    const GridSpec *grid = &plan->grid;

    return grid->ny ? row_width(plan) * (grid->ny + 1u)
                    : (size_t)KERNEL_EDGE + grid->nx + KERNEL_LANES_MAX;
}

void grid_layout(Body *body, const BodyPlan *plan, Arena *arena)
{
    const GridSpec *grid = &plan->grid;

    if (grid->ny) {
        ARENA_TAKE(arena, body->v, 4 * row_width(plan));
        ARENA_TAKE(arena, body->mask, row_width(plan) * (grid->circle ? grid->ny + 1u : 1u));
        rim_layout(body, plan, grid_room(plan), arena);
    }
}

static void init_surface(Body *body, const BodyPlan *plan)
{
    const GridSpec *grid = &plan->grid;
    const uint32_t lanes = plan->kernels->lanes;
    const uint32_t vectors = row_vectors(plan);
    const uint32_t columns = grid->nx - 1;
    const uint32_t others = (lanes - 1) * vectors;

    body->surface = (KernelSurface){.columns = columns,
                                    .rows = grid->ny - 1,
                                    .vectors = vectors,
                                    .full = columns > others ? columns - others : 0,
                                    .u = body->u,
                                    .d = body->d,
                                    .last = body->keeps_last ? body->last : NULL,
                                    .v = body->v,
                                    .mask = body->mask,
                                    .clamped = grid->clamped,
                                    .round = grid->circle};
    for (uint32_t j = 1; j < grid->ny; j++) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            if (inside(grid, plan->size[0], i, j)) {
                body->mask[cell(body, i, grid->circle ? j : 0)] = 1.0;
                body->n++;
            }
        }
    }
}

/* Coefficients from body->grid. */
static void coefficients(Body *body)
{
    const GridSpec *grid = &body->grid;
    const double k = body->step;
    const double inverse = 1.0 / (grid->mass / (k * k) + grid->damping / (2.0 * k));
    /* (m/k^2 - c0/(2k))/A, exactly 1 without loss: inverse times the difference would drift */
    const double loss = grid->damping * k / (2.0 * grid->mass);
    const double coef_d = (1.0 - loss) / (1.0 + loss);

    body->inverse = inverse;
    if (grid->ny) {
        body->surface.coef_d = coef_d;
        body->surface.tension = inverse * grid->tension;
        body->surface.bending = inverse * grid->bending;
        body->surface.viscous = inverse * grid->viscous / k;
    } else {
        body->line.coef_d = coef_d;
        body->line.tension = inverse * grid->tension;
        body->line.bending = inverse * grid->bending;
        body->line.viscous = inverse * grid->viscous / k;
    }
}

/* Shares of what the bound of stability allows that K at r = 1 and s1 take. */
typedef struct Bound {
    double tuned, viscous;
} Bound;

static Bound bound(const Body *body)
{
    const GridSpec *grid = &body->nominal;
    const double k = body->step;
    const double top = grid->ny ? 8.0 : 4.0; /* of -S */
    const double mass = grid->mass * (1.0 + 1e-11);

    return (Bound){0.25 * k * k * top * (grid->tension + top * grid->bending) / mass,
                   0.5 * k * top * grid->viscous / mass};
}

double grid_tuning_limit(const Body *body, double loss_high)
{
    const Bound b = bound(body);

    return sqrt(fmax(1.0 - b.viscous * loss_high, 0.0) / b.tuned);
}

double grid_loss_limit(const Body *body, double tuning)
{
    const Bound b = bound(body);
    const double room = fmax(1.0 - b.tuned * tuning * tuning, 0.0);

    return b.viscous > 0.0 ? room / b.viscous : HUGE_VAL;
}

void grid_retune(Body *body)
{
    const GridSpec *nominal = &body->nominal;
    const double springs = body->mass * body->tuning * body->tuning;

    body->grid.mass = nominal->mass * body->mass;
    body->grid.tension = nominal->tension * springs;
    body->grid.bending = nominal->bending * springs;
    body->grid.damping = nominal->damping * body->mass * body->loss;
    body->grid.viscous =
        nominal->viscous * body->mass * fmin(body->loss_high, grid_loss_limit(body, body->tuning));
    coefficients(body);
}

void grid_init(Body *body, const BodyPlan *plan)
{
    body->n = 0;
    body->room = (uint32_t)grid_room(plan);
    if (plan->grid.ny) {
        init_surface(body, plan);
        rim_init(body, plan);
    } else {
        body->n = plan->grid.nx - 1;
        body->line = (KernelLine){.n = body->n,
                                  .u = body->u + KERNEL_EDGE,
                                  .d = body->d + KERNEL_EDGE,
                                  .last = body->keeps_last ? body->last + KERNEL_EDGE : NULL,
                                  .clamped = plan->grid.clamped};
    }
    coefficients(body);
}

void grid_advance(Body *body)
{
    if (body->grid.ny) {
        rim_hold(body);
        body->kernels->surface(&body->surface);
        rim_correct(body);
    } else {
        body->kernels->line(&body->line);
    }
}

void grid_set(Body *body, double factor, const double *u, const double *kv)
{
    const double l = body->grid.damping * body->step / (2.0 * body->grid.mass);

    for (uint32_t i = 0; i < body->room; i++) {
        body->u[i] = factor * u[i];
        body->d[i] = factor * kv[i];
    }
    if (body->printed) {
        return;
    }
    grid_advance(body);
    for (uint32_t i = 0; i < body->room; i++) {
        body->u[i] = factor * u[i];
        body->d[i] = 0.5 * ((3.0 + l) * factor * kv[i] - (1.0 + l) * body->d[i]);
    }
}

/* S x of a line; the rim is 0. */
static double bend_at(const double *x, ptrdiff_t i)
{
    return x[i - 1] - (x[i] + x[i]) + x[i + 1];
}

/* The forms of KernelForms on a line of n inner points. */
static KernelForms line_forms(const KernelLine *line, const double *x, const double *z, bool bends)
{
    const uint32_t n = line->n;
    KernelForms sum = {0.0, 0.0, 0.0};

#define LESS(at) (z ? z[at] : 0.0)
    sum.gradients = x[0] * (x[0] - LESS(0));
    for (uint32_t i = 0; i < n; i++) {
        const double across = x[i + 1] - x[i];
        sum.gradients += across * (across - (LESS(i + 1) - LESS(i)));
        sum.squares += x[i] * (x[i] - LESS(i));
        if (bends) {
            const double bend = bend_at(x, (ptrdiff_t)i);
            sum.bends += bend * (bend - (z ? bend_at(z, (ptrdiff_t)i) : 0.0));
        }
    }
    if (bends && line->clamped) {
        sum.bends += 2.0 * x[0] * (x[0] - LESS(0));
        sum.bends += 2.0 * x[n - 1] * (x[n - 1] - LESS(n - 1));
    }
#undef LESS
    return sum;
}

static KernelForms forms(const Body *body, bool strained)
{
    const bool bends = strained && body->grid.bending > 0.0;

    if (body->grid.ny) {
        const double *x = strained ? body->u : body->d;
        const double *z = strained ? body->d : NULL;
        KernelForms sum = body->kernels->forms(&body->surface, x, z, bends);
        rim_forms(body, x, z, &sum);
        return sum;
    }
    return strained ? line_forms(&body->line, body->line.u, body->line.d, bends)
                    : line_forms(&body->line, body->line.d, NULL, false);
}

double grid_energy(const Body *body)
{
    const GridSpec *grid = &body->grid;
    const double k = body->step;
    const KernelForms moving = forms(body, false);
    const KernelForms strain = forms(body, true);
    const double kinetic =
        (grid->mass * moving.squares - 0.5 * k * grid->viscous * moving.gradients) / (2.0 * k * k);

    return kinetic + 0.5 * (grid->tension * strain.gradients + grid->bending * strain.bends);
}

/* Squares and gradients of d + last on a line. */
static KernelForms line_loss(const KernelLine *line)
{
    const double *d = line->d;
    const double *last = line->last;
    KernelForms sum = {0.0, 0.0, 0.0};

    sum.gradients = (d[0] + last[0]) * (d[0] + last[0]);
    for (uint32_t i = 0; i < line->n; i++) {
        const double w = d[i] + last[i];
        const double across = d[i + 1] + last[i + 1] - w;
        sum.squares += w * w;
        sum.gradients += across * across;
    }
    return sum;
}

double grid_loss(const Body *body)
{
    const GridSpec *grid = &body->grid;

    if (grid->damping == 0.0 && grid->viscous == 0.0) {
        return 0.0;
    }
    KernelForms sum = grid->ny ? body->kernels->loss(&body->surface) : line_loss(&body->line);
    if (grid->ny) {
        rim_loss(body, &sum);
    }
    return (grid->damping * sum.squares + grid->viscous * sum.gradients) / (4.0 * body->step);
}

uint32_t grid_weights(double place, uint32_t last, UrtoInterpolation interpolation,
                      double weights[4], uint32_t *count)
{
    const double inner = place < 0.0 ? 0.0 : (place > last ? (double)last : place);
    /* a place that is a point but for rounding is that point: one weight instead of four */
    const double whole = nearbyint(inner);
    const double snapped = fabs(inner - whole) < 1e-10 ? whole : inner;
    uint32_t first = (uint32_t)snapped;

    if (interpolation == URTO_INTERPOLATION_CUBIC && last >= 3) {
        first = first > 0 ? first - 1 : 0;
        first = first > last - 3 ? last - 3 : first;
        const double r = snapped - first;
        weights[0] = -(r - 1.0) * (r - 2.0) * (r - 3.0) / 6.0;
        weights[1] = r * (r - 2.0) * (r - 3.0) / 2.0;
        weights[2] = -r * (r - 1.0) * (r - 3.0) / 2.0;
        weights[3] = r * (r - 1.0) * (r - 2.0) / 6.0;
        *count = 4;
        return first;
    }
    if (last == 0) {
        weights[0] = 1.0;
        *count = 1;
        return 0;
    }
    first = first > last - 1 ? last - 1 : first;
    weights[1] = snapped - first;
    weights[0] = 1.0 - weights[1];
    *count = 2;
    return first;
}

void grid_row(const Body *body, double x, double y, UrtoInterpolation interpolation, Row *row)
{
    const GridSpec *grid = &body->grid;
    const double shift = grid->circle ? body->size[0] : 0.0;
    double along[4];
    double across[4] = {1.0, 0.0, 0.0, 0.0};
    uint32_t columns = 0;
    uint32_t rows = 1;
    uint32_t j0 = 0;
    /* a line or rectangle whose sides are not whole spacings is stretched to the grid */
    const double sx = grid->circle ? 1.0 / grid->h : grid->nx / body->size[0];
    const double sy = grid->circle ? 1.0 / grid->h : grid->ny / body->size[1];
    const uint32_t i0 = grid_weights((x + shift) * sx, grid->nx, interpolation, along, &columns);

    if (grid->ny) {
        j0 = grid_weights((y + shift) * sy, grid->ny, interpolation, across, &rows);
    }
    row->count = 0;
    for (uint32_t j = 0; j < rows; j++) {
        for (uint32_t i = 0; i < columns; i++) {
            if (along[i] * across[j] != 0.0 && inside(grid, body->size[0], i0 + i, j0 + j)) {
                row->index[row->count] = (uint32_t)cell(body, i0 + i, j0 + j);
                row->weight[row->count++] = along[i] * across[j];
            }
        }
    }
}

void grid_shape(const Body *body, UrtoShapeFunction shape, void *context, double factor,
                double *values)
{
    const GridSpec *grid = &body->grid;
    const double shift = grid->circle ? body->size[0] : 0.0;
    const double sx = grid->circle ? grid->h : body->size[0] / grid->nx;
    const double sy = grid->circle ? grid->h : (grid->ny ? body->size[1] / grid->ny : 0.0);

    for (uint32_t j = 0; j <= grid->ny; j++) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            if (inside(grid, body->size[0], i, j)) {
                values[cell(body, i, j)] = factor * shape(context, i * sx - shift, j * sy - shift);
            }
        }
    }
}
