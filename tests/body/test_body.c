/* Each body against its closed form: frequencies, decay, dispersion, static deflection, shapes and masses of modes. */
#define _XOPEN_SOURCE 600 /* jn */

#include "tests/support/kit.h"

static const double pi = 3.14159265358979323846;

/* Frequency and decay of a lossy oscillation from its samples, by the three-term recurrence
 * y+ = c1 y - c2 y- that a single mode satisfies exactly (least squares). */
static void recurrence(const double *y, int n, double k, double *frequency, double *decay)
{
    double a = 0.0;
    double b = 0.0;
    double c = 0.0;
    double p = 0.0;
    double q = 0.0;
    for (int i = 1; i + 1 < n; i++) {
        a += y[i] * y[i];
        b += y[i] * y[i - 1];
        c += y[i - 1] * y[i - 1];
        p += y[i + 1] * y[i];
        q += y[i + 1] * y[i - 1];
    }
    const double det = a * c - b * b;
    const double c1 = (p * c - q * b) / det;
    const double c2 = -(a * q - b * p) / det;
    *decay = -log(c2) / (2.0 * k);
    *frequency = acos(c1 / (2.0 * sqrt(c2))) / (2.0 * pi * k);
}

static void listen(UrtoWorld *world, UrtoPort port, int n, double *y)
{
    for (int i = 0; i < n; i++) {
        kit_step(world);
        y[i] = urto_world_displacement(world, port);
    }
}

START_TEST(given_modes_are_exact_in_pitch_and_decay)
{
    static const double frequency[] = {50.0, 440.0, 5000.0, 15000.0, 21900.0};
    for (int i = 0; i < 5; i++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        const UrtoMode mode = {frequency[i], 3.0 + i, 0.01};
        UrtoModalDef modal = urto_modal_def();
        UrtoBody body = {0};
        double y[400];
        double f = 0.0;
        double s = 0.0;
        modal.modes = &mode;
        modal.count = 1;
        body = urto_world_def_modal(def, &modal);
        const UrtoPort port = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
        UrtoWorld *world = kit_world(def, 44100.0);
        KIT_OK(urto_world_set_mode(world, body, 0, 1e-3, 0.0, NULL));
        listen(world, port, 400, y);
        recurrence(y, 400, 1.0 / 44100.0, &f, &s);
        /* damped frequency of the exact oscillator */
        const double w = 2.0 * pi * frequency[i];
        const double exact = sqrt(w * w - mode.decay * mode.decay) / (2.0 * pi);
        ck_assert_double_eq_tol(f / exact, 1.0, 1e-6); /* the fit, not the mode */
        ck_assert_double_eq_tol(s, mode.decay, 1e-4);
        urto_world_destroy(world);
    }
}
END_TEST

START_TEST(mass_on_spring_has_its_frequency_decay_and_rest)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMassDef mass = urto_mass_def();
    UrtoBody body = {0};
    double y[2000];
    double f = 0.0;
    double s = 0.0;
    mass.spring = 4000.0;
    mass.loss = 5.0;
    mass.gravity = -9.81;
    body = urto_world_def_mass(def, &mass);
    const UrtoPort port = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, 44100.0);
    listen(world, port, 2000, y);
    const double rest = -9.81 * mass.mass / mass.spring;
    for (int i = 0; i < 2000; i++) {
        y[i] -= rest;
    }
    recurrence(y, 2000, 1.0 / 44100.0, &f, &s);
    ck_assert_double_eq_tol(f, sqrt(4000.0 / 0.01 - 25.0) / (2.0 * pi), 1e-3);
    ck_assert_double_eq_tol(s, 5.0, 1e-3);
    /* and it settles where gravity and spring balance */
    urto_world_process(world, NULL, NULL, 44100 * 4);
    ck_assert_double_eq_tol(urto_world_displacement(world, port) / rest, 1.0, 1e-6);
    urto_world_destroy(world);
}
END_TEST

typedef struct Standing {
    double bx, by, x0, y0;
} Standing;

static double standing(void *context, double x, double y)
{
    const Standing *s = context;
    const double up = s->by > 0.0 ? sin(s->by * y) : 1.0;
    return 1e-3 * sin(s->bx * x) * up;
}

/* A discrete eigenfunction of a grid oscillates at the frequency that the scheme's dispersion
 * relation gives: sin(w k/2) = k/2 sqrt(tension s + bending s^2)/sqrt m, s the eigenvalue of -S. */
