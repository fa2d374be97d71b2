/* Event-driven: free flight and contact are both known in closed form.
 *
 *   flight   x(t) = x + v t + g t^2/2 until x = 0
 *   contact  v_out and tau by the closed forms of the touching velocity; gravity is left out
 * inside, where the contact force exceeds it by far
 *
 * Samples inside the contact come from the exact motion (urto_impact_at_time). Several contacts may
 * fall into one step; a mass whose bounces have become shorter than a step rests on the wall.
 */
#include "closed_form.h"
#include "scheme.h"

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
    state->contact = (UrtoImpact){model->mass, model->law, state->v};
    UrtoImpactExact exact;
    if (urto_impact_exact(&state->contact, &exact, NULL) != URTO_OK ||
        g * exact.contact_time >= state->v) {
        state->v = 0.0; /* so slow that gravity holds it: it rests */
        state->clock = -1.0;
        return 0.0;
    }
    state->contact_time = exact.contact_time;
    state->exit_velocity = exact.exit_velocity;
    if (g > 0.0) {
        const ClosedForm form = closed_form(&state->contact);
        const double change = g * closed_form_gravity(&form);
        state->exit_velocity = fmin(0.0, exact.exit_velocity + change);
    }
    state->peak = fmax(state->peak, exact.max_compression);
    return time - flight;
}

/* Stays in contact for `time` or until the exit; returns the time left then. */
static double press(State *state, double time)
{
    const double rest = state->contact_time - state->clock;

    if (time >= rest) {
        state->x = 0.0;
        state->v = state->exit_velocity;
        state->clock = -1.0;
        return time - rest;
    }
    state->clock += time;
    UrtoImpactPoint point;
    if (urto_impact_at_time(&state->contact, state->clock, &point, NULL) == URTO_OK) {
        state->x = point.compression;
        state->v = point.velocity;
    }
    return 0.0;
}

static void event_step(const Model *model, State *state)
{
    const double before = state->v;
    double left = model->step;
    int events = 0;

    if (state->x == 0.0 && state->v == 0.0 && state->clock < 0.0) {
        return; /* at rest */
    }
    while (left > 0.0 && events++ < 32) {
        left = state->clock < 0.0 ? fly(model, state, left) : press(state, left);
    }
    if (left > 0.0) {
        state->x = 0.0;
        state->v = 0.0;
        state->clock = -1.0;
    }
    const bool touched = events > 1 || state->clock >= 0.0;
    state->force =
        touched ? model->mass * (model->gravity - (state->v - before) / model->step) : 0.0;
}

/* Gravity counts outside only, as in the motion. */
static double event_energy(const Model *model, const State *state)
{
    const double inside = fmax(state->x, 0.0);

    return scheme_energy(model, state) + model->mass * model->gravity * inside;
}

const Scheme scheme_event = {
    .info = {.name = "event",
             .summary = "closed forms from touch to touch; the reference for rebounds",
             .source = "ours, from 001:3-9",
             .order = 0,
             .passive = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY},
    .refusal = {[2] = "the closed forms hold for a mass without a spring",
                [3] = "its duration is exact already",
                [4] = "its exit velocity is exact already"},
    .start = event_start,
    .step = event_step,
    .energy = event_energy,
};
