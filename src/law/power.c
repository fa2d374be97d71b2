#include "power.h"

#include "../base/status.h"

UrtoLaw urto_law_def(void)
{
    return (UrtoLaw){.stiffness = 1e9, .exponent = 1.5, .damping = 0.0};
}

UrtoStatus urto_law_check(const UrtoLaw *law, UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "law", law);
    if (status == URTO_OK) {
        status = status_check_range(why, "stiffness", law->stiffness, (Range){LAW_STIFFNESS_RANGE});
    }
    if (status == URTO_OK) {
        status = status_check_range(why, "exponent", law->exponent, (Range){LAW_EXPONENT_RANGE});
    }
    if (status == URTO_OK) {
        status = status_check_range(why, "damping", law->damping, (Range){LAW_DAMPING_RANGE});
    }
    return status;
}

double urto_law_potential(const UrtoLaw *law, double compression)
{
    return law && compression > 0.0 ? power_potential(law, compression) : 0.0;
}

double urto_law_force(const UrtoLaw *law, double compression, double velocity)
{
    if (!law || !(compression > 0.0)) {
        return 0.0;
    }
    const double factor = 1.0 + law->damping * velocity;
    return factor > 0.0 ? power_gradient(law, compression) * factor : 0.0;
}

PowerSeries power_series(double exponent)
{
    PowerSeries series = {.quotient = {1.0}, .power = {1.0}, .halves = power_halves(exponent)};

    for (int n = 1; n < 9; n++) {
        series.quotient[n] = series.quotient[n - 1] * (exponent - (n - 1)) / (n + 1);
    }
    for (int n = 0; n < 6; n++) {
        series.slope[n] = (n + 1) * series.quotient[n + 1];
    }
    for (int n = 0; n < 4; n++) {
        series.curve[n] = (n + 1) * series.slope[n + 1];
    }
    for (int n = 1; n < 11; n++) {
        series.power[n] = series.power[n - 1] * (exponent - (n - 1)) / n;
    }
    return series;
}

Quotient power_quotient(const UrtoLaw *law, double x, double s)
{
    const double end = x + s;

    if (x <= 0.0 && end <= 0.0) {
        return (Quotient){0.0, 0.0, 0.0};
    }
    if (x > 0.0 && fabs(s) < 0.02 * x) {
        const PowerSeries series = power_series(law->exponent);
        return power_quotient_near(&series, power_gradient(law, x), 1.0 / x, s);
    }
    const double gradient = power_gradient(law, end);
    const double after = end <= 0.0 ? 0.0 : gradient * end / (law->exponent + 1.0);
    const double value = (after - power_potential(law, x)) / s;
    const double slope = (gradient - value) / s;
    const double curvature = end > 0.0 ? law->exponent * gradient / end : 0.0;
    return (Quotient){value, slope, (curvature - 2.0 * slope) / s};
}