static double grid_frequency(double mass, double tension, double bending, double s, double k)
{
    return asin(0.5 * k * sqrt((tension * s + bending * s * s) / mass)) / (pi * k);
}

START_TEST(string_has_the_dispersion_of_its_scheme)
{
    for (int mode = 1; mode <= 61; mode += 20) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(URTO_MODEL_GRID);
        UrtoBody body = {0};
        double y[1000];
        double f = 0.0;
        double s = 0.0;
        string.rigidity = 1e-3;
        body = urto_world_def_string(def, &string);
        const UrtoPort port =
            kit_port(def, body, 0.31 * string.length, 0.0, URTO_INTERPOLATION_CUBIC);
        UrtoWorld *world = kit_world(def, 44100.0);
        Standing shape = {.bx = mode * pi / string.length};
        KIT_OK(urto_world_set_shape(world, body, standing, NULL, &shape, NULL));
        listen(world, port, 1000, y);
        recurrence(y, 1000, 1.0 / 44100.0, &f, &s);
        const double n = urto_world_body_info(world, body).degrees + 1.0;
        const double h = string.length / n;
        const double e = 4.0 * pow(sin(0.5 * mode * pi / n), 2.0);
        const double scheme = grid_frequency(string.density * h, string.tension / h,
                                             string.rigidity / (h * h * h), e, 1.0 / 44100.0);
        ck_assert_double_eq_tol(f / scheme, 1.0, 1e-7);
        if (mode == 1) {
            /* and a low one that of the string itself */
            const double b = pi / string.length;
            const double exact =
                b * sqrt((string.tension + string.rigidity * b * b) / string.density) / (2.0 * pi);
            ck_assert_double_eq_tol(f / exact, 1.0, 1e-4);
        }
        urto_world_destroy(world);
    }
}
END_TEST

START_TEST(string_decays_at_its_stated_rate)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = kit_string(URTO_MODEL_GRID);
    UrtoBody body = {0};
    double y[4000];
    double f = 0.0;
    double s = 0.0;
    const int mode = 5;
    string.loss[0] = 2.0;
    string.loss[1] = 5e-3;
    body = urto_world_def_string(def, &string);
    const UrtoPort port = kit_port(def, body, 0.31 * string.length, 0.0, URTO_INTERPOLATION_CUBIC);
    UrtoWorld *world = kit_world(def, 44100.0);
    const double b = mode * pi / string.length;
    Standing shape = {.bx = b};
    KIT_OK(urto_world_set_shape(world, body, standing, NULL, &shape, NULL));
    listen(world, port, 4000, y);
    recurrence(y, 4000, 1.0 / 44100.0, &f, &s);
    ck_assert_double_eq_tol(s / (2.0 + 5e-3 * b * b), 1.0, 2e-3);
    urto_world_destroy(world);
}
END_TEST

START_TEST(surfaces_have_their_analytic_frequency)
{
    const double k = 1.0 / 44100.0;
    for (int plate = 0; plate < 2; plate++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoMembraneDef membrane = urto_membrane_def();
        UrtoPlateDef sheet = urto_plate_def();
        UrtoBody body = {0};
        double y[1000];
        double f = 0.0;
        double s = 0.0;
        membrane.outline = URTO_OUTLINE_RECTANGLE;
        membrane.size[0] = sheet.size[0] = 0.3;
        membrane.size[1] = sheet.size[1] = 0.2;
        membrane.model = URTO_MODEL_GRID;
        membrane.loss[0] = membrane.loss[1] = sheet.loss[0] = sheet.loss[1] = 0.0;
        if (plate) {
            body = urto_world_def_plate(def, &sheet);
        } else {
            body = urto_world_def_membrane(def, &membrane);
        }
        const UrtoPort port = kit_port(def, body, 0.11, 0.07, URTO_INTERPOLATION_CUBIC);
        UrtoWorld *world = kit_world(def, 1.0 / k);
        Standing shape = {.bx = 2.0 * pi / 0.3, .by = pi / 0.2};
        KIT_OK(urto_world_set_shape(world, body, standing, NULL, &shape, NULL));
        listen(world, port, 1000, y);
        recurrence(y, 1000, k, &f, &s);
        const double b2 = shape.bx * shape.bx + shape.by * shape.by;
        const double exact = plate ? b2 * sqrt(sheet.rigidity / sheet.density) / (2.0 * pi)
                                   : sqrt(b2 * membrane.tension / membrane.density) / (2.0 * pi);
        printf("%s (2,1): %.4f Hz, exact %.4f\n", plate ? "plate" : "membrane", f, exact);
        ck_assert_double_eq_tol(f / exact, 1.0, 1e-2);
        urto_world_destroy(world);
    }
}
END_TEST

