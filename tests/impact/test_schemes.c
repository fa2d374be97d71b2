/* The schemes: the papers' tables and counts, orders of accuracy, energy at every sample, options.
 */
#include "tests/support/suite.h"

#include <urto/impact.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const UrtoImpact case_a = {0.01, {1e7, 1.1, 0.1}, 0.3};
static const UrtoImpact case_b = {0.01, {1e9, 1.5, 0.5}, 1.0};

static UrtoImpactResult simulate(const UrtoImpact *impact, const UrtoImpactRun *run)
{
    UrtoImpactResult result;
    UrtoDiagnostic why = {0};
    const UrtoStatus status = urto_impact_simulate(impact, run, NULL, NULL, &result, &why);
    ck_assert_msg(status == URTO_OK, "%s: %s", run->scheme, why.message);
    ck_assert_uint_eq(result.unconverged, 0);
    return result;
}

static UrtoImpactRun run_of(const char *scheme)
{
    UrtoImpactRun run = urto_impact_run_def();
    run.scheme = scheme;
    return run;
}

/* ---- 001, table 1 -------------------------------------------------------------------------- */

/* Percent errors to the printed digit; NAN for "n.e.", not exceeded. The converged Newton gives
 * 2.604 where 2.603 is printed for the trapezoidal rule's energy in (a). */
START_TEST(errors_equal_table_1_of_001)
{
    const struct {
        const char *scheme;
        double a[3], b[3];
    } rows[] = {
        {"trapezoidal", {NAN, 1.293, 2.604}, {NAN, 2.551, 5.166}},
        {"verlet", {1.122, 1.660, 3.348}, {NAN, 0.839, 1.685}},
        {"heun", {1.254, 1.467, 2.955}, {NAN, -4.692, -9.164}},
        {"rk4", {NAN, -0.125, -0.250}, {NAN, -0.105, -0.211}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int k = 0; k < 2; k++) {
            const UrtoImpact *impact = k ? &case_b : &case_a;
            const double *printed = k ? rows[i].b : rows[i].a;
            const UrtoImpactRun run = run_of(rows[i].scheme);
            const UrtoImpactResult result = simulate(impact, &run);
            UrtoImpactExact exact;
            ck_assert_int_eq(urto_impact_exact(impact, &exact, NULL), URTO_OK);
            const double x = 100.0 * (result.max_compression / exact.max_compression - 1.0);
            const double ratio = result.exit_velocity / exact.exit_velocity_approx;
            if (isnan(printed[0])) {
                ck_assert_double_le(x, 0.0);
            } else {
                ck_assert_double_eq_tol(x, printed[0], 5.01e-4);
            }
            ck_assert_double_eq_tol(100.0 * (ratio - 1.0), printed[1], 5.01e-4);
            ck_assert_double_eq_tol(100.0 * (ratio * ratio - 1.0), printed[2], 5.01e-4);
        }
    }
}
END_TEST

/* ---- 000 ----------------------------------------------------------------------------------- */

START_TEST(contact_durations_equal_those_of_000)
{
    const struct {
        const char *scheme;
        double stiffness;
        uint64_t inside;
        double samples;
    } rows[] = {
        {"two-point", 1e9, 5, 5.126},    {"two-point", 1e10, 1, 2.000},
        {"two-point", 1e11, 1, 1.182},   {"three-point", 1e9, 5, 5.362},
        {"three-point", 1e10, 2, 2.546}, {"three-point", 1e11, 2, 2.025},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const UrtoImpact impact = {1.0, {rows[i].stiffness, 1.0, 0.0}, 1.0};
        UrtoImpactRun run = run_of(rows[i].scheme);
        run.rate = 50e3;
        run.phase = 5.0; /* y0 = -0.1 mm */
        const UrtoImpactResult result = simulate(&impact, &run);
        if (i == 1) { /* the second sample is exactly 0; rounding may put it inside */
            ck_assert(result.samples_inside == 1 || result.samples_inside == 2);
        } else {
            ck_assert_uint_eq(result.samples_inside, rows[i].inside);
        }
        ck_assert_double_eq_tol(result.contact_time * run.rate, rows[i].samples, 5.1e-4);
        ck_assert_double_eq_tol(result.exit_velocity, -1.0, 1e-12);
    }
}
END_TEST

