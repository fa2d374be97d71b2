/* The friction curve of the bow (004:53) and its implicit equation. Here a is the sharpness of the
 * curve [s^2/m^2]. Symbols: docs/notation.md.
 *
 *   Phi(v) = sqrt(2a) v exp(1/2 - a v^2)      |Phi| <= 1, reached at v = 1/sqrt(2a)
 *   v + E Phi(v) = v0                         E = e F >= 0
 *
 * The left side is odd, so every root lies between 0 and v0. It is monotone where
 *
 *   E sqrt(2a) 2/exp(1) <= 1
 *
 * Otherwise it falls between v1 and v2, with x = a v^2 the roots x1 in [1/2, 3/2] and x2 > 3/2 of
 *
 *   (1 - 2x) exp(-x) = -1/(E sqrt(2a) exp(1/2))
 *
 * and there may be three roots. The middle one is unstable; of the outer ones we take the one
 * nearest to the last v: a string that sticks goes on sticking, one that slips goes on slipping, as
 * long as it can.
 */
#ifndef LAW_FRICTION_H
#define LAW_FRICTION_H

#include <urto/api.h>

/* The curve, and what follows from a alone. */
typedef struct Friction {
    double a;
    double slope;  /* Phi'(0) = sqrt(2a) exp(1/2) */
    double border; /* sqrt(3/(2a)): outer roots lie on either side of it */
} Friction;

/* A root, and Phi(v)/v there. */
typedef struct FrictionRoot {
    double v, ratio;
} FrictionRoot;

Friction friction_of(double a) URTO_REALTIME;

/* Phi(v)/v > 0, also at v = 0. */
double friction_ratio(const Friction *curve, double v) URTO_REALTIME;

/* All roots in rising order; returns how many, 1 to 3. */
int friction_roots(const Friction *curve, double E, double v0, double roots[3]) URTO_REALTIME;

/* The root that continues from the last one. The ratio of that is only where the search begins. */
FrictionRoot friction_solve(const Friction *curve, double E, double v0,
                            FrictionRoot last) URTO_REALTIME;

/* One Newton step from the last v, kept between 0 and v0: a guess g for the passive form
 * v = v0/(1 + E Phi(g)/g). */
double friction_guess(const Friction *curve, double E, double v0, double last) URTO_REALTIME;

#endif
