/* Projects a shape g on the modes phi of a body:
 *
 *   q = int g phi / int phi^2
 *
 *              int phi^2
 *   string     L/2
 *   rectangle  Lx Ly/4
 *   bar        L
 *   circle     pi R^2 J_{m+1}(b R)^2, half of it for m > 0
 *   table      summed as the integral above it is
 *
 * Integrals are sums over the middles of equal intervals, in each direction at least PER_WAVE_NUMBER
 * times the highest wave number: half waves of a side, b R along a radius, m around. With fewer, a
 * mode looks like a lower one. g is asked once at each place.
 *
 * All sines and cosines of a direction come from one Fourier transform of a ring of M places,
 *
 *   z_n = sum over j of g_j exp(i n th_j),  th_j = 2 pi (j + 1/2)/M
 *
 * where a string is one half of a ring whose other half is 0. A rectangle takes rings along x, then
 * along y. A circle takes rings around its centre; what is left is a sum along r with J_m(b r) from
 * a table, with its slopes between entries 1/BESSEL_FINE apart (error 4e-8).
 */
#define _XOPEN_SOURCE 600 /* jn */

#include "modal.h"

#include "../base/constants.h"

#include <math.h>
#include <stddef.h>

enum {
    PER_WAVE_NUMBER = 4,
    LINE_LEAST = 2048, /* places on a line */
    SIDE_LEAST = 128,  /* a direction of a surface */
    BESSEL_FINE = 16,
};

typedef struct Complex {
    double re, im;
} Complex;

static Complex product(Complex a, Complex b)
{
    return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

typedef struct Ring {
    uint32_t n;    /* a power of 2 */
    Complex *z;    /* places, then sums */
    Complex *root; /* exp(i pi j/n), 2 n of them */
} Ring;

/* A shape with what it takes to ask it, and the memory of the projection. */
typedef struct Projection {
    const Body *body;
    UrtoShapeFunction shape;
    void *context;
    const UrtoAllocator *allocator;
} Projection;

static void *take(const Projection *p, size_t count, size_t size)
{
    return p->allocator->allocate(p->allocator->context, count * size);
}

static void give_back(const Projection *p, void *memory)
{
    if (memory) {
        p->allocator->release(p->allocator->context, memory);
    }
}

static bool ring_make(const Projection *p, uint32_t n, Ring *ring)
{
    *ring = (Ring){n, take(p, 3 * (size_t)n, sizeof(Complex)), NULL};
    if (!ring->z) {
        return false;
    }
    ring->root = ring->z + n;
    for (uint32_t j = 0; j < 2 * n; j++) {
        ring->root[j] = (Complex){cos(PI * j / n), sin(PI * j / n)};
    }
    return true;
}

/* Puts each place where the bits of its number, reversed, say. */
static void ring_shuffle(Ring *ring)
{
    for (uint32_t i = 1, j = 0; i < ring->n; i++) {
        uint32_t bit = ring->n >> 1;
        for (; j & bit; bit >>= 1) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            const Complex held = ring->z[i];
            ring->z[i] = ring->z[j];
            ring->z[j] = held;
        }
    }
}

static void ring_sums(Ring *ring)
{
    Complex *z = ring->z;

    ring_shuffle(ring);
    for (uint32_t half = 1; half < ring->n; half *= 2) {
        const uint32_t stride = ring->n / half; /* of exp(i pi j/half) in root */
        for (uint32_t first = 0; first < ring->n; first += 2 * half) {
            for (uint32_t j = 0; j < half; j++) {
                const Complex even = z[first + j];
                const Complex odd = product(z[first + half + j], ring->root[(size_t)j * stride]);
                z[first + j] = (Complex){even.re + odd.re, even.im + odd.im};
                z[first + half + j] = (Complex){even.re - odd.re, even.im - odd.im};
            }
        }
    }
    for (uint32_t n = 0; n < ring->n; n++) {
        z[n] = product(z[n], ring->root[n]);
    }
}

