/* Round membranes on a grid: cut links and heavy points against known eigenvalues, the modes of a
 * drum, and the books where the rim is touched. */
#define _XOPEN_SOURCE 600 /* jn */

#include "tests/support/kit.h"

#include "src/body/grid.h"
#include "src/world/world.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

/* A drum without loss; segments 0: as many as the rate allows. */
static UrtoMembraneDef drum_of(double radius, uint32_t segments)
{
    UrtoMembraneDef drum = urto_membrane_def();

    drum.size[0] = radius;
    drum.model = URTO_MODEL_GRID;
    drum.loss[0] = drum.loss[1] = 0.0;
    drum.segments[0] = segments;
    return drum;
}

static UrtoWorld *drum_world(const UrtoMembraneDef *drum, double rate, UrtoBody *body)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);

    *body = urto_world_def_membrane(def, drum);
    return kit_world(def, rate);
}

/* What a step of the body does to a shape at rest: y = M^-1 (-S) x. */
static void apply(Body *body, const double *x, double *y)
{
    for (uint32_t i = 0; i < body->room; i++) {
        body->u[i] = x[i];
        body->d[i] = 0.0;
    }
    grid_advance(body);
    for (uint32_t i = 0; i < body->room; i++) {
        y[i] = -body->d[i] / body->surface.tension;
    }
}

/* sum of M x y */
static double inner(const Body *body, const double *x, const double *y)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < body->room; i++) {
        sum += body->share[i] > 0.0 ? x[i] * y[i] / body->share[i] : 0.0;
    }
    return sum;
}

enum { ROOM = 12000 };

/* Solves M^-1 (-S) y = x by conjugate gradients. */
static void solve(Body *body, const double *x, double *y)
{
    static double r[ROOM], p[ROOM], Ap[ROOM];
    double rr = inner(body, x, x);
    const double enough = 1e-24 * rr;

    for (uint32_t i = 0; i < body->room; i++) {
        y[i] = 0.0;
        r[i] = p[i] = x[i];
    }
    for (int n = 0; n < 2000 && rr > enough; n++) {
        apply(body, p, Ap);
        const double step = rr / inner(body, p, Ap);
        for (uint32_t i = 0; i < body->room; i++) {
            y[i] += step * p[i];
            r[i] -= step * Ap[i];
        }
        const double next = inner(body, r, r);
        for (uint32_t i = 0; i < body->room; i++) {
            p[i] = r[i] + next / rr * p[i];
        }
        rr = next;
    }
}

/* The lowest eigenvalue of shapes that are even or odd in x, by inverse iteration. */
static double lowest(Body *body, bool odd)
{
    static double x[ROOM], y[ROOM];
    const GridSpec *grid = &body->grid;
    double lambda = 0.0;

    ck_assert_uint_le(body->room, ROOM);
    for (uint32_t i = 0; i < body->room; i++) {
        x[i] = 0.0;
    }
    for (uint32_t j = 1; j < grid->ny; j++) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            const size_t at = kernel_cell(body->kernels->lanes, body->surface.vectors, i, j);
            x[at] = body->share[at] > 0.0 ? (odd ? 2.0 * i - grid->nx : 1.0) : 0.0;
        }
    }
    /* rounding brings in the even shapes, 2.5 times more each time: do not go on for long */
    for (int n = 0; n < 15; n++) {
        solve(body, x, y);
        lambda = inner(body, x, y) / inner(body, y, y);
        const double size = sqrt(inner(body, y, y));
        for (uint32_t i = 0; i < body->room; i++) {
            x[i] = y[i] / size;
        }
    }
    return lambda;
}

/* The largest one, by power iteration. */
static double largest(Body *body)
{
    static double x[ROOM], y[ROOM];
    double lambda = 0.0;

    for (uint32_t i = 0; i < body->room; i++) {
        x[i] = body->share[i] > 0.0 ? (i * 2654435761u % 1000) - 499.5 : 0.0;
    }
    for (int n = 0; n < 3000; n++) {
        apply(body, x, y);
        lambda = inner(body, x, y) / inner(body, x, x);
        const double size = sqrt(inner(body, y, y));
        for (uint32_t i = 0; i < body->room; i++) {
            x[i] = y[i] / size;
        }
    }
    return lambda;
}

typedef struct Known {
    uint32_t nx, points, heavy;
    double stiffer, mass, even, odd;
} Known;

