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
 * of its own, y = a + shift, which moves by s where the bodies move by t. With m = mu/k, t- the t of
 * the step before, ref = min(b, x - x-, t-) and z0 = 1 + m ref:
 *
 *   t < ref    z1 = 1 + m (2t - ref),   L = (z0 - z1)/ln(z0/z1),   s = (L - 1)/m <= t
 *   t >= ref   s = t + min(-shift, (t - ref)/64, m t^2/(1 - m t)),   L = 1 + m s
 *
 *   f = q(s) L,   q(s) = (phi(y + s) - E)/s,   E+ = E + q s,   shift+ = shift + s - t <= 0
 *
 * Where L would be negative f = 0 and s = min(t, -1/m). The third bound on what is recovered falls
 * away where m t >= 1. E = 0, but for links: shift = -max(a, 0).
 *
 * Exact: free masses have ref = b while they slow down, and with q constant within the step dz/z = -2 m G q. So
 * z1 = z0 exp(-2 m G q), and the invariant M (v/mu - ln(1 + mu v)/mu^2) + phi of the continuous
 * motion holds at every step: the exit speed is exact at any stiffness and phase.
 *
 * Energy: the bodies give f t, the contact keeps q s, and
 *
 *   f t - q s = q (1 - L (2 - A))/m >= 0,   A = 1 + m t
 *
 * is lost: 0 <= L <= A gives 1 - L (2 - A) >= (1 - A)^2, and L <= 1/(2 - A) by the third bound. At
 * rest t = ref = 0, so nothing creeps; nor if the velocity alternates from sample to sample, where
 * t- = 0. What a vibrating contact creeps is recovered.
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

/* The rest from h2. */
static inline LogMean log_mean_small(double X, double h2)
{
    const double h1 = 1.0 - X * h2;

    return (LogMean){h1, h2, 1.0 - X * h1, h2 - h1 /* (e - h1)/X */,
                     1.0 / 3.0 - X * (1.0 / 4.0 - X * (1.0 / 10.0 - X * (1.0 / 36.0)))};
}

enum { LOG_MEAN_NEAR = 32 }; /* h2 is a short series for X < 1/32 */

static inline double log_mean_h2_near(double X)
{
    const double X2 = X * X;
    const double low = (1.0 / 2.0 - X * (1.0 / 6.0)) + X2 * (1.0 / 24.0 - X * (1.0 / 120.0));
    const double high =
        (1.0 / 720.0 - X * (1.0 / 5040.0)) + X2 * (1.0 / 40320.0 - X * (1.0 / 362880.0));

    return low + X2 * X2 * high;
}

static inline LogMean log_mean(double X)
{
    if (X < 0.25) {
        const double X4 = (X * X) * (X * X);
        const double high = (1.0 / 3628800.0 - X * (1.0 / 39916800.0)) +
                            X * X * (1.0 / 479001600.0 - X * (1.0 / 6227020800.0));
        return log_mean_small(X, log_mean_h2_near(X) + X4 * X4 * high);
    }
    const double fall = expm1(-X);
    const double h1 = -fall / X;
    const double slope = (1.0 + fall - h1) / X;
    return (LogMean){h1, (1.0 - h1) / X, 1.0 + fall, slope, -(1.0 + fall + 2.0 * slope) / X};
}

/* s, t and L at w, and their derivatives. */
typedef struct MidpointPath {
    double t, s, mean;
    double dt, ds, dds;
    bool logarithmic; /* t < ref */
} MidpointPath;

/* t >= ref: the contact follows the bodies, and recovers what it lags behind. The derivatives are
 * with respect to t. */
static inline MidpointPath midpoint_path_recovering(const Midpoint *contact, double t)
{
    const double m = contact->loss;
    double more = contact->shift < 0.0 ? -contact->shift : 0.0;
    double rise = 1.0;

    if (t - contact->ref < 64.0 * more) {
        more = (t - contact->ref) * (1.0 / 64.0);
        rise = 1.0 + 1.0 / 64.0;
    }
    if (m * t * t < more * (1.0 - m * t)) {
        const double per = 1.0 / (1.0 - m * t);
        more = m * t * t * per;
        rise = per * per;
    }
    return (MidpointPath){t, t + more, 1.0 + m * (t + more), 1.0, rise, 0.0, false};
}

static inline MidpointPath midpoint_path_logarithmic(const Midpoint *contact, double z0, double w,
                                                     LogMean mean)
{
    const double L = z0 * mean.h1;

    return (MidpointPath){
        contact->ref - w * L,  contact->ref * mean.h1 - 2.0 * w * mean.h2, L,   -z0 * mean.e,
        2.0 * z0 * mean.slope, 4.0 * contact->loss * z0 * mean.bend,       true};
}

