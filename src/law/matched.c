#include "matched.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

double matched_stiffness(double mass, const UrtoLaw *law, double v_in, double step)
{
    const double a = law->exponent;
    const double p = a + 1.0;
    const double length = pow(mass * p * v_in * v_in / (2.0 * law->stiffness), 1.0 / p);
    const double duration =
        length / v_in * (2.0 / p) * sqrt(pi) * tgamma(1.0 / p) / tgamma(0.5 + 1.0 / p);
    const double T = duration / step > 1.1 ? duration / step : 1.1;
    const double c = a - 1.0 < 1e-6 ? pi * pi / 12.0 : pi * a / (tan(pi / p) * 3.0 * (a - 1.0));
    const double e = -0.3626 + 0.8588 * a + 0.0064 * a * a;
    const double f = 0.2793 + 0.5415 * a + 0.0622 * a * a;
    const double q = (c - pi * pi / 12.0) * (1.0 - e / (T * T + f));
    const double target = 0.5 * pi / tan(0.5 * pi / T) * pow(1.0 - 1.0 / (T * T), q);

    return law->stiffness * pow(T / target, p);
}
