/* Bodies that change while they sound: the books through ramps, pitch and decay after them, modes
 * that leave the band and come back, grids that refuse what would be unstable. */
#include "tests/support/random.h"
#include "tests/support/random_world.h"

#include "src/world/world.h"

static const double rate = 44100.0;

typedef struct Kind {
    const char *name;
    bool grid;
    double top; /* of the tuning that is tried */
} Kind;

static const Kind kinds[] = {
    {"modal string", false, 3.0},   {"grid string", true, 1.0},   {"bar", false, 3.0},
    {"modal membrane", false, 3.0}, {"grid membrane", true, 1.0}, {"modes by hand", false, 3.0},
    {"mass", false, 3.0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* A body of a kind and a port in its middle. */
static UrtoBody body_of(UrtoWorldDef *def, int kind, double *x)
{
    UrtoBody body = {0};

    *x = 0.0;
    if (kind <= 1) {
        UrtoStringDef string = urto_string_def();
        string.rigidity = 1e-4;
        string.model = kind ? URTO_MODEL_GRID : URTO_MODEL_MODAL;
        string.segments = kind ? 0 : 60;
        *x = 0.3 * string.length;
        body = urto_world_def_string(def, &string);
    } else if (kind == 2) {
        const UrtoBarDef bar = urto_bar_def();
        *x = 0.3 * bar.length;
        body = urto_world_def_bar(def, &bar);
    } else if (kind <= 4) {
        UrtoMembraneDef membrane = urto_membrane_def();
        membrane.model = kind == 3 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
        membrane.segments[0] = kind == 3 ? 40 : 16;
        *x = 0.3 * membrane.size[0];
        body = urto_world_def_membrane(def, &membrane);
    } else if (kind == 5) {
        const UrtoMode modes[] = {{300.0, 2.0, 0.02}, {911.0, 5.0, 0.01}, {12000.0, 9.0, 0.01}};
        UrtoModalDef modal = urto_modal_def();
        modal.modes = modes;
        modal.count = 3;
        body = urto_world_def_modal(def, &modal);
    } else {
        UrtoMassDef mass = urto_mass_def();
        mass.spring = 1e4;
        mass.loss = 3.0;
        body = urto_world_def_mass(def, &mass);
    }
    return body;
}

/* A body with a hammer on it and a wall over it, both touched again and again. */
static double worst_residual(int kind, UrtoSolver solver, uint64_t seed)
{
    Dice d = {seed * 0x9E3779B97F4A7C15ull + 7};
    UrtoWorldDef *def = kit_def(solver);
    double x = 0.0;
    const UrtoBody body = body_of(def, kind, &x);
    const UrtoBody hammer = kit_hammer(def, 0.005, -2e-4, 1.5);
    const UrtoPort port = kit_port(def, body, x, 0.0, URTO_INTERPOLATION_CUBIC);
    const UrtoPort near = kit_port(def, body, 0.5 * x, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort head = kit_port(def, hammer, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoLaw law = {1e7, 1.5, 0.05};
    UrtoContactDef floor = urto_contact_def();
    double worst = 0.0;
    double largest = 0.0;

    kit_contact(def, head, port, law);
    floor.below = near;
    floor.law = law;
    floor.distance = 1e-4;
    urto_world_def_contact(def, &floor);
    floor.below = (UrtoPort){0};
    floor.above = head;
    floor.distance = 4e-4;
    urto_world_def_contact(def, &floor);
    if (solver != URTO_SOLVER_TRAPEZOIDAL) {
        const UrtoBowDef bow = urto_bow_def(near);
        urto_world_def_bow(def, &bow);
    }
    UrtoWorld *world = kit_world(def, rate);
    for (int frame = 0; frame < 6000; frame++) {
        if (frame % 250 == 0) {
            const uint32_t ramp = dice_count(&d, 200);
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING,
                                       dice_log(&d, 0.3, kinds[kind].top), 0, ramp, NULL));
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS, dice_range(&d, 0.0, 30.0), 0,
                                       dice_count(&d, 200), NULL));
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS_HIGH, dice_range(&d, 0.0, 1.0),
                                       0, dice_count(&d, 200), NULL));
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_MASS, dice_log(&d, 0.3, 3.0), 0,
                                       dice_count(&d, 200), NULL));
            KIT_OK(urto_world_set_body(world, hammer, URTO_BODY_MASS, dice_log(&d, 0.3, 3.0), 0,
                                       dice_count(&d, 200), NULL));
            KIT_OK(urto_world_strike(world, head, dice_range(&d, 0.0, 5e-3), 0, NULL));
        }
        kit_step(world);
        const UrtoLedger ledger = urto_world_ledger(world);
        largest = fmax(largest, kit_total(&ledger));
        worst = fmax(worst, fabs(ledger.residual));
        ck_assert(isfinite(ledger.stored));
    }
    ck_assert_uint_gt(urto_world_statistics(world).active_max, 0);
    ck_assert(fabs(urto_world_ledger(world).supplied_change) > 0.0);
    urto_world_destroy(world);
    return worst / largest;
}

