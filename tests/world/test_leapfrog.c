/* Modes by plain leap-frog (004:48-50): how many there are, that they follow the printed equation,
 * their energy, what is refused, and figures 5 and 6 of 004, which were made with them.
 *
 *   (1 + s k) q+ = (2 - (w k)^2) q - (1 - s k) q-          s = 0 in the paper
 */
#include "tests/support/kit.h"

static const double rate = 44100.0;
static const double pi = 3.14159265358979323846;

static UrtoWorld *lone_string(UrtoModel model, double loss, UrtoBody *body)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = kit_string(model);

    string.loss[0] = loss;
    *body = urto_world_def_string(def, &string);
    return kit_world(def, rate);
}

/* (49): N <= 2L/(pi k) sqrt(rho/T) */
START_TEST(there_are_as_many_modes_as_are_stable)
{
    UrtoBody body;
    UrtoWorld *world = lone_string(URTO_MODEL_MODAL_LEAPFROG, 0.0, &body);
    const UrtoStringDef string = kit_string(URTO_MODEL_MODAL_LEAPFROG);
    const double most = 2.0 * string.length * rate / pi * sqrt(string.density / string.tension);
    const UrtoBodyInfo info = urto_world_body_info(world, body);

    ck_assert_uint_eq(info.degrees, 155);
    ck_assert_uint_eq(info.degrees, (uint32_t)most);
    ck_assert_int_eq(info.model, URTO_MODEL_MODAL_LEAPFROG);
    urto_world_destroy(world);
    world = lone_string(URTO_MODEL_MODAL, 0.0, &body);
    ck_assert_uint_eq(urto_world_body_info(world, body).degrees, 245);
    ck_assert_int_eq(urto_world_body_info(world, body).model, URTO_MODEL_MODAL);
    urto_world_destroy(world);
}
END_TEST

static double step_and_read(UrtoWorld *world, UrtoBody body, uint32_t mode)
{
    kit_step(world);
    return urto_world_mode_displacement(world, body, mode);
}

START_TEST(modes_follow_the_printed_equation)
{
    const double sk = (_i ? 50.0 : 0.0) / rate;
    UrtoBody body;
    UrtoWorld *world = lone_string(URTO_MODEL_MODAL_LEAPFROG, sk * rate, &body);

    for (uint32_t mode = 0; mode < 155; mode += 11) {
        const double wk = 2.0 * pi * urto_world_mode_info(world, body, mode).frequency / rate;
        KIT_OK(urto_world_set_mode(world, body, mode, 1e-3, 0.3, NULL));
        double last = urto_world_mode_displacement(world, body, mode);
        double now = step_and_read(world, body, mode);
        for (int n = 0; n < 200; n++) {
            const double next = step_and_read(world, body, mode);
            ck_assert_double_le(fabs((1.0 + sk) * next - (2.0 - wk * wk) * now + (1.0 - sk) * last),
                                1e-14);
            last = now;
            now = next;
        }
        urto_world_rest(world);
    }
    urto_world_destroy(world);
}
END_TEST

/* sin(w' k/2) = w k/2: after as many steps as make whole periods of w', a mode is where it was. */
START_TEST(modes_are_sharp_as_leapfrog_is)
{
    UrtoBody body;
    UrtoWorld *world = lone_string(URTO_MODEL_MODAL_LEAPFROG, 0.0, &body);

    for (uint32_t mode = 0; mode < 155; mode += 7) {
        const double wk = 2.0 * pi * urto_world_mode_info(world, body, mode).frequency / rate;
        const double heard = 2.0 * asin(0.5 * wk);
        KIT_OK(urto_world_set_mode(world, body, mode, 1e-3, 0.0, NULL));
        for (int n = 1; n <= 1000; n++) {
            ck_assert_double_le(fabs(step_and_read(world, body, mode) - 1e-3 * cos(heard * n)),
                                1e-13 * n / cos(0.5 * heard));
        }
        urto_world_rest(world);
    }
    urto_world_destroy(world);
}
END_TEST

enum { BODIES = 5 };

static UrtoBody body_of(UrtoWorldDef *def, int kind, bool lossy)
{
    static const UrtoMode modes[] = {{0.0, 3.0, 0.02}, {220.0, 5.0, 0.01}, {14000.0, 50.0, 0.01}};
    UrtoStringDef string = urto_string_def();
    UrtoMembraneDef membrane = urto_membrane_def();
    UrtoPlateDef plate = urto_plate_def();
    UrtoModalDef modal = urto_modal_def();

    string.model = membrane.model = plate.model = modal.model = URTO_MODEL_MODAL_LEAPFROG;
    string.loss[1] = membrane.loss[1] = plate.loss[1] = lossy ? 1e-3 : 0.0;
    membrane.segments[0] = plate.segments[0] = 200;
    membrane.outline = kind == 1 ? URTO_OUTLINE_RECTANGLE : URTO_OUTLINE_CIRCLE;
    modal.modes = modes;
    modal.count = 3;
    switch (kind) {
    case 0:
        return urto_world_def_string(def, &string);
    case 1:
    case 2:
        return urto_world_def_membrane(def, &membrane);
    case 3:
        return urto_world_def_plate(def, &plate);
    default:
        return urto_world_def_modal(def, &modal);
    }
}