START_TEST(matched_coefficients_equal_those_of_000)
{
    const double omega = 44700.0;
    const UrtoImpact impact = {1.0, {omega * omega, 1.0, 0.0}, 1.0};
    const double step = 1.0 / 50e3;
    double stiffness;
    ck_assert_int_eq(urto_impact_matched_stiffness(&impact, "two-point", 50e3, &stiffness, NULL),
                     URTO_OK);
    ck_assert_double_eq_tol(stiffness * step * step / 4.0, 0.2297864, 5e-8);
    ck_assert_int_eq(urto_impact_matched_stiffness(&impact, "three-point", 50e3, &stiffness, NULL),
                     URTO_OK);
    ck_assert_double_eq_tol(stiffness * step * step / 2.0, 0.5966822, 5e-8);

    /* limits of the rate for k = 1e10: 31.831 and 63.662 kHz */
    const UrtoImpact hard = {1.0, {1e10, 1.0, 0.0}, 1.0};
    const struct {
        const char *scheme;
        double limit;
    } limits[] = {{"two-point", 31831.0}, {"three-point", 63662.0}, {"midpoint", 31831.0}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        UrtoDiagnostic why;
        ck_assert_int_eq(urto_impact_matched_stiffness(&hard, limits[i].scheme,
                                                       limits[i].limit + 1.0, &stiffness, &why),
                         URTO_OK);
        ck_assert_int_eq(urto_impact_matched_stiffness(&hard, limits[i].scheme,
                                                       limits[i].limit - 1.0, &stiffness, &why),
                         URTO_ERROR_LIMIT);
        ck_assert_ptr_nonnull(strstr(why.message, "rate must be above"));
    }
}
END_TEST

/* ---- 004, figure 1 ------------------------------------------------------------------------- */

START_TEST(newton_iterations_equal_those_of_004)
{
    const char *const names[] = {"two-point", "three-point"};
    const uint32_t maxima[2][7] = {{3, 3, 4, 5, 7, 9, 11}, {3, 3, 4, 6, 7, 9, 11}};
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < 7; k++) {
            const UrtoImpact impact = {0.01, {pow(10.0, 6 + k), 1.3, 0.0}, 1.5};
            UrtoImpactRun run = run_of(names[s]);
            run.phase = 0.01 / 1.5 * run.rate;
            run.spring = 3.95e3;
            run.rebounds = 20;
            const UrtoImpactResult result = simulate(&impact, &run);
            ck_assert_uint_eq(result.iterations_max, maxima[s][k]);
            ck_assert_uint_eq(result.rebound_count, 20);
        }
    }
}
END_TEST

typedef struct EnergyRange {
    double first, low, high;
} EnergyRange;

static void follow_energy(void *user, const UrtoImpactSample *sample)
{
    EnergyRange *range = user;
    if (sample->index == 0) {
        range->first = range->low = range->high = sample->energy;
    }
    range->low = fmin(range->low, sample->energy);
    range->high = fmax(range->high, sample->energy);
    ck_assert(isfinite(sample->compression) && isfinite(sample->velocity));
}

/* Without losses the energy is the same at every sample, whatever the stiffness; with a coefficient
 * off by one percent in an update it would not be. */
START_TEST(energy_is_constant_without_losses)
{
    const char *const names[] = {"two-point", "three-point", "quadratised", "quadratised-capped",
                                 "midpoint"};
    for (size_t s = 0; s < sizeof names / sizeof names[0]; s++) {
        for (double stiffness = 1e6; stiffness < 1e13; stiffness *= 10.0) {
            for (int gravity = 0; gravity < 2; gravity++) {
                const UrtoImpact impact = {0.01, {stiffness, 1.3, 0.0}, 1.5};
                UrtoImpactRun run = run_of(names[s]);
                UrtoImpactResult result;
                EnergyRange range;
                run.phase = 0.01 / 1.5 * run.rate;
                run.spring = 3.95e3;
                run.gravity = 9.81 * gravity;
                run.rebounds = 10;
                ck_assert_int_eq(
                    urto_impact_simulate(&impact, &run, follow_energy, &range, &result, NULL),
                    URTO_OK);
                ck_assert_double_le((range.high - range.low) / range.first, 5e-13);
            }
        }
    }
}
END_TEST

