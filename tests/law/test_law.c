/* The contact law: values, ranges, and divided differences near and far from cancellation. */
#include "tests/support/suite.h"

#include "src/law/friction.h"
#include "src/law/link.h"
#include "src/law/matched.h"
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

/* The fit of matched.h, from its printed coefficients, and its limits. */
START_TEST(matched_coefficients_are_the_printed_ones)
{
    static const struct {
        double exponent, samples, q;
    } rows[] = {{1.5, 2.0, 0.1626679045636656},
                {2.0, 3.0, 0.336415144112111},
                {3.0, 1.5, 0.3877227173010282},
                {2.5, 10.0, 0.5592045710108603}};
    const double pi = 3.14159265358979323846;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double q = matched_exponent(rows[i].exponent, rows[i].samples);
        ck_assert_double_eq_tol(q, rows[i].q, 1e-13);
        /* K* = K (T/T*)^(a+1) */
        const double T = rows[i].samples;
        const double target = 0.5 * pi / tan(0.5 * pi / T) * pow(1.0 - 1.0 / (T * T), q);
        ck_assert_double_eq_tol(matched_ratio(rows[i].exponent, T, q) /
                                    pow(T / target, rows[i].exponent + 1.0),
                                1.0, 1e-13);
    }
    ck_assert_double_eq(matched_exponent(1.0, 4.0), 0.0);
    ck_assert_double_eq_tol(matched_bias(1.0), pi * pi / 12.0, 1e-15);
    ck_assert_double_eq_tol(matched_bias(1.0 + 1e-7), pi * pi / 12.0, 1e-6);
    ck_assert_double_eq_tol(matched_bias(3.0), pi / 2.0, 1e-14);
    /* two samples: tan(pi/4) is 1 */
    ck_assert_double_eq_tol(matched_ratio(1.0, 2.0, 0.0), pow(4.0 / pi, 2.0), 1e-14);
    ck_assert_double_eq_tol(matched_ratio(2.5, 2.0, 1.0), pow(16.0 / (3.0 * pi), 3.5), 1e-13);
    ck_assert_double_eq_tol(matched_bias(2.0), 2.0 * pi / (3.0 * sqrt(3.0)), 1e-14);
    /* half a period of a spring; a contact of the scheme is never shorter than 1.1 samples */
    const UrtoLaw spring = {1e6, 1.0, 0.0};
    ck_assert_double_eq_tol(matched_duration(0.01, &spring, 3.0), pi * sqrt(0.01 / 1e6), 1e-16);
    const double least = matched_ratio(1.0, 1.1, 0.0);
    ck_assert_double_eq_tol(matched_stiffness(0.01, &spring, 3.0, 1.0) / 1e6, least, 1e-9 * least);
}
END_TEST

/* A link pulls as it pushes. */
START_TEST(links_are_odd)
{
    static const double exponents[] = {1.0, 1.5, 2.3};
    for (int e = 0; e < 3; e++) {
        const UrtoLaw law = {1e5, exponents[e], 0.0};
        for (int i = 0; i < 100; i++) {
            const double x = 1e-3 * sin(i);
            const double s = 1e-3 * cos(3.0 * i);
            const Quotient one = link_quotient(&law, x, s);
            const Quotient two = link_quotient(&law, -x, -s);
            const double exact =
                (urto_law_potential(&law, fabs(x + s)) - urto_law_potential(&law, fabs(x))) / s;
            ck_assert_double_eq_tol(one.value, exact, 1e-9);
            ck_assert_double_eq_tol(two.value, -one.value, 1e-12);
            ck_assert_double_eq_tol(two.slope, one.slope, 1e-9 * fabs(one.slope));
            /* the slope is that of the value */
            const double h = 1e-5 * s;
            const double rise =
                (link_quotient(&law, x, s + h).value - link_quotient(&law, x, s - h).value) /
                (2.0 * h);
            ck_assert_double_eq_tol(one.slope, rise, 1e-5 * fabs(rise) + 1e-4);
            ck_assert_double_eq_tol(link_gradient(&law, x),
                                    copysign(urto_law_force(&law, fabs(x), 0.0), x), 1e-12);
        }
    }
}
END_TEST