START_TEST(circles_have_their_known_eigenvalues)
{
    static const Known known[] = {
        {10, 69, 0, 6.6311005975, 69.0, 2.39008866, 3.76505843},
        {11, 88, 8, 21.1968506054, 88.0163352389, 2.39266202, 3.77691258},
        {93, 6772, 96, 1415.6948996763, 6918.8327445048, 2.40466561, 3.83095752},
    };
    for (int n = 0; n < 3; n++) {
        const UrtoMembraneDef drum = drum_of(1.0, known[n].nx);
        UrtoBody id;
        UrtoWorld *world = drum_world(&drum, 44100.0, &id);
        Body *body = &world->model.bodies[0];
        double stiffer = 0.0;
        double mass = body->n - body->rim.count;
        uint32_t heavy = 0;
        for (uint32_t i = 0; i < body->rim.count; i++) {
            stiffer += body->rim.stiffer[i];
            mass += body->rim.mass[i];
            heavy += body->rim.mass[i] > 1.0;
        }
        ck_assert_uint_eq(body->n, known[n].points);
        ck_assert_uint_eq(heavy, known[n].heavy);
        ck_assert_double_eq_tol(stiffer, known[n].stiffer, 1e-9);
        ck_assert_double_eq_tol(mass, known[n].mass, 1e-9);
        const double even = sqrt(lowest(body, false)) / body->grid.h;
        const double odd = sqrt(lowest(body, true)) / body->grid.h;
        const double top = largest(body);
        printf("nx %u: %u points, rim %u, eigenvalues %.8f %.8f, largest %.4f\n", known[n].nx,
               body->n, body->rim.count, even, odd, top);
        ck_assert_double_eq_tol(even, known[n].even, 1e-8);
        ck_assert_double_eq_tol(odd, known[n].odd, 1e-8);
        ck_assert_double_le(top, 8.0);
        urto_world_destroy(world);
    }
}
END_TEST

typedef struct DrumMode {
    int order;
    double zero, radius;
} DrumMode;

static double drum_mode(void *context, double x, double y)
{
    const DrumMode *mode = context;

    return 1e-3 * jn(mode->order, mode->zero * sqrt(x * x + y * y) / mode->radius) *
           cos(mode->order * atan2(y, x));
}

/* Frequency of a grid that was set to a mode of the circle, from its motion along that mode. */
static double frequency_of(Body *body, const double *shape, double k)
{
    double a = 0.0;
    double p = 0.0;
    double y[3] = {0.0, 0.0, 0.0};

    for (int n = 0; n < 2000; n++) {
        grid_advance(body);
        y[0] = y[1];
        y[1] = y[2];
        y[2] = 0.0;
        for (uint32_t i = 0; i < body->room; i++) {
            y[2] += shape[i] * body->u[i] / (body->share && shape[i] != 0.0 ? body->share[i] : 1.0);
        }
        if (n >= 2) { /* y+ + y- = 2 cos(w k) y */
            a += y[1] * y[1];
            p += y[1] * (y[2] + y[0]);
        }
    }
    return acos(0.5 * p / a) / (2.0 * pi * k);
}

START_TEST(five_modes_of_a_drum_are_in_tune)
{
    static const DrumMode modes[] = {{0, 2.404825557695773, 0.15},
                                     {1, 3.831705970207512, 0.15},
                                     {0, 5.520078110286311, 0.15},
                                     {3, 6.380161895923984, 0.15},
                                     {2, 8.417244140399865, 0.15}};
    static const double known[2][5] = {{-0.02, -0.10, -0.23, -0.32, -0.90},
                                       {-11.25, -11.34, -11.48, -11.58, -11.93}};
    for (int rim = 0; rim < 2; rim++) {
        UrtoMembraneDef drum = drum_of(0.15, 0);
        UrtoBody id;
        drum.rim = (UrtoRim)rim;
        UrtoWorld *world = drum_world(&drum, 44100.0, &id);
        Body *body = &world->model.bodies[0];
        ck_assert_uint_eq(body->grid.nx, 93);
        for (int i = 0; i < 5; i++) {
            static double shape[ROOM];
            DrumMode mode = modes[i];
            const double exact = mode.zero / 0.15 * 100.0 / (2.0 * pi);
            KIT_OK(urto_world_set_shape(world, id, drum_mode, NULL, &mode, NULL));
            memcpy(shape, body->u, body->room * sizeof *shape);
            const double cents = 1200.0 * log2(frequency_of(body, shape, 1.0 / 44100.0) / exact);
            printf("%s rim: mode (%d, %.2f) %.2f cents\n", rim ? "staircase" : "cut", mode.order,
                   mode.zero, cents);
            /* on the staircase the modes of the circle are not quite those of the grid */
            ck_assert_double_eq_tol(cents, known[rim][i], rim ? 0.2 : 0.02);
            ck_assert(rim || fabs(cents) < 1.0);
        }
        urto_world_destroy(world);
    }
}
END_TEST

/* A place where the heaviest point of the rim is. */
static void heaviest(const Body *body, double place[2], double *mass)
{
    const GridSpec *grid = &body->grid;

    *mass = 0.0;
    for (uint32_t j = 1; j < grid->ny; j++) {
        for (uint32_t i = 1; i < grid->nx; i++) {
            const size_t at = kernel_cell(body->kernels->lanes, body->surface.vectors, i, j);
            if (body->share[at] > 0.0 && 1.0 / body->share[at] > *mass) {
                *mass = 1.0 / body->share[at];
                place[0] = i * grid->h - body->size[0];
                place[1] = j * grid->h - body->size[0];
            }
        }
    }
}