/* The papers' other schemes do not conserve it: the measure can fail. */
START_TEST(energy_drifts_in_schemes_that_do_not_conserve)
{
    const char *const names[] = {"trapezoidal", "implicit-midpoint", "verlet", "heun", "rk4"};
    for (size_t s = 0; s < sizeof names / sizeof names[0]; s++) {
        const UrtoImpact impact = {0.01, {1e9, 1.3, 0.0}, 1.5};
        const UrtoImpactRun run = run_of(names[s]);
        UrtoImpactResult result;
        EnergyRange range;
        ck_assert_int_eq(urto_impact_simulate(&impact, &run, follow_energy, &range, &result, NULL),
                         URTO_OK);
        ck_assert_double_gt((range.high - range.low) / range.first, 1e-3);
        ck_assert(!urto_scheme_find(names[s])->passive);
    }
}
END_TEST

/* ---- the implicit midpoint rule ------------------------------------------------------------ */

enum { KEPT = 64 };

typedef struct Path {
    double x[KEPT], v[KEPT];
    uint64_t count;
} Path;

static void keep_path(void *user, const UrtoImpactSample *sample)
{
    Path *path = user;
    if (sample->index < KEPT) {
        path->x[sample->index] = sample->compression;
        path->v[sample->index] = sample->velocity;
        path->count = sample->index + 1;
    }
}

/* x+ = x + k v_m, v+ = v - (k/m) f(x_m, v_m) at every sample, soft and hard, with and without loss. */
START_TEST(implicit_midpoint_is_its_equation)
{
    for (double stiffness = 1e7; stiffness < 1e14; stiffness *= 10.0) {
        for (int lossy = 0; lossy < 2; lossy++) {
            const UrtoImpact impact = {0.01, {stiffness, 1.7, lossy ? 0.4 : 0.0}, 1.5};
            UrtoImpactRun run = run_of("implicit-midpoint");
            UrtoImpactResult result;
            Path path;
            run.phase = 0.3;
            ck_assert_int_eq(urto_impact_simulate(&impact, &run, keep_path, &path, &result, NULL),
                             URTO_OK);
            ck_assert_uint_eq(result.unconverged, 0);
            const double k = 1.0 / run.rate;
            double pushed = 0.0;
            for (uint64_t n = 0; n + 1 < path.count; n++) {
                const double v = 0.5 * (path.v[n] + path.v[n + 1]);
                const double x = 0.5 * (path.x[n] + path.x[n + 1]);
                const double force = urto_law_force(&impact.law, x, v);
                ck_assert_double_eq_tol(path.x[n + 1] - path.x[n], k * v, 1e-15 * k * run.rate);
                /* the force is known to the rounding of x_m */
                const double rounding = 1e-9 + 1e-18 * impact.law.stiffness * k / impact.mass;
                ck_assert_double_eq_tol(path.v[n + 1] - path.v[n], -k / impact.mass * force,
                                        rounding);
                pushed = fmax(pushed, force);
            }
            ck_assert_double_gt(pushed, 0.0);
        }
    }
}
END_TEST

/* Within a contact with a linear force the trapezoidal rule, the implicit midpoint rule and the
 * two-point scheme are one; with another exponent they are not. */
START_TEST(three_schemes_are_one_for_a_linear_force)
{
    const char *const names[] = {"implicit-midpoint", "trapezoidal", "two-point"};
    for (int linear = 0; linear < 2; linear++) {
        const UrtoImpact impact = {0.01, {linear ? 1e6 : 1e9, linear ? 1.0 : 2.0, 0.0}, 1.0};
        Path paths[3];
        double apart = 0.0;
        for (int i = 0; i < 3; i++) {
            UrtoImpactRun run = run_of(names[i]);
            UrtoImpactResult result;
            run.phase = 0.0; /* from the touch on */
            ck_assert_int_eq(
                urto_impact_simulate(&impact, &run, keep_path, &paths[i], &result, NULL), URTO_OK);
        }
        for (uint64_t n = 0; n < 12; n++) {
            ck_assert_double_ge(paths[0].x[n], 0.0);
            for (int i = 1; i < 3; i++) {
                apart = fmax(apart, fabs(paths[i].v[n] - paths[0].v[n]));
            }
        }
        if (linear) {
            ck_assert_double_le(apart, 1e-12);
        } else {
            ck_assert_double_ge(apart, 1e-4);
        }
    }
}
END_TEST

/* ---- orders of accuracy -------------------------------------------------------------------- */

static void keep_last(void *user, const UrtoImpactSample *sample)
{
    *(UrtoImpactSample *)user = *sample;
}

/* Error of the displacement after the contact over the largest compression; the mean over arrival
 * phases from first to last, since the edge of the contact falls differently in each. */
