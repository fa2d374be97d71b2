/* Starts: leap-frog bodies and bows begin to the second order, and what is given is where
 * things are at n = 0. The books hold H(u0, d0), half a step before. */
#include "tests/support/kit.h"

#include <string.h>

static const double pi = 3.14159265358979323846;
static const double rate = 44100.0;

static UrtoWorldDef *as_printed(void)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);

    urto_world_def_options(def, &(UrtoWorldOptions){.ledger = true, .start_as_printed = true});
    return def;
}

/* Without a ledger the fast paths run. */
static UrtoWorldDef *fast(double smoothing)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);

    urto_world_def_options(def, &(UrtoWorldOptions){.smoothing = smoothing});
    return def;
}

typedef struct Lone {
    UrtoWorld *world;
    UrtoBody body;
    UrtoPort port;
} Lone;

static Lone lone(UrtoWorldDef *def, const UrtoMassDef *mass)
{
    Lone made = {.body = urto_world_def_mass(def, mass)};

    made.port = kit_port(def, made.body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    made.world = kit_world(def, rate);
    return made;
}

/* ---- masses ---- */

START_TEST(a_mass_falls_as_it_should)
{
    UrtoMassDef mass = urto_mass_def();
    mass.gravity = -9.81;
    Lone falls = lone(kit_def(URTO_SOLVER_MIDPOINT), &mass);
    Lone flies = lone(fast(0.0), &mass);
    Lone printed = lone(as_printed(), &mass);
    ck_assert_double_eq_tol(urto_world_ledger(falls.world).initial, 6.185444e-11, 1e-17);
    for (int n = 0; n < 441; n++) {
        kit_step(falls.world);
        ck_assert_double_le(fabs(urto_world_ledger(falls.world).residual), 1e-18);
    }
    urto_world_process(flies.world, NULL, NULL, 441);
    urto_world_process(printed.world, NULL, NULL, 441);
    ck_assert_double_le(fabs(urto_world_displacement(falls.world, falls.port) / -4.905e-4 - 1.0),
                        4e-15);
    ck_assert_double_le(fabs(urto_world_displacement(flies.world, flies.port) / -4.905e-4 - 1.0),
                        4e-15);
    ck_assert_double_le(
        fabs(urto_world_displacement(printed.world, printed.port) / -4.9161224489796e-4 - 1.0),
        1e-13);
    /* put to rest it falls again, thrown it flies a parabola, reset it falls from the start */
    urto_world_rest(flies.world);
    urto_world_process(flies.world, NULL, NULL, 441);
    ck_assert_double_le(fabs(urto_world_displacement(flies.world, flies.port) / -4.905e-4 - 1.0),
                        4e-15);
    KIT_OK(urto_world_throw(flies.world, flies.body, 0.25, 3.0, 7, NULL));
    urto_world_process(flies.world, NULL, NULL, 448);
    ck_assert_double_le(
        fabs(urto_world_displacement(flies.world, flies.port) / (0.25 + 0.03 - 4.905e-4) - 1.0),
        4e-15);
    urto_world_reset(flies.world);
    UrtoWorld *copy = NULL;
    KIT_OK(urto_world_clone(&copy, flies.world, NULL));
    urto_world_process(flies.world, NULL, NULL, 441);
    urto_world_process(copy, NULL, NULL, 441);
    ck_assert_double_le(fabs(urto_world_displacement(flies.world, flies.port) / -4.905e-4 - 1.0),
                        4e-15);
    ck_assert_double_eq(urto_world_displacement(copy, flies.port),
                        urto_world_displacement(flies.world, flies.port));
    urto_world_destroy(copy);
    urto_world_destroy(falls.world);
    urto_world_destroy(flies.world);
    urto_world_destroy(printed.world);
}
END_TEST

/* The scheme's own frequency W = (2/k) asin(wk/2): u = u0 cos(W t) + k v0 sin(W t)/sin(W k). */
START_TEST(a_mass_swings_on_its_spring)
{
    UrtoMassDef mass = urto_mass_def();
    mass.spring = 1e5;
    mass.position = 1e-3;
    mass.velocity = 0.5;
    const double k = 1.0 / rate;
    const double angle = 2.0 * asin(0.5 * k * sqrt(mass.spring / mass.mass));
    const double top = hypot(mass.position, k * mass.velocity / sin(angle));
    Lone it = lone(kit_def(URTO_SOLVER_MIDPOINT), &mass);
    double worst = 0.0;
    for (int n = 1; n <= 441; n++) {
        kit_step(it.world);
        const double u =
            mass.position * cos(n * angle) + k * mass.velocity * sin(n * angle) / sin(angle);
        worst = fmax(worst, fabs(urto_world_displacement(it.world, it.port) - u) / top);
    }
    printf("mass on a spring: %.1e\n", worst);
    ck_assert_double_le(worst, 2e-14);
    urto_world_destroy(it.world);
    mass.velocity = 0.0;
    it = lone(kit_def(URTO_SOLVER_MIDPOINT), &mass);
    ck_assert_double_eq_tol(urto_world_ledger(it.world).initial / (0.5 * 1e5 * 1e-6),
                            cos(0.5 * angle) * cos(0.5 * angle), 1e-14);
    urto_world_destroy(it.world);
}
END_TEST

/* u'' = -w^2 u - 2 s u' from u0, v0. */
static double damped(double w, double s, double u0, double v0, double t)
{
    const double wd = sqrt(w * w - s * s);

    return exp(-s * t) * (u0 * cos(wd * t) + (v0 + s * u0) * sin(wd * t) / wd);
}

START_TEST(a_damped_mass_starts_to_the_second_order)
{
    double error[3];
    for (int i = 0; i < 3; i++) {
        UrtoMassDef mass = urto_mass_def();
        mass.spring = 1e4;
        mass.loss = 150.0;
        mass.position = 1e-3;
        mass.velocity = -0.7;
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        const UrtoPort port =
            kit_port(def, urto_world_def_mass(def, &mass), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
        UrtoWorld *world = kit_world(def, rate * (1 << i));
        error[i] = 0.0;
        for (int n = 1; n <= 220 << i; n++) {
            kit_step(world);
            const double u = damped(1e3, 150.0, 1e-3, -0.7, n / (rate * (1 << i)));
            error[i] = fmax(error[i], fabs(urto_world_displacement(world, port) - u) / 1e-3);
        }
        urto_world_destroy(world);
    }
    printf("damped mass: %.1e %.1e %.1e\n", error[0], error[1], error[2]);
    ck_assert_double_le(error[0], 2e-4);
    ck_assert_double_eq_tol(error[0] / error[1], 4.0, 0.1);
    ck_assert_double_eq_tol(error[1] / error[2], 4.0, 0.1);
}
END_TEST

/* ---- modes ---- */

/* 200 samples of one mode of a string against its closed form, relative to the amplitude. */
static double mode_error(UrtoWorldDef *def, double loss, uint32_t mode, double u0, double v0)
{
    UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
    string.loss[0] = loss;
    const UrtoBody body = urto_world_def_string(def, &string);
    UrtoWorld *world = kit_world(def, rate);
    const UrtoMode its = urto_world_mode_info(world, body, mode);
    const double w = 2.0 * pi * its.frequency;
    double worst = 0.0;
    KIT_OK(urto_world_set_mode(world, body, mode, u0, v0, NULL));
    for (int n = 1; n <= 200; n++) {
        kit_step(world);
        worst = fmax(worst, fabs(urto_world_mode_displacement(world, body, mode) -
                                 damped(w, its.decay, u0, v0, n / rate)));
        const UrtoLedger ledger = urto_world_ledger(world);
        ck_assert_double_le(fabs(ledger.residual), 1e-13 * kit_total(&ledger));
    }
    urto_world_destroy(world);
    return worst / hypot(u0, v0 / w);
}

START_TEST(modes_start_exactly)
{
    static const uint32_t modes[] = {0, 60, 140};
    static const double bounds[] = {3e-15, 5e-14, 1e-13};
    static const double printed[] = {6.4e-3, 0.41, 1.27};
    for (int i = 0; i < 3; i++) {
        const double moved = mode_error(kit_def(URTO_SOLVER_MIDPOINT), 0.0, modes[i], 1e-3, 0.0);
        const double thrown = mode_error(kit_def(URTO_SOLVER_MIDPOINT), 0.0, modes[i], 0.0, 0.5);
        const double lossy = mode_error(kit_def(URTO_SOLVER_MIDPOINT), 300.0, modes[i], 1e-3, 0.5);
        const double early = mode_error(as_printed(), 0.0, modes[i], 1e-3, 0.0);
        printf("mode %u: displaced %.1e, thrown %.1e, both with loss %.1e, as printed %.2g\n",
               modes[i], moved, thrown, lossy, early);
        ck_assert_double_le(moved, bounds[i]);
        ck_assert_double_le(thrown, bounds[i]);
        ck_assert_double_le(lossy, bounds[i]);
        ck_assert_double_eq_tol(early / printed[i], 1.0, 0.02);
    }
}
END_TEST

/* Overdamped, without a spring, and so strongly damped that its past is no use. */
START_TEST(odd_modes_start_well)
{
    const UrtoMode modes[] = {{100.0, 5e3, 0.01}, {0.0, 200.0, 0.01}, {900.0, 3e5, 0.01}};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoModalDef modal = urto_modal_def();
    modal.modes = modes;
    modal.count = 3;
    const UrtoBody body = urto_world_def_modal(def, &modal);
    UrtoWorld *world = kit_world(def, rate);
    for (uint32_t m = 0; m < 3; m++) {
        KIT_OK(urto_world_set_mode(world, body, m, 1e-3, 0.5, NULL));
    }
    const double w = 2.0 * pi * 100.0;
    const double root = sqrt(25e6 - w * w);
    ck_assert_double_le(urto_world_ledger(world).supplied_hand, 1.0);
    for (int n = 1; n <= 100; n++) {
        kit_step(world);
        const double t = n / rate;
        const double slow = (0.5 + (5e3 + root) * 1e-3) / (2.0 * root);
        const double over = slow * exp((root - 5e3) * t) + (1e-3 - slow) * exp((-root - 5e3) * t);
        const double drift = 1e-3 - 0.5 * expm1(-400.0 * t) / 400.0;
        const UrtoLedger ledger = urto_world_ledger(world);
        ck_assert_double_eq_tol(urto_world_mode_displacement(world, body, 0), over, 1e-16);
        ck_assert_double_eq_tol(urto_world_mode_displacement(world, body, 1), drift, 1e-16);
        ck_assert_double_le(fabs(urto_world_mode_displacement(world, body, 2)), 1.1e-3);
        ck_assert_double_le(fabs(ledger.residual), 1e-13 * kit_total(&ledger));
    }
    urto_world_destroy(world);
}
END_TEST

/* A shape that was made at another tuning starts like the body as it is now. */
START_TEST(a_released_shape_follows_the_tuning)
{
    UrtoWorldDef *def = fast(0.0);
    const UrtoMode mode = {4000.0, 0.0, 0.01};
    UrtoModalDef modal = urto_modal_def();
    UrtoShape *shape = NULL;
    modal.modes = &mode;
    modal.count = 1;
    const UrtoBody body = urto_world_def_modal(def, &modal);
    const UrtoPort port = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, rate);
    KIT_OK(urto_shape_create_pluck(&shape, world, port, 1e-3, NULL));
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 2.0, 0, 0, NULL));
    urto_world_process(world, NULL, NULL, 40);
    KIT_OK(urto_world_release(world, shape, 3.0, 5, NULL));
    urto_world_process(world, NULL, NULL, 105);
    ck_assert_double_eq_tol(urto_world_displacement(world, port),
                            3e-3 * cos(2.0 * pi * 8000.0 * 100.0 / rate), 1e-15);
    urto_shape_destroy(shape);
    urto_world_destroy(world);
}
END_TEST