START_TEST(energy_balances_through_ramps_of_tuning_and_loss)
{
    static const UrtoSolver solvers[] = {URTO_SOLVER_MIDPOINT, URTO_SOLVER_ITERATIVE,
                                         URTO_SOLVER_QUADRATISED};
    for (int kind = 0; kind < KINDS; kind++) {
        for (int s = 0; s < 3; s++) {
            double worst = 0.0;
            for (uint64_t seed = 1; seed <= 3; seed++) {
                worst = fmax(worst, worst_residual(kind, solvers[s], seed));
            }
            printf("%-16s solver %d: residual %.1e\n", kinds[kind].name, (int)solvers[s], worst);
            ck_assert_double_le(worst, 1e-11);
        }
    }
}
END_TEST

/* A hammer under its weight on a string, heavier by definition or by a factor. */
static UrtoWorld *heavy(UrtoModel model, double hammer, double string)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef its = urto_string_def();
    UrtoMassDef mass = urto_mass_def();
    UrtoBody bodies[2];

    its.model = model;
    its.rigidity = 1e-4 * string;
    its.tension *= string;
    its.density *= string;
    mass.mass = 0.005 * hammer;
    mass.gravity = 9.81;
    mass.position = -1e-4;
    mass.velocity = 1.0;
    bodies[0] = urto_world_def_mass(def, &mass);
    bodies[1] = urto_world_def_string(def, &its);
    const UrtoPort head = kit_port(def, bodies[0], 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort port = kit_port(def, bodies[1], 0.3 * its.length, 0.0, URTO_INTERPOLATION_CUBIC);
    kit_contact(def, head, port, (UrtoLaw){1e7, 1.5, 0.05});
    return kit_world(def, rate);
}

START_TEST(a_heavier_body_keeps_its_pitch)
{
    for (int model = 0; model < 2; model++) {
        UrtoWorld *made = heavy(model ? URTO_MODEL_GRID : URTO_MODEL_MODAL, 3.0, 0.4);
        UrtoWorld *set = heavy(model ? URTO_MODEL_GRID : URTO_MODEL_MODAL, 1.0, 1.0);
        double most = 0.0;
        double worst = 0.0;
        KIT_OK(urto_world_set_body(set, (UrtoBody){.id = 1}, URTO_BODY_MASS, 3.0, 0, 0, NULL));
        KIT_OK(urto_world_set_body(set, (UrtoBody){.id = 2}, URTO_BODY_MASS, 0.4, 0, 0, NULL));
        for (int frame = 0; frame < 300; frame++) {
            kit_step(made);
            kit_step(set);
            const double is = urto_world_contact_force(set, (UrtoContact){.id = 1});
            most = fmax(most, is);
            worst = fmax(worst, fabs(is - urto_world_contact_force(made, (UrtoContact){.id = 1})));
        }
        printf("%s, heavier by a factor: %.1e of %.3g N\n", model ? "grid" : "modes", worst / most,
               most);
        ck_assert_double_gt(most, 1.0);
        ck_assert_double_le(worst, 1e-9 * most); /* rounding; a wrong factor is 1 */
        urto_world_destroy(made);
        urto_world_destroy(set);
    }
}
END_TEST

