/* String, membrane, plate by finite differences.
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
 *   A e = (m/k^2 - c0/2k) d + tension S u - bending S S u + (viscous/k) S d
 *
 * Simply supported edges: S u = 0 on the rim. Clamped: the mirrored ghost point gives S u = 2 u_1
 * there, which enters the energy with weight 1/2, so K stays symmetric. By Gershgorin -S <= 4 (8)
 * and S S <= 16 (64), clamped or not, so the scheme is stable when line:     2 h^2 >= X + sqrt(X^2
 * + 16 kap^2 k^2), X = c^2 k^2 + 4 s1 k surface:  h^2 >= X + sqrt(X^2 + 16 kap^2 k^2), X = c^2 k^2
 * + 4 s1 k      (h >= sqrt 2 c k for a membrane without loss, h >= 2 sqrt(k (s1 + sqrt(kap^2 +
 * s1^2))) for a plate) Energy as in body.h: (004:36), (004:44).
 *
 * Tuned by a factor r, tension and bending are r^2 times what they were. The bound is linear in r^2
 * and in the factor of s1; what breaks it is refused, and while ramps of both run s1 is held back.
 */
#include "grid.h"

#include <math.h>
#include <stddef.h>

/* S x at a point. On a line the stride is 0 and the vertical part is exactly 0. */
static inline double laplacian(const double *x, size_t at, size_t stride)
{
    const double twice = x[at] + x[at];

    return (x[at - 1] - twice + x[at + 1]) + (x[at - stride] - twice + x[at + stride]);
}

static inline size_t stride_of(const GridSpec *grid)
{
    return grid->ny ? grid->nx + 1u : 0u;
}

/* Inner rows: first and one past the last. */
static inline uint32_t first_row(const GridSpec *grid)
{
    return grid->ny ? 1u : 0u;
}

static inline uint32_t end_row(const GridSpec *grid)
{
    return grid->ny ? grid->ny : 1u;
}

/* 1/A and (m/k^2 - c0/2k)/A; the latter exactly 1 without loss, a difference would drift. */
static double coefficients(Body *body)
{
    const GridSpec *grid = &body->grid;
    const double k = body->step;
    const double loss = grid->damping * k / (2.0 * grid->mass);

    body->keep = (1.0 - loss) / (1.0 + loss);
    return 1.0 / (grid->mass / (k * k) + grid->damping / (2.0 * k));
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
    const double r2 = body->tuning * body->tuning;

    body->grid.tension = nominal->tension * r2;
    body->grid.bending = nominal->bending * r2;
    body->grid.damping = nominal->damping * body->loss;
    body->grid.viscous =
        nominal->viscous * fmin(body->loss_high, grid_loss_limit(body, body->tuning));
    const double inverse = coefficients(body);
    for (uint32_t i = 0; i < body->n; i++) {
        body->inverse[i] = body->inverse[i] > 0.0 ? inverse : 0.0;
    }
}

void grid_init(Body *body, const BodyPlan *plan)
{
    const GridSpec *grid = &plan->grid;
    const double inverse = coefficients(body);
    const double radius = plan->size[0];
    const size_t width = grid->nx + 1u;

    for (uint32_t j = first_row(grid); j < end_row(grid); j++) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            const double x = i * grid->h - radius;
            const double y = j * grid->h - radius;
            const bool inside = !grid->circle || x * x + y * y < radius * radius;
            body->inverse[j * width + i] = inside ? inverse : 0.0;
        }
    }
}

/* S u into scratch, with the values on the rim that clamped edges have. */
static void curvature(Body *body)
{
    const GridSpec *grid = &body->grid;
    const size_t stride = stride_of(grid);
    const size_t width = grid->nx + 1u;
    const double *u = body->u;
    double *s = body->scratch;

    for (uint32_t j = first_row(grid); j < end_row(grid); j++) {
        const size_t row = j * width;
        for (uint32_t i = 1; i < grid->nx; i++) {
            s[row + i] = laplacian(u, row + i, stride);
        }
        if (grid->clamped) {
            s[row] = 2.0 * u[row + 1];
            s[row + grid->nx] = 2.0 * u[row + grid->nx - 1];
        }
    }
    if (grid->clamped && grid->ny) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            s[i] = 2.0 * u[width + i];
            s[grid->ny * width + i] = 2.0 * u[(grid->ny - 1) * width + i];
        }
    }
}

void grid_predict(Body *body)
{
    const GridSpec *grid = &body->grid;
    const size_t stride = stride_of(grid);
    const size_t width = grid->nx + 1u;
    const double keep = body->keep;
    const double tension = grid->tension;
    const double bending = grid->bending;
    const double viscous = grid->viscous / body->step;
    const double *restrict u = body->u;
    const double *restrict d = body->d;
    const double *restrict s = body->scratch;
    const double *restrict inverse = body->inverse;
    double *restrict e = body->e;

    if (bending > 0.0) {
        curvature(body);
    }
    for (uint32_t j = first_row(grid); j < end_row(grid); j++) {
        const size_t begin = j * width + 1;
        const size_t end = j * width + grid->nx;
        if (bending > 0.0) {
            for (size_t i = begin; i < end; i++) {
                e[i] =
                    keep * d[i] + inverse[i] * (tension * s[i] - bending * laplacian(s, i, stride) +
                                                viscous * laplacian(d, i, stride));
            }
        } else if (viscous > 0.0) {
            for (size_t i = begin; i < end; i++) {
                e[i] = keep * d[i] + inverse[i] * (tension * laplacian(u, i, stride) +
                                                   viscous * laplacian(d, i, stride));
            }
        } else {
            for (size_t i = begin; i < end; i++) {
                e[i] = keep * d[i] + inverse[i] * tension * laplacian(u, i, stride);
            }
        }
    }
}

