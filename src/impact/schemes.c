/* The table of schemes, and what several of them share. */
#include "scheme.h"

#include <string.h>

static const Scheme *const schemes[] = {
    &scheme_trapezoidal,
    &scheme_implicit_midpoint,
    &scheme_verlet,
    &scheme_heun,
    &scheme_rk4,
    &scheme_two_point,
    &scheme_three_point,
    &scheme_quadratised,
    &scheme_quadratised_capped,
    &scheme_midpoint,
    &scheme_log_two_point,
    &scheme_log_midpoint,
    &scheme_event,
};

size_t urto_scheme_count(void)
{
    return sizeof schemes / sizeof schemes[0];
}

const UrtoSchemeInfo *urto_scheme_at(size_t index)
{
    return index < urto_scheme_count() ? &schemes[index]->info : NULL;
}

const Scheme *scheme_find(const char *name)
{
    for (size_t i = 0; name && i < urto_scheme_count(); i++) {
        if (strcmp(schemes[i]->info.name, name) == 0) {
            return schemes[i];
        }
    }
    return NULL;
}

const UrtoSchemeInfo *urto_scheme_find(const char *name)
{
    const Scheme *scheme = scheme_find(name);
    return scheme ? &scheme->info : NULL;
}

double scheme_force(const Model *model, State *state, double x, double v)
{
    state->powers += x > 0.0;
    return urto_law_force(&model->law, x, v);
}

double scheme_energy(const Model *model, const State *state)
{
    const double x = state->x;

    return 0.5 * model->mass * state->v * state->v + power_potential(&model->law, x) +
           0.5 * model->spring * x * x - model->mass * model->gravity * x;
}

double three_point_free_energy(const Model *model, const State *state)
{
    const double speed = state->delta / model->step;
    const double before = state->x - state->delta;

    return 0.5 * model->mass * speed * speed + 0.5 * model->spring * state->x * before -
           0.5 * model->mass * model->gravity * (state->x + before);
}

void three_point_start(const Model *model, State *state)
{
    const double k = model->step;

    state->delta = k * state->v - 0.5 * k * k * free_acceleration(model, state->x);
}

double three_point_free_reach(const Model *model, const State *state)
{
    const double k = model->step;

    return 2.0 * state->delta + k * k * free_acceleration(model, state->x);
}

void three_point_advance(const Model *model, State *state, double reach)
{
    state->delta = reach - state->delta;
    state->x += state->delta;
    state->v = state->delta / model->step + 0.5 * model->step * free_acceleration(model, state->x);
}

/* From outside, phi(x+s) = s (b - s)/c <= b^2/4c bounds the end of the step. */
static double deepest(const Model *model, const ContactEquation *equation)
{
    const double p = model->law.exponent + 1.0;
    const double energy = equation->b * equation->b / (4.0 * equation->c);

    return pow(energy * p / model->law.stiffness, 1.0 / p);
}

double contact_solve(const Model *model, State *state, const ContactEquation *equation)
{
    const double x = equation->x;
    const double b = equation->b;

    state->force = 0.0;
    if ((x <= 0.0 && x + b <= 0.0) || 1.0 + equation->nu * b <= 0.0) {
        return b;
    }
    /* keeps the slope of s + c Q above 1/2 where the defect is divided by a vanishing s */
    const double small = 1e-9 * (fabs(x) + fabs(b));
    const double tiny = small * small + 8.0 * equation->c * fabs(equation->defect);
    double s = b;
    if (x <= 0.0) { /* spares hard hits the long way down from the free prediction */
        const double bound = deepest(model, equation);
        s = bound < 1e-3 * (x + b) ? bound - x : b;
    }
    for (state->iterations = 1;; state->iterations++) {
        Quotient q = power_quotient(&model->law, x, s);
        state->powers += x > 0.0 && x + s > 0.0 ? 2 : 1;
        if (equation->defect != 0.0) {
            const double scale = s * s + tiny;
            q.value += equation->defect * s / scale;
            q.slope += equation->defect * (tiny - s * s) / (scale * scale);
        }
        const double factor = 1.0 + equation->nu * s;
        state->force = q.value * factor;
        const double residual = s + equation->c * state->force - b;
        const double slope = 1.0 + equation->c * (q.slope * factor + q.value * equation->nu);
        const double change = residual / slope;
        s -= change;
        /* small against s and against the end; the error is of the order of its square */
        if (change <= 1e-10 * (fabs(s) + fabs(b)) &&
            change <= 1e-7 * fabs(x + s) + 1e-15 * fabs(x)) {
            break;
        }
        if (state->iterations == ITERATION_CAP) {
            state->unconverged = true;
            break;
        }
    }
    state->force = (b - s) / equation->c;
    return s;
}