/* Strike a body and find its lowest frequency by the mean spacing of zero crossings after a
 * low-pass is not needed: the modal builders give frequencies directly. */
START_TEST(modal_bodies_have_their_textbook_frequencies)
{
    static const double free_bar[] = {4.730040744862704, 7.853204624095838, 10.995607838001671};
    static const double cantilever[] = {1.875104068711961, 4.694091132974174, 7.854757438237612};
    static const double drum[] = {2.404825557695773, 3.831705970207512, 3.831705970207512,
                                  5.135622301840683, 5.135622301840683, 5.520078110286311};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoBarDef bar = urto_bar_def();
    UrtoMembraneDef membrane = urto_membrane_def();
    UrtoBody bodies[4];
    bodies[0] = urto_world_def_bar(def, &bar);
    bar.ends = URTO_BAR_CLAMPED;
    bodies[1] = urto_world_def_bar(def, &bar);
    bar.ends = URTO_BAR_CANTILEVER;
    bodies[2] = urto_world_def_bar(def, &bar);
    membrane.model = URTO_MODEL_MODAL;
    membrane.segments[0] = 100;
    bodies[3] = urto_world_def_membrane(def, &membrane);
    UrtoWorld *world = kit_world(def, 44100.0);
    const double c = sqrt(bar.rigidity / bar.density) / (bar.length * bar.length * 2.0 * pi);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(urto_world_mode_info(world, bodies[0], i).frequency,
                                c * free_bar[i] * free_bar[i], 1e-8);
        ck_assert_double_eq_tol(urto_world_mode_info(world, bodies[1], i).frequency,
                                c * free_bar[i] * free_bar[i], 1e-8);
        ck_assert_double_eq_tol(urto_world_mode_info(world, bodies[2], i).frequency,
                                c * cantilever[i] * cantilever[i], 1e-8);
    }
    const double speed = sqrt(membrane.tension / membrane.density) / (0.15 * 2.0 * pi);
    for (uint32_t i = 0; i < 6; i++) {
        ck_assert_double_eq_tol(urto_world_mode_info(world, bodies[3], i).frequency,
                                speed * drum[i], 1e-8);
    }
    ck_assert_uint_eq(urto_world_body_info(world, bodies[3]).degrees, 100);
    urto_world_destroy(world);
}
END_TEST

/* Static deflection under a constant force: driven by a heavily damped wait. */
static double deflection(UrtoWorldDef *def, UrtoPort port)
{
    UrtoWorldOptions options = {.ledger = true};
    options.inputs = 1;
    options.ledger = false;
    urto_world_def_options(def, &options);
    const UrtoDriveDef drive = urto_drive_def(port);
    urto_world_def_drive(def, &drive);
    UrtoWorld *world = kit_world(def, 44100.0);
    static float one[44100];
    for (int i = 0; i < 44100; i++) {
        one[i] = 1.0f;
    }
    const float *in[] = {one};
    urto_world_process(world, in, NULL, 44100);
    const double u = urto_world_displacement(world, port);
    urto_world_destroy(world);
    return u;
}

