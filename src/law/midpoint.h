/* The midpoint discrete gradient of a contact with stored energy E, and the contact of one point
 * solved with it. Symbols: docs/notation.md.
 *
 * With a = (x + x-)/2, t = (x+ - x-)/2, the compression at the half steps is a and a + t, and
 *
 *   q(t) = (phi(a + t) - E)/t            elastic force; E is stored, phi(a) + rounding
 *   f(t) = q(t) max(0, 1 + m t)          m = mu/k; t/k is the centred compression velocity
 *   t + G f(t) = b                       G = Gamma/2, b = (x* - x-)/2
 *
 * Energy: the bodies give f t, the contact keeps E+ - E = q t, and (f - q) t = q m t^2 >= 0 is lost
 * (where the factor is held at 0, all that the law releases, -q t, is lost). So the balance is
 * exact for any root, and the loss has the sign it must have.
 *
 * q and the factor are non-negative, rising and convex, hence so is their product: one root, and
 * Newton from the right is monotone. Nearer to the root Halley's correction is added. If the
 * contact opens within the step (a + t <= 0), q = -E/t and the equation is a quadratic:
 *
 *   t - G E/t = b + G E m
 *
 * For |t| < .02 |a| the quotient is taken from the series of power.h plus a part for the rounding
 * error R = phi(a) - E:
 *
 *   R t/(t^2 + s^2),   s^2 = (1e-9 (|a| + |b|))^2 + 8 G |R|
 *
 * The second term of s^2 keeps the slope of t + G f above 1/2: with the first alone a contact at
 * rest (t -> 0) has spurious roots.
 */
#ifndef LAW_MIDPOINT_H
#define LAW_MIDPOINT_H

#include "power.h"

#include <stdbool.h>
#include <stdint.h>

/* A contact at one step, as the law sees it. */
typedef struct Midpoint {
    UrtoLaw law;
    bool link;                 /* two-sided */
    double a;                  /* compression at the last half step */
    double energy;             /* E stored there */
    double loss;               /* m = mu/k */
    double scale;              /* |a| + |b| */
    double compliance;         /* G of this contact alone */
    double stiff;              /* 1/G */
    double part;               /* 1/(exponent + 1) */
    const PowerSeries *series; /* of the law's exponent */
    PowerAnchor anchor;
    double gradient; /* phi'(a), when it has been needed; else < 0 */
} Midpoint;

typedef struct MidpointRoot {
    double t, force, elastic;
    uint32_t iterations;
    double residual; /* the last correction left out, relative to scale */
} MidpointRoot;

/* Of the two ways to read the force from a root take the one with less rounding. Either way t and
 * force obey t + G f = b, as the bodies will: the balance does not depend on the last iteration. */
static inline void midpoint_finish(const Midpoint *contact, double b, double G, double t,
                                   double force, double slope, MidpointRoot *root)
{
    if (G * slope * (fabs(contact->a) + fabs(t)) > fabs(b) + fabs(t)) {
        root->t = t;
        root->force = (b - t) * contact->stiff;
    } else {
        root->t = b - G * force;
        root->force = force;
    }
}

/* Elastic force q(t) and its derivatives. */
Quotient midpoint_elastic(Midpoint *contact, double t) URTO_REALTIME;

/* f(t) and its derivatives, from q(t). */
static inline Quotient midpoint_lossy(Quotient elastic, double loss, double t)
{
    const double factor = 1.0 + loss * t;

    if (factor <= 0.0) {
        return (Quotient){0.0, 0.0, 0.0};
    }
    return (Quotient){elastic.value * factor, elastic.slope * factor + elastic.value * loss,
                      elastic.curve * factor + 2.0 * elastic.slope * loss};
}

/* K |x|^a */
static inline double midpoint_gradient(Midpoint *contact, double x)
{
    return contact->law.stiffness *
           power_anchored(&contact->anchor, contact->series, x, contact->law.exponent);
}

/* q(t) for |t| < .02 x where x = |a|, phi'(x), 1/x and R = phi(x) - E are known; `sign`
 * is that of a. */
static inline Quotient midpoint_near(const Midpoint *contact, double sign, double inverse,
                                     double rest, double t)
{
    Quotient q = power_quotient_near(contact->series, contact->gradient, inverse, sign * t);
    const double small = 1e-9 * contact->scale;
    const double square = t * t + small * small + 8.0 * contact->compliance * fabs(rest);
    const double per_square = 1.0 / square;
    const double part = rest * per_square;

    q.value = sign * q.value + part * t;
    q.slope += part * (1.0 - 2.0 * t * t * per_square);
    q.curve *= sign; /* that of R is left out */
    return q;
}

