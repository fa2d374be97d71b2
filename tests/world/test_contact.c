/* Contacts: order of accuracy, reciprocity, published contact times, matched durations, bows.
 *   test_contact [short]    short: without the order of accuracy */
#include "tests/support/kit.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

enum { SAMPLES = 400, FINEST = 64, PHASES = 3, RATES = 4 };

/* The hammer on the string of 004, at 44.1 kHz times a factor. */
typedef struct Hit {
    double K, place; /* in the 245 intervals of 44.1 kHz */
    double phase;    /* of the arrival, in samples of 44.1 kHz */
} Hit;

/* Displacement at 167/245 of the string, at the instants of 44.1 kHz: as it is, and without what is
 * at the Nyquist frequency of the computation. Every rate has all grid points of 44.1 kHz. */
typedef struct Heard {
    double raw[SAMPLES], smooth[SAMPLES];
} Heard;

static void hammer_string(KitSolver by, const Hit *hit, int factor, Heard *heard)
{
    static double y[SAMPLES * FINEST + 8];
    UrtoWorldDef *def = kit_def(by.solver);
    UrtoStringDef string = kit_string(URTO_MODEL_GRID);
    const UrtoWorldOptions options = {.solver = by.solver, .gradient = by.gradient};
    UrtoBody body = {0};
    urto_world_def_options(def, &options);
    string.segments = 245u * (uint32_t)factor;
    body = urto_world_def_string(def, &string);
    const UrtoBody hammer = kit_hammer(def, 0.01, -1e-3 - hit->phase * 0.5 / 44100.0, 0.5);
    const UrtoPort head = kit_port(def, hammer, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort struck =
        kit_port(def, body, hit->place / 245.0 * 0.7, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort ear = kit_port(def, body, 167.0 / 245.0 * 0.7, 0.0, URTO_INTERPOLATION_LINEAR);
    kit_contact(def, head, struck, (UrtoLaw){hit->K, 1.3, 0.0});
    UrtoWorld *world = kit_world(def, 44100.0 * factor);
    for (int i = 0; i < SAMPLES * factor + 4; i++) {
        kit_step(world);
        y[i] = urto_world_displacement(world, ear);
    }
    urto_world_destroy(world);
    for (int i = 0; i < SAMPLES; i++) {
        const double *at = y + (i + 1) * factor - 1;
        heard->raw[i] = heard->smooth[i] = at[0];
        if (i >= 3) {
            heard->smooth[i] = (16.0 * at[0] + 9.0 * (at[-1] + at[1]) - (at[-3] + at[3])) / 32.0;
        }
    }
}

static double difference(const double *a, const double *b)
{
    double top = 0.0;
    double bottom = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        top += (a[i] - b[i]) * (a[i] - b[i]);
        bottom += b[i] * b[i];
    }
    return sqrt(top / bottom);
}

/* Bounds, on and between grid points: largest error at 44.1 kHz as heard (K 1e7, K 1e10), the same
 * without Nyquist, and the least order from 1 to 8 times 44.1 kHz. */
static const struct {
    const char *name;
    KitSolver by;
    double raw[2][2], smooth[2][2], order[2];
} solvers[] = {
    {"midpoint",
     {URTO_SOLVER_MIDPOINT, URTO_GRADIENT_CAPPED},
     {{2.5e-3, 7e-3}, {8e-3, 1e-2}},
     {{3e-4, 4e-4}, {8e-3, 8e-3}},
     {1.3, 1.2}},
    {"iterative",
     {URTO_SOLVER_ITERATIVE, URTO_GRADIENT_CAPPED},
     {{8e-4, 1.3e-3}, {8e-3, 8e-3}},
     {{6e-4, 1e-3}, {8e-3, 8e-3}},
     {1.3, 1.2}},
    {"quadratised, capped",
     {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_CAPPED},
     {{0.4, 0.4}, {1e-2, 4e-2}},
     {{0.4, 0.4}, {1e-2, 4e-2}},
     {0.8, -0.3}},
    {"quadratised, sign test",
     {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_SIGN},
     {{0.4, 0.4}, {3e-2, 4e-2}},
     {{0.4, 0.4}, {3e-2, 4e-2}},
     {0.7, -0.3}},
};

/* Root mean square over the phases of arrival: error[0] as heard, error[1] without Nyquist. The
 * reference is the iterative solver at 64 times 44.1 kHz, computed once. */
static void errors(KitSolver by, int p, int hard, double error[2][RATES])
{
    static const double places[] = {29.0, 29.4};
    static Heard references[2][2][PHASES];
    static bool known[2][2];
    for (int phase = 0; phase < PHASES; phase++) {
        const Hit hit = {hard ? 1e10 : 1e7, places[p], (double)phase / PHASES};
        Heard *reference = &references[p][hard][phase];
        if (!known[p][hard]) {
            hammer_string((KitSolver){URTO_SOLVER_ITERATIVE, URTO_GRADIENT_CAPPED}, &hit, FINEST,
                          reference);
        }
        for (int i = 0; i < RATES; i++) {
            Heard y;
            hammer_string(by, &hit, 1 << i, &y);
            error[0][i] += pow(difference(y.raw, reference->raw), 2.0) / PHASES;
            error[1][i] += pow(difference(y.smooth, reference->smooth), 2.0) / PHASES;
        }
    }
    known[p][hard] = true;
    for (int i = 0; i < RATES; i++) {
        error[0][i] = sqrt(error[0][i]);
        error[1][i] = sqrt(error[1][i]);
    }
}

START_TEST(error_falls_with_the_expected_order)
{
    for (int p = 0; p < 2; p++) {
        for (int hard = 0; hard < 2; hard++) {
            double error[2][RATES] = {{0.0}};
            errors(solvers[_i].by, p, hard, error);
            for (int smooth = 0; smooth < 2; smooth++) {
                const double *e = error[smooth];
                const double order = log2(e[0] / e[RATES - 1]) / (RATES - 1);
                printf("%-22s K 1e%-2d %s, %s: error %.1e %.1e %.1e %.1e at 1, 2, 4, 8 x 44.1 kHz, "
                       "order %.2f\n",
                       solvers[_i].name, hard ? 10 : 7, p ? "between" : "on a point",
                       smooth ? "without Nyquist" : "as heard", e[0], e[1], e[2], e[3], order);
                fflush(stdout);
                ck_assert_double_le(e[0], smooth ? solvers[_i].smooth[p][hard]
                                                 : solvers[_i].raw[p][hard]);
                ck_assert_double_ge(order, solvers[_i].order[p]);
            }
        }
    }
}
END_TEST

/* Strike at a and listen at b: the same as the reverse. */
START_TEST(strike_and_ear_may_change_places)
{
    double y[2][4000];
    double peak = 0.0;
    double worst = 0.0;
    for (int way = 0; way < 2; way++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoBarDef bar = urto_bar_def();
        UrtoBody body = {0};
        body = urto_world_def_bar(def, &bar);
        const UrtoPort a = kit_port(def, body, 0.023, 0.0, URTO_INTERPOLATION_LINEAR);
        const UrtoPort b = kit_port(def, body, 0.187, 0.0, URTO_INTERPOLATION_LINEAR);
        UrtoWorld *world = kit_world(def, 44100.0);
        KIT_OK(urto_world_strike(world, way ? a : b, 1e-3, 0, NULL));
        for (int i = 0; i < 4000; i++) {
            kit_step(world);
            y[way][i] = urto_world_displacement(world, way ? b : a);
        }
        urto_world_destroy(world);
    }
    for (int i = 0; i < 4000; i++) {
        peak = fmax(peak, fabs(y[0][i]));
        worst = fmax(worst, fabs(y[0][i] - y[1][i]));
    }
    printf("reciprocity: %.1e of the peak\n", worst / peak);
    ck_assert_double_gt(peak, 1e-9);
    ck_assert_double_le(worst / peak, 1e-12);
}
END_TEST

/* Time from first touch to the first release. */
static double contact_time(UrtoSolver solver, double modal_mass, double rate)
{
    UrtoWorldDef *def = kit_def(solver);
    UrtoWorldOptions options = {.ledger = true};
    const double frequency[] = {500.0, 1300.0, 2700.0};
    UrtoMode modes[3];
    UrtoModalDef modal = urto_modal_def();
    UrtoBody body = {0};
    options.solver = solver;
    options.ledger = false;
    urto_world_def_options(def, &options);
    for (int i = 0; i < 3; i++) {
        modes[i] = (UrtoMode){frequency[i], pi * frequency[i] / 50.0, modal_mass};
    }
    modal.modes = modes;
    modal.count = 3;
    UrtoPort struck = {0};
    if (modal_mass > 0.0) {
        body = urto_world_def_modal(def, &modal);
        struck = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    }
    const UrtoPort head =
        kit_port(def, kit_hammer(def, 0.01, 0.0, 1.0), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoContact contact = kit_contact(def, head, struck, (UrtoLaw){1.5e11, 2.8, 0.6});
    UrtoWorld *world = kit_world(def, rate);
    double last = 0.0;
    double time = 0.0;
    for (uint32_t i = 1; i < 0.01 * rate && time == 0.0; i++) {
        kit_step(world);
        const double x = urto_world_compression(world, contact);
        if (i > 10 && x <= 0.0) {
            time = (i - x / (x - last)) / rate;
        }
        last = x;
    }
    urto_world_destroy(world);
    return time;
}

START_TEST(contact_times_of_002_come_out)
{
    static const double mass[] = {0.005, 0.05, 0.2, 1.0, 0.0};
    static const double expected[] = {2.28325e-3, 1.34488e-3, 1.20807e-3, 1.17940e-3, 1.17240e-3};
    static const struct {
        const char *name;
        UrtoSolver solver;
    } by[] = {{"trapezoidal", URTO_SOLVER_TRAPEZOIDAL}, {"midpoint", URTO_SOLVER_MIDPOINT}};
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < 5; i++) {
            const double time = contact_time(by[s].solver, mass[i], 2e6);
            printf("%s, modal mass %g: %.5f ms, expected %.5f\n", by[s].name, mass[i], 1e3 * time,
                   1e3 * expected[i]);
            ck_assert_double_eq_tol(time / expected[i], 1.0, 2e-4);
        }
    }
}
END_TEST