/* Frequency and decay of a free mode from two poles: u+ = 2 R cos(a) u - R^2 u-, fitted. */
static void poles(UrtoWorld *world, UrtoPort port, double *frequency, double *decay)
{
    double u[600];
    double a[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    double b[2] = {0.0, 0.0};

    for (int i = 0; i < 600; i++) {
        u[i] = urto_world_displacement(world, port);
        kit_step(world);
    }
    for (int i = 2; i < 600; i++) {
        a[0][0] += u[i - 1] * u[i - 1];
        a[0][1] += u[i - 1] * u[i - 2];
        a[1][1] += u[i - 2] * u[i - 2];
        b[0] += u[i] * u[i - 1];
        b[1] += u[i] * u[i - 2];
    }
    const double det = a[0][0] * a[1][1] - a[0][1] * a[0][1];
    const double p = (b[0] * a[1][1] - b[1] * a[0][1]) / det;
    const double q = (b[1] * a[0][0] - b[0] * a[0][1]) / det;
    const double sigma = -0.5 * log(-q) * rate;
    const double damped = acos(0.5 * p / sqrt(-q)) * rate;
    *decay = sigma;
    *frequency = sqrt(damped * damped + sigma * sigma) / 6.28318530717958647693;
}

START_TEST(modes_sound_where_they_are_tuned)
{
    static const double tunings[] = {0.5, 0.9438743126816935, 1.7, 3.0};
    for (int i = 0; i < 4; i++) {
        for (uint32_t mode = 0; mode < 12; mode += 5) {
            UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
            UrtoStringDef string = urto_string_def();
            UrtoBody body = {0};
            double frequency = 0.0;
            double decay = 0.0;
            string.rigidity = 1e-4;
            string.model = URTO_MODEL_MODAL;
            body = urto_world_def_string(def, &string);
            const UrtoPort port = kit_port(def, body, 0.2, 0.0, URTO_INTERPOLATION_LINEAR);
            UrtoWorld *world = kit_world(def, rate);
            const double plain = urto_world_mode_info(world, body, mode).frequency;
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, tunings[i], 0, 77, NULL));
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS, 4.0, 0, 0, NULL));
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS_HIGH, 2.0, 0, 13, NULL));
            KIT_OK(urto_world_set_mode(world, body, mode, 1e-3, 0.0, NULL));
            urto_world_process(world, NULL, NULL, 80);
            poles(world, port, &frequency, &decay);
            const double wave = (mode + 1.0) * 3.14159265358979323846 / string.length;
            const double expected = 4.0 * string.loss[0] + 2.0 * string.loss[1] * wave * wave;
            const double cents = 1200.0 * log2(frequency / (plain * tunings[i]));
            ck_assert_msg(fabs(cents) < 0.01, "mode %u at %g: %g cents", mode, tunings[i], cents);
            ck_assert_double_eq_tol(decay, expected, 1e-3 * expected);
            ck_assert_double_eq_tol(urto_world_mode_info(world, body, mode).frequency,
                                    plain * tunings[i], 1e-9 * plain);
            urto_world_destroy(world);
        }
    }
}
END_TEST