/* ---- grids ---- */

typedef struct Wave {
    double length, height; /* height 0: a line */
    double amplitude;
} Wave;

static double wave_shape(void *context, double x, double y)
{
    const Wave *wave = context;

    return wave->amplitude * sin(3.0 * pi * x / wave->length) *
           (wave->height > 0.0 ? sin(2.0 * pi * y / wave->height) : 1.0);
}

static double wave_velocity(void *context, double x, double y)
{
    return 400.0 * wave_shape(context, x, y);
}

/* A grid in one of its shapes is a mass on a spring: u'' = -w^2 u - 2 s u', from u0 and 400 u0/s. */
typedef struct Grid {
    UrtoBody body;
    Wave wave;
    double w, s;
} Grid;

enum { GRIDS = 3 };
static Grid grid_of(UrtoWorldDef *def, int kind, double loss, double high)
{
    Grid grid = {.wave = {0.7, 0.5, 1e-3}};
    /* eigenvalue of -S/h^2 */
    double shape = 0.0;

    if (kind == 0) {
        UrtoStringDef string = kit_string(URTO_MODEL_GRID);
        const double h = string.length / 40.0;
        string.segments = 40;
        string.rigidity = 1e-3;
        string.loss[0] = loss;
        string.loss[1] = high;
        grid.wave = (Wave){string.length, 0.0, 1e-3};
        grid.body = urto_world_def_string(def, &string);
        shape = pow(2.0 / h * sin(1.5 * pi / 40.0), 2.0);
        grid.w = sqrt((string.tension * shape + string.rigidity * shape * shape) / string.density);
    } else {
        UrtoMembraneDef membrane = urto_membrane_def();
        UrtoPlateDef plate = urto_plate_def();
        const double h = 0.05;
        shape = pow(2.0 / h * sin(1.5 * pi / 14.0), 2.0) + pow(2.0 / h * sin(pi / 10.0), 2.0);
        membrane.outline = URTO_OUTLINE_RECTANGLE;
        membrane.size[0] = plate.size[0] = 0.7;
        membrane.size[1] = plate.size[1] = 0.5;
        membrane.segments[0] = plate.segments[0] = 14;
        membrane.model = plate.model = URTO_MODEL_GRID;
        membrane.loss[0] = plate.loss[0] = loss;
        membrane.loss[1] = plate.loss[1] = high;
        grid.body =
            kind == 1 ? urto_world_def_membrane(def, &membrane) : urto_world_def_plate(def, &plate);
        grid.w = kind == 1 ? sqrt(membrane.tension * shape / membrane.density)
                           : sqrt(plate.rigidity / plate.density) * shape;
    }
    grid.s = loss + high * shape;
    return grid;
}