START_TEST(static_deflection_equals_the_closed_form)
{
    for (int model = 0; model < 2; model++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(model ? URTO_MODEL_MODAL : URTO_MODEL_GRID);
        UrtoBody body = {0};
        string.loss[0] = 60.0;
        body = urto_world_def_string(def, &string);
        const double x = 100.0 / 245.0 * string.length;
        const double u = deflection(def, kit_port(def, body, x, 0.0, URTO_INTERPOLATION_LINEAR));
        const double exact = x * (string.length - x) / (string.length * string.tension);
        /* the modal string lacks the modes above Nyquist */
        ck_assert_double_eq_tol(u / exact, 1.0, model ? 5e-3 : 1e-9);
    }
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoBarDef bar = urto_bar_def();
    UrtoBody body = {0};
    bar.ends = URTO_BAR_CANTILEVER;
    bar.loss[0] = 60.0;
    body = urto_world_def_bar(def, &bar);
    const double u =
        deflection(def, kit_port(def, body, bar.length, 0.0, URTO_INTERPOLATION_LINEAR));
    const double exact = pow(bar.length, 3.0) / (3.0 * bar.rigidity);
    ck_assert_double_eq_tol(u / exact, 1.0, 1e-4);
    for (int clamped = 0; clamped < 2; clamped++) {
        UrtoPlateDef plate = urto_plate_def();
        plate.size[0] = plate.size[1] = 0.3;
        plate.edge = clamped ? URTO_EDGE_CLAMPED : URTO_EDGE_SUPPORTED;
        plate.loss[0] = 60.0;
        def = kit_def(URTO_SOLVER_MIDPOINT);
        body = urto_world_def_plate(def, &plate);
        const double w = deflection(def, kit_port(def, body, 0.15, 0.15, URTO_INTERPOLATION_CUBIC));
        /* Timoshenko: .01160 and .00560 times F a^2/D for a square under a central force */
        const double table = (clamped ? 0.00560 : 0.01160) * 0.09 / plate.rigidity;
        printf("square plate, %s: deflection %.4f of the table\n",
               clamped ? "clamped" : "supported", w / table);
        ck_assert_double_eq_tol(w / table, 1.0, 0.03);
    }
}
END_TEST

/* The drum on its grid against its modal twin, and the clamped plate's known lowest frequency.
 */
START_TEST(circle_and_clamped_plate_have_their_lowest_frequency)
{
    const double k = 1.0 / 44100.0;
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMembraneDef drum = urto_membrane_def();
    UrtoPlateDef plate = urto_plate_def();
    UrtoBody bodies[2];
    drum.loss[0] = drum.loss[1] = plate.loss[0] = plate.loss[1] = 0.0;
    plate.size[0] = plate.size[1] = 0.3;
    plate.edge = URTO_EDGE_CLAMPED;
    bodies[0] = urto_world_def_membrane(def, &drum);
    bodies[1] = urto_world_def_plate(def, &plate);
    const UrtoPort heard[2] = {kit_port(def, bodies[0], 0.0, 0.0, URTO_INTERPOLATION_LINEAR),
                               kit_port(def, bodies[1], 0.15, 0.15, URTO_INTERPOLATION_CUBIC)};
    UrtoWorld *world = kit_world(def, 1.0 / k);
    const double exact[2] = {2.404825557695773 / 0.15 * sqrt(drum.tension / drum.density) /
                                 (2.0 * pi),
                             35.985 / 0.09 * sqrt(plate.rigidity / plate.density) / (2.0 * pi)};
    enum { N = 44100 };
    static double y[2][N];
    KIT_OK(urto_world_pluck(world, heard[0], 1e-3, NULL));
    KIT_OK(urto_world_pluck(world, heard[1], 1e-3, NULL));
    for (int i = 0; i < N; i++) {
        kit_step(world);
        for (int b = 0; b < 2; b++) {
            y[b][i] = urto_world_displacement(world, heard[b]);
        }
    }
    for (int b = 0; b < 2; b++) {
        /* the strongest line near the expected one, in a Hann window */
        double best = 0.0;
        double peak = 0.0;
        for (double f = 0.93 * exact[b]; f < 1.07 * exact[b]; f += 2.5e-3 * exact[b]) {
            double re = 0.0;
            double im = 0.0;
            for (int i = 0; i < N; i++) {
                const double w = 1.0 - cos(2.0 * pi * i / N);
                re += w * y[b][i] * cos(2.0 * pi * f * i * k);
                im += w * y[b][i] * sin(2.0 * pi * f * i * k);
            }
            if (re * re + im * im > peak) {
                peak = re * re + im * im;
                best = f;
            }
        }
        printf("%s: lowest %.2f Hz, exact %.2f\n", b ? "clamped plate" : "drum", best, exact[b]);
        ck_assert_double_eq_tol(best / exact[b], 1.0, b ? 0.01 : 0.02);
    }
    urto_world_destroy(world);
}
END_TEST

