#include "matched.h"

#include "../base/constants.h"

#include <math.h>

double matched_bias(double exponent)
{
    /* cot(pi/(a+1)) = tan(pi (a-1)/(2(a+1))), free of cancellation near a = 1 */
    const double angle = 0.5 * PI * (exponent - 1.0) / (exponent + 1.0);

    return angle == 0.0 ? PI * PI / 12.0 : PI * exponent * tan(angle) / (3.0 * (exponent - 1.0));
}

double matched_ratio(double exponent, double samples, double q)
{
    const double target =
        0.5 * PI / tan(0.5 * PI / samples) * pow(1.0 - 1.0 / (samples * samples), q);

    return pow(samples / target, exponent + 1.0);
}

double matched_exponent(double exponent, double samples)
{
    const double e = -0.3626 + exponent * (0.8588 + exponent * 0.0064);
    const double f = 0.2793 + exponent * (0.5415 + exponent * 0.0622);

    return (matched_bias(exponent) - PI * PI / 12.0) * (1.0 - e / (samples * samples + f));
}

double matched_duration(double mass, const UrtoLaw *law, double v_in)
{
    const double p = law->exponent + 1.0;
    const double length = pow(mass * p * v_in * v_in / (2.0 * law->stiffness), 1.0 / p);

    return length / v_in * (2.0 / p) * sqrt(PI) * tgamma(1.0 / p) / tgamma(0.5 + 1.0 / p);
}

double matched_stiffness(double mass, const UrtoLaw *law, double v_in, double step)
{
    const double samples = fmax(matched_duration(mass, law, v_in) / step, 1.1);

    return law->stiffness *
           matched_ratio(law->exponent, samples, matched_exponent(law->exponent, samples));
}
