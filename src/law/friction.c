#include "friction.h"

#include <math.h>
#include <stdbool.h>

static const double root_e = 1.6487212707001281468; /* exp(1/2) */

double friction_ratio(double a, double v)
{
    return sqrt(2.0 * a) * root_e * exp(-a * v * v);
}

double friction_curve(double a, double v)
{
    return v * friction_ratio(a, v);
}

double friction_slope(double a, double v)
{
    return (1.0 - 2.0 * a * v * v) * friction_ratio(a, v);
}

/* Root of v + E Phi(v) - v0 on [low, high], where it changes sign once: Newton in a bracket. */
static double bracketed(double a, double E, double v0, double low, double high)
{
    const double sign = low + E * friction_curve(a, low) <= v0 ? 1.0 : -1.0;
    double v = 0.5 * (low + high);

    for (int i = 0; i < 100; i++) {
        const double value = v + E * friction_curve(a, v) - v0;
        if (sign * value > 0.0) {
            high = v;
        } else {
            low = v;
        }
        double next = v - value / (1.0 + E * friction_slope(a, v));
        if (!(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        if (fabs(next - v) <= 1e-16 * fabs(next)) {
            return next;
        }
        v = next;
    }
    return v;
}

/* x = a v^2 where the left side stops rising (first) or falling, by bisection and Newton. */
static double turning_point(double level, double low, double high)
{
    const double sign = (1.0 - 2.0 * low) * exp(-low) > level ? 1.0 : -1.0;
    double x = 0.5 * (low + high);

    for (int i = 0; i < 100; i++) {
        const double e = exp(-x);
        const double value = (1.0 - 2.0 * x) * e - level;
        if (sign * value > 0.0) {
            low = x;
        } else {
            high = x;
        }
        double next = x - value / ((2.0 * x - 3.0) * e);
        if (!(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        if (fabs(next - x) <= 1e-15 * x) {
            return next;
        }
        x = next;
    }
    return x;
}

int friction_roots(double a, double E, double v0, double roots[3])
{
    const double s = fabs(v0);
    const double sign = v0 < 0.0 ? -1.0 : 1.0;
    const double steep = E * sqrt(2.0 * a) * root_e;
    int count = 0;

    if (s == 0.0) {
        roots[0] = 0.0;
        return 1;
    }
    if (steep * 2.0 * exp(-1.5) <= 1.0) {
        roots[0] = sign * bracketed(a, E, s, 0.0, s);
        return 1;
    }
    const double level = -1.0 / steep;
    const double v1 = sqrt(turning_point(level, 0.5, 1.5) / a);
    const double v2 = sqrt(turning_point(level, 1.5, 1.5 + 2.0 * log(steep + 3.0) + 5.0) / a);
    const double top = v1 + E * friction_curve(a, v1);
    const double bottom = v2 + E * friction_curve(a, v2);
    if (s <= top) {
        roots[count++] = sign * bracketed(a, E, s, 0.0, v1 < s ? v1 : s);
    }
    if (s <= top && s >= bottom) {
        roots[count++] = sign * bracketed(a, E, s, v1, v2);
    }
    if (s >= bottom) {
        roots[count++] = sign * bracketed(a, E, s, v2, s > v2 ? s : v2);
    }
    if (count == 0) { /* between top and bottom by rounding alone */
        roots[count++] = sign * bracketed(a, E, s, 0.0, s);
    }
    if (sign < 0.0 && count > 1) {
        const double first = roots[0];
        roots[0] = roots[count - 1];
        roots[count - 1] = first;
    }
    return count;
}

/* The root on the same branch as `last`, by Newton from there, if it is certain that it is the
 * outer root nearest to it. With v0 > 0 the lowest root has a v^2 < 3/2 and the highest, where
 * there are three, a v^2 > 3/2, and both lie where the left side rises. */
static bool continued(double a, double E, double v0, double last, double *root)
{
    enum { TRIES = 8 };
    const double border = sqrt(1.5 / a);
    const double steep = E * sqrt(2.0 * a) * root_e;
    double v = last > 0.0 ? last : 0.0;
    double change = HUGE_VAL;

    for (int i = 0; i < TRIES; i++) {
        const double part = steep * exp(-a * v * v);
        const double slope = 1.0 + (1.0 - 2.0 * a * v * v) * part;
        change = (v + part * v - v0) / slope;
        if (!(slope > 0.1)) {
            return false;
        }
        v -= change;
        if (fabs(change) <= 1e-9 * v) {
            break;
        }
    }
    if (!(fabs(change) <= 1e-9 * v) || !(v >= 0.0 && v <= v0)) {
        return false;
    }
    *root = v;
    const bool low = v < border;
    /* the other root is at least as far away as the border */
    return low ? last < border && fabs(v - last) <= border - last
               : last > border && fabs(v - last) <= last - border;
}

double friction_solve(double a, double E, double v0, double last)
{
    const double sign = v0 < 0.0 ? -1.0 : 1.0;
    double roots[3];

    if (continued(a, E, sign * v0, sign * last, roots)) {
        return sign * roots[0];
    }
    const int count = friction_roots(a, E, v0, roots);
    const double low = roots[0];
    const double high = roots[count - 1];

    return fabs(high - last) < fabs(low - last) ? high : low;
}

double friction_guess(double a, double E, double v0, double last)
{
    const double slope = 1.0 + E * friction_slope(a, last);
    double guess = slope > 0.0 ? last - (last + E * friction_curve(a, last) - v0) / slope : last;

    if (v0 >= 0.0) {
        guess = guess < 0.0 ? 0.0 : guess;
        return guess > v0 ? v0 : guess;
    }
    guess = guess > 0.0 ? 0.0 : guess;
    return guess < v0 ? v0 : guess;
}
