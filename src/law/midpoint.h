/* The midpoint discrete gradient of a contact with stored energy E, and the contact of one point
 * solved with it. Symbols: docs/notation.md.
 *
 * With a = (x + x-)/2, t = (x+ - x-)/2, the compression at the half steps is a and a + t. Without
 * loss
 *
 *   q(t) = (phi(a + t) - E)/t            elastic force; E is stored, phi(a) + rounding
 *   f(t) = q(t)
 *   t + G f(t) = c                       G = Gamma/2; c = b = (x* - x-)/2 if no other contact acts
 *
 * With loss, f = q (1 + mu v): at the arithmetic mean of the velocities a hard hit leaves with a
 * wrong speed. It leaves with the right one at their logarithmic mean. The contact has a compression
 * of its own, y = a + shift, which moves by s where the bodies move by t. With m = mu/k,
 * ref = min(b, x - x-) and z0 = 1 + m ref:
 *
 *   t < ref    z1 = 1 + m (2t - ref),   L = (z0 - z1)/ln(z0/z1),   s = (L - 1)/m <= t
 *   t >= ref   s = t + min(-shift, (t - ref)/64, m t^2/(1 - m t)),   L = 1 + m s
 *
 *   f = q(s) L,   q(s) = (phi(y + s) - E)/s,   E+ = E + q s,   shift+ = shift + s - t <= 0
 *
 * Where L would be negative f = 0 and s = min(t, -1/m). The third bound on what is recovered falls
 * away where m t >= 1. E = 0: shift = -max(a, 0).
 *
 * Exact: free masses have ref = b, and with q constant within the step dz/z = -2 m G q. So
 * z1 = z0 exp(-2 m G q), and the invariant M (v/mu - ln(1 + mu v)/mu^2) + phi of the continuous
 * motion holds at every step: the exit speed is exact at any stiffness and phase.
 *
 * Energy: the bodies give f t, the contact keeps q s, and
 *
 *   f t - q s = q (1 - L (2 - A))/m >= 0,   A = 1 + m t
 *
 * is lost: 0 <= L <= A gives 1 - L (2 - A) >= (1 - A)^2, and L <= 1/(2 - A) by the third bound. At
 * rest t = ref = 0, so nothing creeps; what a vibrating contact creeps is recovered.
 *
 * q and L are non-negative and rise with t, hence so does f: one root, and it never pulls. L has an
 * infinite slope where z1 -> 0. The better unknown is w, with
 *
 *   X = ln(z0/z1) = 2 m w,   h1 = (1 - e^-X)/X,   h2 = (1 - h1)/X
 *   L = z0 h1,   s = ref h1 - 2 w h2,   t = ref - w L
 *   w + (c - ref)/L = G q(s)                                                                 (1)
 *
 * which is w = G q for a free mass; w < 0 stands for t = ref - z0 w > ref, where (1) reads
 * (c - t)/L = G q. Its left side rises with w and its right side falls.
 *
 * Without loss Newton from the right is monotone; nearer to the root Halley's correction is added.
 * If the contact opens within the step (a + t <= 0), q = -E/t and the equation is a quadratic:
 *
 *   t - G E/t = c
 *
 * For |s| < .02 |y| the quotient is taken from the series of power.h plus a part for the rounding
 * error R = phi(y) - E:
 *
 *   R s/(s^2 + e^2),   e^2 = (1e-9 (|a| + |b|))^2 + 8 G |R|
 *
 * The second term of e^2 keeps the slope of t + G f above 1/2: with the first alone a contact at
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
    double a;                  /* y, its own compression at the last half step */
    double energy;             /* E stored there */
    double loss;               /* m = mu/k */
    double ref, shift;         /* with loss */
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
    double s;    /* own step */
    double give; /* d force / dc, 0 to 1/G */
    uint32_t iterations;
    double residual; /* the last correction left out, relative to scale */
} MidpointRoot;

/* Of the two ways to read the force from a root take the one with less rounding. Either way t and
 * force obey t + G f = c, as the bodies will: the balance does not depend on the last iteration. */
