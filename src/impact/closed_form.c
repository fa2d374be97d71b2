/* Closed forms of one mass against one wall. Symbols: docs/notation.md.
 *
 *   m v' = -K x^a (1 + mu v),  x(0) = 0, v(0) = v_in                         (001:2)
 *
 * With w = mu v_in, u = -mu v_out and omega = ln(1 + mu v):
 *
 *   x^(a+1) = m(a+1)/(K mu^2) D,  D = 1 + w - e^omega + omega - ln(1+w)      (001:3)
 *   exit: D = 0 again: -u - ln(1-u) = w - ln(1+w)                            (001:6)
 *
 *   tau = int dv/(K/m x^a (1 + mu v))                                        (001:9)
 *       = (m/K)^(1/(a+1)) (mu^2/(a+1))^p / mu int D^-p domega,   p = a/(a+1)
 *
 * (002:9 lacks the factor (a+1)^-p.) Everything is scaled by w so that mu -> 0 needs no case of its
 * own. s counts from the entry, s' from the exit, and D := D/w^2:
 *
 *   s  = (omega_in - omega)/w >= 0,   s' = (omega - omega_out)/w
 *   x  = X D^(1/(a+1)),   X^(a+1) = m(a+1) v_in^2/K
 *   tau = X/((a+1) v_in) int D^-p ds
 *
 * Seen from either end, without cancellation:
 *
 *   D = s - (1+w) s^2 E(w s),            1+mu v = (1+w) e^(-w s)
 *   D = r s' - (1-u) s'^2 E(-w s'),      1+mu v = (1-u) e^(w s'),   r = u/w
 *   E(y) = (e^-y - 1 + y)/y^2
 *
 * and in velocities, with e = (1 - v/v_in)/(1+w) and L(y) = (y - ln(1+y))/y^2:
 *
 *   D = e - e^2 L(-w e)
 *
 * The integrals have algebraic singularities at one or both ends; tanh-sinh quadrature takes them
 * as they are.
 */
#include "closed_form.h"

#include "../base/constants.h"
#include "../base/status.h"
#include "range.h"

#include <float.h>
#include <math.h>

/* ---- elementary functions without cancellation -------------------------------------------- */

/* (y - ln(1+y))/y^2, 1/2 at 0; y > -1. */
static double log_defect(double y)
{
    if (fabs(y) > 0.4) {
        return (y - log1p(y)) / (y * y);
    }
    /* r = y/(2+y): ln(1+y) = 2 atanh r, y = 2r/(1-r), so
     * y - ln(1+y) = 2r^2/(1-r) - 2(r^3/3 + r^5/5 + ...). */
    const double r = y / (2.0 + y);
    const double square = r * r;
    double tail = 0.0;
    for (int n = 27; n >= 3; n -= 2) {
        tail = tail * square + 1.0 / n;
    }
    const double over = 2.0 / (1.0 - r) - 2.0 * r * tail; /* (y - ln(1+y))/r^2 */
    return over / ((2.0 + y) * (2.0 + y));
}

/* 1/2!, 1/3!, ... */
static const double inverse_factorial[14] = {
    1.0 / 2.0,           1.0 / 6.0,
    1.0 / 24.0,          1.0 / 120.0,
    1.0 / 720.0,         1.0 / 5040.0,
    1.0 / 40320.0,       1.0 / 362880.0,
    1.0 / 3628800.0,     1.0 / 39916800.0,
    1.0 / 479001600.0,   1.0 / 6227020800.0,
    1.0 / 87178291200.0, 1.0 / 1307674368000.0,
};

/* (e^-y - 1 + y)/y^2, 1/2 at 0. */
static double exp_defect(double y)
{
    if (fabs(y) > 0.5) {
        return (expm1(-y) + y) / (y * y);
    }
    double sum = 0.0;
    for (int n = 13; n >= 0; n--) {
        sum = inverse_factorial[n] - y * sum;
    }
    return sum;
}

