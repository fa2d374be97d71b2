/* Bows: the root that friction takes, what a slip probe reads, and bowed strings against a reference
 * at 384 kHz. A bow is judged by the centred velocity, which is what friction sees. */
#include "tests/support/kit.h"
#include "tests/support/random.h"

#include "src/law/friction.h"
#include "src/world/world.h"

static const double pi = 3.14159265358979323846;
static const double rate = 48000.0;

/* Of the outer roots the one nearest to the last v, wherever the search begins. */
START_TEST(the_root_is_the_nearest_outer_one)
{
    Random random = {7};
    int several = 0;
    for (int i = 0; i < 20000; i++) {
        const Friction curve = friction_of(pow(10.0, random_uniform(&random, 1.0, 4.0)));
        const double width = 1.0 / sqrt(2.0 * curve.a);
        const double E = width * pow(10.0, random_uniform(&random, -2.0, 1.5));
        const double far = 3.0 * width + 1.5 * E;
        const double v0 = random_uniform(&random, -far, far);
        const double last = random_uniform(&random, -far, far);
        const FrictionRoot before = {last, random_uniform(&random, 0.0, curve.slope)};
        double roots[3];
        const int count = friction_roots(&curve, E, v0, roots);
        const double low = fabs(roots[0] - last);
        const double high = fabs(roots[count - 1] - last);
        const double nearest = high < low ? roots[count - 1] : roots[0];
        const FrictionRoot root = friction_solve(&curve, E, v0, before);
        several += count > 1;
        if (fabs(high - low) > 1e-9 * width) {
            ck_assert_double_eq_tol(root.v, nearest, 1e-12 * fabs(v0));
        }
        const double ratio = friction_ratio(&curve, root.v);
        ck_assert_double_le(fabs(root.ratio - ratio), 1e-12 * ratio);
        ck_assert_double_eq_tol(root.v + E * root.ratio * root.v, v0, 1e-13 * fabs(v0));
    }
    ck_assert_int_gt(several, 2000);
}
END_TEST

/* 0.69 m at 110 Hz, 3.1 g/m, slightly stiff; the bow is of curve 400 and moves at .15 m/s after
 * 50 ms. */
typedef struct Bowed {
    UrtoWorld *world;
    UrtoBow bow;
    UrtoPort port;
    double first; /* frequency of the first mode */
} Bowed;

typedef enum Way { ROOT_ONCE, ITERATED, LAGGED } Way;

static Bowed bowed_string(UrtoModel model, double place, Way way)
{
    static const UrtoBreakpoint ramp[] = {{0.0, 0.0}, {0.05, 0.15}};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = urto_string_def();
    Bowed made = {0};

    urto_world_def_options(def, &(UrtoWorldOptions){.outputs = 1});
    string.model = model;
    string.length = 0.69;
    string.density = 3.1e-3;
    string.tension = string.density * pow(2.0 * string.length * 110.0, 2.0);
    string.rigidity = 2e-4;
    string.loss[0] = 1.0;
    string.loss[1] = 5e-3;
    const double impedance = sqrt(string.tension * string.density);
    const double stiff = string.rigidity / string.tension * pow(pi / string.length, 2.0);
    made.first = 110.0 * sqrt(1.0 + stiff);
    made.port = kit_port(def, urto_world_def_string(def, &string), place * string.length, 0.0,
                         URTO_INTERPOLATION_LINEAR);
    UrtoBowDef bow = urto_bow_def(made.port);
    bow.force = 0.35 * 2.0 * impedance * 0.15 / place;
    bow.curve = 400.0;
    bow.iterative = way == ITERATED;
    bow.lagged = way == LAGGED;
    made.bow = urto_world_def_bow(def, &bow);
    urto_world_def_curve(def, urto_bow_target(made.bow, URTO_BOW_VELOCITY), ramp, 2);
    UrtoProbeDef slip = urto_probe_def((UrtoPort){0});
    slip.quantity = URTO_QUANTITY_BOW_SLIP;
    slip.bow = made.bow;
    urto_world_def_probe(def, &slip);
    made.world = kit_world(def, rate);
    return made;
}

