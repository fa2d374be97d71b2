/* The midpoint discrete gradient of a contact with stored energy E, and the contact of one point
 * solved with it.
 *
 * With a = (x + x-)/2, t = (x+ - x-)/2, the compression at the half steps is a and a + t, and
 *
 *   q(t) = (phi(a + t) - E)/t            elastic force; E is what the contact holds, phi(a) +
 * rounding f(t) = q(t) max(0, 1 + m t)          m = mu/k; t/k is the centred compression velocity
 *   t + G f(t) = b                       G = Gamma/2, b = (x* - x-)/2
 *
 * Energy: the bodies give f t, the contact keeps E+ - E = q t, and (f - q) t = q m t^2 >= 0 is lost
 * (where the factor is held at 0, all that the law releases, -q t, is lost). So the balance is
 * exact for any root, and the loss has the sign it must have.
 *
 * q and the factor are non-negative, rising and convex, hence so is their product: one root, and
 * Newton from the right is monotone. Nearer to the root Halley's correction is added. If the
 * contact opens within the step (a + t <= 0), q = -E/t and the root is that of a quadratic: t - G
 * E/t = b + G E m.
 *
 * For |t| < .02 |a| the quotient is taken from the series of power.h plus the rounding rest
 * R = phi(a) - E as R t/(t^2 + s^2), s^2 = (1e-9 (|a| + |b|))^2 + 8 G |R|. The second part keeps
 * the slope of t + G f above 1/2: with the first alone a contact at rest (t -> 0) has spurious
 * roots.
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
    double residual; /* what is left undone, relative to scale */
} MidpointRoot;

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

/* The force of the next step, from this and the two before, the later one first. */
static inline double midpoint_guess(double force, const double before[2])
{
    return 3.0 * (force - before[0]) + before[1];
}

/* Solves t + G f(t) = b for a one-sided contact; guess: of the force. */
MidpointRoot midpoint_solve(Midpoint *contact, double b, double G, double guess) URTO_REALTIME;

/* Energy after a step t with elastic force q. */
double midpoint_energy(const Midpoint *contact, double t, double elastic) URTO_REALTIME;

#endif
