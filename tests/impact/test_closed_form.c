/* The closed forms against reference values of 15 digits, against each other, and against a
 * numerical integration that shares no code with them. */
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <urto/impact.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR(got, want, tolerance) ck_assert_double_eq_tol((got) / (want), 1.0, tolerance)

START_TEST(closed_forms_equal_the_reference_vectors)
{
    FILE *file = fopen(VECTORS "/impact_vectors.csv", "r");
    char line[512];
    int rows = 0;
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        double c[10];
        char *at = line;
        for (int i = 0; i < 10; i++) {
            c[i] = strtod(at, &at);
            at++;
        }
        const UrtoImpact impact = {c[0], {c[1], c[3], c[2]}, c[4]};
        UrtoImpactExact exact;
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        NEAR(exact.max_compression, c[5], 1e-12);
        NEAR(exact.exit_velocity, c[6], 1e-12);
        NEAR(exact.contact_time, c[7], 1e-12);
        NEAR(exact.exit_energy, c[8], 1e-12);
        NEAR(exact.exit_velocity_approx, c[9], 4e-12); /* printed with 12 digits */
        rows++;
    }
    fclose(file);
    ck_assert_int_eq(rows, 12);
}
END_TEST

/* tau = (L/v)(2/(a+1)) sqrt(pi) Gamma(1/(a+1))/Gamma(1/2 + 1/(a+1)), and mu -> 0 tends to it. */
START_TEST(small_damping_tends_to_the_elastic_impact)
{
    for (double a = 1.0; a <= 5.0; a += 0.1) {
        UrtoImpact impact = {0.003, {4e8, a, 0.0}, 1.7};
        UrtoImpactExact exact;
        const double p = 1.0 / (a + 1.0);
        const double reach = pow(0.003 * (a + 1.0) * 1.7 * 1.7 / (2.0 * 4e8), p);
        const double tau = reach / 1.7 * 2.0 * p * sqrt(acos(-1.0)) * tgamma(p) / tgamma(0.5 + p);
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        NEAR(exact.contact_time, tau, 1e-13);
        NEAR(exact.max_compression, reach, 1e-14);
        ck_assert_double_eq(exact.exit_velocity, -1.7);
        ck_assert(isinf(exact.limit_velocity));
        for (double mu = 1e-18; mu < 1e-12; mu *= 10.0) {
            impact.law.damping = mu;
            ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
            NEAR(exact.contact_time, tau, 1e-12);
            NEAR(exact.exit_velocity, -1.7, 3e-12);
        }
    }
}
END_TEST

/* mu v_out - ln(1 + mu v_out) = mu v_in - ln(1 + mu v_in), checked in long double. */
START_TEST(exit_velocity_solves_its_equation)
{
    for (double w = 1e-6; w <= 100.0; w *= 1.1) {
        const UrtoImpact impact = {0.01, {1e9, 1.5, w}, 1.0};
        UrtoImpactExact exact;
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        ck_assert_double_gt(exact.exit_velocity, -1.0);
        if (w <= 15.0) { /* beyond, 1 + mu v_out is lost in v_out's last digits */
            const long double y = (long double)w * (long double)exact.exit_velocity;
            const long double left = y - log1pl(y);
            const long double right = (long double)w - log1pl((long double)w);
            /* left changes by y^2/(1+y) times the relative error of v_out */
            const double slope = (double)(y * y / (1.0L + y) / right);
            ck_assert_double_le(fabs((double)(left / right - 1.0L)),
                                1e-14 * (1.0 + slope) + 4e-19 / w);
        } else {
            const double z =
                (1.0 + w) * exp(-(1.0 + w)); /* 1 + mu v_out = -W0(-z) = z + z^2 + ... */
            NEAR(exact.exit_velocity, -(1.0 - z - z * z) / w, 1e-14);
        }
        NEAR(exact.limit_velocity, -1.0 / w, 1e-15);
    }
}
END_TEST