/* Two seconds of a lossless string, on a grid and modal: the energy wanders, it does not drift. */
START_TEST(lossless_string_does_not_drift)
{
    for (int model = 0; model < 2; model++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(model ? URTO_MODEL_MODAL : URTO_MODEL_GRID);
        UrtoBody body = {0};
        string.rigidity = 0.0;
        body = urto_world_def_string(def, &string);
        const UrtoPort port = kit_port(def, body, 0.2, 0.0, URTO_INTERPOLATION_LINEAR);
        UrtoWorld *world = kit_world(def, 44100.0);
        KIT_OK(urto_world_pluck(world, port, 1e-3, NULL));
        kit_step(world);
        const double start = urto_world_ledger(world).stored;
        urto_world_process(world, NULL, NULL, 88200);
        const double drift = urto_world_ledger(world).stored / start - 1.0;
        printf("lossless %s string: energy changed by %.1e in 88200 steps\n",
               model ? "modal" : "grid", drift);
        ck_assert_double_le(fabs(drift), 3e-13);
        urto_world_destroy(world);
    }
}
END_TEST

/* ---- shapes and masses of modes ---- */

/* The places and weights of an integral over a body. */
typedef struct Places {
    int count;
    double x[3600], y[3600], weight[3600];
} Places;

/* Gauss's rule of three points in each of n equal parts. */
static void add_gauss(double size, int n, double *place, double *weight)
{
    static const double nodes[3] = {-0.7745966692414834, 0.0, 0.7745966692414834};
    static const double weights[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};

    for (int i = 0; i < 3 * n; i++) {
        const int j = i % 3;
        place[i] = size / n * (i / 3 + 0.5 + 0.5 * nodes[j]);
        weight[i] = size / n * weights[j];
    }
}

static void find_places(UrtoBodyInfo info, Places *all)
{
    static double x[300], y[300], wx[300], wy[300];
    const bool circle = info.outline == URTO_OUTLINE_CIRCLE;
    const bool line = info.size[1] == 0.0;
    const int along = line ? 100 : 20;
    const int across = circle ? 48 : line ? 1 : 60;

    add_gauss(info.size[0], along, x, wx);
    add_gauss(line ? 1.0 : info.size[1], 20, y, wy);
    all->count = 0;
    for (int i = 0; i < 3 * along; i++) {
        for (int j = 0; j < across; j++) {
            const double angle = 2.0 * pi * j / across;
            all->x[all->count] = circle ? x[i] * cos(angle) : x[i];
            all->y[all->count] = circle ? x[i] * sin(angle) : line ? 0.0 : y[j];
            all->weight[all->count++] = wx[i] * (circle ? x[i] * 2.0 * pi / across
                                                 : line ? 1.0
                                                        : wy[j]);
        }
    }
}

/* The mass of a mode is the integral of density times its squared shape, and no two modes share any. */
static void check_modes(UrtoWorld *world, UrtoBody body, double density, double total,
                        uint32_t count)
{
    static Places places;
    static double shapes[16][3600];
    const UrtoBodyInfo info = urto_world_body_info(world, body);

    find_places(info, &places);
    double size = 0.0;
    for (int p = 0; p < places.count; p++) {
        size += places.weight[p];
    }
    ck_assert_double_eq_tol(density * size / total, 1.0, 1e-9);
    for (uint32_t i = 0; i < count; i++) {
        const double mass = urto_world_mode_info(world, body, i).mass;
        for (int p = 0; p < places.count; p++) {
            shapes[i][p] = urto_world_mode_shape(world, body, i, places.x[p], places.y[p]);
        }
        for (uint32_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int p = 0; p < places.count; p++) {
                sum += density * places.weight[p] * shapes[i][p] * shapes[j][p];
            }
            ck_assert_msg(fabs(sum - (i == j ? mass : 0.0)) < 1e-6 * mass,
                          "kind %d, modes %u and %u: %g of %g", (int)info.kind, i, j, sum, mass);
        }
    }
}