/* Places of a direction with this highest wave number. */
static uint32_t places(double wave_number, uint32_t least)
{
    uint32_t count = least;

    while (count < PER_WAVE_NUMBER * wave_number) {
        count *= 2;
    }
    return count;
}

/* The largest |p| and |q| of all modes. */
static void highest(const Body *body, double *p, double *q)
{
    *p = *q = 0.0;
    for (uint32_t i = 0; i < body->n; i++) {
        *p = fmax(*p, fabs(body->modes[i].p));
        *q = fmax(*q, fabs(body->modes[i].q));
    }
}

static uint32_t half_waves(double wave_number, double size)
{
    return (uint32_t)nearbyint(wave_number * size / PI);
}

/* g along x at a height y, into half a ring; then its sums. */
static void sums_along_x(const Projection *p, Ring *ring, double y)
{
    const uint32_t n = ring->n / 2;

    for (uint32_t i = 0; i < n; i++) {
        const double x = (i + 0.5) / n * p->body->size[0];
        ring->z[i] = (Complex){p->shape(p->context, x, y), 0.0};
        ring->z[n + i] = (Complex){0.0, 0.0};
    }
    ring_sums(ring);
}

static bool project_line(const Projection *p, double *values)
{
    const Body *body = p->body;
    const double length = body->size[0];
    double highest_p = 0.0;
    double highest_q = 0.0;
    Ring ring;

    highest(body, &highest_p, &highest_q);
    const uint32_t n = places(highest_p * length / PI, LINE_LEAST);
    if (!ring_make(p, 2 * n, &ring)) {
        return false;
    }
    sums_along_x(p, &ring, 0.0);
    for (uint32_t i = 0; i < body->n; i++) {
        values[i] = 2.0 / n * ring.z[half_waves(body->modes[i].p, length)].im;
    }
    give_back(p, ring.z);
    return true;
}

/* Sums along x at each y into grid[half waves in x][y], then along y in place of them. */
static void rectangle_sums(const Projection *p, Ring *along, Ring *across, uint32_t columns,
                           double *grid)
{
    const uint32_t ny = across->n / 2;

    for (uint32_t j = 0; j < ny; j++) {
        sums_along_x(p, along, (j + 0.5) / ny * p->body->size[1]);
        for (uint32_t i = 0; i < columns; i++) {
            grid[(size_t)i * ny + j] = along->z[i].im;
        }
    }
    for (uint32_t i = 0; i < columns; i++) {
        double *column = grid + (size_t)i * ny;
        for (uint32_t j = 0; j < ny; j++) {
            across->z[j] = (Complex){column[j], 0.0};
            across->z[ny + j] = (Complex){0.0, 0.0};
        }
        ring_sums(across);
        for (uint32_t j = 0; j < ny; j++) {
            column[j] = across->z[j].im;
        }
    }
}

static bool project_rectangle(const Projection *p, double *values)
{
    const Body *body = p->body;
    double highest_p = 0.0;
    double highest_q = 0.0;
    Ring along = {0};
    Ring across = {0};

    highest(body, &highest_p, &highest_q);
    const uint32_t columns = half_waves(highest_p, body->size[0]) + 1;
    const uint32_t nx = places(columns - 1, SIDE_LEAST);
    const uint32_t ny = places(half_waves(highest_q, body->size[1]), SIDE_LEAST);
    double *grid = take(p, (size_t)columns * ny, sizeof *grid);
    const bool enough = grid && ring_make(p, 2 * nx, &along) && ring_make(p, 2 * ny, &across);
    if (enough) {
        rectangle_sums(p, &along, &across, columns, grid);
        for (uint32_t i = 0; i < body->n; i++) {
            const size_t column = half_waves(body->modes[i].p, body->size[0]);
            const size_t row = half_waves(body->modes[i].q, body->size[1]);
            values[i] = 4.0 / ((double)nx * ny) * grid[column * ny + row];
        }
    }
    give_back(p, across.z);
    give_back(p, along.z);
    give_back(p, grid);
    return enough;
}

