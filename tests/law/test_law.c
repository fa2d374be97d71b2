/* The contact law: values, ranges, and divided differences near and far from cancellation. */
#include "tests/support/suite.h"

#include "src/law/power.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

START_TEST(force_is_gradient_of_potential)
{
    const double exponents[] = {1.0, 1.1, 1.5, 2.0, 2.3, 2.5, 3.0, 5.0};
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        const UrtoLaw law = {2e6, exponents[i], 0.0};
        const double x = 1.7e-4;
        const double dx = 1e-3 * x;
        const double slope =
            (8.0 * (urto_law_potential(&law, x + dx) - urto_law_potential(&law, x - dx)) -
             (urto_law_potential(&law, x + 2.0 * dx) - urto_law_potential(&law, x - 2.0 * dx))) /
            (12.0 * dx);
        ck_assert_double_eq_tol(slope / urto_law_force(&law, x, 0.0), 1.0, 1e-9);
        ck_assert_double_eq_tol(urto_law_force(&law, x, 0.0) / (2e6 * pow(x, exponents[i])), 1.0,
                                1e-14);
    }
}
END_TEST

START_TEST(force_and_potential_are_zero_outside)
{
    const UrtoLaw law = {1e9, 1.5, 0.5};
    ck_assert_double_eq(urto_law_force(&law, -1e-6, 3.0), 0.0);
    ck_assert_double_eq(urto_law_force(&law, 0.0, 3.0), 0.0);
    ck_assert_double_eq(urto_law_potential(&law, -1.0), 0.0);
}
END_TEST

START_TEST(loss_grows_with_velocity)
{
    const UrtoLaw law = {1e9, 1.5, 0.5};
    const double still = urto_law_force(&law, 1e-5, 0.0);
    ck_assert_double_eq_tol(urto_law_force(&law, 1e-5, 2.0), 2.0 * still, 1e-12 * still);
    ck_assert_double_eq_tol(urto_law_force(&law, 1e-5, -1.0), 0.5 * still, 1e-12 * still);
    ck_assert_double_eq(urto_law_force(&law, 1e-5, -3.0), 0.0); /* never pulls */
}
END_TEST

/* Against long double arithmetic, for every ratio of s to x from 1e-15 to 1e3, both signs. */
START_TEST(quotient_keeps_its_digits_at_any_step)
{
    const double exponents[] = {1.0, 1.3, 1.5, 2.0, 2.8, 4.0};
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        const UrtoLaw law = {1e8, exponents[i], 0.0};
        const double x = 3e-5;
        for (double ratio = 1e-15; ratio < 1e3; ratio *= 1.37) {
            for (int sign = -1; sign <= 1; sign += 2) {
                const double s = sign * ratio * x;
                const Quotient q = power_quotient(&law, x, s);
                const long double a1 = (long double)exponents[i] + 1.0L;
                long double exact;
                if (x + s <= 0.0) {
                    exact = -powl((long double)x, a1) / s;
                } else { /* x^(a+1) expm1((a+1) log1p(s/x)) / s */
                    exact = powl((long double)x, a1) *
                            expm1l(a1 * log1pl((long double)s / (long double)x)) / s;
                }
                exact *= 1e8L / a1;
                ck_assert_double_eq_tol(q.value / (double)exact, 1.0, 4e-14);
            }
        }
    }
}
END_TEST

START_TEST(quotient_slope_is_derivative)
{
    const UrtoLaw law = {1e8, 1.7, 0.0};
    const double x = 2e-5;
    const double ratios[] = {-3.0, -0.9, -0.3, -0.019, -1e-3, 1e-3, 0.019, 0.5, 4.0};
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        const double s = ratios[i] * x;
        const double ds = 1e-4 * fabs(s);
        const double slope =
            (power_quotient(&law, x, s + ds).value - power_quotient(&law, x, s - ds).value) /
            (2.0 * ds);
        ck_assert_double_eq_tol(power_quotient(&law, x, s).slope / slope, 1.0, 1e-6);
    }
}
END_TEST

START_TEST(bad_laws_are_refused)
{
    const struct {
        UrtoLaw law;
        const char *field;
    } bad[] = {
        {{0.0, 1.5, 0.0}, "stiffness"}, {{-1.0, 1.5, 0.0}, "stiffness"},
        {{NAN, 1.5, 0.0}, "stiffness"}, {{INFINITY, 1.5, 0.0}, "stiffness"},
        {{1e9, 0.99, 0.0}, "exponent"}, {{1e9, NAN, 0.0}, "exponent"},
        {{1e9, 11.0, 0.0}, "exponent"}, {{1e9, 1.5, -1e-9}, "damping"},
        {{1e9, 1.5, NAN}, "damping"},   {{1e9, 1.5, INFINITY}, "damping"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        UrtoDiagnostic why;
        ck_assert_int_eq(urto_law_check(&bad[i].law, &why), URTO_ERROR_ARGUMENT);
        ck_assert_str_eq(why.field, bad[i].field);
        ck_assert_ptr_nonnull(strstr(why.message, "must be"));
        ck_assert_int_eq(urto_law_check(&bad[i].law, NULL), URTO_ERROR_ARGUMENT);
    }
    const UrtoLaw good = urto_law_def();
    ck_assert_int_eq(urto_law_check(&good, NULL), URTO_OK);
}
END_TEST

/* Near its anchor a power is a series; elsewhere the anchor moves. Exponents of the laws, and those
 * less 1 that quadratised contacts take. */
START_TEST(anchored_power_equals_pow)
{
    double worst = 0.0;
    for (double a = 0.1; a <= 10.0; a += 0.0937) {
        const PowerSeries series = power_series(a);
        for (double place = 1e-9; place < 1.0; place *= 7.3) {
            PowerAnchor anchor = {place, pow(place, a), 1.0 / place};
            for (int i = -63; i <= 63; i++) {
                const double x = place * (1.0 + i / (64.0 * 32.0));
                const double is = power_anchored(&anchor, &series, x, a);
                const long double wanted = powl((long double)x, (long double)a);
                worst = fmax(worst, (double)fabsl(is / wanted - 1.0L));
                ck_assert_double_eq(anchor.place, place);
            }
            power_anchored(&anchor, &series, 1.1 * place, a);
            ck_assert_double_eq(anchor.place, 1.1 * place);
        }
    }
    printf("powers by their series: %.1e\n", worst);
    ck_assert_double_le(worst, 1e-15);
}
END_TEST

START_TEST(every_status_has_a_text)
{
    for (int status = URTO_OK; status <= URTO_ERROR_MEMORY; status++) {
        ck_assert_str_ne(urto_status_text((UrtoStatus)status), "unknown status");
    }
    ck_assert_str_eq(urto_status_text((UrtoStatus)999), "unknown status");
    ck_assert_int_gt((int)strlen(urto_version()), 4);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        force_is_gradient_of_potential, force_and_potential_are_zero_outside,
        loss_grows_with_velocity,       quotient_keeps_its_digits_at_any_step,
        quotient_slope_is_derivative,   bad_laws_are_refused,
        every_status_has_a_text,        anchored_power_equals_pow,
    };
    return SUITE_RUN("law", tests);
}
