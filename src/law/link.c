#include "link.h"

Quotient link_quotient(const UrtoLaw *law, double x, double s)
{
    const double end = x + s;

    if (x >= 0.0 && end >= 0.0) {
        return s == 0.0 && x == 0.0 ? (Quotient){0.0, 0.0, 0.0} : power_quotient(law, x, s);
    }
    if (x <= 0.0 && end <= 0.0) {
        const Quotient mirrored = power_quotient(law, -x, -s);
        return (Quotient){-mirrored.value, mirrored.slope, -mirrored.curve};
    }
    const double value = (link_potential(law, end) - link_potential(law, x)) / s;
    const double slope = (link_gradient(law, end) - value) / s;
    return (Quotient){value, slope, (power_curvature(law, fabs(end)) - 2.0 * slope) / s};
}
