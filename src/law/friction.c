#include "friction.h"

#include <math.h>
#include <stdbool.h>

Friction friction_of(double a)
{
    const double root_e = 1.6487212707001281468; /* exp(1/2) */

    return (Friction){a, sqrt(2.0 * a) * root_e, sqrt(1.5 / a)};
}

double friction_ratio(const Friction *curve, double v)
{
    return curve->slope * exp(-curve->a * v * v);
}

/* Root of v + E Phi(v) - v0 on [low, high], where it changes sign once: Newton in a bracket. */
static double bracketed(const Friction *curve, double E, double v0, double low, double high)
{
    const double sign = low + E * low * friction_ratio(curve, low) <= v0 ? 1.0 : -1.0;
    double v = 0.5 * (low + high);

    for (int i = 0; i < 100; i++) {
        const double part = E * friction_ratio(curve, v);
        const double value = v + part * v - v0;
        if (sign * value > 0.0) {
            high = v;
        } else {
            low = v;
        }
        double next = v - value / (1.0 + (1.0 - 2.0 * curve->a * v * v) * part);
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

int friction_roots(const Friction *curve, double E, double v0, double roots[3])
{
    const double a = curve->a;
    const double s = fabs(v0);
    const double sign = v0 < 0.0 ? -1.0 : 1.0;
    const double steep = E * curve->slope;
    int count = 0;

    if (s == 0.0) {
        roots[0] = 0.0;
        return 1;
    }
    if (steep * 2.0 * exp(-1.5) <= 1.0) {
        roots[0] = sign * bracketed(curve, E, s, 0.0, s);
        return 1;
    }
    const double level = -1.0 / steep;
    const double v1 = sqrt(turning_point(level, 0.5, 1.5) / a);
    const double v2 = sqrt(turning_point(level, 1.5, 1.5 + 2.0 * log(steep + 3.0) + 5.0) / a);
    const double top = v1 + E * v1 * friction_ratio(curve, v1);
    const double bottom = v2 + E * v2 * friction_ratio(curve, v2);
    if (s <= top) {
        roots[count++] = sign * bracketed(curve, E, s, 0.0, v1 < s ? v1 : s);
    }
    if (s <= top && s >= bottom) {
        roots[count++] = sign * bracketed(curve, E, s, v1, v2);
    }
    if (s >= bottom) {
        roots[count++] = sign * bracketed(curve, E, s, v2, s > v2 ? s : v2);
    }
    if (count == 0) { /* between top and bottom by rounding alone */
        roots[count++] = sign * bracketed(curve, E, s, 0.0, s);
    }
    if (sign < 0.0 && count > 1) {
        const double first = roots[0];
        roots[0] = roots[count - 1];
        roots[count - 1] = first;
    }
    return count;
}

/* exp(-x) times a ratio, by a series where x is small. */
static double carried(double ratio, double x)
{
    return ratio * (fabs(x) < 1e-4 ? 1.0 - x * (1.0 - x * (0.5 - x / 6.0)) : exp(-x));
}

/* Where the search for a root begins: v = v0/(1 + E ratio) with the last ratio, then with that ratio
 * carried to this v. Right to some digits while it sticks, and while it slips, without an exponential. */
static double near_root(const Friction *curve, double E, double v0, FrictionRoot last)
{
    const double v = v0 / (1.0 + E * last.ratio);
    const double x = curve->a * (v - last.v) * (v + last.v);

    return fabs(x) < 0.5 ? v0 / (1.0 + E * last.ratio * (1.0 - x * (1.0 - 0.5 * x))) : v;
}

/* The root on the same branch as the last one, by Newton with curvature (Halley), if it is certain
 * that it is the outer root nearest to it. With v0 > 0 the lowest root has a v^2 < 3/2 and the
 * highest, where there are three, a v^2 > 3/2, and both lie where the left side g rises. One
 * exponential a round. With x = step g''/(2g') the next step is about (x^2 + a step^2) step. */
static bool continued(const Friction *curve, double E, double v0, double last, double start,
                      FrictionRoot *root)
{
    enum { TRIES = 8 };
    const double a = curve->a;
    const double border = curve->border;
    double v = start;
    double rest = HUGE_VAL;

    for (int i = 0; i < TRIES && rest > 1e-15 * v; i++) {
        const double ratio = friction_ratio(curve, v);
        const double part = E * ratio;
        const double square = a * v * v;
        const double slope = 1.0 + (1.0 - 2.0 * square) * part;
        if (!(slope > 0.1)) {
            return false;
        }
        const double step = (v + part * v - v0) / slope;
        const double x = step * a * v * (2.0 * square - 3.0) * part / slope;
        const double next = v - step / fmax(1.0 - x, 0.5);
        rest = (x * x + a * step * step) * fabs(step);
        root->ratio = carried(ratio, a * (next - v) * (next + v));
        v = next;
    }
    if (!(rest <= 1e-15 * v) || !(v >= 0.0 && v <= v0)) {
        return false;
    }
    root->v = v;
    /* the other root is at least as far away as the border */
    return v < border ? last < border && fabs(v - last) <= border - last
                      : last > border && fabs(v - last) <= last - border;
}

FrictionRoot friction_solve(const Friction *curve, double E, double v0, FrictionRoot last)
{
    const double sign = v0 < 0.0 ? -1.0 : 1.0;
    FrictionRoot root;
    double roots[3];

    if (continued(curve, E, sign * v0, sign * last.v, sign * near_root(curve, E, v0, last),
                  &root)) {
        root.v *= sign;
        return root;
    }
    const int count = friction_roots(curve, E, v0, roots);
    const double low = roots[0];
    const double high = roots[count - 1];

    root.v = fabs(high - last.v) < fabs(low - last.v) ? high : low;
    root.ratio = friction_ratio(curve, root.v);
    return root;
}

double friction_guess(const Friction *curve, double E, double v0, double last)
{
    const double part = E * friction_ratio(curve, last);
    const double slope = 1.0 + (1.0 - 2.0 * curve->a * last * last) * part;
    double guess = slope > 0.0 ? last - (last + part * last - v0) / slope : last;

    if (v0 >= 0.0) {
        guess = guess < 0.0 ? 0.0 : guess;
        return guess > v0 ? v0 : guess;
    }
    guess = guess > 0.0 ? 0.0 : guess;
    return guess < v0 ? v0 : guess;
}