/* A grid string follows too, as far as its grid is fine enough. */
START_TEST(a_grid_sounds_where_it_is_tuned)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = kit_string(URTO_MODEL_GRID);
    UrtoBody body = {0};
    double before = 0.0;
    double after = 0.0;
    double decay = 0.0;
    body = urto_world_def_string(def, &string);
    const UrtoPort port = kit_port(def, body, 0.35, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, rate);
    KIT_OK(urto_world_pluck(world, port, 1e-3, NULL));
    urto_world_process(world, NULL, NULL, 100);
    poles(world, port, &before, &decay);
    UrtoDiagnostic why = {0};
    ck_assert_int_eq(urto_world_set_body(world, body, URTO_BODY_TUNING, 1.5, 0, 0, &why),
                     URTO_ERROR_LIMIT);
    ck_assert_msg(strstr(why.message, "at most 1.0"), "%s", why.message);
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 0.5, 0, 0, NULL));
    urto_world_process(world, NULL, NULL, 100);
    poles(world, port, &after, &decay);
    ck_assert_double_eq_tol(after / before, 0.5, 0.02);
    ck_assert_int_eq(urto_world_set_body(world, body, URTO_BODY_TUNING, 0.0, 0, 0, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_world_set_body(world, body, URTO_BODY_LOSS, (double)NAN, 0, 0, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(
        urto_world_set_body(world, (UrtoBody){.id = 2}, URTO_BODY_LOSS, 1.0, 0, 0, &why),
        URTO_ERROR_NOT_FOUND);
    urto_world_destroy(world);
}
END_TEST

/* Each change is stable with what holds when it is asked for; the ramps of both together stay so.
 */
START_TEST(no_ramp_makes_a_grid_unstable)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = urto_string_def();
    UrtoBody body = {0};
    string.loss[1] = 5e-2;
    body = urto_world_def_string(def, &string);
    const UrtoPort port = kit_port(def, body, 0.35, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, rate);
    KIT_OK(urto_world_pluck(world, port, 1e-3, NULL));
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 0.3, 0, 500, NULL));
    UrtoDiagnostic why = {0};
    ck_assert_int_eq(urto_world_set_body(world, body, URTO_BODY_LOSS_HIGH, 2.5, 0, 0, &why),
                     URTO_ERROR_LIMIT);
    urto_world_process(world, NULL, NULL, 100); /* on its way down it is still high */
    ck_assert_int_eq(urto_world_set_body(world, body, URTO_BODY_LOSS_HIGH, 2.5, 0, 0, &why),
                     URTO_ERROR_LIMIT);
    urto_world_process(world, NULL, NULL, 500);
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS_HIGH, 2.5, 0, 400, NULL));
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 0.9, 0, 0, NULL));
    double last = urto_world_ledger(world).stored;
    for (int i = 0; i < 2000; i++) {
        urto_world_process(world, NULL, NULL, 1);
        ck_assert(urto_world_ledger(world).stored < 20.0 * last);
    }
    const UrtoLedger ledger = urto_world_ledger(world);
    ck_assert_double_le(fabs(ledger.residual), 1e-11 * kit_total(&ledger));
    urto_world_destroy(world);
}
END_TEST

/* Energy after some steps over that before them, from a rough state, with factors that nobody has checked. */
static double growth_at(UrtoWorld *world, double tuning, double loss_high)
{
    Body *body = &world->model.bodies[0];
    Random random = {5};

    urto_world_rest(world);
    body->tuning = tuning;
    body->loss_high = loss_high;
    body_retune(body);
    for (uint32_t i = 0; i < world->model.port_count; i++) {
        KIT_OK(urto_world_strike(world, (UrtoPort){.id = i + 1},
                                 random_uniform(&random, -1e-3, 1e-3), 0, NULL));
    }
    urto_world_process(world, NULL, NULL, 50);
    double start = 0.0;
    double end = 0.0;
    for (uint32_t i = 0; i < body->room; i++) {
        start += body->u[i] * body->u[i];
    }
    urto_world_process(world, NULL, NULL, 3000);
    for (uint32_t i = 0; i < body->room; i++) {
        end += body->u[i] * body->u[i];
    }
    return isfinite(end) ? end / start : HUGE_VAL;
}

/* The limits of tuning and loss are sharp: at them a grid is stable, a little above it is not. Strings, with and without
 * stiffness, and surfaces; the tuning of a sprung mass ends at the Nyquist frequency. */