static inline void midpoint_finish(const Midpoint *contact, double c, double G, double t,
                                   double force, double slope, MidpointRoot *root)
{
    if (G * slope * (fabs(contact->a) + fabs(t)) > fabs(c) + fabs(t)) {
        root->t = t;
        root->force = c > t ? (c - t) * contact->stiff : 0.0;
    } else {
        root->t = c - G * force;
        root->force = force;
    }
    root->s = root->t;
    root->elastic = root->force;
    root->give = slope > 0.0 ? slope / (1.0 + G * slope) : 0.0;
}

/* Elastic force q(t) and its derivatives. */
Quotient midpoint_elastic(Midpoint *contact, double t) URTO_REALTIME;

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

/* h1 and h2 at X >= 0, e^-X, and the first two derivatives of h1; the second to 1e-4. */
typedef struct LogMean {
    double h1, h2, e, slope, bend;
} LogMean;

static inline LogMean log_mean(double X)
{
    LogMean mean;

    if (X < 0.25) {
        const double X2 = X * X;
        const double X4 = X2 * X2;
        const double low = (1.0 / 2.0 - X * (1.0 / 6.0)) + X2 * (1.0 / 24.0 - X * (1.0 / 120.0));
        const double middle =
            (1.0 / 720.0 - X * (1.0 / 5040.0)) + X2 * (1.0 / 40320.0 - X * (1.0 / 362880.0));
        const double high = (1.0 / 3628800.0 - X * (1.0 / 39916800.0)) +
                            X2 * (1.0 / 479001600.0 - X * (1.0 / 6227020800.0));
        mean.h2 = low + X4 * (middle + X4 * high);
        mean.h1 = 1.0 - X * mean.h2;
        mean.e = 1.0 - X * mean.h1;
        mean.slope = mean.h2 - mean.h1; /* (e - h1)/X */
        mean.bend = 1.0 / 3.0 - X * (1.0 / 4.0 - X * (1.0 / 10.0 - X * (1.0 / 36.0)));
        return mean;
    }
    const double fall = expm1(-X);
    mean.e = 1.0 + fall;
    mean.h1 = -fall / X;
    mean.h2 = (1.0 - mean.h1) / X;
    mean.slope = (mean.e - mean.h1) / X;
    mean.bend = -(mean.e + 2.0 * mean.slope) / X;
    return mean;
}

/* s, t and L at w >= 0, and their derivatives. */
typedef struct MidpointPath {
    double t, s, mean;
    double dt, ds, dds;
} MidpointPath;

static inline MidpointPath midpoint_path(const Midpoint *contact, double z0, double w)
{
    const LogMean mean = log_mean(2.0 * contact->loss * w);
    MidpointPath path;

    path.mean = z0 * mean.h1;
    path.s = contact->ref * mean.h1 - 2.0 * w * mean.h2;
    path.t = contact->ref - w * path.mean;
    path.dt = -z0 * mean.e;
    path.ds = 2.0 * z0 * mean.slope;
    path.dds = 4.0 * contact->loss * z0 * mean.bend;
    return path;
}

/* The root of (1) at w, its path and q being known. Of the two ways to read q, from its law and
 * from the way that the bodies are pushed, the one with less rounding; if the contact opens, the law. */
static inline void midpoint_finish_lossy(const Midpoint *contact, const MidpointPath *path,
                                         Quotient q, double w, double c, double G,
                                         MidpointRoot *root)
{
    const double own = w >= 0.0 ? w : 0.0;
    const double less = (w >= 0.0 ? c - contact->ref : c - path->t) / path->mean;
    const double df = path->ds * (q.slope * path->mean + q.value * contact->loss);

    root->elastic = q.value;
    if (contact->a + path->s > 0.0 &&
        G * q.slope * (fabs(contact->a) + fabs(path->s)) > own + fabs(less)) {
        root->elastic = (own + less) * contact->stiff;
    }
    root->elastic = root->elastic > 0.0 ? root->elastic : 0.0;
    root->s = path->s;
    root->force = root->elastic * path->mean;
    root->t = c - G * root->force;
    root->give = df < 0.0 ? df / (path->dt + G * df) : 0.0;
}