/* A mass against a wall: mean duration error over random phases, in samples, plain and matched; the
 * exit speed of the elastic hit stays exact. */
/* One mass on a wall is the same in a world and in the schemes of src/impact, which were written apart: exit speed and
 * contact time to rounding, with and without loss, for whole and odd exponents. */
START_TEST(worlds_agree_with_the_schemes_of_one_mass)
{
    static const struct {
        UrtoSolver solver;
        const char *scheme;
        bool lossy;
    } pairs[] = {{URTO_SOLVER_MIDPOINT, "log-midpoint", true},
                 {URTO_SOLVER_ITERATIVE, "three-point", true},
                 {URTO_SOLVER_TRAPEZOIDAL, "trapezoidal", true},
                 {URTO_SOLVER_QUADRATISED, "quadratised-capped", false}};
    static const double exponents[] = {1.0, 1.5, 2.0, 2.3, 2.5, 3.0};
    const double step = 1.0 / 44100.0;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        for (int i = 0; i < 24; i++) {
            const double exponent = exponents[i % 6];
            const double phase = 2.0 + i / 25.0;
            const double damping = pairs[p].lossy && i % 2 ? 0.4 : 0.0;
            const double depth = (i % 4 ? 5.0 : 0.7) * step; /* of the compression */
            const UrtoImpact impact = {
                .mass = 0.01,
                .law = {0.005 * (exponent + 1.0) / pow(depth, exponent + 1.0), exponent, damping},
                .velocity = 1.0};
            UrtoImpactRun run = urto_impact_run_def();
            UrtoImpactResult result;
            run.scheme = pairs[p].scheme;
            run.phase = phase;
            KIT_OK(urto_impact_simulate(&impact, &run, NULL, NULL, &result, NULL));
            UrtoWorldDef *def = kit_def(pairs[p].solver);
            const UrtoPort port = kit_port(def, kit_hammer(def, 0.01, -phase * step, 1.0), 0.0, 0.0,
                                           URTO_INTERPOLATION_LINEAR);
            kit_contact(def, port, (UrtoPort){0}, impact.law);
            UrtoWorld *world = kit_world(def, 44100.0);
            urto_world_process(world, NULL, NULL, 100);
            const double v = urto_world_velocity(world, port);
            /* where the outgoing line crosses 0, after where the incoming one did */
            const double time = 100.0 - urto_world_displacement(world, port) / (v * step) - phase;
            ck_assert_msg(fabs(-fabs(result.exit_velocity) - v) < 1e-10, "%s, %d: %.14g, not %.14g",
                          pairs[p].scheme, i, v, -fabs(result.exit_velocity));
            /* what the mass has lost, the contact has taken: to rounding, but for the trapezoidal rule */
            const bool exact = pairs[p].solver != URTO_SOLVER_TRAPEZOIDAL;
            const double lost = 0.005 * (1.0 - v * v);
            const double taken = urto_world_ledger(world).dissipated_contact;
            const double bound = exact ? 1e-14 : 5e-5;
            ck_assert_msg(fabs(taken - lost) <= bound || (!exact && i % 4 == 0),
                          "%s, %d: %g, not %g", pairs[p].scheme, i, taken, lost);
            ck_assert_msg(fabs(time - result.contact_time * 44100.0) < 1e-8,
                          "%s, %d: %.12g samples, not %.12g", pairs[p].scheme, i, time,
                          result.contact_time * 44100.0);
            urto_world_destroy(world);
        }
    }
}
END_TEST