/* Where z0 <= 0 there is no t < ref, and w stands for -t. */
static inline MidpointPath midpoint_path(const Midpoint *contact, double z0, double w)
{
    if (z0 > 0.0 && w >= 0.0) {
        return midpoint_path_logarithmic(contact, z0, w, log_mean(2.0 * contact->loss * w));
    }
    MidpointPath path = midpoint_path_recovering(contact, z0 > 0.0 ? contact->ref - z0 * w : -w);
    const double turn = z0 > 0.0 ? -z0 : -1.0; /* dt/dw */
    path.dt *= turn;
    path.ds *= turn;
    return path;
}

/* Newton's step for (1) at w, and half of the curvature over the slope times that step. */
typedef struct MidpointStep {
    double step, bend;
} MidpointStep;

static inline MidpointStep midpoint_newton(const Midpoint *contact, const MidpointPath *path,
                                           Quotient q, double w, double c, double G)
{
    const bool logarithmic = path->logarithmic;
    const double per = 1.0 / path->mean;
    const double less = ((logarithmic ? contact->ref : path->t) - c) * per; /* -(c - t)/L + w */
    const double dmean = contact->loss * path->ds * per;
    const double ahead = logarithmic ? 0.0 : path->dt * per;
    const double inverse =
        1.0 / ((logarithmic ? 1.0 : -ahead) + less * dmean - G * q.slope * path->ds);
    const double step = (G * q.value - (logarithmic ? w : 0.0) + less) * inverse;
    const double curve = less * (contact->loss * path->dds * per - 2.0 * dmean * dmean) +
                         2.0 * ahead * dmean -
                         G * (q.curve * path->ds * path->ds + q.slope * path->dds);

    return (MidpointStep){step, 0.5 * step * curve * inverse};
}

/* The root with elastic force `elastic`. */
static inline void midpoint_push_lossy(const Midpoint *contact, const MidpointPath *path,
                                       Quotient q, double elastic, double c, double G,
                                       MidpointRoot *root)
{
    const double df = path->ds * (q.slope * path->mean + q.value * contact->loss);

    root->s = path->s;
    root->elastic = elastic > 0.0 ? elastic : 0.0;
    root->force = path->mean > 0.0 ? root->elastic * path->mean : 0.0;
    root->t = c - G * root->force;
    root->give = df < 0.0 ? df / (path->dt + G * df) : 0.0;
}

/* What is known of a step before b is, of a contact that is closed, one-sided and moved by its own
 * force: a start so near to the root that one evaluation of the law is enough if the compression
 * changes by less than a fiftieth. With c1, c2 of the series of power.h, and the arithmetic mean for
 * a loss:
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

/* contact: all but b and ref is set. */
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

/* q(s) from the series, |s| < .02 a. */
static inline Quotient midpoint_series(const Midpoint *contact, const MidpointStart *start,
                                       double s)
{
    const double *c = contact->series->quotient;
    const double *d = contact->series->slope;
    const double *e = contact->series->curve;
    const double small = 1e-9 * contact->scale;
    const double square = s * s + (small * small + 8.0 * contact->compliance * fabs(start->rest));
    const double r = s * start->inverse;
    const double r2 = r * r;
    const double r4 = r2 * r2;
    const double low = (1.0 + c[1] * r) + r2 * (c[2] + c[3] * r);
    const double high = (c[4] + c[5] * r) + r2 * (c[6] + c[7] * r) + r4 * c[8];

    return (Quotient){contact->gradient * (low + r4 * high) + start->rest * s / square,
                      start->steep *
                          ((d[0] + d[1] * r) + r2 * (d[2] + d[3] * r) + r4 * (d[4] + d[5] * r)),
                      start->steep * start->inverse * (e[0] + e[1] * r)};
}

/* The root from t or w by Chebyshev's iteration, Newton's with the curvature, taken once. A
 * correction d of the step leaves an error of about d^3/y^2 behind, y the compression: below 4e-6 y
 * it is at rounding, and the force follows along its slope and curve. False if that is not so, or if
 * the step is so small that the rounding error R matters for the slope. */
