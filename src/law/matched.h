/* The stiffness K* with which a time-stepped contact lasts as long as the exact one, under the
 * two-point or midpoint gradient. Symbols: docs/notation.md.
 *
 * A mass m hits a wall at the speed v. Without loss the contact lasts (tgamma: Euler's function)
 *
 *   tau = (L/v) (2/(a+1)) sqrt(pi) tgamma(1/(a+1))/tgamma(1/2 + 1/(a+1))
 *   L^(a+1) = m (a+1) v^2/(2K)
 *
 * The scheme takes T + c/T + ... samples for the exact T = tau/k:
 *
 *   c  = pi a cot(pi/(a+1))/(3 (a-1)),   pi^2/12 at a = 1
 *
 *   K* = K (T/T*)^(a+1)
 *   T* = (pi/2) cot(pi/(2T)) (1 - 1/T^2)^q
 *   q  = (c - pi^2/12) (1 - e/(T^2 + f))
 *   e  = -.3626 + .8588 a + .0064 a^2
 *   f  =  .2793 + .5415 a + .0622 a^2
 *
 * At a = 1, q = 0 and this is (000:15). Otherwise it is ours: c is the first term of the expansion
 * in 1/T; e and f are a fit to simulated durations and stand in no paper. Their error, from
 * urto_impact_simulate with `matched` at a = 1 to 3.5 by .25, T = 1.5 to 20 by 5 %, 16 arrival
 * phases each: the mean over the phases is within .003 samples of T, the mean size of the error
 * below .007, the worst .08 (at T = 1.5). With K itself the mean error is .18 to .32 samples.
 *
 * No contact of the scheme is shorter than a sample: T is held at 1.1 and above.
 */
#ifndef LAW_MATCHED_H
#define LAW_MATCHED_H

#include <urto/law.h>

/* c of the elastic contact. */
double matched_bias(double exponent) URTO_REALTIME;

/* The ratio of K* to K for T samples, given q. */
double matched_ratio(double exponent, double samples, double q) URTO_REALTIME;

/* q of the elastic contact. */
double matched_exponent(double exponent, double samples) URTO_REALTIME;

/* tau of the elastic contact [s]. */
double matched_duration(double mass, const UrtoLaw *law, double v_in) URTO_REALTIME;

/* K* for a mass [kg], a law, a closing speed [m/s] > 0 and a step [s]. */
double matched_stiffness(double mass, const UrtoLaw *law, double v_in, double step) URTO_REALTIME;

#endif