START_TEST(matched_hits_last_as_long_as_exact_ones)
{
    double error[2] = {0.0, 0.0};
    int count = 0;
    for (int hit = 0; hit < 60; hit++) {
        const double T = 1.6 * pow(10.0, hit % 10 / 10.0); /* 1.6 to 13 samples */
        const double exponent = 1.0 + hit % 3 * 0.75;
        const double phase = hit / 60.0;
        const double k = 1.0 / 44100.0;
        const double p = exponent + 1.0;
        /* duration = L/v 2/p sqrt(pi) G(1/p)/G(1/2+1/p), solved for K */
        const double length =
            T * k / (2.0 / p * sqrt(pi) * tgamma(1.0 / p) / tgamma(0.5 + 1.0 / p));
        const double K = 0.01 * p / (2.0 * pow(length, p));
        for (int matched = 0; matched < 2; matched++) {
            UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
            UrtoContactDef contact = urto_contact_def();
            const double start = -(3.0 + phase) * k;
            contact.below = kit_port(def, kit_hammer(def, 0.01, start, 1.0), 0.0, 0.0,
                                     URTO_INTERPOLATION_LINEAR);
            contact.law = (UrtoLaw){K, exponent, 0.0};
            contact.matched = matched != 0;
            urto_world_def_contact(def, &contact);
            const UrtoPort port = contact.below;
            UrtoWorld *world = kit_world(def, 44100.0);
            urto_world_process(world, NULL, NULL, 60);
            const double v = urto_world_velocity(world, port);
            ck_assert_double_eq_tol(v, -1.0, 1e-11);
            /* where the outgoing line crosses 0 */
            const double out = 60.0 + urto_world_displacement(world, port) / k;
            const double in = 3.0 + phase;
            error[matched] += fabs(out - in - T);
            count += matched;
            urto_world_destroy(world);
        }
    }
    printf("duration error: %.3f samples plain, %.3f matched\n", error[0] / count,
           error[1] / count);
    ck_assert_double_le(error[1] / count, 0.05);
    ck_assert_double_ge(error[0] / count, 3.0 * error[1] / count);
}
END_TEST

