/* Contacts with loss in worlds: exact exits of free masses, hammers on bars and strings, and nothing
 * that creeps at rest. */
#include "tests/support/kit.h"
#include "tests/support/random.h"

#include <urto/impact.h>

static const double rate = 44100.0;

/* The exit velocity of one hit. `ledger` takes the general path, without it the fast one runs. */
static double exit_of(const UrtoImpact *impact, double samples, double phase, bool ledger)
{
    const UrtoWorldOptions options = {.ledger = ledger};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    urto_world_def_options(def, &options);
    const UrtoBody body =
        kit_hammer(def, impact->mass, -phase * impact->velocity / rate, impact->velocity);
    const UrtoPort port = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    kit_contact(def, port, (UrtoPort){0}, impact->law);
    UrtoWorld *world = kit_world(def, rate);
    urto_world_process(world, NULL, NULL, (uint32_t)(3.0 * samples) + 12);
    const double velocity = urto_world_velocity(world, port);
    ck_assert_double_ge(urto_world_statistics(world).force_min, 0.0);
    urto_world_destroy(world);
    return velocity;
}

START_TEST(free_masses_leave_with_the_exact_speed)
{
    static const double spans[][2] = {{0.1, 0.3}, {0.3, 1.0},  {1.0, 2.0},
                                      {2.0, 5.0}, {5.0, 10.0}, {10.0, 50.0}};
    const double *span = spans[_i];
    Random random = {41u + (uint64_t)_i};
    double worst = 0.0;

    for (int i = 0; i < 500; i++) {
        const double samples = random_log(&random, span[0], span[1]);
        const double v = random_log(&random, 0.1, 10.0);
        UrtoImpact impact = {
            .mass = random_log(&random, 1e-3, 1.0),
            .law = {1e6, random_uniform(&random, 1.0, 3.0), random_log(&random, 0.01, 10.0) / v},
            .velocity = v};
        UrtoImpactExact exact;
        KIT_OK(urto_impact_exact(&impact, &exact, NULL));
        impact.law.stiffness *= pow(exact.contact_time * rate / samples, impact.law.exponent + 1.0);
        KIT_OK(urto_impact_exact(&impact, &exact, NULL));
        const double phase = random_uniform(&random, 0.01, 3.0);
        for (int ledger = 0; ledger < 2; ledger++) {
            const double is = exit_of(&impact, samples, phase, ledger != 0);
            worst = fmax(worst, fabs(is / exact.exit_velocity - 1.0));
        }
    }
    printf("free masses, %g to %g samples: exit speed within %.1e\n", span[0], span[1], worst);
    ck_assert_double_le(worst, 1e-9);
}
END_TEST

/* Speeds by [1 + W0(-(1+w) e^-(1+w))]/mu. */
START_TEST(known_exit_speeds_come_out)
{
    static const double rows[][3] = {{0.3, 1.5, 1.151999683617714},
                                     {2.0, 1.5, 0.4603451974364432},
                                     {1.0, 1.0, 0.5936242600400401},
                                     {5.0, 2.0, 0.1999632495058878}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const UrtoImpact impact = {0.01, {1e9, 1.5, rows[i][0]}, rows[i][1]};
        ck_assert_double_eq_tol(exit_of(&impact, 30.0, 0.37, true), -rows[i][2], 1e-12);
    }
}
END_TEST

typedef struct Hammer {
    const char *name;
    bool string;
    double mass, stiffness, damping;
    double most; /* of the error, relative to the speed of 2 m/s */
} Hammer;

static double hammer_exit(const Hammer *hammer, double at_rate, double phase)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoWorldOptions options = {0};
    UrtoBody body;
    double x = 0.7 * 0.12;

    urto_world_def_options(def, &options);
    if (hammer->string) {
        UrtoStringDef string = urto_string_def();
        string.length = 0.7;
        string.tension = 100.0;
        string.density = 6.3e-3;
        string.model = URTO_MODEL_GRID;
        string.segments = 100;
        body = urto_world_def_string(def, &string);
    } else {
        const UrtoBarDef bar = urto_bar_def();
        body = urto_world_def_bar(def, &bar);
        x = 0.3 * bar.length;
    }
    const UrtoPort place = kit_port(def, body, x, 0.0, URTO_INTERPOLATION_CUBIC);
    const UrtoBody head = kit_hammer(def, hammer->mass, -2.0 / rate * (1.0 + phase), 2.0);
    const UrtoPort port = kit_port(def, head, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    kit_contact(def, port, place, (UrtoLaw){hammer->stiffness, 1.5, hammer->damping});
    UrtoWorld *world = kit_world(def, at_rate);
    urto_world_process(world, NULL, NULL, (uint32_t)(at_rate * (hammer->string ? 0.012 : 0.004)));
    const double velocity = urto_world_velocity(world, port);
    urto_world_destroy(world);
    return velocity;
}