static double mean_error(const char *scheme, const UrtoImpact *impact, double rate, double first,
                         double last_phase)
{
    double sum = 0.0;
    const int phases = 16;
    UrtoImpactExact exact;
    ck_assert_int_eq(urto_impact_exact(impact, &exact, NULL), URTO_OK);
    for (int i = 0; i < phases; i++) {
        UrtoImpactRun run = run_of(scheme);
        UrtoImpactResult result;
        UrtoImpactSample last;
        UrtoImpactPoint point;
        run.rate = rate;
        run.phase = first + (last_phase - first) * (i + 0.5) / phases;
        ck_assert_int_eq(urto_impact_simulate(impact, &run, keep_last, &last, &result, NULL),
                         URTO_OK);
        ck_assert_int_eq(urto_impact_at_time(impact, last.time - run.phase / rate, &point, NULL),
                         URTO_OK);
        sum += fabs(last.compression - point.compression) / exact.max_compression;
    }
    return sum / phases;
}

static double observed_order(const char *scheme, const UrtoImpact *impact, double rate,
                             double first, double last)
{
    return 0.5 * log2(mean_error(scheme, impact, rate, first, last) /
                      mean_error(scheme, impact, 4.0 * rate, first, last));
}

/* Exponent 3 is smooth enough at the contact's edge for the classical orders. With losses Verlet is
 * of first order: its force sees a velocity half a step old. */
START_TEST(observed_order_is_the_stated_order)
{
    for (int lossy = 0; lossy < 2; lossy++) {
        const UrtoImpact impact = {0.01, {1e11, 3.0, lossy ? 0.3 : 0.0}, 1.0};
        UrtoImpactExact exact;
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        const double rate = 400.0 / exact.contact_time;
        for (size_t i = 0; i < urto_scheme_count(); i++) {
            const UrtoSchemeInfo *info = urto_scheme_at(i);
            if (info->order == 0) {
                ck_assert_double_le(mean_error(info->name, &impact, rate, 0.0, 1.0), 1e-11);
                continue;
            }
            const int expected = lossy && strcmp(info->name, "verlet") == 0 ? 1 : info->order;
            const double order = observed_order(info->name, &impact, rate, 0.0, 1.0);
            ck_assert_msg(fabs(order - expected) < 0.4, "%s%s: order %.2f, not %d", info->name,
                          lossy ? " with losses" : "", order, expected);
        }
    }
}
END_TEST

/* 004, figure 2: linear wall, arrival half-way between two samples; second order while
 * sqrt(K/M) k << 1, first order beyond. At other phases the quadratised scheme as published is of
 * first order also there. */
START_TEST(observed_order_equals_figure_2_of_004)
{
    const char *const names[] = {"two-point", "three-point", "quadratised"};
    const UrtoImpact soft = {0.01, {1e3, 1.0, 0.0}, 1.0};
    const UrtoImpact hard = {0.01, {1e14, 1.0, 0.0}, 1.0};
    for (size_t s = 0; s < sizeof names / sizeof names[0]; s++) {
        const double order = observed_order(names[s], &soft, 44100.0, 0.5, 0.5);
        ck_assert_msg(fabs(order - 2.0) < 0.3, "%s, soft: %.2f", names[s], order);
        /* displacement over a compression that the step does not see: absolute error ~ h */
        const double late = observed_order(names[s], &hard, 44100.0, 0.5, 0.5);
        ck_assert_msg(fabs(late - 1.0) < 0.3, "%s, hard: %.2f", names[s], late);
    }
    ck_assert_double_lt(observed_order("quadratised", &soft, 44100.0, 0.0, 1.0), 1.4);
    ck_assert_double_gt(observed_order("quadratised-capped", &soft, 44100.0, 0.0, 1.0), 1.6);
}
END_TEST

/* ---- rebounds ------------------------------------------------------------------------------ */

START_TEST(rebound_times_err_by_known_microseconds)
{
    const double exact[5] = {.060131628, .119105344, .176964934, .233751749, .289504878};
    const struct {
        const char *scheme;
        bool corrected;
        double error[5]; /* microseconds */
        double tolerance;
    } rows[] = {
        {"trapezoidal", false, {761, 1016, 836, 1152, 966}, 0.55},
        {"rk4", false, {-64, -263, -628, -692, -906}, 0.55},
        {"trapezoidal", true, {18, 43, 88, 143, 188}, 0.55},
        {"rk4", true, {20, 43, 90, 143, 191}, 0.55},
        {"log-two-point", false, {2.6, 5.1, 7.6, 10.1, 12.6}, 0.06},
        {"event", false, {0, 0, 0, 0, 0}, 0.02},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        UrtoImpactRun run = run_of(rows[i].scheme);
        run.corrected = rows[i].corrected;
        run.gravity = 9.81;
        run.rebounds = 5;
        const UrtoImpactResult result = simulate(&case_a, &run);
        ck_assert_uint_eq(result.rebound_count, 5);
        for (int k = 0; k < 5; k++) {
            ck_assert_double_eq_tol(1e6 * (result.rebound_times[k] - exact[k]), rows[i].error[k],
                                    rows[i].tolerance);
        }
    }
}
END_TEST