/* The capped gradient on a lone elastic contact: no pull, nothing left behind, exit speed exact. */
START_TEST(a_lone_capped_contact_never_pulls)
{
    for (int hit = 0; hit < 200; hit++) {
        const double k = 1.0 / 44100.0;
        const double K = 1e3 * pow(1e11, hit % 40 / 40.0);
        UrtoWorldDef *def = kit_def(URTO_SOLVER_QUADRATISED);
        const UrtoPort port = kit_port(def, kit_hammer(def, 0.01, -(2.0 + hit / 200.0) * k, 1.0),
                                       0.0, 0.0, URTO_INTERPOLATION_LINEAR);
        const UrtoContact contact =
            kit_contact(def, port, (UrtoPort){0}, (UrtoLaw){K, 1.0 + hit % 5 * 0.5, 0.0});
        UrtoWorld *world = kit_world(def, 44100.0);
        for (int i = 0; i < 40000 && (i < 10 || urto_world_compression(world, contact) > -1e-3);
             i++) {
            kit_step(world);
        }
        ck_assert_double_ge(urto_world_statistics(world).force_min, -1e-9);
        ck_assert_double_eq(urto_world_stored_in_contact(world, contact), 0.0);
        ck_assert_double_eq_tol(urto_world_velocity(world, port), -1.0, 1e-10);
        urto_world_destroy(world);
    }
}
END_TEST