/* What is known of a step before b is, of a contact that is closed, one-sided and moved by its own
 * force: a start so near to the root that one evaluation of the law is enough if the compression
 * changes by less than a fiftieth. With c1, c2 of the series of power.h, without loss:
 *
 *   t    = t1 - bend t1^2,   t1 = (b - push) ease
 *   push = G phi'(a)
 *   ease = 1/(1 + push c1/a)
 *   bend = ease push c2/a^2
 *
 * With loss w = push + e, where s is taken along its slope at w = push, and
 *
 *   e = push (c1 s/y + c2 (s/y)^2) - (b - ref)/L
 */
typedef struct MidpointStart {
    double inverse, steep; /* 1/a, phi'(a)/a */
    double rest, push;
    double ease, bend; /* without loss */
    LogMean mean;      /* with loss: at w = push */
} MidpointStart;

/* contact: all but b and ref is set. */
static inline MidpointStart midpoint_start(Midpoint *contact)
{
    const double *c = contact->series->quotient;
    const double inverse = 1.0 / contact->a;
    MidpointStart start = {0};

    contact->gradient = midpoint_gradient(contact, contact->a);
    start.inverse = inverse;
    start.steep = contact->gradient * inverse;
    start.rest = contact->gradient * contact->a * contact->part - contact->energy;
    start.push = contact->compliance * contact->gradient;
    if (contact->loss == 0.0) {
        start.ease = 1.0 / (1.0 + start.push * c[1] * inverse);
        start.bend = start.ease * start.push * (c[2] * inverse * inverse);
    } else {
        start.mean = log_mean(2.0 * contact->loss * start.push);
    }
    return start;
}

/* t without loss, w with loss. */
static inline double midpoint_first(const Midpoint *contact, const MidpointStart *start, double b)
{
    if (contact->loss == 0.0) {
        const double t = (b - start->push) * start->ease;
        return t - start->bend * (t * t);
    }
    const double *c = contact->series->quotient;
    const double z0 = 1.0 + contact->loss * contact->ref;
    const double push = start->push;
    const double inverse = start->inverse;
    const double behind = b - contact->ref;
    const double less = behind == 0.0 ? 0.0 : behind / (z0 * start->mean.h1);
    const double s0 = contact->ref * start->mean.h1 - 2.0 * push * start->mean.h2;
    const double ds = 2.0 * z0 * start->mean.slope;
    const double ease = 1.0 / (1.0 - push * c[1] * inverse * ds);
    const double r0 = s0 * inverse;
    const double e0 = (push * (r0 * (c[1] + c[2] * r0)) - less) * ease;
    const double r1 = (s0 + ds * e0) * inverse;
    return push + e0 + (push * (r1 * (c[1] + c[2] * r1)) - less - e0) * ease;
}

/* q(s) from the series, |s| < .02 a. */
static inline Quotient midpoint_series(const Midpoint *contact, const MidpointStart *start,
                                       double s)
{
    const double *c = contact->series->quotient;
    const double *d = contact->series->slope;
    const double *e = contact->series->curve;
    const double small = 1e-9 * contact->scale;
    const double square =
        s * s + (small * small + 8.0 * contact->compliance * fabs(start->rest));
    const double r = s * start->inverse;
    const double r2 = r * r;
    const double r4 = r2 * r2;
    const double low = (1.0 + c[1] * r) + r2 * (c[2] + c[3] * r);
    const double high = (c[4] + c[5] * r) + r2 * (c[6] + c[7] * r) + r4 * c[8];

    return (Quotient){
        contact->gradient * (low + r4 * high) + start->rest * s / square,
        start->steep * ((d[0] + d[1] * r) + r2 * (d[2] + d[3] * r) + r4 * (d[4] + d[5] * r)),
        start->steep * start->inverse * (e[0] + e[1] * r)};
}

/* The root from t or w by Chebyshev's iteration, Newton's with the curvature, taken once. A
 * correction d of the step leaves an error of about d^3/y^2 behind, y the compression: below 4e-6 y
 * it is at rounding, and the force follows along its slope and curve. False if that is not so, or if
 * the step is so small that the rounding error R matters for the slope. */