/* Phase of the first harmonic of 110 Hz in a window of n samples (Hann). */
static double phase_of(const float *x, int from, int n)
{
    double re = 0.0;
    double im = 0.0;

    for (int i = 0; i < n; i++) {
        const double angle = 2.0 * pi * 110.0 * (from + i) / rate;
        const double window = 0.5 - 0.5 * cos(2.0 * pi * (i + 0.5) / n);
        re += window * (double)x[from + i] * cos(angle);
        im -= window * (double)x[from + i] * sin(angle);
    }
    return atan2(im, re);
}

typedef struct Heard {
    double slips;    /* a period */
    double fraction; /* of the time that it slips */
    double cents;    /* from the first mode */
} Heard;

/* The last second of two. */
static Heard listen_to(UrtoModel model, double place, Way way)
{
    enum { N = 96000, FROM = 48000, HALF = (N - FROM) / 2 };
    static float slip[N];
    const Bowed string = bowed_string(model, place, way);
    const double top = 1.0 / sqrt(2.0 * 400.0); /* where friction is greatest */
    int slips = 0;
    int slipping = 0;

    urto_world_process(string.world, NULL, (float *[]){slip}, N);
    for (int i = FROM; i < N; i++) {
        slipping += fabs((double)slip[i]) > top;
        slips += fabs((double)slip[i]) > top && fabs((double)slip[i - 1]) <= top;
    }
    const double turn =
        remainder(phase_of(slip, FROM + HALF, HALF) - phase_of(slip, FROM, HALF), 2.0 * pi);
    const double frequency = 110.0 + turn / (2.0 * pi) * rate / HALF;
    const double periods = frequency * (N - FROM) / rate;
    urto_world_destroy(string.world);
    return (Heard){slips / periods, (double)slipping / (N - FROM),
                   1200.0 * log2(frequency / string.first)};
}

/* One slip a period at every place, the slip as long and the pitch as flat as at 384 kHz, iterated or
 * not. */
static const struct {
    double place, fraction, cents;
} reference[] = {{0.08, 0.115, -2.2}, {0.13, 0.155, -1.0}, {0.20, 0.224, -0.1}};

START_TEST(a_bowed_string_is_right_at_48_kHz)
{
    static const UrtoModel models[] = {URTO_MODEL_MODAL, URTO_MODEL_GRID};
    for (int i = 0; i < 3; i++) {
        for (int m = 0; m < 2; m++) {
            for (int way = ROOT_ONCE; way <= ITERATED; way++) {
                const Heard it = listen_to(models[m], reference[i].place, (Way)way);
                printf("bow at %.2f, %s%s: %.2f slips a period, fraction %.4f, %+.2f cents\n",
                       reference[i].place, m ? "grid" : "modal", way ? ", iterative" : "", it.slips,
                       it.fraction, it.cents);
                ck_assert_double_eq_tol(it.slips, 1.0, 0.02);
                ck_assert_double_eq_tol(it.fraction, reference[i].fraction, 0.004);
                ck_assert_double_eq_tol(it.cents, reference[i].cents, 1.0);
            }
        }
    }
}
END_TEST

/* What the lagged guess costs, which is why it is no default. */
START_TEST(a_lagged_guess_is_flat)
{
    for (int i = 0; i < 3; i++) {
        const Heard it = listen_to(URTO_MODEL_MODAL, reference[i].place, LAGGED);
        printf("bow at %.2f, lagged: %.2f slips a period, fraction %.4f, %+.2f cents\n",
               reference[i].place, it.slips, it.fraction, it.cents);
        ck_assert_double_lt(it.cents, reference[i].cents - 2.0);
    }
}
END_TEST

/* Without contacts the root of the bow alone is exact. */
START_TEST(iteration_changes_nothing_without_contacts)
{
    const Bowed once = bowed_string(URTO_MODEL_MODAL, 0.13, ROOT_ONCE);
    const Bowed more = bowed_string(URTO_MODEL_MODAL, 0.13, ITERATED);
    double worst = 0.0;
    double top = 0.0;
    for (int n = 0; n < 24000; n++) {
        kit_step(once.world);
        kit_step(more.world);
        const double u = urto_world_displacement(once.world, once.port);
        worst = fmax(worst, fabs(u - urto_world_displacement(more.world, more.port)));
        top = fmax(top, fabs(u));
    }
    printf("with and without iteration: %.1e\n", worst / top);
    ck_assert_double_le(worst, 1e-11 * top);
    urto_world_destroy(once.world);
    urto_world_destroy(more.world);
}
END_TEST