typedef struct Forms {
    double squares;   /* sum of x y */
    double gradients; /* sum over neighbours of (difference of x)(difference of y) */
    double bends;     /* sum of (S x)(S y), the rim with weight 1/2 */
} Forms;

/* The quadratic forms for x and y = x - z (z NULL: y = x). */
static Forms forms(const Body *body, const double *x, const double *z, bool bends)
{
    const GridSpec *grid = &body->grid;
    const size_t stride = stride_of(grid);
    const size_t width = grid->nx + 1u;
    Forms sum = {0.0, 0.0, 0.0};

#define LESS(at) (z ? z[at] : 0.0)
    for (uint32_t j = first_row(grid); j < end_row(grid); j++) {
        for (size_t i = j * width; i < j * width + grid->nx; i++) {
            const double across = x[i + 1] - x[i];
            sum.gradients += across * (across - (LESS(i + 1) - LESS(i)));
            sum.squares += x[i] * (x[i] - LESS(i));
            if (bends && i > j * width) {
                const double bend = laplacian(x, i, stride);
                sum.bends += bend * (bend - (z ? laplacian(z, i, stride) : 0.0));
            }
        }
        if (bends && grid->clamped) {
            const size_t left = j * width + 1;
            const size_t right = j * width + grid->nx - 1;
            sum.bends += 2.0 * x[left] * (x[left] - LESS(left));
            sum.bends += 2.0 * x[right] * (x[right] - LESS(right));
        }
    }
    for (uint32_t j = 0; j < grid->ny; j++) {
        for (size_t i = j * width + 1; i < j * width + grid->nx; i++) {
            const double up = x[i + width] - x[i];
            sum.gradients += up * (up - (LESS(i + width) - LESS(i)));
        }
    }
    if (bends && grid->clamped && grid->ny) {
        const size_t top = (grid->ny - 1) * width;
        for (size_t i = 1; i < grid->nx; i++) {
            sum.bends += 2.0 * x[width + i] * (x[width + i] - LESS(width + i));
            sum.bends += 2.0 * x[top + i] * (x[top + i] - LESS(top + i));
        }
    }
#undef LESS
    return sum;
}

double grid_energy(const Body *body)
{
    const GridSpec *grid = &body->grid;
    const double k = body->step;
    const Forms moving = forms(body, body->d, NULL, false);
    const Forms strained = forms(body, body->u, body->d, grid->bending > 0.0);
    const double kinetic =
        (grid->mass * moving.squares - 0.5 * k * grid->viscous * moving.gradients) / (2.0 * k * k);

    return kinetic + 0.5 * (grid->tension * strained.gradients + grid->bending * strained.bends);
}

double grid_loss(const Body *body)
{
    const GridSpec *grid = &body->grid;
    const double k = body->step;
    const double *d = body->d;
    const double *e = body->e;
    const size_t width = grid->nx + 1u;
    double squares = 0.0;
    double gradients = 0.0;

    if (grid->damping == 0.0 && grid->viscous == 0.0) {
        return 0.0;
    }
    for (uint32_t j = first_row(grid); j < end_row(grid); j++) {
        for (size_t i = j * width; i < j * width + grid->nx; i++) {
            const double w = d[i] + e[i];
            const double across = d[i + 1] + e[i + 1] - w;
            squares += w * w;
            gradients += across * across;
        }
    }
    for (uint32_t j = 0; j < grid->ny; j++) {
        for (size_t i = j * width + 1; i < j * width + grid->nx; i++) {
            const double up = d[i + width] + e[i + width] - (d[i] + e[i]);
            gradients += up * up;
        }
    }
    return (grid->damping * squares + grid->viscous * gradients) / (4.0 * k);
}

uint32_t grid_weights(double place, uint32_t last, UrtoInterpolation interpolation,
                      double weights[4], uint32_t *count)
{
    const double inside = place < 0.0 ? 0.0 : (place > last ? (double)last : place);
    uint32_t first = (uint32_t)inside;

    if (interpolation == URTO_INTERPOLATION_CUBIC && last >= 3) {
        first = first > 0 ? first - 1 : 0;
        first = first > last - 3 ? last - 3 : first;
        const double r = inside - first;
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
    weights[1] = inside - first;
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
            row->index[row->count] = (j0 + j) * (grid->nx + 1u) + i0 + i;
            row->weight[row->count++] = along[i] * across[j];
        }
    }
}

void grid_shape(const Body *body, UrtoShape shape, void *context, double factor, double *values)
{
    const GridSpec *grid = &body->grid;
    const double shift = grid->circle ? body->size[0] : 0.0;
    const double sx = grid->circle ? grid->h : body->size[0] / grid->nx;
    const double sy = grid->circle ? grid->h : (grid->ny ? body->size[1] / grid->ny : 0.0);

    for (uint32_t j = first_row(grid); j < end_row(grid); j++) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            const size_t at = j * (grid->nx + 1u) + i;
            if (body->inverse[at] > 0.0) {
                values[at] = factor * shape(context, i * sx - shift, j * sy - shift);
            }
        }
    }
}