/* J_0 .. J_orders at x, downwards from an order where they are below 1e-18:
 *
 *   J_{m-1} = 2m/x J_m - J_{m+1},  J_0 + 2 J_2 + 2 J_4 + ... = 1
 */
static void bessel_orders(double x, uint32_t orders, double *J)
{
    const uint32_t top = (uint32_t)(x + 12.0 * cbrt(x) + 20.0) / 2 * 2;
    double above = 0.0;
    double here = 1e-100;
    double sum = 0.0;

    for (uint32_t m = 0; m <= orders; m++) {
        J[m] = m == 0 && x == 0.0 ? 1.0 : 0.0;
    }
    for (uint32_t m = top; x > 0.0; m--) {
        if (m <= orders) {
            J[m] = here;
        }
        if (m == 0) {
            break;
        }
        sum += m % 2 == 0 ? 2.0 * here : 0.0;
        const double next = 2.0 * m / x * here - above;
        above = here;
        here = next;
    }
    for (uint32_t m = 0; x > 0.0 && m <= orders; m++) {
        J[m] /= sum + here;
    }
}

/* J_m(x) between two entries of the table and their slopes (J_{m-1} - J_{m+1})/2. */
static double bessel_between(const double *table, uint32_t orders, uint32_t m, double x)
{
    const double place = x * BESSEL_FINE;
    const uint32_t entry = (uint32_t)place;
    const double f = place - entry;
    const double *a = table + (size_t)entry * (orders + 1) + m;
    const double *b = a + orders + 1;
    const double slope_a = 0.5 / BESSEL_FINE * ((m ? a[-1] : -a[1]) - a[1]);
    const double slope_b = 0.5 / BESSEL_FINE * ((m ? b[-1] : -b[1]) - b[1]);
    const double across = *b - *a;

    return *a + f * (slope_a + f * (3.0 * across - 2.0 * slope_a - slope_b +
                                    f * (slope_a + slope_b - 2.0 * across)));
}

/* Sums around each ring times its radius, into rings[order][radius]. */
static void circle_sums(const Projection *p, Ring *ring, uint32_t orders, uint32_t radii,
                        Complex *rings)
{
    for (uint32_t i = 0; i < radii; i++) {
        const double r = (i + 0.5) / radii * p->body->size[0];
        for (uint32_t j = 0; j < ring->n; j++) {
            const Complex place = ring->root[2 * j + 1];
            ring->z[j] = (Complex){p->shape(p->context, r * place.re, r * place.im), 0.0};
        }
        ring_sums(ring);
        for (uint32_t m = 0; m <= orders; m++) {
            rings[(size_t)m * radii + i] = (Complex){r * ring->z[m].re, r * ring->z[m].im};
        }
    }
}

/* The mean of g phi over the circle by that of phi^2, with a cosine and with a sine. */
static Complex circle_mode(const Body *body, const ModeSpec *mode, const Complex *rings,
                           uint32_t around, uint32_t radii, const double *table, uint32_t orders)
{
    const uint32_t m = (uint32_t)fabs(mode->q);
    const Complex *along = rings + (size_t)m * radii;
    const double R = body->size[0];
    const double next = jn((int)m + 1, mode->p * R);
    Complex sum = {0.0, 0.0};

    for (uint32_t i = 0; i < radii; i++) {
        const double J = bessel_between(table, orders, m, mode->p * ((i + 0.5) / radii * R));
        sum.re += J * along[i].re;
        sum.im += J * along[i].im;
    }
    const double mean = 2.0 / (R * around * radii * next * next * (m ? 0.5 : 1.0));
    return (Complex){mean * sum.re, mean * sum.im};
}