/* ln(1+y)/y, 1 at 0. */
static double log_ratio(double y)
{
    return y == 0.0 ? 1.0 : log1p(y) / y;
}

/* (e^y - 1)/y, 1 at 0. */
static double exp_ratio(double y)
{
    return y == 0.0 ? 1.0 : expm1(y) / y;
}

/* ---- the exit ------------------------------------------------------------------------------ */

/* Solves -u - ln(1-u) = w - ln(1+w) for u and ln(1-u). This is mu v_out = -1 - W0(-(1+w)e^-(1+w))
 * with W0 the principal Lambert branch, which itself would cancel for small w. */
static void solve_exit(ClosedForm *form)
{
    const double w = form->w;

    if (w <= 1.0) {
        /* r^2 L(-w r) = L(w); the left side's slope is r/(1 - w r). */
        const double target = log_defect(w);
        double r = 1.0 / (1.0 + 2.0 * w / 3.0);
        for (int i = 0; i < 20; i++) {
            const double step = (r * r * log_defect(-w * r) - target) * (1.0 - w * r) / r;
            r -= step;
            if (fabs(step) <= DBL_EPSILON * r) {
                break;
            }
        }
        form->ratio = r;
        form->u = w * r;
        form->log_exit = log1p(-form->u);
        return;
    }
    /* e^omega - 1 - omega = w - ln(1+w), omega < 0. */
    const double target = w - log1p(w);
    double omega = -(1.0 + target) + exp(-(1.0 + target));
    for (int i = 0; i < 20; i++) {
        const double slope = expm1(omega);
        const double step = (slope - omega - target) / slope;
        omega -= step;
        if (fabs(step) <= DBL_EPSILON * fabs(omega)) {
            break;
        }
    }
    form->u = -expm1(omega);
    form->ratio = form->u / w;
    form->log_exit = omega;
}

ClosedForm closed_form(const UrtoImpact *impact)
{
    const double a1 = impact->law.exponent + 1.0;
    ClosedForm form = {
        .exponent = impact->law.exponent,
        .w = impact->law.damping * impact->velocity,
        .v_in = impact->velocity,
        .scale_x =
            pow(impact->mass * a1 * impact->velocity * impact->velocity / impact->law.stiffness,
                1.0 / a1),
    };
    solve_exit(&form);
    return form;
}

/* ---- along the contact --------------------------------------------------------------------- */

/* D at the distance s from one end; accurate to the turning point and beyond. */
static double depth(const ClosedForm *form, ContactEnd end, double s)
{
    const double y = form->w * s;

    if (end == END_ENTRY) {
        return s - (1.0 + form->w) * s * s * exp_defect(y);
    }
    if (y > 1.0) { /* (1-u) e^y in one exponential: neither underflows nor overflows */
        const double rest = exp(form->log_exit);
        const double bend = exp(form->log_exit + y) - rest * (1.0 + y);
        return form->ratio * s - bend / (form->w * form->w);
    }
    return form->ratio * s - (1.0 - form->u) * s * s * exp_defect(-y);
}

/* 1 + mu v at the distance s from one end. */
static double loss_factor(const ClosedForm *form, ContactEnd end, double s)
{
    return end == END_ENTRY ? (1.0 + form->w) * exp(-form->w * s)
                            : exp(form->log_exit + form->w * s);
}

/* v at the distance s from one end. */
static double velocity_at(const ClosedForm *form, ContactEnd end, double s)
{
    const double y = form->w * s;

    if (end == END_ENTRY) {
        return form->v_in * (1.0 - (1.0 + form->w) * s * exp_ratio(-y));
    }
    const double rise = y > 1.0 ? (exp(form->log_exit + y) - exp(form->log_exit)) / form->w
                                : (1.0 - form->u) * s * exp_ratio(y);
    return form->v_in * (rise - form->ratio);
}

#define STEP (1.0 / 16.0)
enum { FIRST_NODE = -112, LAST_NODE = 56, NODES = LAST_NODE - FIRST_NODE + 1 };