/* The slip is the mean of the half-step velocities on both sides of the instant, less v_b. */
START_TEST(a_slip_is_centred)
{
    const Bowed string = bowed_string(URTO_MODEL_GRID, 0.13, ITERATED);
    double before = 0.0;
    float slip = 0.0f;
    urto_world_process(string.world, NULL, NULL, 4000);
    for (int n = 0; n < 1000; n++) {
        urto_world_process(string.world, NULL, (float *[]){&slip}, 1);
        const double now = urto_world_velocity(string.world, string.port);
        if (n) {
            ck_assert_double_eq_tol((double)slip, 0.5 * (now + before) - 0.15, 1e-7);
        }
        before = now;
    }
    urto_world_destroy(string.world);
}
END_TEST

/* A fast bow on a sharp curve catches a string at rest, at the start and when it comes back: it
 * begins as if it had stuck. Lifted it has no force at all. */
START_TEST(a_fast_bow_catches)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoStringDef string = urto_string_def();
    urto_world_def_options(
        def, &(UrtoWorldOptions){.ledger = true, .smoothing = URTO_NO_SMOOTHING, .outputs = 1});
    UrtoBowDef bow = urto_bow_def(kit_port(def, urto_world_def_string(def, &string),
                                           0.13 * string.length, 0.0, URTO_INTERPOLATION_LINEAR));
    bow.velocity = 0.4;
    bow.curve = 400.0;
    bow.force = 3.0;
    const UrtoBow id = urto_world_def_bow(def, &bow);
    UrtoProbeDef friction = urto_probe_def((UrtoPort){0});
    friction.quantity = URTO_QUANTITY_BOW_FORCE;
    friction.bow = id;
    urto_world_def_probe(def, &friction);
    UrtoWorld *world = kit_world(def, rate);
    const double impedance = sqrt(string.tension * string.density);
    float force[64];
    for (int again = 0; again < 2; again++) {
        urto_world_process(world, NULL, (float *[]){force}, 64);
        double pull = 0.0;
        for (int n = 0; n < 32; n++) {
            pull -= (double)force[n] / 32.0;
        }
        /* a string that moves with the bow pulls with 2 Z v_b */
        ck_assert_double_eq_tol(pull / (2.0 * impedance * bow.velocity), 1.0, 0.1);
        KIT_OK(urto_world_set_bow(world, id, URTO_BOW_FORCE, 0.0, 0, 0, NULL));
        urto_world_process(world, NULL, (float *[]){force}, 64);
        ck_assert(force[0] != 0.0f); /* half of its force is left in this step */
        for (int n = 1; n < 64; n++) {
            ck_assert(force[n] == 0.0f);
        }
        urto_world_rest(world);
        KIT_OK(urto_world_set_bow(world, id, URTO_BOW_FORCE, 3.0, 0, 0, NULL));
    }
    const UrtoLedger ledger = urto_world_ledger(world);
    ck_assert_double_le(fabs(ledger.residual), 1e-13 * kit_total(&ledger));
    urto_world_destroy(world);
}
END_TEST

/* A bow on a damped mass whose speed goes to and fro: at every step friction has the root of its own equation that
 * is nearest to the last one. E is far above what one root needs. */