/* Slow bounces, where gravity matters inside the contact: event against two-point at a rate at
 * which the contact has thousands of samples. */
START_TEST(event_under_gravity_agrees_with_two_point)
{
    const double stiffness[] = {1e7, 1e5, 5e3}; /* g tau / v about .03, .2, .7 */
    for (size_t i = 0; i < sizeof stiffness / sizeof stiffness[0]; i++) {
        const UrtoImpact impact = {0.01, {stiffness[i], 1.5, 0.0}, 0.3};
        UrtoImpactRun run = run_of("event");
        run.gravity = 9.81;
        run.rebounds = 3;
        const UrtoImpactResult event = simulate(&impact, &run);
        run.scheme = "two-point";
        run.rate = 2e6;
        const UrtoImpactResult fine = simulate(&impact, &run);
        ck_assert_uint_eq(event.rebound_count, 3);
        ck_assert_double_eq_tol(event.contact_time, fine.contact_time, 2e-8);
        ck_assert_double_eq_tol(event.max_compression / fine.max_compression, 1.0, 1e-5);
        ck_assert_double_eq_tol(event.exit_velocity, fine.exit_velocity, 1e-7);
        for (int k = 0; k < 3; k++) {
            ck_assert_double_eq_tol(event.rebound_times[k], fine.rebound_times[k], 1e-7);
        }
    }
}
END_TEST

/* Corrected: x never exceeds x_max, v_out is exact; where gravity deepens the compression the clip
 * is left out and the mass still leaves. */
static void keep_deepest(void *user, const UrtoImpactSample *sample)
{
    double *deepest = user;
    *deepest = fmax(*deepest, sample->compression);
}

START_TEST(corrected_schemes_keep_x_max_and_exit_velocity)
{
    const char *const names[] = {"trapezoidal", "verlet",    "heun",
                                 "rk4",         "two-point", "implicit-midpoint"};
    UrtoImpactExact exact;
    ck_assert_int_eq(urto_impact_exact(&case_a, &exact, NULL), URTO_OK);
    for (size_t s = 0; s < sizeof names / sizeof names[0]; s++) {
        UrtoImpactRun run = run_of(names[s]);
        UrtoImpactResult result;
        double deepest = 0.0;
        run.corrected = true;
        ck_assert_int_eq(urto_impact_simulate(&case_a, &run, keep_deepest, &deepest, &result, NULL),
                         URTO_OK);
        ck_assert_double_le(deepest, exact.max_compression);
        if (s == 1 || s == 2) { /* these would exceed it */
            ck_assert_double_eq(deepest, exact.max_compression);
        }
        ck_assert_double_eq_tol(result.exit_velocity, exact.exit_velocity, 1e-15);
        /* weight adds next to nothing to a fast hit: what went too deep is clipped all the same */
        run.gravity = 9.81;
        deepest = 0.0;
        ck_assert_int_eq(urto_impact_simulate(&case_a, &run, keep_deepest, &deepest, &result, NULL),
                         URTO_OK);
        ck_assert_double_le(deepest, exact.max_compression);
        const UrtoImpact slow = {0.01, {1e5, 1.5, 0.0}, 0.01};
        run.rebounds = 2;
        ck_assert(simulate(&slow, &run).left);
    }
}
END_TEST

/* The first samples under gravity lie on the parabola: the three-point family's start is right. */
static void check_parabola(void *user, const UrtoImpactSample *sample)
{
    const double *gravity = user;
    const double x = -0.1 + sample->time * (1.0 + 0.5 * *gravity * sample->time);
    if (x < -1e-3 && sample->time < 0.05) {
        ck_assert_double_eq_tol(sample->compression, x, 1e-15 * (1.0 + (double)sample->index));
        ck_assert_double_eq_tol(sample->velocity, 1.0 + *gravity * sample->time, 1e-10);
    }
}