START_TEST(limits_are_where_stability_ends)
{
    for (int kind = 0; kind < 4; kind++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(def, &(UrtoWorldOptions){.ledger = false});
        UrtoStringDef string = kit_string(URTO_MODEL_GRID);
        UrtoMembraneDef drum = urto_membrane_def();
        UrtoPlateDef plate = urto_plate_def();
        UrtoBody body = {0};
        string.segments = 40;
        string.rigidity = kind == 1 ? 2e-3 : 0.0;
        string.loss[1] = 1e-2;
        drum.model = plate.model = URTO_MODEL_GRID;
        drum.outline = URTO_OUTLINE_RECTANGLE;
        drum.size[0] = drum.size[1] = plate.size[0] = plate.size[1] = 0.2;
        drum.loss[0] = plate.loss[0] = 0.0;
        drum.loss[1] = plate.loss[1] = 1e-2;
        drum.segments[0] = plate.segments[0] = 10;
        body = kind < 2    ? urto_world_def_string(def, &string)
               : kind == 2 ? urto_world_def_membrane(def, &drum)
                           : urto_world_def_plate(def, &plate);
        const double size = kind < 2 ? string.length : 0.2;
        const double step = kind < 2 ? size / 40.0 : size / 10.0;
        for (double x = step; x < 0.99 * size; x += step) {
            for (double y = step; y < (kind < 2 ? 1.5 * step : 0.99 * size); y += step) {
                kit_port(def, body, x, kind < 2 ? 0.0 : y, URTO_INTERPOLATION_LINEAR);
            }
        }
        UrtoWorld *world = kit_world(def, rate);
        const Body *its = &world->model.bodies[0];
        const double tunings[2] = {body_tuning_limit(its, 0.0), body_tuning_limit(its, 1.0)};
        ck_assert_double_lt(tunings[1], tunings[0]);
        for (int loss = 0; loss < 2; loss++) {
            const double limit = tunings[loss];
            /* the highest mode of ten cells lies a little below the bound */
            const double over = kind < 2 ? 1.01 : 1.05;
            UrtoDiagnostic why;
            ck_assert_msg(growth_at(world, 0.9999 * limit, loss) < 1e3, "kind %d: %g", kind, limit);
            ck_assert_msg(growth_at(world, over * limit, loss) > 1e9, "kind %d: %g", kind, limit);
            /* the loss that this tuning leaves room for is the one it was found with */
            ck_assert_double_eq_tol(body_loss_limit(its, limit), loss, 1e-9);
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS_HIGH, 1e-9, 0, 0, NULL));
            urto_world_process(world, NULL, NULL, 20);
            ck_assert_int_eq(
                urto_world_set_body(world, body, URTO_BODY_TUNING, 1.0001 * tunings[0], 0, 0, &why),
                URTO_ERROR_LIMIT);
            KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 0.9999 * tunings[1], 0, 0,
                                       &why));
            urto_world_reset(world);
        }
        urto_world_destroy(world);
    }
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMassDef mass = urto_mass_def();
    mass.spring = 1e4;
    const UrtoBody body = urto_world_def_mass(def, &mass);
    UrtoWorld *world = kit_world(def, rate);
    /* omega k = 2 */
    const double limit = 2.0 * rate / sqrt(1e4 / mass.mass);
    ck_assert_int_eq(urto_world_set_body(world, body, URTO_BODY_TUNING, 1.0001 * limit, 0, 0, NULL),
                     URTO_ERROR_LIMIT);
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 0.9999 * limit, 0, 0, NULL));
    urto_world_destroy(world);
}
END_TEST

/* What a world tells of a mode follows its controls, each in its own way. */
START_TEST(a_mode_tells_its_controls)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
    string.loss[0] = 2.0;
    string.loss[1] = 0.01;
    const UrtoBody body = urto_world_def_string(def, &string);
    UrtoWorld *world = kit_world(def, rate);
    const UrtoMode before = urto_world_mode_info(world, body, 3);
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 1.1, 0, 0, NULL));
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS, 3.0, 0, 0, NULL));
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_LOSS_HIGH, 7.0, 0, 0, NULL));
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_MASS, 5.0, 0, 0, NULL));
    urto_world_process(world, NULL, NULL, 10);
    const UrtoMode after = urto_world_mode_info(world, body, 3);
    ck_assert_double_eq_tol(after.frequency, 1.1 * before.frequency, 1e-9);
    ck_assert_double_eq_tol(after.mass, 5.0 * before.mass, 1e-15);
    ck_assert_double_eq_tol(after.decay, 3.0 * 2.0 + 7.0 * (before.decay - 2.0), 1e-9);
    urto_world_destroy(world);
}
END_TEST