static inline bool midpoint_quick_lossy(const Midpoint *contact, const MidpointStart *start,
                                        double w, double b, MidpointRoot *root)
{
    const double G = contact->compliance;
    const double z0 = 1.0 + contact->loss * contact->ref;

    if (!(w > 0.0 && z0 > 0.0 && contact->loss * w < 0.1)) {
        return false;
    }
    MidpointPath path = midpoint_path(contact, z0, w);
    const double size = fabs(path.s) * start->inverse;
    if (!(size < 0.02 && size > 1e-6)) {
        return false;
    }
    Quotient q = midpoint_series(contact, start, path.s);
    const double per = 1.0 / path.mean;
    const double less = (b - contact->ref) * per;
    const double dless = -less * per * contact->loss; /* times ds */
    const double inverse = 1.0 / (1.0 + (dless - G * q.slope) * path.ds);
    const double newton = (G * q.value - w - less) * inverse;
    const double bend = -0.5 * inverse *
                        ((G * q.curve + 2.0 * dless * per * contact->loss) * path.ds * path.ds +
                         (G * q.slope - dless) * path.dds);
    const double step = newton - bend * (newton * newton);
    const double ds = step * (path.ds + 0.5 * step * path.dds);

    if (!(fabs(ds) < 4e-6 * (contact->a + path.s) && fabs(bend * newton) < 0.1)) {
        return false;
    }
    path.s += ds;
    path.mean += contact->loss * ds;
    q.value += ds * (q.slope + 0.5 * ds * q.curve);
    w += step;
    midpoint_finish_lossy(contact, &path, q, w, b, G, root);
    root->iterations = 1;
    root->residual = 1.6e-11 * fabs(ds) * start->inverse;
    return true;
}

static inline bool midpoint_quick(const Midpoint *contact, const MidpointStart *start, double t,
                                  double b, MidpointRoot *root)
{
    const double G = contact->compliance;
    const double size = fabs(t) * start->inverse;

    if (contact->loss != 0.0) {
        return midpoint_quick_lossy(contact, start, t, b, root);
    }
    if (!(size < 0.02 && size > 1e-6)) {
        return false;
    }
    const Quotient q = midpoint_series(contact, start, t);
    const double inverse = 1.0 / (1.0 + G * q.slope);
    const double newton = ((b - t) - G * q.value) * inverse;
    const double bend = 0.5 * G * q.curve * inverse;
    const double step = newton - bend * (newton * newton);
    const double end = t + step;

    if (!(fabs(step) < 4e-6 * (contact->a + end) && fabs(bend * newton) < 0.1)) {
        return false;
    }
    midpoint_finish(contact, b, G, end, q.value + step * (q.slope + 0.5 * step * q.curve), q.slope,
                    root);
    root->iterations = 1;
    root->residual = 1.6e-11 * fabs(step) * start->inverse;
    return true;
}

/* The force of the next step, from this and the two before, the later one first. */
static inline double midpoint_guess(double force, const double before[2])
{
    return 3.0 * (force - before[0]) + before[1];
}

/* The guess of the force from that of midpoint_first, if it is near enough; else another. */
static inline double midpoint_better(const Midpoint *contact, double t, double b, double guess)
{
    return contact->loss == 0.0 && fabs(t) < 0.1 * contact->a ? (b - t) * contact->stiff : guess;
}

/* An upper bound of the step of a contact that is just closing. */
double midpoint_closing_bound(const Midpoint *contact, double c, double G) URTO_REALTIME;

/* Solves t + G f(t) = c for a one-sided contact; guess: of the force. midpoint_search is what comes
 * after midpoint_quick. */
MidpointRoot midpoint_search(Midpoint *contact, double c, double G, double guess) URTO_REALTIME;
MidpointRoot midpoint_search_lossy(Midpoint *contact, double c, double G,
                                   double guess) URTO_REALTIME;
MidpointRoot midpoint_solve(Midpoint *contact, double c, double G, double guess) URTO_REALTIME;

/* The shift after the bodies have moved by t and the contact by s. Only one that was held, see
 * newton.c, is ahead of the bodies. */
static inline double midpoint_shift(const Midpoint *contact, double s, double t)
{
    const double shift = contact->shift + (s - t);

    return shift > 0.0 && contact->shift <= 0.0 ? 0.0 : shift;
}

/* Energy after a step s of its own with elastic force q. */
static inline double midpoint_energy(const Midpoint *contact, double s, double elastic)
{
    const double after = contact->energy + elastic * s;

    return (contact->link || contact->a + s > 0.0) && after > 0.0 ? after : 0.0;
}

#endif