START_TEST(flight_is_a_parabola)
{
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const UrtoImpact impact = {0.01, {1e9, 1.5, 0.0}, 1.0};
        UrtoImpactRun run = run_of(urto_scheme_at(i)->name);
        UrtoImpactResult result;
        run.gravity = 9.81;
        run.phase = 0.1 * run.rate;
        ck_assert_int_eq(
            urto_impact_simulate(&impact, &run, check_parabola, &run.gravity, &result, NULL),
            URTO_OK);
    }
}
END_TEST

/* Energy of the schemes with losses under gravity, slow bounces included. log-two-point is passive
 * without gravity only; what it gains with it stays small. */
START_TEST(passive_schemes_stay_passive_under_gravity)
{
    const UrtoImpact slow = {0.01, {1e5, 1.0, 2.0}, 0.01};
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const UrtoSchemeInfo *info = urto_scheme_at(i);
        if (!info->passive) {
            continue;
        }
        UrtoImpactRun run = run_of(info->name);
        UrtoImpactResult result;
        run.gravity = 9.81;
        run.rebounds = 10;
        run.rate = 2000.0;
        ck_assert_int_eq(urto_impact_simulate(&slow, &run, NULL, NULL, &result, NULL), URTO_OK);
        const bool loose = strcmp(info->name, "log-two-point") == 0 || info->order == 0;
        ck_assert_msg(result.max_energy_rise <= (loose ? 1e-3 : 1e-12), "%s rises by %g",
                      info->name, result.max_energy_rise);
    }
}
END_TEST

/* A ball whose bounces end still ends its run, at rest. */
START_TEST(a_ball_comes_to_rest_and_the_run_ends)
{
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const UrtoImpact dull = {0.01, {1e7, 1.5, 50.0}, 1.0};
        UrtoImpactRun run = run_of(urto_scheme_at(i)->name);
        UrtoImpactResult result;
        run.gravity = 9.81;
        run.rebounds = 64;
        ck_assert_int_eq(urto_impact_simulate(&dull, &run, NULL, NULL, &result, NULL), URTO_OK);
        ck_assert_uint_lt(result.samples, 3000000);
    }
}
END_TEST

/* ---- past the papers ----------------------------------------------------------------------- */

/* v/mu - ln(1 + mu v)/mu^2 + phi(x)/m is the same at every sample of log-two-point. */
static void follow_invariant(void *user, const UrtoImpactSample *sample)
{
    double *range = user;
    const double mu = case_b.law.damping;
    const double value = sample->velocity / mu - log1p(mu * sample->velocity) / (mu * mu) +
                         urto_law_potential(&case_b.law, sample->compression) / case_b.mass;
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

START_TEST(log_two_point_keeps_its_invariant)
{
    double range[2] = {INFINITY, -INFINITY};
    UrtoImpactResult result;
    const UrtoImpactRun run = run_of("log-two-point");
    ck_assert_int_eq(urto_impact_simulate(&case_b, &run, follow_invariant, range, &result, NULL),
                     URTO_OK);
    ck_assert_double_le(range[1] / range[0] - 1.0, 1e-13);
}
END_TEST

/* Between two bounces off a hard wall a mass on a spring makes half a period. */
START_TEST(a_sprung_mass_returns_after_half_a_period)
{
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const UrtoSchemeInfo *info = urto_scheme_at(i);
        if (!(info->accepts & URTO_SCHEME_SPRING)) {
            continue;
        }
        const UrtoImpact impact = {0.01, {1e8, 1.0, 0.0}, 1.0};
        UrtoImpactRun run = run_of(info->name);
        run.rate = 1e6;
        run.spring = 3.95e3;
        run.rebounds = 4;
        const UrtoImpactResult result = simulate(&impact, &run);
        ck_assert_uint_eq(result.rebound_count, 4);
        const double half_period = acos(-1.0) * sqrt(0.01 / 3.95e3);
        const double contact = acos(-1.0) * sqrt(0.01 / 1e8);
        ck_assert_double_eq_tol(result.rebound_times[0], half_period + contact, 1e-6);
    }
}
END_TEST

/* ---- options ------------------------------------------------------------------------------- */