static inline __attribute__((always_inline)) bool
midpoint_quick_logarithmic(const Midpoint *contact, const MidpointStart *start, double t, double b,
                           MidpointRoot *root)
{
    const double G = contact->compliance;
    const double m = contact->loss;
    const double z0 = 1.0 + m * contact->ref;
    const double behind = (contact->ref - t) / (1.0 + m * t);
    const double w = behind * (1.0 + (1.0 / 3.0) * (m * behind) * (m * behind)); /* atanh/m */
    const double X = 2.0 * m * w;

    if (!(z0 > 0.0 && LOG_MEAN_NEAR * X < 1.0)) {
        return false;
    }
    MidpointPath path =
        midpoint_path_logarithmic(contact, z0, w, log_mean_small(X, log_mean_h2_near(X)));
    const double size = fabs(path.s) * start->inverse;
    if (!(size < 0.02 && size > 1e-6)) {
        return false;
    }
    const Quotient q = midpoint_series(contact, start, path.s);
    const MidpointStep newton = midpoint_newton(contact, &path, q, w, b, G);
    const double step = newton.step * (1.0 - newton.bend);
    const double ds = step * (path.ds + 0.5 * step * path.dds);
    const double end = w + step;

    if (!(fabs(ds) < 4e-6 * (contact->a + path.s) && fabs(newton.bend) < 0.1 && end > 0.0)) {
        return false;
    }
    path.s += ds;
    path.mean += m * ds;
    const double less = (b - contact->ref) / path.mean;
    if (!(less > -0.5 * end)) {
        return false; /* the sum would lose digits */
    }
    midpoint_push_lossy(contact, &path, q, (end + less) * contact->stiff, b, G, root);
    root->iterations = 1;
    root->residual = 1.6e-11 * fabs(ds) * start->inverse;
    return true;
}

/* t >= ref; as midpoint_quick, with s(t). */
static inline __attribute__((always_inline)) bool
midpoint_quick_recovering(const Midpoint *contact, const MidpointStart *start, double t, double b,
                          MidpointRoot *root)
{
    const double G = contact->compliance;
    const double m = contact->loss;
    const MidpointPath path = midpoint_path_recovering(contact, t);
    const double size = fabs(path.s) * start->inverse;

    if (!(size < 0.02 && size > 1e-6 && path.mean > 1e-3)) {
        return false;
    }
    const Quotient q = midpoint_series(contact, start, path.s);
    const double slope = (q.slope * path.mean + q.value * m) * path.ds;
    const double inverse = 1.0 / (1.0 + G * slope);
    const double newton = ((b - t) - G * (q.value * path.mean)) * inverse;
    const double curve = (q.curve * path.mean + 2.0 * q.slope * m) * path.ds * path.ds;
    const double bend = 0.5 * G * curve * inverse * newton;
    const double end = t + newton * (1.0 - bend);
    const MidpointPath last = midpoint_path_recovering(contact, end);
    const double ds = last.s - path.s;

    if (!(fabs(ds) < 4e-6 * (contact->a + last.s) && fabs(bend) < 0.1 && end >= contact->ref &&
          last.mean > 1e-3 && last.ds == path.ds)) {
        return false;
    }
    const double force = (q.value + ds * (q.slope + 0.5 * ds * q.curve)) * last.mean;
    midpoint_finish(contact, b, G, end, force, slope, root);
    root->s = last.s;
    root->elastic = root->force / last.mean;
    root->iterations = 1;
    root->residual = 1.6e-11 * fabs(ds) * start->inverse;
    return true;
}

static inline __attribute__((always_inline)) bool midpoint_quick(const Midpoint *contact,
                                                                 const MidpointStart *start,
                                                                 double t, double b,
                                                                 MidpointRoot *root)
{
    const double G = contact->compliance;
    const double size = fabs(t) * start->inverse;

    if (contact->loss != 0.0) {
        return t < contact->ref ? midpoint_quick_logarithmic(contact, start, t, b, root)
                                : midpoint_quick_recovering(contact, start, t, b, root);
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

/* The guess of the force from t, if it is near enough; else another. */
static inline double midpoint_better(const Midpoint *contact, double t, double b, double guess)
{
    return fabs(t) < 0.1 * contact->a ? (b - t) * contact->stiff : guess;
}

/* An upper bound of the step of a contact that is just closing. */
double midpoint_closing_bound(const Midpoint *contact, double b, double G) URTO_REALTIME;

/* Solves t + G f(t) = c for a one-sided contact; guess: of the force. midpoint_search is what comes
 * after midpoint_quick. */
MidpointRoot midpoint_search(Midpoint *contact, double c, double G, double guess) URTO_REALTIME;
MidpointRoot midpoint_search_lossy(Midpoint *contact, double c, double G,
                                   double guess) URTO_REALTIME;
MidpointRoot midpoint_solve(Midpoint *contact, double c, double G, double guess) URTO_REALTIME;

/* ref: `step` is x - x-, `last` the t of the step before. */
static inline double midpoint_ref(double energy, double b, double step, double last)
{
    const double ref = b < step ? b : step;

    return energy > 0.0 && last < ref ? last : ref;
}

/* The shift of a contact that holds no energy, where the bodies compress it by a. */
static inline double midpoint_first_shift(double a)
{
    return a > 0.0 ? -a : 0.0;
}

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