START_TEST(modes_are_orthogonal_and_have_their_mass)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
    UrtoMembraneDef drum = urto_membrane_def();
    UrtoMembraneDef sheet = urto_membrane_def();
    UrtoPlateDef plate = urto_plate_def();
    UrtoBarDef bar = urto_bar_def();
    UrtoBody bodies[8];
    drum.model = sheet.model = plate.model = URTO_MODEL_MODAL;
    sheet.outline = URTO_OUTLINE_RECTANGLE;
    sheet.size[1] = 0.22;
    drum.segments[0] = sheet.segments[0] = plate.segments[0] = 20;
    bodies[0] = urto_world_def_string(def, &string);
    bodies[1] = urto_world_def_membrane(def, &drum);
    bodies[2] = urto_world_def_membrane(def, &sheet);
    bodies[3] = urto_world_def_plate(def, &plate);
    bar.rigid = true;
    for (int ends = 0; ends < 3; ends++) {
        bar.ends = (UrtoBarEnds)ends;
        bodies[4 + ends] = urto_world_def_bar(def, &bar);
    }
    UrtoWorld *world = kit_world(def, 44100.0);
    check_modes(world, bodies[0], string.density, string.density * string.length, 12);
    check_modes(world, bodies[1], drum.density, drum.density * pi * 0.15 * 0.15, 16);
    check_modes(world, bodies[2], sheet.density, sheet.density * 0.15 * 0.22, 12);
    check_modes(world, bodies[3], plate.density, plate.density * plate.size[0] * plate.size[1], 12);
    for (int ends = 0; ends < 3; ends++) {
        check_modes(world, bodies[4 + ends], bar.density, bar.density * bar.length, 8);
    }
    /* held edges stay where they are, also where they are straight; a free end moves most */
    for (uint32_t i = 0; i < 8; i++) {
        for (int j = 0; j <= 8; j++) {
            const double part = j / 8.0;
            const double values[] = {
                urto_world_mode_shape(world, bodies[0], i, j % 2 ? string.length : 0.0, 0.0),
                urto_world_mode_shape(world, bodies[1], i, 0.15 * cos(0.7 * j),
                                      0.15 * sin(0.7 * j)),
                urto_world_mode_shape(world, bodies[2], i, 0.15 * part, j % 2 ? 0.22 : 0.0),
                urto_world_mode_shape(world, bodies[2], i, j % 2 ? 0.15 : 0.0, 0.22 * part),
                urto_world_mode_shape(world, bodies[3], i, plate.size[0] * part, 0.0),
                urto_world_mode_shape(world, bodies[3], i, plate.size[0], plate.size[1] * part),
                urto_world_mode_shape(world, bodies[5], i, j % 2 ? bar.length : 0.0, 0.0),
                urto_world_mode_shape(world, bodies[6], i, 0.0, 0.0)};
            for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                ck_assert_double_eq_tol(values[v], 0.0, 1e-9);
            }
        }
        const double end = i == 0 ? sqrt(3.0) : i == 1 ? 1.0 : 2.0;
        ck_assert_double_eq_tol(fabs(urto_world_mode_shape(world, bodies[4], i, bar.length, 0.0)),
                                end, 1e-9);
        ck_assert_double_eq_tol(fabs(urto_world_mode_shape(world, bodies[6], i, bar.length, 0.0)),
                                2.0, 1e-9);
    }
    /* a mode with a cosine and the one with a sine are a quarter of its period apart */
    for (uint32_t i = 1; i < 3; i++) {
        const double x = i == 1 ? 0.06 : 0.0;
        ck_assert_double_gt(fabs(urto_world_mode_shape(world, bodies[1], i, x, 0.06 - x)), 0.3);
        ck_assert_double_eq_tol(urto_world_mode_shape(world, bodies[1], i, 0.06 - x, x), 0.0,
                                1e-12);
    }
    urto_world_destroy(world);
}
END_TEST