/* Exit speed of lossy hits against the closed form mu v_out = -1 - W0(-(1+w) exp(-(1+w))). */
START_TEST(lossy_hits_leave_at_the_exact_speed)
{
    for (double T = 3.0; T < 40.0; T *= 3.5) {
        double worst = 0.0;
        for (int hit = 0; hit < 20; hit++) {
            const double k = 1.0 / 44100.0;
            const double mu = 0.5;
            const double length = T * k / (0.8 * sqrt(pi) * tgamma(0.4) / tgamma(0.9));
            UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
            const UrtoPort port = kit_port(def, kit_hammer(def, 0.01, -(3.0 + hit / 20.0) * k, 1.0),
                                           0.0, 0.0, URTO_INTERPOLATION_LINEAR);
            kit_contact(def, port, (UrtoPort){0},
                        (UrtoLaw){0.01 * 2.5 / (2.0 * pow(length, 2.5)), 1.5, mu});
            UrtoWorld *world = kit_world(def, 44100.0);
            urto_world_process(world, NULL, NULL, 150);
            /* Newton for x exp(x) = -(1+w) exp(-(1+w)) on the principal branch */
            const double target = -(1.0 + mu) * exp(-(1.0 + mu));
            double x = -0.5;
            for (int i = 0; i < 60; i++) {
                x -= (x * exp(x) - target) / (exp(x) * (1.0 + x));
            }
            worst = fmax(worst, fabs(urto_world_velocity(world, port) / ((-1.0 - x) / mu) - 1.0));
            const UrtoLedger ledger = urto_world_ledger(world);
            ck_assert_double_le(fabs(ledger.residual), 1e-13 * kit_total(&ledger));
            ck_assert_double_gt(ledger.dissipated_contact, 0.0);
            urto_world_destroy(world);
        }
        printf("lossy exit speed, %.0f samples: worst %.2f %%\n", T, 100.0 * worst);
        ck_assert_double_le(worst, 0.15 / T * 3.0);
    }
}
END_TEST

START_TEST(a_bowed_string_slips_once_a_period)
{
    for (int iterative = 0; iterative < 2; iterative++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = urto_string_def();
        UrtoBody body = {0};
        string.loss[0] = 1.0;
        string.loss[1] = 5e-3;
        body = urto_world_def_string(def, &string);
        UrtoBowDef bow =
            urto_bow_def(kit_port(def, body, 0.13 * string.length, 0.0, URTO_INTERPOLATION_CUBIC));
        bow.force = 0.6;
        bow.iterative = iterative != 0;
        UrtoBow id = {0};
        id = urto_world_def_bow(def, &bow);
        const UrtoPort heard =
            kit_port(def, body, 0.9 * string.length, 0.0, URTO_INTERPOLATION_CUBIC);
        UrtoWorld *world = kit_world(def, 44100.0);
        enum { N = 11025 };
        static double y[N];
        double worst = 0.0;
        double before = 0.0;
        int stuck = 0;
        urto_world_process(world, NULL, NULL, 33075);
        for (int i = 0; i < N; i++) {
            kit_step(world);
            y[i] = urto_world_displacement(world, heard);
            const double now = urto_world_velocity(world, bow.port);
            const double relative = 0.5 * (now + before) - bow.velocity; /* centred */
            before = now;
            stuck += fabs(relative) < 1.0 / sqrt(2.0 * bow.curve) ? 1 : 0; /* rising branch */
            const UrtoLedger ledger = urto_world_ledger(world);
            worst = fmax(worst, fabs(ledger.residual) / kit_total(&ledger));
        }
        const double period = 44100.0 * 2.0 * string.length * sqrt(string.density / string.tension);
        int best = 0;
        double peak = -1.0;
        for (int lag = (int)(0.6 * period); lag < (int)(1.6 * period); lag++) {
            double sum = 0.0;
            for (int i = 0; i + lag < N; i++) {
                sum += y[i] * y[i + lag];
            }
            sum /= N - lag;
            if (sum > peak) {
                peak = sum;
                best = lag;
            }
        }
        const UrtoLedger ledger = urto_world_ledger(world);
        printf("bow, %s: period %d samples, string %.1f; sticking %.0f %%, residual %.1e\n",
               iterative ? "iterative" : "without iteration", best, period, 100.0 * stuck / N,
               worst);
        ck_assert_double_eq_tol(best / period, 1.0, 0.01);
        ck_assert_int_gt(stuck, N / 3);
        ck_assert_int_lt(stuck, N);
        ck_assert_double_le(worst, 1e-12);
        ck_assert_double_gt(ledger.supplied_bow, 0.0);
        ck_assert_double_gt(ledger.dissipated_bow, 0.0);
        ck_assert_double_eq(ledger.dissipated_bow, urto_world_dissipated_by_bow(world, id));
        urto_world_destroy(world);
    }
}
END_TEST

