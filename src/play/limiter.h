/* Safety limiter: unchanged up to a knee, then bent smoothly so that it stays within -1 to 1.
 *
 *   y = x                                    |x| <= k
 *   y = k + (1 - k) tanh((|x| - k)/(1 - k))  |x| > k, with the sign of x
 */
#ifndef PLAY_LIMITER_H
#define PLAY_LIMITER_H

#include <math.h>
#include <stdbool.h>

/* Sets *limited when it acts; what is not finite becomes 0. */
static inline double limiter(double x, double knee, bool *limited)
{
    const double size = fabs(x);

    if (size <= knee) {
        return x;
    }
    *limited = true;
    return isfinite(x) ? copysign(knee + (1.0 - knee) * tanh((size - knee) / (1.0 - knee)), x)
                       : 0.0;
}

#endif