/* Against 32 and 64 times the rate, extrapolated; worst of eight phases. Bars must not be worse than
 * what the arithmetic mean of the velocities gave with the same program. */
START_TEST(hammers_on_bars_and_strings_leave_nearly_right)
{
    static const Hammer hammers[] = {
        {"bar, K 1e6, mu .5", false, 0.01, 1e6, 0.5, 4.33e-5},
        {"bar, K 1e8, mu .1", false, 0.01, 1e8, 0.1, 2.91e-3},
        {"bar, K 1e8, mu .5", false, 0.01, 1e8, 0.5, 2.33e-3},
        {"bar, K 1e8, mu 2", false, 0.01, 1e8, 2.0, 7.07e-4},
        {"bar, K 1e10, mu .1", false, 0.01, 1e10, 0.1, 0.122},
        {"bar, K 1e10, mu .5", false, 0.01, 1e10, 0.5, 0.112},
        {"bar, K 1e10, mu 2", false, 0.01, 1e10, 2.0, 2.99e-2},
        {"string, 5 g, K 1e6, mu 2", true, 5e-3, 1e6, 2.0, 5e-3},
        {"string, 5 g, K 1e8, mu 2", true, 5e-3, 1e8, 2.0, 5e-3},
        {"string, 5 g, K 1e10, mu 2", true, 5e-3, 1e10, 2.0, 5e-3},
        {"string, .8 g, K 1e6, mu .5", true, 8e-4, 1e6, 0.5, 5e-3},
        {"string, .8 g, K 1e6, mu 2", true, 8e-4, 1e6, 2.0, 5e-3},
        {"string, .8 g, K 1e8, mu 2", true, 8e-4, 1e8, 2.0, 5e-3},
        {"string, .8 g, K 1e10, mu 2", true, 8e-4, 1e10, 2.0, 5e-3},
    };
    for (size_t i = 0; i < sizeof hammers / sizeof *hammers; i++) {
        const Hammer *hammer = &hammers[i];
        const double coarse = hammer_exit(hammer, 32.0 * rate, 0.0);
        const double fine = hammer_exit(hammer, 64.0 * rate, 0.0);
        const double right = fine + (fine - coarse) / 3.0;
        double worst = 0.0;
        for (int p = 0; p < 8; p++) {
            worst = fmax(worst, fabs(hammer_exit(hammer, rate, p / 8.0) - right) / 2.0);
        }
        printf("%-28s leaves with %.4f m/s, error %.2e\n", hammer->name, right, worst);
        ck_assert_msg(worst <= hammer->most, "%s: %g, at most %g", hammer->name, worst,
                      hammer->most);
    }
}
END_TEST