/* A hammer, a wall and a bow, every solver that balances; tuned out of the band and back. */
START_TEST(energy_balances_at_every_sample)
{
    double worst = 0.0;

    for (int kind = 0; kind < BODIES; kind++) {
        for (uint64_t i = 0; i < KIT_SOLVERS; i++) {
            const KitSolver by = kit_solver(i);
            if (by.solver == URTO_SOLVER_TRAPEZOIDAL) {
                continue;
            }
            UrtoWorldDef *def = kit_def(by.solver);
            urto_world_def_options(
                def,
                &(UrtoWorldOptions){.solver = by.solver, .gradient = by.gradient, .ledger = true});
            const UrtoBody body = body_of(def, kind, i % 2);
            const double y = kind > 0 && kind < 4 ? 0.03 : 0.0;
            const UrtoPort port = kit_port(def, body, 0.05, y, URTO_INTERPOLATION_LINEAR);
            const UrtoPort hammer = kit_port(def, kit_hammer(def, 0.01, -1e-4, 2.0), 0.0, 0.0,
                                             URTO_INTERPOLATION_LINEAR);
            const UrtoBowDef bow = urto_bow_def(port);
            urto_world_def_bow(def, &bow);
            kit_contact(def, hammer, port, (UrtoLaw){1e8, 2.0, 0.2});
            kit_contact(def, (UrtoPort){0}, port, (UrtoLaw){1e9, 1.5, 0.0});
            UrtoWorld *world = kit_world(def, rate);
            double total = 0.0;
            for (int n = 0; n < 600; n++) {
                if (n == 200 || n == 400) {
                    KIT_OK(urto_world_set_body(world, body, URTO_BODY_TUNING, n == 200 ? 1.5 : 1.0,
                                               0, 20, NULL));
                }
                kit_step(world);
                const UrtoLedger ledger = urto_world_ledger(world);
                total = fmax(total, kit_total(&ledger));
                worst = fmax(worst, fabs(ledger.residual) / total);
            }
            ck_assert_double_gt(urto_world_statistics(world).force_max, 1.0);
            urto_world_destroy(world);
        }
    }
    printf("leap-frog modes: residual %.1e\n", worst);
    ck_assert_double_le(worst, 1e-11);
}
END_TEST

static void refused(UrtoWorldDef *def, const char *field, const char *words)
{
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};

    ck_assert_int_ne(urto_world_create(&world, def, rate, &why), URTO_OK);
    ck_assert_str_eq(why.field, field);
    ck_assert_msg(strstr(why.message, words), "%s", why.message);
    urto_world_def_destroy(def);
}

START_TEST(what_has_no_meaning_is_refused)
{
    UrtoMode modes[] = {{100.0, 1.0, 0.01}, {14036.0, 1.0, 0.01}};
    UrtoModalDef modal = urto_modal_def();
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);

    modal.modes = modes;
    modal.count = 2;
    modal.model = URTO_MODEL_MODAL_LEAPFROG;
    const UrtoBody body = urto_world_def_modal(def, &modal); /* w k = 1.9998 */
    UrtoWorld *world = kit_world(def, rate);
    ck_assert_int_eq(urto_world_throw(world, body, 0.0, 1.0, 0, NULL), URTO_ERROR_UNSUPPORTED);
    urto_world_destroy(world);
    modes[1].frequency = 14038.0;
    def = kit_def(URTO_SOLVER_MIDPOINT);
    urto_world_def_modal(def, &modal);
    refused(def, "modes", "mode 2 has 14038 Hz: unstable by leap-frog at this rate, must be below");
    def = kit_def(URTO_SOLVER_TRAPEZOIDAL);
    modal.count = 1;
    urto_world_def_modal(def, &modal);
    refused(def, "model", "the trapezoidal solver steps modes by its own rule");
    def = kit_def(URTO_SOLVER_MIDPOINT);
    modal.model = URTO_MODEL_GRID;
    urto_world_def_modal(def, &modal);
    refused(def, "model", "must be 1 or 2, modal or leap-frog modal");
}
END_TEST

/* Figures 5 and 6: the string of 004 falls from its first mode on a backboard or on frets, on a grid
 * and as leap-frog modes, (27) without a test. The difference of the two profiles as a share of the
 * first mode, known from a program of its own: */
