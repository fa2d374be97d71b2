/* The one-sided power law, its slope, and divided differences of its potential that stay accurate
 * when the two points are close. Symbols: docs/notation.md.
 *
 *   [x]^a = x^a for x > 0, else 0
 *   phi(x) = K [x]^(a+1)/(a+1),  phi' = K [x]^a,  phi'' = K a [x]^(a-1)
 *
 *   quotient(x, s)       = (phi(x+s) - phi(x))/s          the discrete gradient
 *   quotient_slope(x, s) = d quotient/ds
 *
 * For |s| < 0.02 |x| both are taken from the binomial series about x, r = s/x,
 *
 *   quotient       = phi'(x)   (1 + a/2 r (1 + (a-1)/3 r (1 + (a-2)/4 r (...))))
 *   quotient_slope = phi'(x)/x times the derivative of the bracket
 *
 * cut where the remainder is below rounding; the plain forms would lose digits to cancellation.
 *
 * x^a at other exponents than .5, 1, 1.5, 2, 2.5, 3 costs a pow. Near a place y0 where it is known
 * (PowerAnchor) the series costs less:
 *
 *   x^a = y0^a (1 + a r (1 + (a-1)/2 r (1 + (a-2)/3 r (...)))),   r = (x - y0)/y0, |r| < 1/32
 *
 * with a relative error below 1e-15 for a up to 10.
 */
#ifndef LAW_POWER_H
#define LAW_POWER_H

#include <urto/law.h>

#include <math.h>
#include <stdbool.h>

/* Initialisers of a Range or UrtoRange's low, high, low_open, text. */
#define LAW_STIFFNESS_RANGE 1e-30, 1e30, false, "1e-30 to 1e30"
#define LAW_EXPONENT_RANGE 1.0, 10.0, false, "1 to 10"
#define LAW_DAMPING_RANGE 0.0, 1e12, false, "0 to 1e12"

/* 2a for the exponents .5, 1, 1.5, 2, 2.5, 3, which are products and roots; else 0. */
static inline int power_halves(double a)
{
    const double twice = 2.0 * a;

    return twice == 1.0 || twice == 2.0 || twice == 3.0 || twice == 4.0 || twice == 5.0 ||
                   twice == 6.0
               ? (int)twice
               : 0;
}

/* x^(halves/2), x > 0. */
static inline double power_cheap(double x, int halves)
{
    switch (halves) {
    case 1:
        return sqrt(x);
    case 2:
        return x;
    case 3:
        return x * sqrt(x);
    case 4:
        return x * x;
    case 5:
        return x * x * sqrt(x);
    default:
        return x * x * x;
    }
}

/* [x]^a */
static inline double power_of(double x, double a)
{
    const int halves = power_halves(a);

    if (x <= 0.0) {
        return 0.0;
    }
    return halves ? power_cheap(x, halves) : pow(x, a);
}

/* Coefficients of the two series for one exponent. */
typedef struct PowerSeries {
    double quotient[9]; /* of r^n in the bracket of the quotient */
    double slope[6];    /* in its derivative */
    double curve[4];    /* and the derivative of that */
    double power[11];   /* in (1 + r)^a */
    int halves;         /* 2a if [x]^a is cheap, else 0 */
} PowerSeries;

PowerSeries power_series(double exponent) URTO_REALTIME;

/* A place y0, y0^a and 1/y0; y0 = 0: none. */
typedef struct PowerAnchor {
    double place, power, inverse;
} PowerAnchor;

/* [x]^a, by the series where x is near the anchor; else the anchor moves to x. */
static inline double power_anchored(PowerAnchor *anchor, const PowerSeries *series, double x,
                                    double a)
{
    if (x <= 0.0) {
        return 0.0;
    }
    if (series->halves) {
        return power_cheap(x, series->halves);
    }
    const double away = x - anchor->place;
    if (fabs(away) * 32.0 < anchor->place) {
        const double *c = series->power;
        const double r = away * anchor->inverse;
        const double r2 = r * r;
        const double low = (1.0 + c[1] * r) + r2 * (c[2] + c[3] * r);
        const double high = (c[4] + c[5] * r) + r2 * (c[6] + c[7] * r);
        const double r4 = r2 * r2;
        const double top = (c[8] + c[9] * r) + c[10] * r2;
        return anchor->power * ((low + r4 * high) + (r4 * r4) * top);
    }
    anchor->place = x;
    anchor->inverse = 1.0 / x;
    anchor->power = pow(x, a);
    return anchor->power;
}

static inline double power_gradient(const UrtoLaw *law, double x)
{
    return law->stiffness * power_of(x, law->exponent);
}

static inline double power_potential(const UrtoLaw *law, double x)
{
    return x <= 0.0 ? 0.0 : power_gradient(law, x) * x / (law->exponent + 1.0);
}

/* phi'' at x > 0; at x <= 0 it is 0, also for a = 1 where it jumps. */
static inline double power_curvature(const UrtoLaw *law, double x)
{
    return x <= 0.0 ? 0.0 : law->exponent * power_gradient(law, x) / x;
}

/* A discrete gradient and its derivatives with respect to s. */
typedef struct Quotient {
    double value, slope, curve;
} Quotient;

Quotient power_quotient(const UrtoLaw *law, double x, double s) URTO_REALTIME;

/* The same for |s| < 0.02 x, phi'(x) and 1/x being known. The slope is good to 1e-10, the curve to
 * 1e-6. */
static inline Quotient power_quotient_near(const PowerSeries *series, double gradient,
                                           double inverse, double s)
{
    const double *c = series->quotient;
    const double *d = series->slope;
    const double *e = series->curve;
    const double r = s * inverse;
    const double r2 = r * r;
    const double low = (1.0 + c[1] * r) + r2 * (c[2] + c[3] * r);
    const double high = (c[4] + c[5] * r) + r2 * (c[6] + c[7] * r);
    const double slope = (d[0] + d[1] * r) + r2 * (d[2] + d[3] * r) + r2 * r2 * (d[4] + d[5] * r);
    const double curve = e[0] + e[1] * r + r2 * (e[2] + e[3] * r);
    const double steep = gradient * inverse;
    return (Quotient){gradient * (low + r2 * r2 * (high + r2 * r2 * c[8])), steep * slope,
                      steep * inverse * curve};
}

#endif