/* A mode that is lifted over Nyquist is silent, takes no hand, and comes back from rest. */
START_TEST(a_mode_out_of_the_band_rests_until_it_is_back)
{
    const UrtoMode modes[] = {{500.0, 0.0, 0.01}, {15000.0, 0.0, 0.01}};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoModalDef modal = urto_modal_def();
    UrtoBody body = {0};
    modal.modes = modes;
    modal.count = 2;
    body = urto_world_def_modal(def, &modal);
    const UrtoPort port = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, rate);
    KIT_OK(urto_world_set_mode(world, body, 1, 1e-3, 0.0, NULL));
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 1.5, 0, 0, NULL));
    urto_world_process(world, NULL, NULL, 10);
    ck_assert(urto_world_displacement(world, port) == 0.0);
    ck_assert(urto_world_ledger(world).stored == 0.0);
    KIT_OK(urto_world_set_mode(world, body, 1, 1e-3, 0.0, NULL));
    KIT_OK(urto_world_pluck(world, port, 1e-3, NULL));
    urto_world_process(world, NULL, NULL, 10);
    double frequency = 0.0;
    double decay = 0.0;
    poles(world, port, &frequency, &decay);
    ck_assert_double_eq_tol(frequency, 750.0, 1e-3);
    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, 1.0, 0, 0, NULL));
    KIT_OK(urto_world_strike(world, port, 1e-3, 0, NULL));
    urto_world_process(world, NULL, NULL, 100);
    ck_assert_uint_eq(urto_world_body_info(world, body).degrees, 2);
    const UrtoLedger ledger = urto_world_ledger(world);
    ck_assert_double_le(fabs(ledger.residual), 1e-12 * kit_total(&ledger));
    urto_world_destroy(world);
}
END_TEST

START_TEST(curves_do_not_depend_on_blocks)
{
    static float out[3][3000];
    static const uint32_t blocks[] = {3000, 1, 77};
    const UrtoBreakpoint curve[] = {{0.0, 0.7}, {0.03, 1.4}, {0.06, 0.9}};
    for (int b = 0; b < 3; b++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoBody body = {0};
        const UrtoBarDef bar = urto_bar_def();
        body = urto_world_def_bar(def, &bar);
        const UrtoPort port = kit_port(def, body, 0.1, 0.0, URTO_INTERPOLATION_LINEAR);
        const UrtoProbeDef probe = urto_probe_def(port);
        urto_world_def_probe(def, &probe);
        urto_world_def_curve(def, urto_body_target(body, URTO_BODY_TUNING), curve, 3);
        UrtoWorld *world = kit_world(def, rate);
        ck_assert_double_eq_tol(urto_world_mode_info(world, body, 0).frequency, 0.7 * 288.25, 0.5);
        KIT_OK(urto_world_strike(world, port, 1e-2, 0, NULL));
        for (uint32_t at = 0; at < 3000; at += blocks[b]) {
            const uint32_t n = 3000 - at < blocks[b] ? 3000 - at : blocks[b];
            urto_world_process(world, NULL, (float *[]){out[b] + at}, n);
        }
        urto_world_destroy(world);
        for (int i = 0; i < 3000; i++) {
            ck_assert(out[b][i] == out[0][i]);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("retune");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, energy_balances_through_ramps_of_tuning_and_loss);
    tcase_add_test(tests, a_heavier_body_keeps_its_pitch);
    tcase_add_test(tests, modes_sound_where_they_are_tuned);
    tcase_add_test(tests, a_grid_sounds_where_it_is_tuned);
    tcase_add_test(tests, no_ramp_makes_a_grid_unstable);
    tcase_add_test(tests, limits_are_where_stability_ends);
    tcase_add_test(tests, a_mode_tells_its_controls);
    tcase_add_test(tests, a_mode_out_of_the_band_rests_until_it_is_back);
    tcase_add_test(tests, curves_do_not_depend_on_blocks);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