/* All modes below the band are there, none twice: the count of a rectangle and of a circle. */
START_TEST(every_mode_below_the_band_is_there)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMembraneDef sheet = urto_membrane_def();
    UrtoMembraneDef drum = urto_membrane_def();
    UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
    UrtoBody bodies[3];
    sheet.model = drum.model = URTO_MODEL_MODAL;
    sheet.outline = URTO_OUTLINE_RECTANGLE;
    sheet.size[0] = 0.31;
    sheet.size[1] = 0.2;
    string.rigidity = 1e-3;
    bodies[0] = urto_world_def_membrane(def, &sheet);
    bodies[1] = urto_world_def_membrane(def, &drum);
    bodies[2] = urto_world_def_string(def, &string);
    UrtoWorld *world = kit_world(def, 8000.0);
    const double c = sqrt(sheet.tension / sheet.density);
    const double top = 2.0 * pi * 4000.0;
    uint32_t count[3] = {0, 0, 0};
    for (int i = 1; i < 200; i++) {
        for (int j = 1; j < 200; j++) {
            count[0] += c * pi * sqrt(i * i / (0.31 * 0.31) + j * j / (0.2 * 0.2)) < top;
        }
        const double b = i * pi / string.length;
        count[2] += b * sqrt((string.tension + string.rigidity * b * b) / string.density) < top;
    }
    for (int m = 0; m < 40; m++) {
        /* zeros of J_m by its changes of sign */
        for (double z = 0.5; z < top * 0.15 / c; z += 0.05) {
            const double next = fmin(z + 0.05, top * 0.15 / c);
            count[1] += (jn(m, z) > 0.0) != (jn(m, next) > 0.0) ? (m ? 2 : 1) : 0;
        }
    }
    for (int i = 0; i < 3; i++) {
        ck_assert_uint_eq(urto_world_body_info(world, bodies[i]).degrees, count[i]);
        for (uint32_t m = 1; m < count[i]; m++) {
            ck_assert_double_ge(urto_world_mode_info(world, bodies[i], m).frequency,
                                urto_world_mode_info(world, bodies[i], m - 1).frequency);
        }
    }
    urto_world_destroy(world);
}
END_TEST

/* A plucked circle is straight along every ray from the pluck to the rim. */
START_TEST(a_plucked_drum_is_a_cone)
{
    static const double plucks[][2] = {{0.0, 0.0}, {0.06, 0.0}, {-0.03, 0.07}};
    for (int i = 0; i < 3; i++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoMembraneDef drum = urto_membrane_def();
        UrtoPort ears[24];
        double expected[24];
        drum.model = URTO_MODEL_GRID;
        drum.tension = 200.0; /* a fine grid */
        const UrtoBody body = urto_world_def_membrane(def, &drum);
        const double x = plucks[i][0];
        const double y = plucks[i][1];
        const UrtoPort port = kit_port(def, body, x, y, URTO_INTERPOLATION_LINEAR);
        for (int ray = 0; ray < 8; ray++) {
            const double angle = 2.0 * pi * (ray + 0.3) / 8.0;
            /* where the ray leaves the circle */
            const double along = x * cos(angle) + y * sin(angle);
            const double rim = -along + sqrt(along * along + 0.15 * 0.15 - x * x - y * y);
            for (int j = 0; j < 3; j++) {
                const double part = 0.25 * (j + 1);
                expected[3 * ray + j] = 1e-3 * (1.0 - part);
                ears[3 * ray + j] =
                    kit_port(def, body, x + part * rim * cos(angle), y + part * rim * sin(angle),
                             URTO_INTERPOLATION_LINEAR);
            }
        }
        UrtoWorld *world = kit_world(def, 44100.0);
        KIT_OK(urto_world_pluck(world, port, 1e-3, NULL));
        ck_assert_double_eq_tol(urto_world_displacement(world, port), 1e-3, 2e-5);
        for (int j = 0; j < 24; j++) {
            ck_assert_double_eq_tol(urto_world_displacement(world, ears[j]), expected[j], 5e-6);
        }
        urto_world_destroy(world);
    }
}
END_TEST

typedef struct Hill {
    double width, height;
} Hill;

/* 0 at the edges, smooth between. */
static double hill(void *context, double x, double y)
{
    const Hill *its = context;
    const double across = its->height > 0.0 ? sin(pi * y / its->height) : 1.0;

    return 1e-3 * sin(pi * x / its->width) * across;
}

/* A port reads the shape anywhere on its body, at its ends as well: straight between points to the second order, cubic to
 * the fourth, modal ones to rounding. */