/* What is known of a step before b is, of a contact that is closed, one-sided and moved by its own
 * force: a start so near to the root that one evaluation of the law is enough if the compression
 * changes by less than a fiftieth. With c1, c2 of the series of power.h:
 *
 *   f = phi'(a) (1 + (c1/a + m) t + (c2/a + c1 m)/a t^2 + ...)
 *
 *   t    = t1 - bend t1^2,   t1 = (b - push) ease
 *   push = G phi'(a)
 *   ease = 1/(1 + push (c1/a + m))
 *   bend = ease push (c2/a + c1 m)/a
 */
typedef struct MidpointStart {
    double inverse, steep; /* 1/a, phi'(a)/a */
    double rest, push, ease, bend;
} MidpointStart;

/* contact: all but b is set. */
static inline MidpointStart midpoint_start(Midpoint *contact)
{
    const double *c = contact->series->quotient;
    const double inverse = 1.0 / contact->a;
    MidpointStart start;

    contact->gradient = midpoint_gradient(contact, contact->a);
    start.inverse = inverse;
    start.steep = contact->gradient * inverse;
    start.rest = contact->gradient * contact->a * contact->part - contact->energy;
    start.push = contact->compliance * contact->gradient;
    start.ease = 1.0 / (1.0 + start.push * (c[1] * inverse + contact->loss));
    start.bend = start.ease * start.push * ((c[2] * inverse + c[1] * contact->loss) * inverse);
    return start;
}

static inline double midpoint_first(const MidpointStart *start, double b)
{
    const double t = (b - start->push) * start->ease;

    return t - start->bend * (t * t);
}

/* The root from t by Chebyshev's iteration, Newton's with the curvature, taken once. A
 * correction d leaves an error of about d^3/y^2 behind, y = a + t: below 4e-6 y it is at rounding,
 * and the force follows along its slope and curve. False if that is not so, or if t is so small
 * that the rounding error R matters for the slope. */
static inline bool midpoint_quick(const Midpoint *contact, const MidpointStart *start, double t,
                                  double b, MidpointRoot *root)
{
    const double G = contact->compliance;
    const double *c = contact->series->quotient;
    const double *d = contact->series->slope;
    const double *e = contact->series->curve;
    const double size = fabs(t) * start->inverse;

    if (!(size < 0.02 && size > 1e-6)) {
        return false;
    }
    const double small = 1e-9 * contact->scale;
    const double square = t * t + (small * small + 8.0 * G * fabs(start->rest));
    const double r = t * start->inverse;
    const double r2 = r * r;
    const double r4 = r2 * r2;
    const double low = (1.0 + c[1] * r) + r2 * (c[2] + c[3] * r);
    const double high = (c[4] + c[5] * r) + r2 * (c[6] + c[7] * r) + r4 * c[8];
    double value = contact->gradient * (low + r4 * high) + start->rest * t / square;
    double slope =
        start->steep * ((d[0] + d[1] * r) + r2 * (d[2] + d[3] * r) + r4 * (d[4] + d[5] * r));
    double curve = start->steep * start->inverse * (e[0] + e[1] * r);
    if (contact->loss != 0.0) {
        const double factor = 1.0 + contact->loss * t;
        curve = curve * factor + 2.0 * slope * contact->loss;
        slope = slope * factor + value * contact->loss;
        value *= factor;
    }
    const double inverse = 1.0 / (1.0 + G * slope);
    const double newton = ((b - t) - G * value) * inverse;
    const double bend = 0.5 * G * curve * inverse;
    const double step = newton - bend * (newton * newton);
    const double end = t + step;
    const double last = 1.0 + contact->loss * end;

    if (!(fabs(step) < 4e-6 * (contact->a + end) && fabs(bend * newton) < 0.1 && last > 1e-3)) {
        return false;
    }
    midpoint_finish(contact, b, G, end, value + step * (slope + 0.5 * step * curve), slope, root);
    root->elastic = contact->loss == 0.0 ? root->force : root->force / last;
    root->iterations = 1;
    root->residual = 1.6e-11 * fabs(step) * start->inverse;
    return true;
}

/* The force of the next step, from this and the two before, the later one first. */
static inline double midpoint_guess(double force, const double before[2])
{
    return 3.0 * (force - before[0]) + before[1];
}

/* The guess of the force from t, if it is near enough; else another. */
static inline double midpoint_better(const Midpoint *contact, double t, double b, double guess)
{
    return fabs(t) < 0.1 * contact->a ? (b - t) * contact->stiff : guess;
}

/* Solves t + G f(t) = b for a one-sided contact; guess: of the force. midpoint_search is what comes
 * after midpoint_quick. */
MidpointRoot midpoint_search(Midpoint *contact, double b, double G, double guess) URTO_REALTIME;
MidpointRoot midpoint_solve(Midpoint *contact, double b, double G, double guess) URTO_REALTIME;

/* Energy after a step t with elastic force q. */
static inline double midpoint_energy(const Midpoint *contact, double t, double elastic)
{
    const double after = contact->energy + elastic * t;

    return (contact->link || contact->a + t > 0.0) && after > 0.0 ? after : 0.0;
}

#endif
