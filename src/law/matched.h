/* The stiffness that gives a hard hit its right duration under the two-point or midpoint gradient.
 *
 * A mass m hits a wall at v_in; exact duration (no loss)
 *   tau = (L/v) (2/(a+1)) sqrt(pi) Gamma(1/(a+1))/Gamma(1/2 + 1/(a+1)),  L^(a+1) = m (a+1) v^2/(2K)
 * With T = tau/h the scheme takes T + c/T + ..., c = pi a cot(pi/(a+1))/(3(a-1)) (pi^2/12 at a =
 * 1). K* = K (T/T*)^(a+1),  T* = (pi/2) cot(pi/2T) (1 - 1/T^2)^q,  q = (c - pi^2/12)(1 - e/(T^2+f))
 *   e = -.3626 + .8588 a + .0064 a^2,  f = .2793 + .5415 a + .0622 a^2
 * At a = 1 this is (000:15). Below T = 1.1 the scheme cannot be that short: T is held there.
 */
#ifndef LAW_MATCHED_H
#define LAW_MATCHED_H

#include <urto/law.h>

/* K* for a mass [kg], a law, a closing speed [m/s] > 0 and a step [s]. */
double matched_stiffness(double mass, const UrtoLaw *law, double v_in, double step) URTO_REALTIME;

#endif
