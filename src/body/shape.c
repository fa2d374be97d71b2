/* Shapes of modes and wave numbers of bars.
 *
 * Bars, z = p x/L, p a root of cos p cosh p = 1 (free, clamped) or -1 (cantilever):
 *   free        cosh z + cos z - g (sinh z + sin z),  g = (cosh p - cos p)/(sinh p - sin p)
 *   clamped     cosh z - cos z - g (sinh z - sin z),  the same g
 *   cantilever  cosh z - cos z - g (sinh z - sin z),  g = (cosh p + cos p)/(sinh p + sin p)
 * all with mean square 1. cosh z - g sinh z = [(1 - g) e^z + (1 + g) e^-z]/2 with
 *   1 - g = (cos p - sin p - e^-p)/(sinh p - sin p)   or   (sin p - cos p - e^-p)/(sinh p + sin p),
 * which keeps every mode finite and exact to rounding.
 */
#define _XOPEN_SOURCE 600 /* jn */

#include "modal.h"

#include "../base/constants.h"

#include <math.h>

double shape_bar_root(UrtoBarEnds ends, uint32_t n)
{
    const double sign = ends == URTO_BAR_CANTILEVER ? -1.0 : 1.0;
    double p = ends == URTO_BAR_CANTILEVER ? (n + 0.5) * PI : (n + 1.5) * PI;

    /* Newton on cos p - sign/cosh p, which is smooth and starts close */
    for (int i = 0; i < 20; i++) {
        const double sech = 1.0 / cosh(p);
        const double step = (cos(p) - sign * sech) / (-sin(p) + sign * sech * tanh(p));
        p -= step;
        if (fabs(step) < 1e-15 * p) {
            break;
        }
    }
    return p;
}

static double bar_value(double p, double z, double sign, bool cantilever)
{
    /* everything scaled by 2 e^-p, so that nothing overflows */
    const double shrink = exp(-p);
    const double side = cantilever ? 1.0 : -1.0;
    const double divisor = 1.0 - shrink * shrink + side * 2.0 * shrink * sin(p);
    const double near = 2.0 * (side * (sin(p) - cos(p)) - shrink) / divisor; /* (1 - g) e^p */
    const double g = 1.0 - near * shrink;

    return 0.5 * near * exp(z - p) + 0.5 * (1.0 + g) * exp(-z) + sign * (cos(z) - g * sin(z));
}

double shape_value(ShapeKind kind, const ModeSpec *mode, const double size[2], double x, double y)
{
    const double z = mode->p * x / size[0];

    switch (kind) {
    case SHAPE_LINE:
        return sin(mode->p * x);
    case SHAPE_FREE:
        if (mode->p == 0.0) {
            return mode->q == 0.0 ? 1.0 : sqrt(3.0) * (2.0 * x / size[0] - 1.0);
        }
        return bar_value(mode->p, z, 1.0, false);
    case SHAPE_CLAMPED:
        return bar_value(mode->p, z, -1.0, false);
    case SHAPE_CANTILEVER:
        return bar_value(mode->p, z, -1.0, true);
    case SHAPE_RECTANGLE:
        return sin(mode->p * x) * sin(mode->q * y);
    case SHAPE_CIRCLE: {
        const double order = fabs(mode->q);
        const double angle = order > 0.0 ? order * atan2(y, x) : 0.0;
        return jn((int)order, mode->p * sqrt(x * x + y * y)) *
               (mode->q < 0.0 ? sin(angle) : cos(angle));
    }
    case SHAPE_ONE:
    case SHAPE_TABLE:
        break;
    }
    return 1.0;
}
