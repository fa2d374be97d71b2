/* The one-sided power law, its slope, and divided differences of its potential that stay accurate
 * when the two points are close.
 *
 *   [x]^a = x^a for x > 0, else 0
 *   phi(x) = K [x]^(a+1)/(a+1),  phi' = K [x]^a,  phi'' = K a [x]^(a-1)
 *
 *   quotient(x, s)       = (phi(x+s) - phi(x))/s          the discrete gradient
 *   quotient_slope(x, s) = d quotient/ds
 *
 * For |s| < 0.02 |x| both are evaluated by 3-point Gauss-Legendre on the integral forms
 *   quotient = int_0^1 phi'(x + r s) dr,  quotient_slope = int_0^1 r phi''(x + r s) dr,
 * whose error there is below rounding; the plain forms would lose digits to cancellation.
 */
#ifndef LAW_POWER_H
#define LAW_POWER_H

#include <urto/law.h>

#include <math.h>

/* Initialisers of a Range or UrtoRange's low, high, low_open, text. */
#define LAW_STIFFNESS_RANGE 1e-30, 1e30, false, "1e-30 to 1e30"
#define LAW_EXPONENT_RANGE 1.0, 10.0, false, "1 to 10"
#define LAW_DAMPING_RANGE 0.0, 1e12, false, "0 to 1e12"

/* [x]^a, cheap for the exponents that occur most. */
static inline double power_of(double x, double a)
{
    if (x <= 0.0) {
        return 0.0;
    }
    if (a == 1.0) {
        return x;
    }
    if (a == 1.5) {
        return x * sqrt(x);
    }
    if (a == 2.0) {
        return x * x;
    }
    if (a == 2.5) {
        return x * x * sqrt(x);
    }
    if (a == 3.0) {
        return x * x * x;
    }
    return pow(x, a);
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

/* A discrete gradient and its derivative with respect to s. */
typedef struct Quotient {
    double value, slope;
} Quotient;

Quotient power_quotient(const UrtoLaw *law, double x, double s) URTO_REALTIME;

#endif