/* A mass on the floor: K x^a = m g. */
START_TEST(a_body_at_rest_does_not_sink)
{
    static const double dampings[] = {1.0, 100.0};
    const UrtoLaw law = {1e8, 1.5, dampings[_i]};
    const double indentation = pow(0.01 * 9.81 / law.stiffness, 1.0 / law.exponent);
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMassDef mass = urto_mass_def();
    const UrtoWorldOptions options = {0};

    urto_world_def_options(def, &options);
    mass.mass = 0.01;
    mass.gravity = 9.81;
    mass.position = indentation;
    const UrtoPort port =
        kit_port(def, urto_world_def_mass(def, &mass), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    kit_contact(def, port, (UrtoPort){0}, law);
    UrtoWorld *world = kit_world(def, rate);
    urto_world_process(world, NULL, NULL, (uint32_t)(10.0 * rate));
    ck_assert_double_eq_tol(urto_world_displacement(world, port) / indentation, 1.0, 1e-6);
    urto_world_destroy(world);
}
END_TEST

/* A modal string of 110 Hz pressed on a fret; bowed near its other end if `bow`. */
static UrtoWorld *fretted(UrtoSolver solver, double damping, double pressed, bool bow,
                          UrtoContact *fret, UrtoPort *struck)
{
    UrtoWorldDef *def = kit_def(solver);
    const UrtoWorldOptions options = {.solver = solver};
    UrtoStringDef string = kit_string(URTO_MODEL_MODAL);

    urto_world_def_options(def, &options);
    string.length = 0.69;
    string.density = 3.1e-3;
    string.tension = 71.4;
    string.rigidity = 2e-4;
    string.loss[0] = bow ? 1.0 : 5.0;
    string.loss[1] = 5e-3;
    const UrtoBody body = urto_world_def_string(def, &string);
    UrtoContactDef contact = urto_contact_def();
    contact.above = kit_port(def, body, 0.25 * string.length, 0.0, URTO_INTERPOLATION_LINEAR);
    contact.law = (UrtoLaw){1e8, 1.5, damping};
    contact.distance = -pressed;
    *fret = urto_world_def_contact(def, &contact);
    *struck = kit_port(def, body, 0.9 * string.length, 0.0, URTO_INTERPOLATION_LINEAR);
    if (bow) {
        UrtoBowDef hair = urto_bow_def(*struck);
        hair.force = 0.38;
        hair.velocity = 0.15;
        hair.curve = 400.0;
        urto_world_def_bow(def, &hair);
    }
    return kit_world(def, rate);
}

START_TEST(a_string_pressed_on_a_fret_does_not_sink)
{
    double compression[2];

    for (int lossy = 0; lossy < 2; lossy++) {
        UrtoContact fret;
        UrtoPort struck;
        UrtoWorld *world =
            fretted(URTO_SOLVER_MIDPOINT, lossy ? 20.0 : 0.0, 2e-4, false, &fret, &struck);
        KIT_OK(urto_world_strike(world, struck, 1e-3, 0, NULL));
        urto_world_process(world, NULL, NULL, (uint32_t)(10.0 * rate));
        compression[lossy] = urto_world_compression(world, fret);
        urto_world_destroy(world);
    }
    printf("string on a fret: indentation %.9g m without loss, %.9g m with\n", compression[0],
           compression[1]);
    ck_assert_double_gt(compression[0], 0.0);
    ck_assert_double_eq_tol(compression[1] / compression[0], 1.0, 1e-6);
}
END_TEST

/* The iterative solver has the arithmetic mean: nothing of its own that could creep. */
START_TEST(a_bowed_string_keeps_its_force_on_a_fret)
{
    enum { SECONDS = 6 };
    const UrtoSolver solvers[2] = {URTO_SOLVER_MIDPOINT, URTO_SOLVER_ITERATIVE};
    double mean[2][SECONDS];

    for (int s = 0; s < 2; s++) {
        UrtoContact fret;
        UrtoPort struck;
        UrtoWorld *world = fretted(solvers[s], 5.0, 2e-3, true, &fret, &struck);
        for (int i = 0; i < SECONDS; i++) {
            mean[s][i] = 0.0;
            for (int j = 0; j < (int)rate; j++) {
                kit_step(world);
                mean[s][i] += urto_world_contact_force(world, fret) / rate;
            }
            printf("%s %.4f N%s",
                   i   ? ""
                   : s ? "arithmetic"
                       : "logarithmic",
                   mean[s][i], i == SECONDS - 1 ? "\n" : "");
        }
        urto_world_destroy(world);
    }
    for (int i = 1; i < SECONDS; i++) {
        ck_assert_double_eq_tol(mean[0][i] / mean[1][i], 1.0, 5e-3);
        ck_assert_double_eq_tol(mean[0][i] / mean[0][1], 1.0, 5e-3);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lossy");
    TCase *tests = tcase_create("contacts with loss");

    tcase_add_loop_test(tests, free_masses_leave_with_the_exact_speed, 0, 6);
    tcase_add_test(tests, known_exit_speeds_come_out);
    tcase_add_test(tests, hammers_on_bars_and_strings_leave_nearly_right);
    tcase_add_loop_test(tests, a_body_at_rest_does_not_sink, 0, 2);
    tcase_add_test(tests, a_string_pressed_on_a_fret_does_not_sink);
    tcase_add_test(tests, a_bowed_string_keeps_its_force_on_a_fret);
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
