/* A circle on a square grid: links that leave it are cut, points beside it are heavier. Symbols:
 * docs/notation.md.
 *
 * A link that leaves the circle ends on it, at the distance s h from its point, and is that much
 * stiffer: its weight is w = 1/s (s at least 1e-3), where links inside have 1. With M_i the mass of
 * a point in units of rho h^2 and S of grid.c
 *
 *   (-S u)_i = sum over neighbours inside of (u_i - u_j) + sum over cut links of w u_i
 *   M_i      = max(1, (2 inside + sum of w)/8)
 *
 *   m = rho h^2 M,  c0 = 2 s0 m,  K = -T S,  C1 = -2 rho s1 S
 *
 * K is a sum of squares. The sizes of row i of -S sum up to 2 inside + sum of w <= 8 M_i, so by
 * Gershgorin -S <= 8 M as on a rectangle: limit and energy law of grid.c stay. The extra mass sits
 * where u is about s h: its effect is of the order h^3.
 *
 * The sweep of the kernel takes every link as 1 and every mass as 1 (a staircase); only points with
 * cut links differ. With E_i = sum over cut links of (w - 1), v of kernel.h and e of the sweep,
 *
 *   d+ = coef_d d + (e - coef_d d - E v)/M
 *
 * where d, u and v are held before the sweep. Forms of the energy: squares gain (M - 1) x y,
 * gradients gain E x y. A force at the point moves it by 1/(A M).
 */
#include "rim.h"

#include <math.h>
#include <stddef.h>

bool rim_encloses(const GridSpec *grid, double radius, uint32_t i, uint32_t j)
{
    const double x = i * grid->h - radius;
    const double y = j * grid->h - radius;

    /* a point on the circle is outside, however it is rounded */
    return x * x + y * y < radius * radius * (1.0 - 1e-12);
}

void rim_layout(Body *body, const BodyPlan *plan, size_t room, Arena *arena)
{
    if (!plan->grid.circle || plan->grid.staircase) {
        return;
    }
    const size_t most = 2 * ((size_t)plan->grid.nx + plan->grid.ny); /* ends of rows and columns */
    ARENA_TAKE(arena, body->rim.cell, most);
    ARENA_TAKE(arena, body->rim.mass, most);
    ARENA_TAKE(arena, body->rim.stiffer, most);
    ARENA_TAKE(arena, body->rim.u, most);
    ARENA_TAKE(arena, body->rim.d, most);
    ARENA_TAKE(arena, body->share, room);
}

/* Weight of a link from a point to its neighbour. */
static double link_weight(const GridSpec *grid, double radius, uint32_t i, uint32_t j, int di,
                          int dj)
{
    const double x = i * grid->h - radius;
    const double y = j * grid->h - radius;
    const double across = di ? y : x;
    const double along = di ? di * x : dj * y;

    if (rim_encloses(grid, radius, (uint32_t)((int)i + di), (uint32_t)((int)j + dj))) {
        return 0.0;
    }
    return 1.0 / fmax((sqrt(radius * radius - across * across) - along) / grid->h, 1e-3);
}

static void add_point(Body *body, uint32_t cell, double stiffer, double mass)
{
    Rim *rim = &body->rim;

    rim->cell[rim->count] = cell;
    rim->stiffer[rim->count] = stiffer;
    rim->mass[rim->count++] = mass;
    body->share[cell] = 1.0 / mass;
}

void rim_init(Body *body, const BodyPlan *plan)
{
    static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const GridSpec *grid = &plan->grid;
    const double radius = plan->size[0];

    body->rim.count = 0;
    for (uint32_t j = 1; body->share && j < grid->ny; j++) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            const uint32_t cell =
                (uint32_t)kernel_cell(body->kernels->lanes, body->surface.vectors, i, j);
            double weights = 0.0;
            int cut = 0;
            if (!rim_encloses(grid, radius, i, j)) {
                continue;
            }
            body->share[cell] = 1.0;
            for (int n = 0; n < 4; n++) {
                const double weight = link_weight(grid, radius, i, j, steps[n][0], steps[n][1]);
                weights += weight;
                cut += weight > 0.0;
            }
            if (cut) {
                add_point(body, cell, weights - cut, fmax(1.0, (2.0 * (4 - cut) + weights) / 8.0));
            }
        }
    }
}

void rim_hold(Body *body)
{
    const Rim *rim = &body->rim;

    for (uint32_t i = 0; i < rim->count; i++) {
        rim->u[i] = body->u[rim->cell[i]];
        rim->d[i] = body->d[rim->cell[i]];
    }
}

void rim_correct(Body *body)
{
    const Rim *rim = &body->rim;
    const KernelSurface *s = &body->surface;

    for (uint32_t i = 0; i < rim->count; i++) {
        const uint32_t cell = rim->cell[i];
        const double kept = s->coef_d * rim->d[i];
        const double v = s->tension * rim->u[i] + s->viscous * rim->d[i];
        const double e = kept + (body->d[cell] - kept - rim->stiffer[i] * v) / rim->mass[i];
        body->d[cell] = e;
        body->u[cell] = rim->u[i] + e;
    }
}

void rim_forms(const Body *body, const double *x, const double *z, KernelForms *sum)
{
    const Rim *rim = &body->rim;

    for (uint32_t i = 0; i < rim->count; i++) {
        const uint32_t cell = rim->cell[i];
        const double product = x[cell] * (z ? x[cell] - z[cell] : x[cell]);
        sum->squares += (rim->mass[i] - 1.0) * product;
        sum->gradients += rim->stiffer[i] * product;
    }
}

void rim_loss(const Body *body, KernelForms *sum)
{
    const Rim *rim = &body->rim;

    for (uint32_t i = 0; i < rim->count; i++) {
        const double w = body->d[rim->cell[i]] + body->last[rim->cell[i]];
        sum->squares += (rim->mass[i] - 1.0) * w * w;
        sum->gradients += rim->stiffer[i] * w * w;
    }
}