START_TEST(ports_read_shapes_anywhere)
{
    for (int kind = 0; kind < 4; kind++) {
        for (int cubic = 0; cubic < 2; cubic++) {
            UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
            UrtoStringDef string = kit_string(kind == 1 ? URTO_MODEL_MODAL : URTO_MODEL_GRID);
            UrtoPlateDef plate = urto_plate_def();
            Hill shape = {string.length, 0.0};
            UrtoPort ports[121];
            string.segments = 20;
            plate.size[0] = 0.4;
            plate.size[1] = 0.3;
            plate.model = kind == 3 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
            plate.segments[0] = 20;
            if (kind >= 2) {
                shape = (Hill){0.4, 0.3};
            }
            const UrtoBody body =
                kind < 2 ? urto_world_def_string(def, &string) : urto_world_def_plate(def, &plate);
            for (int i = 0; i < 121; i++) {
                const double x = (i % 11) / 10.0 * shape.width;
                const double y = (kind < 2 ? 0 : i / 11) / 10.0 * shape.height;
                ports[i] = kit_port(def, body, x * 0.97 + 0.03 * shape.width * (i % 11 > 4), y,
                                    cubic ? URTO_INTERPOLATION_CUBIC : URTO_INTERPOLATION_LINEAR);
            }
            UrtoWorld *world = kit_world(def, 44100.0);
            KIT_OK(urto_world_set_shape(world, body, hill, NULL, &shape, NULL));
            /* h^2/8 and 3 h^4/128 of the curvature, twice over on a surface */
            const double h = pi / (kind < 2 ? 20.0 : 15.0);
            const double bound =
                kind % 2 ? 1e-9 : 2.2e-3 * (cubic ? 3.0 / 128.0 * pow(h, 4.0) * 3.0 : h * h / 8.0);
            for (int i = 0; i < 121; i++) {
                const double x = (i % 11) / 10.0 * shape.width;
                const double y = (kind < 2 ? 0 : i / 11) / 10.0 * shape.height;
                const double expected =
                    hill(&shape, x * 0.97 + 0.03 * shape.width * (i % 11 > 4), y);
                ck_assert_msg(fabs(urto_world_displacement(world, ports[i]) - expected) <= bound,
                              "kind %d, cubic %d, port %d: %g, not %g", kind, cubic, i,
                              urto_world_displacement(world, ports[i]), expected);
            }
            urto_world_destroy(world);
        }
    }
}
END_TEST

/* Modes given by their shapes: one that is set as a shape has all of the amplitude. */
START_TEST(given_shapes_are_themselves)
{
    enum { POINTS = 33 };
    static double shapes[2 * POINTS];
    const UrtoMode modes[] = {{100.0, 1.0, 0.01}, {200.0, 1.0, 0.02}};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoModalDef modal = urto_modal_def();
    Hill shape = {1.0, 0.0};
    for (int i = 0; i < POINTS; i++) {
        shapes[2 * i] = 2.0 * sin(pi * i / (POINTS - 1.0));
        shapes[2 * i + 1] = sin(2.0 * pi * i / (POINTS - 1.0));
    }
    modal.modes = modes;
    modal.count = 2;
    modal.shapes = shapes;
    modal.points = POINTS;
    modal.length = 1.0;
    const UrtoBody body = urto_world_def_modal(def, &modal);
    const UrtoPort port = kit_port(def, body, 0.5, 0.0, URTO_INTERPOLATION_CUBIC);
    UrtoWorld *world = kit_world(def, 44100.0);
    KIT_OK(urto_world_set_shape(world, body, hill, NULL, &shape, NULL));
    ck_assert_double_eq_tol(urto_world_mode_displacement(world, body, 0), 0.5e-3, 1e-7);
    ck_assert_double_eq_tol(urto_world_mode_displacement(world, body, 1), 0.0, 1e-7);
    ck_assert_double_eq_tol(urto_world_displacement(world, port), 1e-3, 1e-7);
    urto_world_destroy(world);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bodies");
    TCase *tests = tcase_create("bodies");

    tcase_add_test(tests, given_modes_are_exact_in_pitch_and_decay);
    tcase_add_test(tests, mass_on_spring_has_its_frequency_decay_and_rest);
    tcase_add_test(tests, string_has_the_dispersion_of_its_scheme);
    tcase_add_test(tests, string_decays_at_its_stated_rate);
    tcase_add_test(tests, surfaces_have_their_analytic_frequency);
    tcase_add_test(tests, modal_bodies_have_their_textbook_frequencies);
    tcase_add_test(tests, static_deflection_equals_the_closed_form);
    tcase_add_test(tests, circle_and_clamped_plate_have_their_lowest_frequency);
    tcase_add_test(tests, lossless_string_does_not_drift);
    tcase_add_test(tests, modes_are_orthogonal_and_have_their_mass);
    tcase_add_test(tests, every_mode_below_the_band_is_there);
    tcase_add_test(tests, a_plucked_drum_is_a_cone);
    tcase_add_test(tests, ports_read_shapes_anywhere);
    tcase_add_test(tests, given_shapes_are_themselves);
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
