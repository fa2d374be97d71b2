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

/* Phi(v) and its slope. */
double friction_curve(double a, double v) URTO_REALTIME;
double friction_slope(double a, double v) URTO_REALTIME;
/* Phi(v)/v > 0, also at v = 0. */
double friction_ratio(double a, double v) URTO_REALTIME;

/* All roots in rising order; returns how many, 1 to 3. */
int friction_roots(double a, double E, double v0, double roots[3]) URTO_REALTIME;

/* The root that continues from the last v. */
double friction_solve(double a, double E, double v0, double last) URTO_REALTIME;

/* Without iteration: a guess at v for the passive form v = v0/(1 + E Phi(g)/g), one Newton step
 * from the last v, kept between 0 and v0. */
double friction_guess(double a, double E, double v0, double last) URTO_REALTIME;

#endif