/* Tanh-sinh: s = S/(1+e^-q), q = pi sinh t. */
static Node node_at(int i)
{
    const double rise = exp(i * STEP);
    const double tail = exp(-0.5 * PI * (rise - 1.0 / rise)); /* e^-q */
    const double near = 1.0 / (1.0 + tail);

    return (Node){near, near * near * tail * 0.5 * PI * (rise + 1.0 / rise)};
}

/* int_0^s D^-power ds, or int (1+mu v) D^-power ds, from one end; s reaches at most to v = 0, so
 * that only the near end is singular. */
static double integrate(const ClosedForm *form, ContactEnd end, double s, double power,
                        bool with_loss_factor)
{
    /* beyond these, near^(1-power) and far are below 1e-17 */
    const int first = -(int)(asinh(39.0 / (PI * (1.0 - power))) / STEP) - 1;
    const int last = (int)(asinh(39.0 / PI) / STEP) + 1;
    double sum = 0.0;

    for (int i = first; i <= last; i++) {
        const bool known = form->nodes && i >= FIRST_NODE && i <= LAST_NODE;
        const Node node = known ? form->nodes[i - FIRST_NODE] : node_at(i);
        const double factor = with_loss_factor ? loss_factor(form, end, s * node.near) : 1.0;
        sum += node.weight * factor * pow(depth(form, end, s * node.near), -power);
    }
    return sum * STEP * s;
}

/* The distance from one end to the turning point v = 0. */
static double turning_point(const ClosedForm *form, ContactEnd end)
{
    if (form->w == 0.0) {
        return 1.0;
    }
    return end == END_ENTRY ? log_ratio(form->w) : -form->log_exit / form->w;
}

/* The same integral over the whole contact. */
static double integrate_all(const ClosedForm *form, double power, bool with_loss_factor)
{
    double sum = 0.0;
    for (ContactEnd end = END_ENTRY; end <= END_EXIT; end++) {
        sum += integrate(form, end, turning_point(form, end), power, with_loss_factor);
    }
    return sum;
}

static double time_scale(const ClosedForm *form)
{
    return form->scale_x / ((form->exponent + 1.0) * form->v_in);
}

static double time_from(const ClosedForm *form, ContactEnd end, double s)
{
    const double a1 = form->exponent + 1.0;

    if (s <= 0.0) {
        return 0.0;
    }
    return time_scale(form) * integrate(form, end, s, form->exponent / a1, false);
}

double closed_form_max_compression(const ClosedForm *form)
{
    return form->scale_x * pow(log_defect(form->w), 1.0 / (form->exponent + 1.0));
}

double closed_form_contact_time(const ClosedForm *form)
{
    const double power = form->exponent / (form->exponent + 1.0);

    return time_scale(form) * integrate_all(form, power, false);
}

double closed_form_inverse_compression(const ClosedForm *form)
{
    const double power = 1.0 / (form->exponent + 1.0);

    return form->v_in / form->scale_x * integrate_all(form, power, true);
}

/* ---- public -------------------------------------------------------------------------------- */

UrtoImpact urto_impact_def(void)
{
    return (UrtoImpact){
        .mass = 0.01,
        .law = {.stiffness = 1e9, .exponent = 1.5, .damping = 0.5},
        .velocity = 1.0,
    };
}

UrtoStatus urto_impact_check(const UrtoImpact *impact, UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "impact", impact);
    if (status == URTO_OK) {
        status = range_check(why, "mass", impact->mass);
    }
    if (status == URTO_OK) {
        status = urto_law_check(&impact->law, why);
    }
    return status == URTO_OK ? range_check(why, "velocity", impact->velocity) : status;
}

/* (001:7-8), the published approximation of the exit velocity. */
static double exit_velocity_approx(double w, double v_in)
{
    if (w == 0.0) {
        return -v_in;
    }
    const double series = w * (1.0 + w * (2.0 / 3.0 + w * (2.0 / 9.0 + w * 14.0 / 135.0)));
    return -v_in * (-expm1(-2.0 * w) - series * exp(-2.0 * w)) / w;
}