START_TEST(options_are_taken_or_refused_with_a_reason)
{
    const char *const names[] = {"damping", "gravity", "spring", "matched", "corrected"};
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const UrtoSchemeInfo *info = urto_scheme_at(i);
        ck_assert_ptr_eq(urto_scheme_find(info->name), info);
        for (int option = 0; option < 5; option++) {
            UrtoImpact impact = {0.01, {1e7, 1.0, option == 0 ? 0.5 : 0.0}, 1.0};
            UrtoImpactRun run = run_of(info->name);
            UrtoImpactResult result;
            UrtoDiagnostic why;
            run.gravity = option == 1 ? 9.81 : 0.0;
            run.spring = option == 2 ? 1e3 : 0.0;
            run.matched = option == 3;
            run.corrected = option == 4;
            const UrtoStatus status =
                urto_impact_simulate(&impact, &run, NULL, NULL, &result, &why);
            if (info->accepts & (1u << option)) {
                ck_assert_msg(status == URTO_OK, "%s %s", info->name, names[option]);
            } else {
                ck_assert_int_eq(status, URTO_ERROR_UNSUPPORTED);
                ck_assert_str_eq(why.field, names[option]);
                ck_assert_ptr_nonnull(strstr(why.message, info->name));
                ck_assert_ptr_nonnull(strchr(why.message, ':'));
            }
        }
    }
    ck_assert_ptr_null(urto_scheme_at(urto_scheme_count()));
    ck_assert_ptr_null(urto_scheme_find("euler"));
    ck_assert_ptr_null(urto_scheme_find(NULL));
}
END_TEST

START_TEST(bad_runs_are_refused)
{
    const struct {
        const char *scheme;
        double rate, phase, gravity, spring;
        uint32_t rebounds;
        bool matched;
        double damping, exponent;
        const char *field;
        UrtoStatus status;
    } bad[] = {
        {"rk4", 0, 0, 0, 0, 0, 0, .5, 1.5, "rate", URTO_ERROR_ARGUMENT},
        {"rk4", -1, 0, 0, 0, 0, 0, .5, 1.5, "rate", URTO_ERROR_ARGUMENT},
        {"rk4", NAN, 0, 0, 0, 0, 0, .5, 1.5, "rate", URTO_ERROR_ARGUMENT},
        {"rk4", 1e12, 0, 0, 0, 0, 0, .5, 1.5, "rate", URTO_ERROR_LIMIT},
        {"rk4", 1.0, 0, 0, 0, 0, 0, .5, 1.5, "rate", URTO_ERROR_LIMIT},
        {"event", 1e9, 0, 0, 0, 0, 0, .5, 1.5, "scheme", URTO_ERROR_LIMIT},
        {"rk4", 44100, -0.1, 0, 0, 0, 0, .5, 1.5, "phase", URTO_ERROR_ARGUMENT},
        {"rk4", 44100, NAN, 0, 0, 0, 0, .5, 1.5, "phase", URTO_ERROR_ARGUMENT},
        {"rk4", 44100, 0, -1, 0, 0, 0, .5, 1.5, "gravity", URTO_ERROR_ARGUMENT},
        {"rk4", 44100, 0, 0, -1, 0, 0, .5, 1.5, "spring", URTO_ERROR_ARGUMENT},
        {"rk4", 44100, 0, 0, INFINITY, 0, 0, .5, 1.5, "spring", URTO_ERROR_ARGUMENT},
        {"verlet", 44100, 0, 0, 1e9, 0, 0, .5, 1.5, "spring", URTO_ERROR_LIMIT},
        {"rk4", 44100, 0, 0, 0, 1, 0, .5, 1.5, "rebounds", URTO_ERROR_ARGUMENT},
        {"rk4", 44100, 0, 9.81, 0, 65, 0, .5, 1.5, "rebounds", URTO_ERROR_ARGUMENT},
        {"euler", 44100, 0, 0, 0, 0, 0, .5, 1.5, "scheme", URTO_ERROR_NOT_FOUND},
        {NULL, 44100, 0, 0, 0, 0, 0, .5, 1.5, "scheme", URTO_ERROR_NOT_FOUND},
        {"two-point", 44100, 0, 0, 0, 0, 1, .5, 1.5, "matched", URTO_ERROR_UNSUPPORTED},
        {"three-point", 44100, 0, 0, 0, 0, 1, 0, 1.5, "matched", URTO_ERROR_UNSUPPORTED},
        {"two-point", 7000, 0, 0, 0, 0, 1, 0, 1.5, "matched", URTO_ERROR_LIMIT},
        {"log-two-point", 7000, 0, 0, 0, 0, 1, .5, 1.5, "matched", URTO_ERROR_LIMIT},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const UrtoImpact impact = {0.01, {1e9, bad[i].exponent, bad[i].damping}, 1.0};
        UrtoImpactRun run = run_of(bad[i].scheme);
        UrtoImpactResult result;
        UrtoDiagnostic why = {0};
        run.rate = bad[i].rate;
        run.phase = bad[i].phase;
        run.gravity = bad[i].gravity;
        run.spring = bad[i].spring;
        run.rebounds = bad[i].rebounds;
        run.matched = bad[i].matched;
        ck_assert_int_eq(urto_impact_simulate(&impact, &run, NULL, NULL, &result, &why),
                         bad[i].status);
        ck_assert_str_eq(why.field, bad[i].field);
        ck_assert_int_gt((int)strlen(why.message), 20);
    }
}
END_TEST