enum { STEPS = 1323, POINTS = 244, FRETS = 12 };

static const struct {
    const char *name;
    int count, contacts; /* places; most contacts at once on the grid, 0: not known */
    double apart[2];     /* at 5 and 30 ms */
} figures[] = {{"backboard", POINTS, 91, {0.0278, 0.0851}}, {"frets", FRETS, 0, {0.0138, 0.0494}}};

typedef struct Fall {
    double profile[2][POINTS];
    int contacts;
} Fall;

static double first_mode(void *context, double x, double y)
{
    (void)context;
    (void)y;
    return 3e-3 * sin(pi * x / 0.7);
}

static void fall(int count, UrtoModel model, Fall *fall)
{
    static const int moments[2] = {219, STEPS - 1}; /* the last steps up to 5 and 30 ms */
    UrtoWorldDef *def = kit_def(URTO_SOLVER_QUADRATISED);
    const UrtoStringDef string = kit_string(model);
    UrtoContact contacts[POINTS];
    UrtoPort ports[POINTS];

    urto_world_def_options(def, &(UrtoWorldOptions){.solver = URTO_SOLVER_QUADRATISED,
                                                    .gradient = URTO_GRADIENT_UNTESTED,
                                                    .ledger = true,
                                                    .start_as_printed = true});
    const UrtoBody body = urto_world_def_string(def, &string);
    for (int i = 0; i < count; i++) {
        const double x =
            count == FRETS ? 0.7 * (1.0 - pow(2.0, -(i + 1) / 12.0)) : 0.7 * (i + 1) / (POINTS + 1);
        contacts[i] = urto_world_def_contact_between(
            def, (UrtoPort){0}, urto_world_def_port_at(def, body, x, 0.0),
            (UrtoLaw){1e12, 1.2, 0.0}, 0.02 * x * x + 0.001 * x + 0.0001);
    }
    for (int i = 0; i < POINTS; i++) {
        ports[i] = urto_world_def_port_at(def, body, 0.7 * (i + 1) / (POINTS + 1), 0.0);
    }
    UrtoWorld *world = kit_world(def, rate);
    if (model == URTO_MODEL_GRID) {
        KIT_OK(urto_world_set_shape(world, body, first_mode, NULL, NULL, NULL));
    } else {
        KIT_OK(urto_world_set_mode(world, body, 0, 3e-3, 0.0, NULL));
    }
    *fall = (Fall){0};
    for (int step = 0, moment = 0; step < STEPS; step++) {
        kit_step(world);
        int closed = 0;
        for (int i = 0; i < count; i++) {
            closed += urto_world_contact_force(world, contacts[i]) != 0.0;
        }
        fall->contacts = closed > fall->contacts ? closed : fall->contacts;
        for (int i = 0; i < POINTS && step == moments[moment]; i++) {
            fall->profile[moment][i] = urto_world_displacement(world, ports[i]) -
                                       0.5 * urto_world_velocity(world, ports[i]) / rate;
        }
        moment += step == moments[0];
    }
    const UrtoLedger ledger = urto_world_ledger(world);
    ck_assert_double_le(fabs(ledger.residual), 1e-9 * kit_total(&ledger));
    urto_world_destroy(world);
}

START_TEST(figures_5_and_6_are_those_of_the_paper)
{
    static Fall grid, modes;

    fall(figures[_i].count, URTO_MODEL_GRID, &grid);
    fall(figures[_i].count, URTO_MODEL_MODAL_LEAPFROG, &modes);
    for (int moment = 0; moment < 2; moment++) {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            const double d = grid.profile[moment][i] - modes.profile[moment][i];
            sum += d * d;
        }
        const double apart = sqrt(sum / POINTS) / (3e-3 / sqrt(2.0));
        printf("%s at %d ms: %.4f\n", figures[_i].name, moment ? 30 : 5, apart);
        ck_assert_double_le(fabs(apart / figures[_i].apart[moment] - 1.0), 0.02);
    }
    printf("%s: %d contacts at once on the grid, %d of the modes\n", figures[_i].name,
           grid.contacts, modes.contacts);
    if (figures[_i].contacts) {
        ck_assert_int_eq(grid.contacts, figures[_i].contacts);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("leapfrog");
    TCase *tests = tcase_create("modes");

    tcase_add_test(tests, there_are_as_many_modes_as_are_stable);
    tcase_add_loop_test(tests, modes_follow_the_printed_equation, 0, 2);
    tcase_add_test(tests, modes_are_sharp_as_leapfrog_is);
    tcase_add_test(tests, energy_balances_at_every_sample);
    tcase_add_test(tests, what_has_no_meaning_is_refused);
    tcase_add_loop_test(tests, figures_5_and_6_are_those_of_the_paper, 0, 2);
    tcase_set_timeout(tests, 36000);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