/* Sliding a loaded port and moving a barrier: the books close, the work is of the right size. */
START_TEST(moving_barriers_and_laws_supply_their_work)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMassDef mass = urto_mass_def();
    UrtoBody body = {0};
    mass.spring = 2000.0;
    mass.loss = 200.0;
    body = urto_world_def_mass(def, &mass);
    const UrtoPort port = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoContact contact = kit_contact(def, (UrtoPort){0}, port, (UrtoLaw){1e7, 1.0, 0.0});
    UrtoWorld *world = kit_world(def, 44100.0);
    /* a floor that rises slowly by 2 mm lifts the mass against its spring */
    KIT_OK(urto_world_set_contact(world, contact, URTO_CONTACT_DISTANCE, -2e-3, 0, 44100, NULL));
    urto_world_process(world, NULL, NULL, 60000);
    UrtoLedger ledger = urto_world_ledger(world);
    const double lifted = urto_world_displacement(world, port);
    ck_assert_double_eq_tol(lifted, 2e-3, 1e-6);
    ck_assert_double_eq_tol(ledger.supplied_change - ledger.dissipated_body, 0.5 * 2000.0 * 4e-6,
                            1e-3 * 4e-3);
    ck_assert_double_le(fabs(ledger.residual), 1e-11 * kit_total(&ledger));
    /* a stiffer floor under load: d(phi) at the same compression, then it settles */
    KIT_OK(urto_world_set_contact(world, contact, URTO_CONTACT_STIFFNESS, 4e7, 0, 20000, NULL));
    urto_world_process(world, NULL, NULL, 40000);
    ledger = urto_world_ledger(world);
    ck_assert_double_le(fabs(ledger.residual), 1e-11 * kit_total(&ledger));
    urto_world_destroy(world);

    def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = urto_string_def();
    body = urto_world_def_string(def, &string);
    const UrtoPort finger = kit_port(def, body, 0.2, 0.0, URTO_INTERPOLATION_CUBIC);
    UrtoContactDef press = urto_contact_def();
    press.below = finger;
    press.distance = -1e-3; /* holds the string a millimetre down */
    press.law = (UrtoLaw){1e6, 1.3, 0.1};
    urto_world_def_contact(def, &press);
    world = kit_world(def, 44100.0);
    KIT_OK(urto_world_set_port(world, finger, URTO_PORT_X, 0.4, 2000, 20000, NULL));
    double worst = 0.0;
    for (int i = 0; i < 30000; i++) {
        kit_step(world);
        ledger = urto_world_ledger(world);
        worst = fmax(worst, fabs(ledger.residual) / kit_total(&ledger));
    }
    printf("sliding finger: work %.2e J of %.2e J, residual %.1e\n", ledger.supplied_change,
           ledger.initial, worst);
    ck_assert_double_le(worst, 1e-12);
    ck_assert_double_gt(fabs(ledger.supplied_change), 1e-6 * ledger.initial);
    urto_world_destroy(world);
}
END_TEST

static double backboard(void *context, double place)
{
    const double x = place * *(double *)context;
    return -0.02 * x * x - 0.001 * x - 0.0001;
}

static double first_mode(void *context, double x, double y)
{
    (void)y;
    return 3e-3 * sin(pi * x / *(double *)context);
}

/* Lines: the string of 004 on its backboard at every grid point, and the wire under the membrane.
 */
