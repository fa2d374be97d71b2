/* The quadratised contact (004:24-27): energy psi^2/2, psi its own time series, g ~ dpsi/dx.
 * Symbols: docs/notation.md.
 *
 *   t    = (x+ - x-)/2,   d = x* - x-
 *   psi+ = psi + g t
 *   f    = g psi + (g^2/2 + r) t              energy-exact for any g
 *
 * The rules for g (UrtoGradient):
 *
 *   earlier   g = sqrt(K (a+1)/2) x^((a-1)/2)              in contact, x >= 0           (004:26a)
 *             g = 0                                        else                         (004:26b)
 *   untested  g = sgn(psi) sqrt(K (a+1)/2) x^((a-1)/2)     in contact, x >= 0           (004:27a)
 *             g = -2 psi/d                                 else                         (004:27b)
 *   printed   the same g, but 0 unless g x- < 4 psi        the test printed after (004:27)
 *   sign      the same g, but 0 where the force would pull: g psi + g^2 d/4 < 0
 *   capped    the same g with psi >= 0, and at most the g_max for which psi+ = 0:
 *
 *               g_max = 4 psi/(sqrt(d^2 + 4 Q psi^2) - d)  Q: compliance of this contact alone
 *
 *             at first contact (psi = 0)
 *
 *               g = 2 Psi(y)/d,   y = (x + x*)/2,   Psi = sqrt(2 phi)
 *
 *             so that a lone contact never pulls. Its loss is held for the same reason:
 *
 *               g^2/2 + r <= -g psi/b       where b = d/2 < 0
 *
 *             What others may still make pull lets go for the step, g = r = 0 (newton.c)
 *
 * A link takes g = sqrt(K (a+1)/2) |x|^((a-1)/2) under every rule, with an odd psi.
 */
#ifndef LAW_QUADRATISED_H
#define LAW_QUADRATISED_H

#include <urto/law.h>

#include <math.h>
#include <stdbool.h>

typedef struct Quadratised {
    UrtoLaw law;
    double x, x_last; /* compression at n, n-1 */
    double d;         /* x* - x- */
    double psi;
    double compliance; /* Q of this contact alone */
    double shape;      /* [|x|]^(a-1) */
} Quadratised;

/* g^2 where the law itself says it. */
static inline double quadratised_steepness(const Quadratised *contact)
{
    return 0.5 * contact->law.stiffness * (contact->law.exponent + 1.0) * contact->shape;
}

/* Whether a contact that is closed before and after keeps psi+ >= 0 with g: it is below the cap,
 * and the root in that need not be taken. */
static inline bool quadratised_holds(const Quadratised *contact, double g)
{
    const double ahead = 0.5 * (contact->x + contact->x_last + contact->d);

    return contact->psi > 0.0 && contact->x >= 0.0 && ahead > 0.0 &&
           contact->psi * (1.0 - 0.25 * contact->compliance * g * g) + 0.5 * g * contact->d >= 0.0;
}

/* g of a one-sided contact. */
double quadratised_gradient(const Quadratised *contact, UrtoGradient rule) URTO_REALTIME;

/* g^2/2 + r of a capped contact with c0 = g psi, so that c0 + (g^2/2 + r) b >= 0. */
static inline double quadratised_slope(double c0, double square, double r, double b)
{
    const double slope = 0.5 * square + r;

    if (c0 + slope * b >= 0.0) {
        return slope;
    }
    return fmax(0.5 * square, -c0 / b * (1.0 - 1e-15)); /* not below 0 by rounding */
}

/* psi+ of a capped contact. Alone the cap ends at 0, but for rounding of either sign: that
 * remainder would be a contact that still stores energy. Coupled contacts may push each other past
 * it; the root with the other sign has the same energy, and pushes. */
static inline double quadratised_settle(double psi, double g, double t)
{
    const double after = fabs(psi + g * t);

    return after <= 1e-12 * fabs(g * t) ? 0.0 : after;
}

#endif