/* The published approximation is within +2.045 % of the exact value, worst near w = 3. */
START_TEST(published_exit_velocity_is_within_its_stated_error)
{
    double worst = 0.0;
    double where = 0.0;
    for (double w = 0.01; w < 20.0; w += 0.01) {
        const UrtoImpact impact = {0.01, {1e9, 1.5, w}, 1.0};
        UrtoImpactExact exact;
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        const double error = exact.exit_velocity_approx / exact.exit_velocity - 1.0;
        if (fabs(error) > fabs(worst)) {
            worst = error;
            where = w;
        }
    }
    ck_assert_double_eq_tol(100.0 * worst, 2.045, 5e-4);
    ck_assert_double_eq_tol(where, 3.0, 0.25);
}
END_TEST

/* Contact by steps of equal angle in the phase plane would share our variables; plain RK4 in time
 * with 200 000 steps shares nothing. The contact's edges limit it to about 1e-9. */
START_TEST(closed_forms_agree_with_numerical_integration)
{
    const UrtoImpact cases[] = {
        {0.01, {1e9, 1.5, 0.5}, 1.0},
        {0.01, {1e9, 3.0, 3.0}, 2.0},
        {0.002, {1e7, 2.3, 20.0}, 1.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        UrtoImpactExact exact;
        UrtoImpactResult result;
        UrtoImpactRun run = urto_impact_run_def();
        ck_assert_int_eq(urto_impact_exact(&cases[i], &exact, NULL), URTO_OK);
        run.scheme = "rk4";
        run.rate = 200000.0 / exact.contact_time;
        ck_assert_int_eq(urto_impact_simulate(&cases[i], &run, NULL, NULL, &result, NULL), URTO_OK);
        NEAR(result.contact_time, exact.contact_time, 2e-8);
        NEAR(result.exit_velocity, exact.exit_velocity, 2e-8);
        NEAR(result.max_compression, exact.max_compression, 1e-8);
    }
}
END_TEST

START_TEST(point_at_velocity_and_time_agree)
{
    Random random = {7};
    for (int i = 0; i < 60; i++) {
        const UrtoImpact impact = {
            0.01, {1e9, random_uniform(&random, 1.0, 5.0), random_uniform(&random, 0.0, 8.0)}, 1.3};
        UrtoImpactExact exact;
        ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
        const double v = random_uniform(&random, exact.exit_velocity, impact.velocity);
        UrtoImpactPoint by_velocity;
        UrtoImpactPoint by_time;
        ck_assert_int_eq(urto_impact_at_velocity(&impact, v, &by_velocity, NULL), URTO_OK);
        ck_assert_int_eq(urto_impact_at_time(&impact, by_velocity.time, &by_time, NULL), URTO_OK);
        ck_assert_double_eq_tol(by_time.velocity, v, 1e-11);
        ck_assert_double_eq_tol(by_time.compression / exact.max_compression,
                                by_velocity.compression / exact.max_compression, 1e-11);
        NEAR(by_velocity.force,
             urto_law_force(&impact.law, by_velocity.compression, by_velocity.velocity), 1e-14);
        ck_assert_double_le(by_velocity.compression, exact.max_compression * (1.0 + 1e-14));
    }
}
END_TEST

/* (000:14): straight line, half a sine, straight line. */
START_TEST(linear_contact_is_half_a_sine)
{
    const UrtoImpact impact = {1.0, {1e10, 1.0, 0.0}, 1.0};
    const double omega = 1e5;
    const double tau = acos(-1.0) / omega;
    for (double t = -1e-5; t < 5e-5; t += 1.3e-6) {
        const double x = t < 0.0 ? t : t < tau ? sin(omega * t) / omega : -(t - tau);
        UrtoImpactPoint point;
        ck_assert_int_eq(urto_impact_at_time(&impact, t, &point, NULL), URTO_OK);
        ck_assert_double_eq_tol(point.compression, x, 1e-18);
    }
}
END_TEST

/* Columns are the impacts one by one, to the last bit; a number alone holds for all. */
START_TEST(columns_are_the_impacts_one_by_one)
{
    enum { COUNT = 100 };
    double stiffness[COUNT], velocity[COUNT], out[4][COUNT];
    const double mass = 0.02, exponent = 2.3, damping = 0.1;
    const UrtoImpactColumns columns = {&mass,    stiffness, &exponent,
                                       &damping, velocity,  {false, true, false, false, true}};
    const UrtoImpactExactColumns exact = {out[0], out[1], out[2], out[3]};
    UrtoDiagnostic why;
    size_t bad = 7;

    for (int i = 0; i < COUNT; i++) {
        stiffness[i] = pow(10.0, 4.0 + 0.07 * i);
        velocity[i] = 0.01 + 0.1 * i;
    }
    ck_assert_int_eq(urto_impact_exact_columns(&columns, COUNT, &exact, &bad, NULL), URTO_OK);
    ck_assert_uint_eq(bad, COUNT);
    for (int i = 0; i < COUNT; i++) {
        const UrtoImpact impact = {mass, {stiffness[i], exponent, damping}, velocity[i]};
        UrtoImpactExact one;
        ck_assert_int_eq(urto_impact_exact(&impact, &one, NULL), URTO_OK);
        ck_assert_double_eq(out[0][i], one.max_compression);
        ck_assert_double_eq(out[1][i], one.exit_velocity);
        ck_assert_double_eq(out[2][i], one.exit_energy);
        ck_assert_double_eq(out[3][i], one.contact_time);
    }
    const UrtoImpactExactColumns none = {NULL, NULL, NULL, NULL};
    ck_assert_int_eq(urto_impact_exact_columns(&columns, COUNT, &none, NULL, NULL), URTO_OK);
    velocity[41] = -1.0;
    ck_assert_int_eq(urto_impact_exact_columns(&columns, COUNT, &exact, &bad, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_uint_eq(bad, 41);
    ck_assert_str_eq(why.field, "velocity");
}
END_TEST

START_TEST(bad_impacts_are_refused)
{
    const struct {
        UrtoImpact impact;
        const char *field;
    } bad[] = {
        {{0.0, {1e9, 1.5, 0.5}, 1.0}, "mass"},       {{-1.0, {1e9, 1.5, 0.5}, 1.0}, "mass"},
        {{NAN, {1e9, 1.5, 0.5}, 1.0}, "mass"},       {{INFINITY, {1e9, 1.5, 0.5}, 1.0}, "mass"},
        {{0.01, {0.0, 1.5, 0.5}, 1.0}, "stiffness"}, {{0.01, {1e9, 0.5, 0.5}, 1.0}, "exponent"},
        {{0.01, {1e9, 1.5, -0.5}, 1.0}, "damping"},  {{0.01, {1e9, 1.5, 0.5}, 0.0}, "velocity"},
        {{0.01, {1e9, 1.5, 0.5}, NAN}, "velocity"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        UrtoDiagnostic why;
        UrtoImpactExact exact;
        UrtoImpactPoint point;
        ck_assert_int_eq(urto_impact_exact(&bad[i].impact, &exact, &why), URTO_ERROR_ARGUMENT);
        ck_assert_str_eq(why.field, bad[i].field);
        ck_assert_int_eq(urto_impact_at_time(&bad[i].impact, 0.0, &point, NULL),
                         URTO_ERROR_ARGUMENT);
        ck_assert_int_eq(urto_impact_at_velocity(&bad[i].impact, 0.0, &point, NULL),
                         URTO_ERROR_ARGUMENT);
    }
    const UrtoImpact good = urto_impact_def();
    UrtoImpactPoint point;
    UrtoDiagnostic why;
    ck_assert_int_eq(urto_impact_at_velocity(&good, 1.1, &point, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_impact_at_velocity(&good, -0.9, &point, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_impact_at_time(&good, NAN, &point, &why), URTO_ERROR_ARGUMENT);
    ck_assert_str_eq(why.field, "time");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        closed_forms_equal_the_reference_vectors,
        small_damping_tends_to_the_elastic_impact,
        exit_velocity_solves_its_equation,
        published_exit_velocity_is_within_its_stated_error,
        closed_forms_agree_with_numerical_integration,
        point_at_velocity_and_time_agree,
        linear_contact_is_half_a_sine,
        columns_are_the_impacts_one_by_one,
        bad_impacts_are_refused,
    };
    return SUITE_RUN("closed_form", tests);
}
