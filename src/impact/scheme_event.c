/* Event-driven: free flight and contact from touch to touch, at their own instants.
 *
 *   flight   x(t) = x + v t + g t^2/2 until x = 0
 *   contact  without gravity the closed forms: v_out, tau, and the exact motion at each sample;
 *            with gravity m v' = m g - f(x, v) by RK4 with tau/1024 as its step, from the instant
 *            of the touch to that of the exit, which Newton finds in the last step
 *
 * Several contacts may fall into one sample. A contact under gravity that has lasted 30 tau does
 * not end any more: the mass rests, compressed by its weight.
 */
#include "closed_form.h"
#include "scheme.h"

enum { SUBSTEPS = 1024, EVENTS_MAX = 64 };

/* First t > 0 with x + v t + g t^2/2 = 0, for x <= 0 and (v > 0 or g > 0). */
static double time_to_touch(double x, double v, double g)
{
    const double root = sqrt(fmax(0.0, v * v - 2.0 * g * x));
    return v > 0.0 ? -2.0 * x / (v + root) : (root - v) / g;
}

static void event_start(const Model *model, State *state)
{
    (void)model;
    state->clock = -1.0;
}

/* Lies on the wall, compressed by its weight. */
static void rest(const Model *model, State *state)
{
    const double weight = model->mass * model->gravity;

    state->x = pow(weight / model->law.stiffness, 1.0 / model->law.exponent);
    state->v = 0.0;
    state->clock = HUGE_VAL;
}

/* Moves freely for `time` or until the touch; returns the time left then. */
static double fly(const Model *model, State *state, double time)
{
    const double g = model->gravity;
    const double end = state->x + time * (state->v + 0.5 * g * time);

    if (end <= 0.0) {
        state->x = end;
        state->v += g * time;
        return 0.0;
    }
    const double flight = fmin(time, time_to_touch(state->x, state->v, g));
    state->x = 0.0;
    state->v += g * flight;
    state->clock = 0.0;
    const UrtoImpact impact = {model->mass, model->law, state->v};
    if (urto_impact_check(&impact, NULL) != URTO_OK) {
        rest(model, state); /* too slow for any formula */
        return 0.0;
    }
    state->form = closed_form(&impact);
    state->contact_time = closed_form_contact_time(&state->form);
    if (g == 0.0) {
        state->turning_time = closed_form_turning_time(&state->form);
        state->peak = closed_form_max_compression(&state->form);
    }
    return time - flight;
}

/* The closed forms for `time` or until the exit; returns the time left then. */
static double press_exact(const Model *model, State *state, double time)
{
    const double left = state->contact_time - state->clock;

    if (time >= left) {
        state->x = 0.0;
        state->v = -state->form.v_in * state->form.ratio;
        state->clock = -1.0;
        return time - left;
    }
    state->clock += time;
    UrtoImpactPoint point = {.time = state->clock};
    closed_form_point(&state->form, &model->law, state->contact_time, state->turning_time, &point);
    state->x = point.compression;
    state->v = point.velocity;
    return 0.0;
}

/* RK4 under gravity for `time` or until the exit; returns the time left then. */
static double press_weighed(const Model *model, State *state, double time)
{
    const double longest = state->contact_time / SUBSTEPS;

    while (time > 0.0) {
        const State before = *state;
        double step = fmin(time, longest);
        rk4_advance(model, state, step);
        if (state->x <= 0.0 && state->v < 0.0) {
            for (int i = 0; i < 4; i++) {
                step = fmin(fmax(step - state->x / state->v, 0.0), longest);
                *state = before;
                rk4_advance(model, state, step);
            }
            state->x = 0.0;
            state->clock = -1.0;
            return fmax(0.0, time - step);
        }
        state->peak = fmax(state->peak, state->x);
        state->clock += step;
        time -= step;
        if (state->clock > 30.0 * state->contact_time) {
            rest(model, state);
            return 0.0;
        }
    }
    return 0.0;
}

static double press(const Model *model, State *state, double time)
{
    return model->gravity > 0.0 ? press_weighed(model, state, time)
                                : press_exact(model, state, time);
}

static void event_step(const Model *model, State *state)
{
    const double before = state->v;
    double left = model->step;
    int events = 0;

    if (isinf(state->clock)) {
        return; /* at rest */
    }
    while (left > 0.0 && events++ < EVENTS_MAX) {
        left = state->clock < 0.0 ? fly(model, state, left) : press(model, state, left);
    }
    if (left > 0.0) {
        rest(model, state); /* endless small bounces */
    }
    /* a contact between two samples shows as its mean force */
    const bool between = state->clock < 0.0 && before > 0.0 && state->v < 0.0;
    state->force = between ? model->mass * (before - state->v) / model->step
                           : urto_law_force(&model->law, state->x, state->v);
}

const Scheme scheme_event = {
    .info = {.name = "event",
             .summary = "closed forms from touch to touch; the reference, slow",
             .source = "ours, from 001:3-9",
             .order = 0,
             .passive = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY},
    .refusal = {[OPTION_SPRING] = "the closed forms hold for a mass without a spring",
                [OPTION_MATCHED] = "its duration is exact already",
                [OPTION_CORRECTED] = "its exit velocity is exact already"},
    .start = event_start,
    .step = event_step,
    .energy = scheme_energy,
};