/* A lossy drum that is hit, plucked and struck at its heaviest rim point; the clone does the same.
 */
START_TEST(books_are_exact_where_the_rim_is_touched)
{
    for (uint32_t nx = 11; nx < 60; nx += 24) {
        UrtoMembraneDef drum = drum_of(0.15, nx);
        UrtoBody id;
        double place[2] = {0.0, 0.0};
        double mass = 0.0;
        double worst = 0.0;
        UrtoWorld *world = drum_world(&drum, 44100.0, &id);
        heaviest(&world->model.bodies[0], place, &mass);
        urto_world_destroy(world);
        ck_assert_double_gt(mass, 1.0);
        drum.loss[0] = 20.0;
        drum.loss[1] = 5e-3;
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        const UrtoBody body = urto_world_def_membrane(def, &drum);
        const UrtoBody hammer = kit_hammer(def, 0.01, -1e-4, 1.0);
        const UrtoPort at = kit_port(def, body, place[0], place[1], URTO_INTERPOLATION_LINEAR);
        const UrtoPort near =
            kit_port(def, body, 0.97 * place[0], 0.96 * place[1], URTO_INTERPOLATION_CUBIC);
        const UrtoPort tip = kit_port(def, hammer, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
        const UrtoContact contact = kit_contact(def, tip, at, (UrtoLaw){1e7, 1.5, 0.2});
        kit_contact(def, (UrtoPort){0}, near, (UrtoLaw){1e6, 1.3, 0.1});
        world = kit_world(def, 44100.0);
        UrtoWorld *copy = NULL;
        double peak = 0.0;
        KIT_OK(urto_world_clone(&copy, world, NULL));
        for (int n = 0; n < 4000; n++) {
            if (n == 1000) {
                KIT_OK(urto_world_pluck(world, at, 1e-3, NULL));
                KIT_OK(urto_world_pluck(copy, at, 1e-3, NULL));
            } else if (n == 2000) {
                KIT_OK(urto_world_strike(world, at, 1e-3, 0, NULL));
                KIT_OK(urto_world_strike(copy, at, 1e-3, 0, NULL));
            }
            kit_step(world);
            kit_step(copy);
            const UrtoLedger ledger = urto_world_ledger(world);
            worst = fmax(worst, fabs(ledger.residual) / kit_total(&ledger));
            peak = fmax(peak, urto_world_contact_force(world, contact));
            ck_assert_double_eq(urto_world_displacement(world, near),
                                urto_world_displacement(copy, near));
        }
        printf("rim of nx %u, mass %.2f: residual %.1e, peak force %.3g N\n", nx, mass, worst,
               peak);
        ck_assert_double_gt(peak, 1.0);
        ck_assert_double_le(worst, 1e-11);
        urto_world_destroy(world);
        urto_world_destroy(copy);
    }
}
END_TEST

static UrtoModel model_of(const UrtoMembraneDef *drum)
{
    UrtoBody id;
    UrtoWorld *world = drum_world(drum, 44100.0, &id);
    const UrtoModel model = urto_world_body_info(world, id).model;

    urto_world_destroy(world);
    return model;
}

START_TEST(small_membranes_are_modal_unless_a_grid_is_asked_for)
{
    UrtoMembraneDef drum = urto_membrane_def();

    ck_assert_int_eq(drum.model, URTO_MODEL_AUTO);
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_GRID); /* 93 cells across */
    drum.loss[0] = drum.loss[1] = 0.0;
    drum.size[0] = 0.1; /* 62 */
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_GRID);
    drum.size[0] = 0.098; /* 61 */
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_MODAL);
    drum.size[0] = 0.001; /* no grid at all */
    drum.tension = 200.0;
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_MODAL);
    drum = urto_membrane_def();
    drum.outline = URTO_OUTLINE_RECTANGLE;
    drum.size[1] = 0.21;
    drum.size[0] = 1.0;
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_GRID);
    drum.size[1] = 0.1; /* 31 across */
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_MODAL);
    drum = urto_membrane_def();
    drum.segments[0] = 40;
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_GRID);
    drum.segments[0] = 0;
    drum.size[0] = 0.05;
    drum.model = URTO_MODEL_GRID;
    ck_assert_int_eq(model_of(&drum), URTO_MODEL_GRID);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        circles_have_their_known_eigenvalues,
        five_modes_of_a_drum_are_in_tune,
        books_are_exact_where_the_rim_is_touched,
        small_membranes_are_modal_unless_a_grid_is_asked_for,
    };

    return SUITE_RUN("rim", tests);
}