UrtoStatus urto_impact_exact(const UrtoImpact *impact, UrtoImpactExact *exact, UrtoDiagnostic *why)
{
    UrtoStatus status = urto_impact_check(impact, why);
    if (status == URTO_OK) {
        status = status_check_pointer(why, "exact", exact);
    }
    if (status != URTO_OK) {
        return status;
    }
    const ClosedForm form = closed_form(impact);
    const double v_out = -form.v_in * form.ratio;
    *exact = (UrtoImpactExact){
        .max_compression = closed_form_max_compression(&form),
        .exit_velocity = v_out,
        .exit_velocity_approx = exit_velocity_approx(form.w, form.v_in),
        .contact_time = closed_form_contact_time(&form),
        .exit_energy = 0.5 * impact->mass * v_out * v_out,
        .limit_velocity = impact->law.damping > 0.0 ? -1.0 / impact->law.damping : -HUGE_VAL,
    };
    return URTO_OK;
}

static UrtoImpact impact_of(const UrtoImpactColumns *columns, size_t i)
{
    const bool *varies = columns->varies;

    return (UrtoImpact){.mass = columns->mass[varies[0] ? i : 0],
                        .law = {.stiffness = columns->stiffness[varies[1] ? i : 0],
                                .exponent = columns->exponent[varies[2] ? i : 0],
                                .damping = columns->damping[varies[3] ? i : 0]},
                        .velocity = columns->velocity[varies[4] ? i : 0]};
}

static void fill_columns(const UrtoImpact *impact, const Node *nodes,
                         const UrtoImpactExactColumns *exact, size_t i)
{
    ClosedForm form = closed_form(impact);
    const double v_out = -form.v_in * form.ratio;

    if (exact->max_compression) {
        exact->max_compression[i] = closed_form_max_compression(&form);
    }
    if (exact->exit_velocity) {
        exact->exit_velocity[i] = v_out;
    }
    if (exact->exit_energy) {
        exact->exit_energy[i] = 0.5 * impact->mass * v_out * v_out;
    }
    if (exact->contact_time) {
        form.nodes = nodes;
        exact->contact_time[i] = closed_form_contact_time(&form);
    }
}

UrtoStatus urto_impact_exact_columns(const UrtoImpactColumns *impacts, size_t count,
                                     const UrtoImpactExactColumns *exact, size_t *bad,
                                     UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "impacts", impacts);
    Node nodes[NODES];
    size_t i = 0;

    for (int n = FIRST_NODE; n <= LAST_NODE; n++) {
        nodes[n - FIRST_NODE] = node_at(n);
    }
    status = status == URTO_OK ? status_check_pointer(why, "exact", exact) : status;
    while (status == URTO_OK && i < count) {
        const UrtoImpact impact = impact_of(impacts, i);
        status = urto_impact_check(&impact, why);
        if (status == URTO_OK) {
            fill_columns(&impact, nodes, exact, i++);
        }
    }
    if (bad) {
        *bad = i;
    }
    return status;
}

/* Compression and force that belong to a depth D and a velocity. */
static void fill_point(const UrtoLaw *law, const ClosedForm *form, double depth_here,
                       double velocity, UrtoImpactPoint *point)
{
    point->velocity = velocity;
    point->compression =
        depth_here > 0.0 ? form->scale_x * pow(depth_here, 1.0 / (form->exponent + 1.0)) : 0.0;
    point->force = urto_law_force(law, point->compression, velocity);
}

