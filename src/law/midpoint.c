#include "midpoint.h"

#include "link.h"

enum { ITERATION_CAP = 60 };

/* |t| < .02 |a| */
static Quotient near_elastic(Midpoint *contact, double t)
{
    const double sign = contact->a < 0.0 ? -1.0 : 1.0; /* a link that is stretched */
    const double x = sign * contact->a;

    if (contact->gradient < 0.0) {
        contact->gradient = midpoint_gradient(contact, x);
    }
    return midpoint_near(contact, sign, 1.0 / x,
                         contact->gradient * x * contact->part - contact->energy, t);
}

Quotient midpoint_elastic(Midpoint *contact, double t)
{
    const double a = contact->a;
    const double end = a + t;

    if (!contact->link && contact->energy == 0.0 && end <= 0.0) {
        return (Quotient){0.0, 0.0, 0.0};
    }
    if (fabs(t) < 0.02 * fabs(a) && (contact->link || a > 0.0)) {
        return near_elastic(contact, t);
    }
    if (t == 0.0) {
        return (Quotient){0.0, 0.0, 0.0};
    }
    const double size = contact->link ? fabs(end) : end;
    const double gradient = size > 0.0 ? midpoint_gradient(contact, size) : 0.0;
    const double after = gradient * size * contact->part;
    const double inverse = 1.0 / t;
    const double value = ((size > 0.0 ? after : 0.0) - contact->energy) * inverse;
    const double slope = ((end < 0.0 ? -gradient : gradient) - value) * inverse;
    const double curvature = size > 0.0 ? contact->law.exponent * gradient / size : 0.0;
    return (Quotient){value, slope, (curvature - 2.0 * slope) * inverse};
}

/* A bound of the root from above for a contact that is just closing: b = t + G phi/t is at least
 * 2 sqrt(G phi), so phi(a + t) <= b^2/4G, which bounds a + t by Y. */
double midpoint_closing_bound(const Midpoint *contact, double b, double G)
{
    const double p = contact->law.exponent + 1.0;
    const double Y = pow(b * b * p / (4.0 * G * contact->law.stiffness), 1.0 / p);

    return Y - contact->a < b ? Y - contact->a : b;
}

/* As midpoint_quick, but from anywhere, in a bracket, and as often as it takes. */
static MidpointRoot iterate(Midpoint *contact, double c, double G, double high, double guess)
{
    const double start = c - G * guess;
    double low = -contact->a; /* the contact stays closed, or the quadratic would have been taken */
    double t = start > low && start < high ? start : high;
    double last = HUGE_VAL;
    double left = 0.0; /* size of the last correction */
    uint32_t iterations = 0;
    Quotient f = {0.0, 0.0, 0.0};

    while (iterations < ITERATION_CAP) {
        f = midpoint_elastic(contact, t);
        const double value = t + G * f.value - c;
        const double inverse = 1.0 / (1.0 + G * f.slope);
        const double newton = -value * inverse;
        /* Newton's step is safe from the right; the curvature helps where it changes it little */
        const double bend = 0.5 * newton * G * f.curve * inverse;
        const bool curved = fabs(bend) < 0.1;
        double next = t + (curved ? newton - newton * bend : newton);
        iterations++;
        if (value > 0.0) {
            high = t;
        } else {
            low = t;
        }
        const bool inside = next >= low && next <= high;
        next = inside ? next : 0.5 * (low + high);
        const double step = next - t;
        const double depth = contact->a + next;
        left = fabs(step);
        t = next;
        if (inside && left < (curved ? 4e-6 : 1e-8) * depth) {
            f.value += step * (f.slope + 0.5 * step * f.curve);
            left *= 1.6e-11;
            break;
        }
        /* at the level of rounding and getting no better */
        if (left < 1e-12 * contact->scale && left > 0.5 * last) {
            break;
        }
        last = left;
    }
    MidpointRoot root = {.iterations = iterations, .residual = left / contact->scale};
    midpoint_finish(contact, c, G, t, f.value, f.slope, &root);
    return root;
}

/* Whether the root of t + G f(t) = c is at or below -a, by the value there: q = E/a. */
static bool opens(const Midpoint *contact, double c, double G)
{
    const double a = contact->a;

    return a <= 0.0 || G * contact->energy >= a * (a + c);
}

MidpointRoot midpoint_solve(Midpoint *contact, double c, double G, double guess)
{
    if (contact->energy == 0.0 && contact->a + c <= 0.0) {
        return (MidpointRoot){.t = c, .s = c};
    }
    if (contact->energy > 0.0 && contact->a > 0.0 && G > 0.0) {
        const MidpointStart start = midpoint_start(contact);
        const double t = midpoint_first(&start, c);
        MidpointRoot root;
        if (midpoint_quick(contact, &start, t, c, &root)) {
            return root;
        }
        guess = midpoint_better(contact, t, c, guess);
    }
    return midpoint_search(contact, c, G, guess);
}

MidpointRoot midpoint_search(Midpoint *contact, double c, double G, double guess)
{
    const double E = contact->energy;

    if (contact->loss > 0.0) {
        return midpoint_search_lossy(contact, c, G, guess);
    }
    if (G <= 0.0) {
        const double force = midpoint_elastic(contact, c).value;
        return (MidpointRoot){.t = c, .s = c, .force = force, .elastic = force};
    }
    if (E > 0.0 && opens(contact, c, G)) {
        const double root = sqrt(c * c + 4.0 * G * E);
        const double t = c > 0.0 ? -2.0 * G * E / (c + root) : 0.5 * (c - root);
        if (contact->a + t <= 0.0) {
            const double q = -E / t;
            return (MidpointRoot){
                .t = t, .s = t, .force = q, .elastic = q, .give = q / (q * G - t)};
        }
    }
    return iterate(contact, c, G, E > 0.0 ? c : midpoint_closing_bound(contact, c, G),
                   E > 0.0 ? guess : 0.0);
}
