/* Matched duration: the stiffness with which a time-stepped contact lasts as long as the exact one.
 *
 * With T = tau/k, exponent 1, no losses (omega_c = sqrt(K/m)):
 *
 *   two-point    K* k^2/(4m) = (1 - cos omega_c k)/(1 + cos omega_c k),  T > 1        (000:15)
 *   three-point  K* k^2/(2m) = (1 - cos omega_c k)/cos omega_c k,        T > 2        (000:16)
 *
 * Past the paper, any exponent: src/law/matched.h, also for midpoint, log-two-point and log-midpoint, which are
 * the two-point scheme in other variables. With losses the bias c of the duration T + c/T is
 *
 *   c = (tau a/12) int dv/x(v),   q = c - pi^2/12
 */
#include "scheme_matched.h"

#include "../base/constants.h"
#include "../base/status.h"
#include "../law/matched.h"
#include "closed_form.h"
#include "simulate.h"

static double two_point_stiffness(const UrtoImpact *impact, const ClosedForm *form,
                                  double contact_time, double samples)
{
    const double a = form->exponent;
    double q = matched_exponent(a, samples);

    if (form->w > 0.0) {
        q = contact_time * a / 12.0 * closed_form_inverse_compression(form) - PI * PI / 12.0;
    }
    return impact->law.stiffness * matched_ratio(a, samples, q);
}

UrtoStatus scheme_matched_stiffness(const UrtoImpact *impact, const Scheme *scheme, double step,
                                    double *stiffness, UrtoDiagnostic *why)
{
    const bool three_point = scheme == &scheme_three_point;
    const char *name = scheme->info.name;

    if (impact->law.damping > 0.0 && scheme != &scheme_log_two_point) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "matched", impact->law.damping,
                           "%s cannot match the duration with damping %.10g: only log-two-point "
                           "can; use it, or damping 0",
                           name, impact->law.damping);
    }
    if (three_point && impact->law.exponent != 1.0) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "matched", impact->law.exponent,
                           "three-point can match the duration for exponent 1 only, not %.10g; "
                           "use two-point",
                           impact->law.exponent);
    }
    const ClosedForm form = closed_form(impact);
    const double contact_time = closed_form_contact_time(&form);
    const double samples = contact_time / step;
    const double least = three_point ? 2.0 : 1.0;
    if (!(samples > least)) {
        return status_fail(why, URTO_ERROR_LIMIT, "matched", samples,
                           "%s can match contacts longer than %g sample%s, this one lasts %.6g; "
                           "the rate must be above %.6g Hz",
                           name, least, three_point ? "s" : "", samples, least / contact_time);
    }
    if (three_point) {
        const double cosine = cos(PI / samples);
        *stiffness = 2.0 * impact->mass / (step * step) * (1.0 - cosine) / cosine;
    } else {
        *stiffness = two_point_stiffness(impact, &form, contact_time, samples);
    }
    return URTO_OK;
}

UrtoStatus urto_impact_matched_stiffness(const UrtoImpact *impact, const char *scheme, double rate,
                                         double *stiffness, UrtoDiagnostic *why)
{
    UrtoImpactRun run = urto_impact_run_def();
    run.scheme = scheme;
    run.rate = rate;
    run.matched = true;
    UrtoStatus status = simulate_check(impact, &run, why);
    if (status == URTO_OK) {
        status = status_check_pointer(why, "stiffness", stiffness);
    }
    if (status != URTO_OK) {
        return status;
    }
    return scheme_matched_stiffness(impact, scheme_find(scheme), 1.0 / rate, stiffness, why);
}
