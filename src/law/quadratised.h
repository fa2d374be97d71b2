/* The quadratised contact (004:24-27): energy psi^2/2, psi its own time series, g ~ dpsi/dx.
 *
 *   psi+ = psi + g t,  f = g psi + (g^2/2 + r) t,  t = (x+ - x-)/2        energy-exact for any g
 *
 * as printed   in contact (x >= 0) g = sgn(psi) sqrt(K (a+1)/2) x^((a-1)/2), else g = -2 psi/d
 *              (27a, b), d = x* - x-; g = 0 unless g x- < 4 psi
 * sign         the same g, kept only if the force is outward: g psi + g^2 d/4 >= 0
 * capped       g at most g_max, where psi+ = 0 with compliance Q: 4 psi/(sqrt(d^2 + 4 Q psi^2) -
 * d); at first contact g = 2 Psi(y)/d, y = (x + x*)/2. A lone contact never pulls then. link g
 * without sign or test, psi odd
 */
#ifndef LAW_QUADRATISED_H
#define LAW_QUADRATISED_H

#include <urto/law.h>

#include <math.h>
#include <stdbool.h>

typedef enum Gradient {
    GRADIENT_PRINTED,
    GRADIENT_SIGN,
    GRADIENT_CAPPED,
    GRADIENT_LINK,
} Gradient;

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

double quadratised_gradient(const Quadratised *contact, Gradient kind) URTO_REALTIME;

/* psi+ of a capped contact. Alone the cap ends at 0, but for rounding of either sign: a rest would
 * be a contact that still holds something. Coupled contacts may push each other past it; the root
 * with the other sign has the same energy, and pushes. */
static inline double quadratised_settle(double psi, double g, double t)
{
    const double after = fabs(psi + g * t);

    return after <= 1e-12 * fabs(g * t) ? 0.0 : after;
}

#endif
