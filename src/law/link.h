/* The two-sided power law of a link (004:57), even in x:
 *
 *   phi(x) = K |x|^(b+1)/(b+1),  phi' = K sgn(x) |x|^b
 *
 * and its divided difference, in the same two forms as power.h. b is its exponent (004: beta).
 */
#ifndef LAW_LINK_H
#define LAW_LINK_H

#include "power.h"

static inline double link_gradient(const UrtoLaw *law, double x)
{
    return x < 0.0 ? -power_gradient(law, -x) : power_gradient(law, x);
}

static inline double link_potential(const UrtoLaw *law, double x)
{
    return power_potential(law, fabs(x));
}

/* (phi(x+s) - phi(x))/s and its derivative with respect to s. */
Quotient link_quotient(const UrtoLaw *law, double x, double s) URTO_REALTIME;

#endif