/* Friction: its largest value, and where its equation turns and has three roots. */
START_TEST(friction_turns_where_it_should)
{
    for (double a = 10.0; a < 1e4; a *= 7.0) {
        const Friction curve = friction_of(a);
        const double top = 1.0 / sqrt(2.0 * a);
        ck_assert_double_eq_tol(top * friction_ratio(&curve, top), 1.0, 1e-14);
        ck_assert_double_lt(0.99 * top * friction_ratio(&curve, 0.99 * top), 1.0);
        ck_assert_double_lt(1.01 * top * friction_ratio(&curve, 1.01 * top), 1.0);
        ck_assert_double_eq_tol(curve.slope, friction_ratio(&curve, 0.0), 1e-12);
        ck_assert_double_eq_tol(curve.border * curve.border * a, 1.5, 1e-12);
        /* just below and above the E from which on there may be three roots, at the middle of them */
        for (int over = 0; over < 2; over++) {
            const double E = exp(1.5) / (2.0 * curve.slope) * (over ? 1.01 : 0.99);
            const double v = curve.border;
            double roots[3];
            const int count =
                friction_roots(&curve, E, v + E * v * friction_ratio(&curve, v), roots);
            ck_assert_int_eq(count, over ? 3 : 1);
            ck_assert_double_eq_tol(roots[over], v, 1e-6 * v);
        }
        /* the roots rise, for either sign, and the equation is odd */
        for (int i = -40; i <= 40; i++) {
            const double wide = 20.0 / curve.slope;
            double roots[3];
            double mirrored[3];
            const double v0 = i * 0.05 * wide;
            const int count = friction_roots(&curve, wide, v0, roots);
            ck_assert_int_eq(friction_roots(&curve, wide, -v0, mirrored), count);
            for (int r = 0; r < count; r++) {
                const double left = roots[r] + wide * roots[r] * friction_ratio(&curve, roots[r]);
                ck_assert_double_eq_tol(left, v0, 1e-12 * wide);
                ck_assert_double_eq_tol(roots[r], -mirrored[count - 1 - r], 1e-12 * wide);
                ck_assert(r == 0 || roots[r] > roots[r - 1]);
            }
        }
        /* dragged up and down slowly it jumps at the turning points: hysteresis */
        const double E = 20.0 / curve.slope;
        FrictionRoot root = {0.0, curve.slope};
        double up = 0.0;
        double down = 0.0;
        for (int i = 0; i < 4000; i++) {
            const double part = i < 2000 ? i / 2000.0 : 2.0 - i / 2000.0;
            const double v0 = 2.0 * E * part;
            const double last = root.v;
            root = friction_solve(&curve, E, v0, root);
            if (i < 2000 && last < curve.border && root.v > curve.border) {
                up = v0;
            } else if (i > 2000 && last > curve.border && root.v < curve.border) {
                down = v0;
            }
        }
        /* the highest and lowest v0 with three roots */
        double low = HUGE_VAL;
        double high = 0.0;
        for (double v = 0.0; v < 4.0 * curve.border; v += 1e-3 * top) {
            const double slope = 1.0 + (1.0 - 2.0 * a * v * v) * E * friction_ratio(&curve, v);
            const double v0 = v + E * v * friction_ratio(&curve, v);
            low = slope < 0.0 ? fmin(low, v0) : low;
            high = slope < 0.0 ? fmax(high, v0) : high;
        }
        ck_assert_double_eq_tol(up / high, 1.0, 3e-3);
        ck_assert_double_eq_tol(down / low, 1.0, 6e-3);
        /* the lagged guess is one Newton step, kept between 0 and v0 */
        const double v0 = 0.3 * top;
        const double part = E * friction_ratio(&curve, 0.1 * top);
        const double newton = 0.1 * top - (0.1 * top * (1.0 + part) - v0) /
                                              (1.0 + (1.0 - 2.0 * a * 0.01 * top * top) * part);
        ck_assert_double_eq_tol(friction_guess(&curve, E, v0, 0.1 * top), newton, 1e-12 * top);
        ck_assert_double_eq_tol(friction_guess(&curve, E, -v0, -0.1 * top), -newton, 1e-12 * top);
        /* past the top it would leave that range */
        ck_assert_double_eq(friction_guess(&curve, E, v0, 1.2 * top), v0);
        ck_assert_double_eq(friction_guess(&curve, E, -v0, -1.2 * top), -v0);
        ck_assert_double_eq(friction_guess(&curve, E, v0, -1.2 * top), 0.0);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        force_is_gradient_of_potential,
        force_and_potential_are_zero_outside,
        loss_grows_with_velocity,
        quotient_keeps_its_digits_at_any_step,
        quotient_slope_is_derivative,
        bad_laws_are_refused,
        every_status_has_a_text,
        anchored_power_equals_pow,
        matched_coefficients_are_the_printed_ones,
        links_are_odd,
        friction_turns_where_it_should,
    };
    return SUITE_RUN("law", tests);
}
