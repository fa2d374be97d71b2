#include "power.h"

#include "../base/status.h"

static const double gauss_node[3] = {0.11270166537925831148, 0.5, 0.88729833462074168852};
static const double gauss_weight[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};

UrtoLaw urto_law_def(void)
{
    return (UrtoLaw){.stiffness = 1e9, .exponent = 1.5, .damping = 0.0};
}

UrtoStatus urto_law_check(const UrtoLaw *law, UrtoDiagnostic *why)
{
    UrtoStatus status =
        status_check_range(why, "stiffness", law->stiffness, (Range){LAW_STIFFNESS_RANGE});
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
    return power_potential(law, compression);
}

double urto_law_force(const UrtoLaw *law, double compression, double velocity)
{
    return power_gradient(law, compression) * fmax(0.0, 1.0 + law->damping * velocity);
}

Quotient power_quotient(const UrtoLaw *law, double x, double s)
{
    const double end = x + s;

    if (x <= 0.0 && end <= 0.0) {
        return (Quotient){0.0, 0.0};
    }
    if (fabs(s) < 0.02 * fabs(x)) {
        Quotient q = {0.0, 0.0};
        for (int i = 0; i < 3; i++) {
            const double y = x + gauss_node[i] * s;
            const double gradient = power_gradient(law, y);
            q.value += gauss_weight[i] * gradient;
            q.slope += gauss_weight[i] * gauss_node[i] * law->exponent * gradient / y;
        }
        return q;
    }
    const double gradient = power_gradient(law, end);
    const double after = end <= 0.0 ? 0.0 : gradient * end / (law->exponent + 1.0);
    const double value = (after - power_potential(law, x)) / s;
    return (Quotient){value, (gradient - value) / s};
}
