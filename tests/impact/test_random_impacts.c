/* Thousands of random impacts, any hardness, any arrival phase, through every scheme:
 * mu v_in 0 to 10, exponent 1 to 3, contact of 0.02 to 50 samples.
 *   test_random_impacts [COUNT]      default 10000 */
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <urto/impact.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int count = 10000;

/* An impact whose exact contact lasts the given number of samples at 44.1 kHz. */
static UrtoImpact random_impact(Random *random, double alpha_low, double alpha_high, double w_high,
                                double samples_low, double samples_high)
{
    const double v = exp(random_uniform(random, log(0.05), log(20.0)));
    UrtoImpact impact = {
        .mass = exp(random_uniform(random, log(1e-4), log(1.0))),
        .law = {.stiffness = 1e8,
                .exponent = random_uniform(random, alpha_low, alpha_high),
                .damping = random_uniform(random, 0.0, w_high) / v},
        .velocity = v,
    };
    const double samples = exp(random_uniform(random, log(samples_low), log(samples_high)));
    UrtoImpactExact exact;
    ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
    /* tau ~ (m/K)^(1/(a+1)); the stiffest of all would be more than is allowed */
    impact.law.stiffness *= pow(exact.contact_time * 44100.0 / samples, impact.law.exponent + 1.0);
    impact.law.stiffness = fmin(impact.law.stiffness, 1e30);
    return impact;
}

static void check_finite(void *user, const UrtoImpactSample *sample)
{
    (void)user;
    ck_assert(isfinite(sample->compression) && isfinite(sample->velocity) &&
              isfinite(sample->force) && isfinite(sample->energy));
}

START_TEST(random_impacts_stay_finite_and_passive)
{
    Random random = {2026};
    double worst_rise = 0.0;
    double worst_exit = 0.0;
    for (int i = 0; i < count; i++) {
        const UrtoImpact impact = random_impact(&random, 1.0, 3.0, 10.0, i % 4 ? 0.3 : 0.02, 50.0);
        UrtoImpactRun run = urto_impact_run_def();
        UrtoImpactExact exact;
        run.phase = random_uniform(&random, 0.0, 1.0);
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        for (size_t s = 0; s < urto_scheme_count(); s++) {
            const UrtoSchemeInfo *info = urto_scheme_at(s);
            UrtoImpactResult result;
            if (info->order == 0 && i % 5 != 0) {
                continue; /* event: closed forms at every sample, slow and the same */
            }
            run.scheme = info->name;
            ck_assert_int_eq(urto_impact_simulate(&impact, &run, check_finite, NULL, &result, NULL),
                             URTO_OK);
            ck_assert_uint_eq(result.unconverged, 0);
            ck_assert(isfinite(result.exit_velocity) && isfinite(result.contact_time));
            if (info->passive) {
                ck_assert_msg(result.max_energy_rise <= 1e-12, "%s: impact %d rises by %g",
                              info->name, i, result.max_energy_rise);
                worst_rise = fmax(worst_rise, result.max_energy_rise);
                ck_assert_msg(result.exit_velocity < 0.0, "%s: impact %d leaves with %g",
                              info->name, i, result.exit_velocity);
            }
            const bool reaches = info->order == 0 || strcmp(info->name, "log-two-point") == 0;
            if (reaches) {
                ck_assert_double_le(result.max_compression, exact.max_compression * (1 + 1e-12));
            }
            if (reaches || strcmp(info->name, "log-midpoint") == 0) {
                const double error = fabs(result.exit_velocity / exact.exit_velocity - 1.0);
                ck_assert_msg(error <= 1e-9, "%s: impact %d errs by %g", info->name, i, error);
                worst_exit = fmax(worst_exit, error);
            }
        }
    }
    printf("%d impacts: largest energy rise %.1e, exact exit velocities within %.1e\n", count,
           worst_rise, worst_exit);
}
END_TEST

/* Mean duration error, plain and matched, over random phases. */
static void duration_errors(const char *scheme, double w_high, uint64_t seed, double *plain,
                            double *matched)
{
    Random random = {seed};
    const int impacts = count / 5;
    double sums[2] = {0.0, 0.0};
    for (int i = 0; i < impacts; i++) {
        const UrtoImpact impact = random_impact(&random, 1.3, 2.8, w_high, 2.0, 20.0);
        UrtoImpactRun run = urto_impact_run_def();
        UrtoImpactExact exact;
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        run.scheme = scheme;
        run.phase = random_uniform(&random, 0.0, 1.0);
        for (int k = 0; k < 2; k++) {
            UrtoImpactResult result;
            run.matched = k == 1;
            ck_assert_int_eq(urto_impact_simulate(&impact, &run, NULL, NULL, &result, NULL),
                             URTO_OK);
            sums[k] += fabs(result.contact_time - exact.contact_time) * run.rate;
        }
    }
    *plain = sums[0] / impacts;
    *matched = sums[1] / impacts;
}

START_TEST(matched_stiffness_corrects_the_duration)
{
    const struct {
        const char *scheme;
        double w_high, gain;
    } rows[] = {{"two-point", 0.0, 100.0},
                {"midpoint", 0.0, 110.0},
                {"log-two-point", 0.0, 110.0},
                {"log-two-point", 2.0, 15.5},
                {"log-midpoint", 0.0, 110.0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double plain;
        double matched;
        duration_errors(rows[i].scheme, rows[i].w_high, 11 + i, &plain, &matched);
        printf("%s, mu v up to %g: duration error %.4f samples, matched %.5f, %.0f times less\n",
               rows[i].scheme, rows[i].w_high, plain, matched, plain / matched);
        ck_assert_double_ge(plain / matched, rows[i].gain);
    }
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {random_impacts_stay_finite_and_passive,
                                  matched_stiffness_corrects_the_duration};
    if (argc > 1) {
        count = atoi(argv[1]);
    }
    return SUITE_RUN("random_impacts", tests);
}