/* The scheme's own motion without loss. */
START_TEST(grids_start_right)
{
    const double k = 1.0 / rate;
    for (int kind = 0; kind < GRIDS; kind++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        Grid grid = grid_of(def, kind, 0.0, 0.0);
        const UrtoPort port = kit_port(def, grid.body, 0.1, grid.wave.height > 0.0 ? 0.1 : 0.0,
                                       URTO_INTERPOLATION_LINEAR);
        UrtoWorld *world = kit_world(def, rate);
        KIT_OK(urto_world_set_shape(world, grid.body, wave_shape, wave_velocity, &grid.wave, NULL));
        const double u0 = urto_world_displacement(world, port);
        const double angle = 2.0 * asin(0.5 * k * grid.w);
        double worst = 0.0;
        for (int n = 1; n <= 441; n++) {
            kit_step(world);
            const double u = u0 * (cos(n * angle) + 400.0 * k * sin(n * angle) / sin(angle));
            worst = fmax(worst, fabs(urto_world_displacement(world, port) - u));
        }
        printf("grid %d: %.1e\n", kind, worst / 1e-3);
        ck_assert_double_le(worst, 1e-12 * 1e-3);
        urto_world_destroy(world);
    }
}
END_TEST

/* Largest error of a grid with loss, at a multiple of the rate, over some steps of the rate. */
static double grid_error(int kind, double high, int factor, int steps)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    Grid grid = grid_of(def, kind, 60.0, high);
    const UrtoPort port = kit_port(def, grid.body, 0.1, grid.wave.height > 0.0 ? 0.1 : 0.0,
                                   URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, rate * factor);
    KIT_OK(urto_world_set_shape(world, grid.body, wave_shape, wave_velocity, &grid.wave, NULL));
    const double u0 = urto_world_displacement(world, port);
    double worst = 0.0;
    for (int n = 1; n <= steps; n++) {
        kit_step(world);
        const double u = damped(grid.w, grid.s, u0, 400.0 * u0, n / (rate * factor));
        worst = fmax(worst, fabs(urto_world_displacement(world, port) - u));
    }
    urto_world_destroy(world);
    return worst;
}