UrtoStatus urto_impact_at_velocity(const UrtoImpact *impact, double velocity,
                                   UrtoImpactPoint *point, UrtoDiagnostic *why)
{
    UrtoStatus status = urto_impact_check(impact, why);
    if (status == URTO_OK) {
        status = status_check_pointer(why, "point", point);
    }
    if (status != URTO_OK) {
        return status;
    }
    const ClosedForm form = closed_form(impact);
    const double v_out = -form.v_in * form.ratio;
    if (!(velocity >= v_out && velocity <= form.v_in)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "velocity", velocity,
                           "velocity is %.10g, must be between the exit velocity %.10g and the "
                           "impact velocity %.10g",
                           velocity, v_out, form.v_in);
    }
    if (velocity >= 0.0) {
        const double e = (form.v_in - velocity) / (form.v_in * (1.0 + form.w));
        fill_point(&impact->law, &form, e - e * e * log_defect(-form.w * e), velocity, point);
        point->time = time_from(&form, END_ENTRY, e * log_ratio(-form.w * e));
        return URTO_OK;
    }
    const double rest = exp(form.log_exit);
    const double e = (velocity - v_out) / (form.v_in * rest);
    const double s = e * log_ratio(form.w * e);
    fill_point(&impact->law, &form, depth(&form, END_EXIT, s), velocity, point);
    point->time = closed_form_contact_time(&form) - time_from(&form, END_EXIT, s);
    return URTO_OK;
}

/* The distance s from one end at which the elapsed time is `time`; s = z^(a+1) makes time nearly
 * linear in z. Newton kept in a bracket. */
static double distance_at_time(const ClosedForm *form, ContactEnd end, double time, double t_turn)
{
    const double a1 = form->exponent + 1.0;
    double low = 0.0;
    double high = pow(turning_point(form, end), 1.0 / a1);
    double z = high * time / t_turn;

    for (int i = 0; i < 60; i++) {
        const double s = pow(z, a1);
        const double error = time_from(form, end, s) - time;
        if (error > 0.0) {
            high = z;
        } else {
            low = z;
        }
        /* dt/ds = X/((a+1) v_in) D^-p, ds/dz = (a+1) z^a */
        const double slope = form->scale_x / form->v_in * pow(z, form->exponent) *
                             pow(depth(form, end, s), -form->exponent / a1);
        double next = z - error / slope;
        if (!(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        const double change = fabs(next - z);
        z = next;
        if (change <= 1e-14 * z) {
            break;
        }
    }
    return pow(z, a1);
}

double closed_form_turning_time(const ClosedForm *form)
{
    return time_from(form, END_ENTRY, turning_point(form, END_ENTRY));
}

void closed_form_point(const ClosedForm *form, const UrtoLaw *law, double contact_time,
                       double turning_time, UrtoImpactPoint *point)
{
    const bool inward = point->time <= turning_time;
    const ContactEnd end = inward ? END_ENTRY : END_EXIT;
    const double elapsed = inward ? point->time : contact_time - point->time;
    const double half = inward ? turning_time : contact_time - turning_time;
    const double s = distance_at_time(form, end, elapsed, half);

    fill_point(law, form, depth(form, end, s), velocity_at(form, end, s), point);
}

UrtoStatus urto_impact_at_time(const UrtoImpact *impact, double time, UrtoImpactPoint *point,
                               UrtoDiagnostic *why)
{
    UrtoStatus status = urto_impact_check(impact, why);
    if (status == URTO_OK) {
        status = status_check_pointer(why, "point", point);
    }
    if (status == URTO_OK) {
        status = status_check_range(why, "time", time,
                                    (Range){-1e12, 1e12, false, "between -1e12 and 1e12"});
    }
    if (status != URTO_OK) {
        return status;
    }
    const ClosedForm form = closed_form(impact);
    const double contact_time = closed_form_contact_time(&form);
    const double v_out = -form.v_in * form.ratio;
    point->time = time;
    point->force = 0.0;
    if (time <= 0.0 || time >= contact_time) {
        point->velocity = time <= 0.0 ? form.v_in : v_out;
        point->compression = time <= 0.0 ? form.v_in * time : v_out * (time - contact_time);
        return URTO_OK;
    }
    closed_form_point(&form, &impact->law, contact_time, closed_form_turning_time(&form), point);
    return URTO_OK;
}