START_TEST(lines_of_contacts_balance)
{
    for (int snare = 0; snare < 2; snare++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(URTO_MODEL_GRID);
        UrtoMembraneDef drum = urto_membrane_def();
        UrtoLineDef line = urto_line_def();
        UrtoBody wire = {0};
        UrtoContact contact = {0};
        drum.loss[0] = drum.loss[1] = 0.0;
        if (snare) {
            string.length = 0.2;
            string.density = 1e-3;
            string.tension = 10.0;
            UrtoBody head = {0};
            head = urto_world_def_membrane(def, &drum);
            line.below.body = head;
            line.below.from[0] = line.below.to[0] = 0.3 * drum.size[0];
            line.below.from[1] = -0.1;
            line.below.to[1] = 0.1;
            line.points = 40;
            line.distance = 4e-4;
        } else {
            line.profile = backboard;
            line.context = &string.length;
        }
        wire = urto_world_def_string(def, &string);
        line.above.body = wire;
        line.above.to[0] = string.length;
        line.law = (UrtoLaw){snare ? 1e8 : 1e12, 1.2, 0.0};
        contact = urto_world_def_line(def, &line);
        UrtoWorld *world = kit_world(def, 44100.0);
        KIT_OK(urto_world_set_shape(world, wire, first_mode, NULL, &string.length, NULL));
        double worst = 0.0;
        double force = 0.0;
        for (int i = 0; i < 3000; i++) {
            kit_step(world);
            const UrtoLedger ledger = urto_world_ledger(world);
            worst = fmax(worst, fabs(ledger.residual) / kit_total(&ledger));
            force = fmax(force, urto_world_contact_force(world, contact));
        }
        const UrtoStatistics s = urto_world_statistics(world);
        printf("%s: residual %.1e, at most %u points at once, %.1f iterations a step\n",
               snare ? "wire on membrane" : "string on backboard", worst, s.active_max,
               (double)s.iterations / (double)s.steps);
        ck_assert_double_le(worst, 2e-12);
        ck_assert_double_gt(force, 0.1);
        ck_assert_double_ge(s.force_min, 0.0);
        ck_assert_uint_gt(s.active_max, 3);
        urto_world_destroy(world);
    }
}
END_TEST

/* The trapezoidal rule does not conserve: its residual must be seen, and fall with the rate. */
START_TEST(the_trapezoidal_rule_does_not_balance)
{
    double share[2];
    for (int i = 0; i < 2; i++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_TRAPEZOIDAL);
        const UrtoPort head =
            kit_port(def, kit_hammer(def, 0.01, -1e-5, 1.0), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
        kit_contact(def, head, (UrtoPort){0}, (UrtoLaw){1e9, 1.5, 0.0});
        UrtoWorld *world = kit_world(def, i ? 441000.0 : 44100.0);
        urto_world_process(world, NULL, NULL, i ? 3000 : 300);
        const UrtoLedger ledger = urto_world_ledger(world);
        share[i] = fabs(ledger.residual) / ledger.initial;
        urto_world_destroy(world);
    }
    printf("trapezoidal, hard hit: residual %.1e at 44.1 kHz, %.1e at 441 kHz\n", share[0],
           share[1]);
    ck_assert_double_gt(share[0], 1e-6);
    ck_assert_double_lt(share[1], 0.2 * share[0]);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("contacts");
    TCase *tests = tcase_create("contacts");

    if (argc < 2 || strcmp(argv[1], "short") != 0) {
        tcase_add_loop_test(tests, error_falls_with_the_expected_order, 0, 4);
    }
    tcase_add_test(tests, strike_and_ear_may_change_places);
    tcase_add_test(tests, contact_times_of_002_come_out);
    tcase_add_test(tests, worlds_agree_with_the_schemes_of_one_mass);
    tcase_add_test(tests, matched_hits_last_as_long_as_exact_ones);
    tcase_add_test(tests, a_lone_capped_contact_never_pulls);
    tcase_add_test(tests, lossy_hits_leave_at_the_exact_speed);
    tcase_add_test(tests, a_bowed_string_slips_once_a_period);
    tcase_add_test(tests, moving_barriers_and_laws_supply_their_work);
    tcase_add_test(tests, lines_of_contacts_balance);
    tcase_add_test(tests, the_trapezoidal_rule_does_not_balance);
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