static bool project_circle(const Projection *p, double *values)
{
    const Body *body = p->body;
    double highest_p = 0.0;
    double highest_q = 0.0;
    Ring ring = {0};

    highest(body, &highest_p, &highest_q);
    const double limit = highest_p * body->size[0];
    const uint32_t orders = (uint32_t)highest_q + 1; /* and one for the slopes */
    const uint32_t radii = (uint32_t)fmax(SIDE_LEAST, ceil(PER_WAVE_NUMBER * limit));
    const uint32_t entries = (uint32_t)(limit * BESSEL_FINE) + 2;
    Complex *rings = take(p, (size_t)(orders + 1) * radii, sizeof *rings);
    double *table = take(p, (size_t)(orders + 1) * entries, sizeof *table);
    const bool enough = rings && table && ring_make(p, places(highest_q, SIDE_LEAST), &ring);
    if (enough) {
        for (uint32_t i = 0; i < entries; i++) {
            bessel_orders((double)i / BESSEL_FINE, orders, table + (size_t)i * (orders + 1));
        }
        circle_sums(p, &ring, orders, radii, rings);
        Complex both = {0.0, 0.0};
        for (uint32_t i = 0; i < body->n; i++) {
            const ModeSpec *mode = &body->modes[i];
            /* the sine of an order comes right after its cosine */
            if (i == 0 || mode->p != mode[-1].p || mode->q != -mode[-1].q) {
                both = circle_mode(body, mode, rings, ring.n, radii, table, orders);
            }
            values[i] = mode->q < 0.0 ? both.im : both.re;
        }
    }
    give_back(p, ring.z);
    give_back(p, table);
    give_back(p, rings);
    return enough;
}

/* Bars, tables and bodies of one shape: mode by mode. */
static bool project_any(const Projection *p, double *values)
{
    const Body *body = p->body;
    const bool bar = body->shape != SHAPE_TABLE && body->shape != SHAPE_ONE;
    double waves = body->shape == SHAPE_TABLE ? body->table_points - 1.0 : 0.0;
    double unused = 0.0;

    if (bar) {
        highest(body, &waves, &unused);
        waves /= PI;
    }
    const uint32_t n = places(waves, LINE_LEAST);
    double *g = take(p, n, sizeof *g);
    if (!g) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        g[i] = p->shape(p->context, (i + 0.5) / n * body->size[0], 0.5 * body->size[1]);
    }
    for (uint32_t m = 0; m < body->n; m++) {
        double top = 0.0;
        double bottom = 0.0;
        for (uint32_t i = 0; i < n; i++) {
            const double x = (i + 0.5) / n * body->size[0];
            const double phi = modal_mode_shape(body, m, x, 0.0, URTO_INTERPOLATION_CUBIC);
            top += g[i] * phi;
            bottom += phi * phi;
        }
        bottom = bar ? n : bottom;
        values[m] = bottom > 0.0 ? top / bottom : 0.0;
    }
    give_back(p, g);
    return true;
}

bool modal_shape(const Body *body, UrtoShapeFunction shape, void *context, double factor,
                 const UrtoAllocator *allocator, double *values)
{
    const Projection projection = {body, shape, context, allocator};
    bool done = false;

    switch (body->shape) {
    case SHAPE_LINE:
        done = project_line(&projection, values);
        break;
    case SHAPE_RECTANGLE:
        done = project_rectangle(&projection, values);
        break;
    case SHAPE_CIRCLE:
        done = project_circle(&projection, values);
        break;
    case SHAPE_ONE:
    case SHAPE_TABLE:
    case SHAPE_FREE:
    case SHAPE_CLAMPED:
    case SHAPE_CANTILEVER:
        done = project_any(&projection, values);
        break;
    }
    for (uint32_t m = 0; done && m < body->n; m++) {
        values[m] = body->scale[m] > 0.0 ? factor * values[m] / body->scale[m] : 0.0;
    }
    return done;
}