START_TEST(a_bowed_mass_takes_the_nearest_root)
{
    static const UrtoBreakpoint strokes[] = {{0.0, 0.0}, {0.1, 0.3}, {0.3, -0.3}, {0.4, 0.0}};
    for (int iterative = 0; iterative < 2; iterative++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoMassDef mass = urto_mass_def();
        mass.mass = 1e-4;
        mass.spring = 300.0;
        mass.loss = 500.0;
        UrtoBowDef bow =
            urto_bow_def(urto_world_def_port_at(def, urto_world_def_mass(def, &mass), 0.0, 0.0));
        bow.force = 1.5;
        bow.curve = 500.0;
        bow.iterative = iterative != 0;
        const UrtoBow id = urto_world_def_bow(def, &bow);
        urto_world_def_curve(def, urto_bow_target(id, URTO_BOW_VELOCITY), strokes, 4);
        UrtoWorld *world = kit_world(def, rate);
        const Bow *its = &world->model.bows[0];
        /* k/(2m), the mass taken with half a step of its loss */
        const double e = 0.5 / (mass.mass * rate * (1.0 + mass.loss / rate));
        double last = 0.0;
        double worst = 0.0;
        int several = 0;
        int turns = 0;
        for (int n = 0; n < 19200; n++) {
            kit_step(world);
            const double v = its->last.v;
            double roots[3];
            const int count =
                friction_roots(&its->curve, e * its->presses, v + e * its->friction, roots);
            const double nearest =
                fabs(roots[count - 1] - last) < fabs(roots[0] - last) ? roots[count - 1] : roots[0];
            const double friction = its->presses * friction_ratio(&its->curve, v) * v;
            worst = fmax(worst, fabs(v - nearest));
            worst = fmax(worst, fabs(its->friction - friction) / its->presses);
            several += count > 1;
            turns += (fabs(v) > its->curve.border) != (fabs(last) > its->curve.border);
            last = v;
        }
        printf("bowed mass: %d steps with three roots, %d turns, %.1e off\n", several, turns,
               worst);
        ck_assert_double_le(worst, 1e-10);
        ck_assert_int_gt(several, 100);
        ck_assert_int_gt(turns, 3);
        urto_world_destroy(world);
    }
}
END_TEST

/* Beside hard contacts an iterated bow still obeys its curve to rounding, and in few rounds: the contacts' tangents
 * tell it how far the string gives. */
START_TEST(an_iterated_bow_obeys_its_curve_beside_contacts)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    static const double places[] = {0.1, 0.12, 0.14, 0.16};
    static const double heights[] = {-2e-5, 0.0, 0.0, -2e-5};
    urto_world_def_options(def, &(UrtoWorldOptions){.ledger = true});
    const UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
    const UrtoBody body = urto_world_def_string(def, &string);
    UrtoLineDef line = urto_line_def();
    line.above.body = body;
    line.above.to[0] = string.length;
    line.points = 4;
    line.positions = places;
    line.heights = heights;
    line.law = (UrtoLaw){1e8, 1.3, 0.0};
    const UrtoContact frets = urto_world_def_line(def, &line);
    UrtoBowDef bow = urto_bow_def(urto_world_def_port_at(def, body, 0.13 * string.length, 0.0));
    bow.force = 2.0;
    bow.velocity = -0.2;
    bow.curve = 200.0;
    bow.iterative = true;
    urto_world_def_bow(def, &bow);
    UrtoWorld *world = kit_world(def, rate);
    const Bow *its = &world->model.bows[0];
    double worst = 0.0;
    int touching = 0;
    for (int n = 0; n < 2000; n++) {
        kit_step(world);
        const double expected =
            its->presses * friction_ratio(&its->curve, its->last.v) * its->last.v;
        worst = fmax(worst, fabs(its->friction - expected) / its->presses);
        touching += urto_world_contact_force(world, frets) > 0.0;
    }
    const UrtoStatistics s = urto_world_statistics(world);
    const UrtoLedger ledger = urto_world_ledger(world);
    printf("bow beside frets: %d steps touching, %.1e off its curve, %.2f iterations a step\n",
           touching, worst, (double)s.iterations / (double)s.steps);
    ck_assert_int_gt(touching, 300);
    ck_assert_double_le(worst, 1e-11);
    ck_assert_double_le((double)s.iterations, 2.6 * (double)s.steps);
    /* the contacts' forces are the answers to each other */
    ck_assert_double_le(s.force_residual_max, 1e-12);
    ck_assert_double_le(fabs(ledger.residual), 1e-12 * kit_total(&ledger));
    urto_world_destroy(world);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bow");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, the_root_is_the_nearest_outer_one);
    tcase_add_test(tests, a_bowed_string_is_right_at_48_kHz);
    tcase_add_test(tests, a_lagged_guess_is_flat);
    tcase_add_test(tests, iteration_changes_nothing_without_contacts);
    tcase_add_test(tests, a_slip_is_centred);
    tcase_add_test(tests, a_fast_bow_catches);
    tcase_add_test(tests, a_bowed_mass_takes_the_nearest_root);
    tcase_add_test(tests, an_iterated_bow_obeys_its_curve_beside_contacts);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