/* The loss that rises with frequency is of the first order in the scheme itself: of it only the
 * first step is looked at, which is to be of the third. */
START_TEST(grids_with_loss_start_to_the_second_order)
{
    for (int kind = 0; kind < GRIDS; kind++) {
        double error[3];
        double first[3];
        for (int i = 0; i < 3; i++) {
            error[i] = grid_error(kind, 0.0, 1 << i, 60 << i);
            first[i] = grid_error(kind, 0.02, 1 << i, 1);
        }
        printf("grid %d with loss: %.1e %.1e %.1e, first step %.1e %.1e %.1e\n", kind, error[0],
               error[1], error[2], first[0], first[1], first[2]);
        for (int i = 0; i < 2; i++) {
            ck_assert_double_eq_tol(error[i] / error[i + 1], 4.0, 0.2);
            ck_assert_double_eq_tol(first[i] / first[i + 1], 8.0, 1.0);
        }
    }
}
END_TEST

/* ---- contacts, bows and drives ---- */

/* A mass that a floor holds pressed leaves with the whole energy of the contact. */
START_TEST(a_pressed_mass_leaves_with_all_energy)
{
    const UrtoLaw law = {1e8, 1.5, 0.0};
    const double energy = urto_law_potential(&law, 20e-6);
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoPort port =
        kit_port(def, kit_hammer(def, 0.01, -20e-6, 0.0), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoContact floor = kit_contact(def, (UrtoPort){0}, port, law);
    UrtoWorld *world = kit_world(def, rate);
    ck_assert_double_le(fabs(urto_world_ledger(world).initial / energy - 1.0), 1e-15);
    for (int n = 0; n < 100; n++) {
        kit_step(world);
    }
    ck_assert_double_eq(urto_world_contact_force(world, floor), 0.0);
    ck_assert_double_le(fabs(urto_world_velocity(world, port) / sqrt(2.0 * energy / 0.01) - 1.0),
                        1e-15);
    urto_world_destroy(world);
}
END_TEST

typedef struct Motion {
    double u, v;
} Motion;

/* 10 g on 1e3 N/m under a bow of .6 N at .1 m/s with a = 100. */
static Motion bowed_slope(Motion at)
{
    const double v = at.v - 0.1;

    return (Motion){at.v, (-1e3 * at.u - 0.6 * sqrt(200.0) * v * exp(0.5 - 100.0 * v * v)) / 0.01};
}

static Motion ahead(Motion at, Motion by, double h)
{
    return (Motion){at.u + h * by.u, at.v + h * by.v};
}

/* One step by Runge and Kutta. */
static Motion bowed_step(Motion at, double h)
{
    const Motion a = bowed_slope(at);
    const Motion b = bowed_slope(ahead(at, a, 0.5 * h));
    const Motion c = bowed_slope(ahead(at, b, 0.5 * h));
    const Motion d = bowed_slope(ahead(at, c, h));

    return (Motion){at.u + h / 6.0 * (a.u + 2.0 * b.u + 2.0 * c.u + d.u),
                    at.v + h / 6.0 * (a.v + 2.0 * b.v + 2.0 * c.v + d.v)};
}

/* Largest error over 20 ms, relative to the largest displacement, of a bow that presses from a frame
 * on: 0 is the start. */
static double bowed_error(int factor, bool iterative, uint32_t from)
{
    UrtoWorldDef *def = fast(URTO_NO_SMOOTHING);
    UrtoMassDef mass = urto_mass_def();
    mass.spring = 1e3;
    const UrtoPort port =
        kit_port(def, urto_world_def_mass(def, &mass), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoBowDef def_bow = urto_bow_def(port);
    def_bow.force = from ? 0.0 : 0.6;
    def_bow.velocity = 0.1;
    def_bow.iterative = iterative;
    const UrtoBow bow = urto_world_def_bow(def, &def_bow);
    UrtoWorld *world = kit_world(def, rate * factor);
    if (from) {
        KIT_OK(urto_world_set_bow(world, bow, URTO_BOW_FORCE, 0.6, from, 0, NULL));
        urto_world_process(world, NULL, NULL, from);
        ck_assert_double_eq(urto_world_displacement(world, port), 0.0);
    }
    Motion exact = {0.0, 0.0};
    double worst = 0.0;
    double top = 0.0;
    for (int n = 0; n < 882 * factor; n++) {
        kit_step(world);
        for (int i = 0; i < 8; i++) {
            exact = bowed_step(exact, 0.125 / (rate * factor));
        }
        worst = fmax(worst, fabs(urto_world_displacement(world, port) - exact.u));
        top = fmax(top, fabs(exact.u));
    }
    urto_world_destroy(world);
    return worst / top;
}

START_TEST(a_bow_begins_to_the_second_order)
{
    for (int i = 0; i < 4; i++) {
        double error[3];
        for (int j = 0; j < 3; j++) {
            error[j] = bowed_error(1 << j, i % 2, i / 2 ? 10 : 0);
        }
        printf("bowed mass%s%s: %.1e %.1e %.1e\n", i % 2 ? ", iterative" : "",
               i / 2 ? ", later" : "", error[0], error[1], error[2]);
        ck_assert_double_le(error[0], 2e-4);
        ck_assert_double_eq_tol(error[0] / error[1], 4.0, 0.3);
        ck_assert_double_eq_tol(error[1] / error[2], 4.0, 0.3);
    }
}
END_TEST

/* A mass after 10 ms under a drive of 2 N. */
static double driven(const float *signal)
{
    UrtoWorldDef *def = fast(0.0);
    const UrtoMassDef mass = urto_mass_def();
    UrtoDriveDef drive = urto_drive_def(
        kit_port(def, urto_world_def_mass(def, &mass), 0.0, 0.0, URTO_INTERPOLATION_LINEAR));
    drive.gain = 2.0;
    urto_world_def_drive(def, &drive);
    UrtoWorld *world = kit_world(def, rate);
    urto_world_process(world, (const float *[]){signal}, NULL, 441);
    const double u = urto_world_displacement(world, drive.port);
    urto_world_destroy(world);
    return u;
}

/* Its samples are impulses at their instants: a force that begins at n = 0 has half of itself in
 * the first sample, and an impulse there is whole. */
START_TEST(a_drive_is_taken_as_it_is)
{
    const double t = 441.0 / rate;
    float signal[441];
    for (int i = 0; i < 441; i++) {
        signal[i] = i ? 1.0f : 0.5f;
    }
    ck_assert_double_le(fabs(driven(signal) / (0.5 * 200.0 * t * t) - 1.0), 1e-14);
    for (int i = 0; i < 441; i++) {
        signal[i] = i ? 0.0f : 1.0f;
    }
    ck_assert_double_le(fabs(driven(signal) / (200.0 / rate * t) - 1.0), 1e-13);
}
END_TEST

/* ---- the books ---- */

static double bump(void *context, double x, double y)
{
    (void)context;
    return 1e-3 * sin(9.0 * x + 2.0) * cos(7.0 * y);
}

static double bump_velocity(void *context, double x, double y)
{
    (void)context;
    return 0.8 * cos(14.0 * x) * sin(5.0 * y + 1.0);
}

enum { BODIES = 9 };
static UrtoBody body_of(UrtoWorldDef *def, int kind)
{
    UrtoMassDef mass = urto_mass_def();
    UrtoStringDef string = urto_string_def();
    UrtoMembraneDef membrane = urto_membrane_def();
    UrtoPlateDef plate = urto_plate_def();
    UrtoBarDef bar = urto_bar_def();
    static const UrtoMode modes[] = {{200.0, 3.0, 0.01}, {9e3, 200.0, 0.02}, {0.0, 5.0, 0.05}};
    UrtoModalDef modal = urto_modal_def();

    mass.gravity = -9.81;
    mass.spring = 4e4;
    mass.loss = 20.0;
    mass.position = 2e-3;
    mass.velocity = -1.5;
    string.model = kind == 1 ? URTO_MODEL_GRID : URTO_MODEL_MODAL;
    membrane.model = kind == 3 ? URTO_MODEL_GRID : URTO_MODEL_MODAL;
    membrane.segments[0] = kind == 3 ? 17 : 40;
    plate.model = kind == 6 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
    plate.edge = kind == 7 ? URTO_EDGE_CLAMPED : URTO_EDGE_SUPPORTED;
    plate.segments[0] = kind == 6 ? 40 : 12;
    bar.ends = URTO_BAR_CANTILEVER;
    modal.modes = modes;
    modal.count = 3;
    switch (kind) {
    case 0:
        return urto_world_def_mass(def, &mass);
    case 1:
    case 2:
        return urto_world_def_string(def, &string);
    case 3:
    case 4:
        return urto_world_def_membrane(def, &membrane);
    case 5:
    case 6:
    case 7:
        return urto_world_def_plate(def, &plate);
    default:
        return kind == 8 ? urto_world_def_bar(def, &bar) : urto_world_def_modal(def, &modal);
    }
}

/* Every body starts displaced and moving, under a bow and on an edge, with every solver that
 * balances. */
START_TEST(energy_balances_from_every_start)
{
    double worst = 0.0;
    for (int kind = 0; kind <= BODIES; kind++) {
        for (int solver = 0; solver < KIT_SOLVERS; solver++) {
            const KitSolver by = kit_solver((uint64_t)solver);
            if (by.solver == URTO_SOLVER_TRAPEZOIDAL) {
                continue;
            }
            UrtoWorldDef *def = kit_def(by.solver);
            urto_world_def_options(
                def,
                &(UrtoWorldOptions){.solver = by.solver, .gradient = by.gradient, .ledger = true});
            const UrtoBody body = body_of(def, kind);
            const UrtoPort port = kit_port(def, body, 0.05, 0.04, URTO_INTERPOLATION_LINEAR);
            const UrtoBowDef bow = urto_bow_def(port);
            urto_world_def_bow(def, &bow);
            urto_world_def_contact_between(
                def, (UrtoPort){0}, kit_port(def, body, 0.08, 0.03, URTO_INTERPOLATION_LINEAR),
                (UrtoLaw){1e6, 1.5, 0.1}, 5e-4);
            UrtoWorld *world = kit_world(def, rate);
            for (int again = 0; again < 2; again++) {
                if (kind) {
                    KIT_OK(urto_world_set_shape(world, body, bump, bump_velocity, NULL, NULL));
                } else if (again) {
                    KIT_OK(urto_world_throw(world, body, 1e-3, 2.0, 0, NULL));
                }
                for (int n = 0; n < 200; n++) {
                    kit_step(world);
                    const UrtoLedger ledger = urto_world_ledger(world);
                    const double part = fabs(ledger.residual) / kit_total(&ledger);
                    worst = fmax(worst, part);
                    ck_assert_msg(part <= 1e-13, "body %d, solver %d, step %d: %.2e", kind, solver,
                                  n, part);
                }
            }
            urto_world_destroy(world);
        }
    }
    printf("books from every start: %.1e\n", worst);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("start");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, a_mass_falls_as_it_should);
    tcase_add_test(tests, a_mass_swings_on_its_spring);
    tcase_add_test(tests, a_damped_mass_starts_to_the_second_order);
    tcase_add_test(tests, modes_start_exactly);
    tcase_add_test(tests, odd_modes_start_well);
    tcase_add_test(tests, a_released_shape_follows_the_tuning);
    tcase_add_test(tests, grids_start_right);
    tcase_add_test(tests, grids_with_loss_start_to_the_second_order);
    tcase_add_test(tests, a_pressed_mass_leaves_with_all_energy);
    tcase_add_test(tests, a_bow_begins_to_the_second_order);
    tcase_add_test(tests, a_drive_is_taken_as_it_is);
    tcase_add_test(tests, energy_balances_from_every_start);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