/* A mass that no longer leaves swings about its rest, as RK4 with tiny steps does, and after 30 contact times lies
 * there: pressed by its weight, K x^a = m g. */
typedef struct Resting {
    double tau, worst, scale, end;
    double x, v, time; /* the reference */
} Resting;

static double resting_force(double x, double v)
{
    const UrtoLaw law = {1e5, 1.0, 0.3};

    return 9.81 - urto_law_force(&law, x, v) / 0.01;
}

static void follow_rest(void *user, const UrtoImpactSample *sample)
{
    Resting *r = user;
    const double h = 1e-6;

    while (r->time < sample->time - 0.5 * h) {
        const double a1 = resting_force(r->x, r->v);
        const double v2 = r->v + 0.5 * h * a1;
        const double a2 = resting_force(r->x + 0.5 * h * r->v, v2);
        const double v3 = r->v + 0.5 * h * a2;
        const double a3 = resting_force(r->x + 0.5 * h * v2, v3);
        const double v4 = r->v + h * a3;
        const double a4 = resting_force(r->x + h * v3, v4);
        r->x += h / 6.0 * (r->v + 2.0 * v2 + 2.0 * v3 + v4);
        r->v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        r->time += h;
    }
    if (sample->time < 29.0 * r->tau) {
        r->worst = fmax(r->worst, fabs(sample->compression - r->x));
        r->scale = fmax(r->scale, fabs(sample->compression - 9.81 * 0.01 / 1e5));
    }
    r->end = sample->compression;
}

START_TEST(event_follows_a_mass_until_it_rests)
{
    const UrtoImpact impact = {0.01, {1e5, 1.0, 0.3}, 1e-4};
    UrtoImpactRun run = run_of("event");
    UrtoImpactExact exact;
    UrtoImpactResult result;
    run.rate = 20000.0;
    run.gravity = 9.81;
    run.rebounds = 1;
    ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
    Resting resting = {.tau = exact.contact_time, .v = impact.velocity};
    ck_assert_int_eq(urto_impact_simulate(&impact, &run, follow_rest, &resting, &result, NULL),
                     URTO_OK);
    printf("event at rest: %.1e of %.1e m off in 29 contact times\n", resting.worst, resting.scale);
    ck_assert(!result.left);
    ck_assert_double_le(resting.worst, 1e-6 * resting.scale);
    ck_assert_double_eq_tol(resting.end, 9.81 * 0.01 / 1e5, 1e-18);
    const UrtoImpact round = {0.01, {1e7, 1.5, 0.3}, 1e-4};
    ck_assert_int_eq(urto_impact_simulate(&round, &run, follow_rest, &resting, &result, NULL),
                     URTO_OK);
    ck_assert_double_eq_tol(1e7 * pow(resting.end, 1.5), 9.81 * 0.01, 1e-12);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        errors_equal_table_1_of_001,
        contact_durations_equal_those_of_000,
        matched_coefficients_equal_those_of_000,
        newton_iterations_equal_those_of_004,
        energy_is_constant_without_losses,
        energy_drifts_in_schemes_that_do_not_conserve,
        implicit_midpoint_is_its_equation,
        three_schemes_are_one_for_a_linear_force,
        observed_order_is_the_stated_order,
        observed_order_equals_figure_2_of_004,
        rebound_times_err_by_known_microseconds,
        event_under_gravity_agrees_with_two_point,
        event_follows_a_mass_until_it_rests,
        corrected_schemes_keep_x_max_and_exit_velocity,
        flight_is_a_parabola,
        passive_schemes_stay_passive_under_gravity,
        a_ball_comes_to_rest_and_the_run_ends,
        log_two_point_keeps_its_invariant,
        a_sprung_mass_returns_after_half_a_period,
        options_are_taken_or_refused_with_a_reason,
        bad_runs_are_refused,
    };
    return SUITE_RUN("schemes", tests);
}
