/* Simulates an impact: steps a scheme from before the touch until after the exit (and through
 * rebounds), and measures contact time, exit velocity and energy.
 *
 * A contact begins in the first step that ends inside or stops an approach; its instant is the zero
 * of the flight that led there. It ends at the first sample that is outside, not on its way in, and
 * has no force any more; its instant and velocity are those of the outgoing flight, followed back
 * to x = 0. On a free mass this is the outgoing straight line of Chatziioannou and van Walstijn. */
#include "simulate.h"

#include "../base/status.h"
#include "closed_form.h"
#include "correction.h"
#include "range.h"
#include "scheme.h"
#include "scheme_matched.h"

#include <string.h>

static const double steps_max = 2e6;
static const double exact_samples_max = 2e4; /* of event, which has a closed form for each */
static const double shortest_contact = 1e-3; /* samples; shorter ones are below the rounding of x */
static const double patience = 1e5;          /* samples for a mass that leaves slowly */
static const int tail_samples = 8;           /* shown after the exit */
static const int settle_samples = 64;        /* for a force that fades instead of ending */

UrtoImpactRun urto_impact_run_def(void)
{
    return (UrtoImpactRun){.scheme = "log-two-point", .rate = 44100.0};
}

/* ---- checks -------------------------------------------------------------------------------- */

static UrtoStatus check_options(const Scheme *scheme, const UrtoImpact *impact,
                                const UrtoImpactRun *run, UrtoDiagnostic *why)
{
    static const char *const names[SCHEME_OPTIONS] = {"damping", "gravity", "spring", "matched",
                                                      "corrected"};
    const double values[SCHEME_OPTIONS] = {impact->law.damping, run->gravity, run->spring,
                                           run->matched, run->corrected};

    for (int i = 0; i < SCHEME_OPTIONS; i++) {
        if (values[i] != 0.0 && scheme->refusal[i]) {
            return status_fail(why, URTO_ERROR_UNSUPPORTED, names[i], values[i],
                               "%s does not take %s: %s", scheme->info.name, names[i],
                               scheme->refusal[i]);
        }
    }
    return URTO_OK;
}

/* The contact time within a factor of a few, without a quadrature: in and out at the mean of the
 * speeds at the ends. */
static double contact_estimate(const UrtoImpact *impact)
{
    const ClosedForm form = closed_form(impact);

    return 2.0 * closed_form_max_compression(&form) * (1.0 + 1.0 / form.ratio) / form.v_in;
}

/* An upper estimate of the samples that flights and contacts take. */
static double steps_needed(const UrtoImpact *impact, const UrtoImpactRun *run)
{
    const double contact = 2.0 * contact_estimate(impact);
    double flight = 0.0;

    if (run->gravity > 0.0) {
        flight = 2.0 * impact->velocity / run->gravity;
    }
    if (run->spring > 0.0) {
        flight = fmax(flight, 7.0 * sqrt(impact->mass / run->spring));
    }
    return run->phase + 2.0 * run->rate * (contact + run->rebounds * (contact + flight));
}

/* The limits that depend on how long the contact lasts. */
static UrtoStatus check_duration(const Scheme *scheme, const UrtoImpact *impact,
                                 const UrtoImpactRun *run, UrtoDiagnostic *why)
{
    const double time = contact_estimate(impact);

    if (time * run->rate < shortest_contact) {
        return status_fail(
            why, URTO_ERROR_LIMIT, "rate", run->rate,
            "rate is %.10g, must be at least %.3g: the contact of about %.2g s would "
            "last less than %g samples",
            run->rate, shortest_contact / time, time, shortest_contact);
    }
    if (scheme == &scheme_event && time * run->rate > exact_samples_max) {
        return status_fail(why, URTO_ERROR_LIMIT, "scheme", run->rate,
                           "event computes each sample of a contact in closed form, at most %g; "
                           "this one has about %.2g",
                           exact_samples_max, time * run->rate);
    }
    return URTO_OK;
}

UrtoStatus simulate_check(const UrtoImpact *impact, const UrtoImpactRun *run, UrtoDiagnostic *why)
{
    if (!run) {
        return status_check_pointer(why, "run", run);
    }
    const struct {
        const char *name;
        double value;
    } values[] = {
        {"rate", run->rate},     {"phase", run->phase},       {"gravity", run->gravity},
        {"spring", run->spring}, {"rebounds", run->rebounds},
    };
    UrtoStatus status = urto_impact_check(impact, why);
    for (size_t i = 0; status == URTO_OK && i < sizeof values / sizeof values[0]; i++) {
        status = range_check(why, values[i].name, values[i].value);
    }
    if (status != URTO_OK) {
        return status;
    }
    const Scheme *scheme = scheme_find(run->scheme);
    if (!scheme) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "scheme", 0.0, "there is no scheme \"%.40s\"",
                           run->scheme ? run->scheme : "");
    }
    if (run->rebounds > 0 && run->gravity == 0.0 && run->spring == 0.0) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "rebounds", run->rebounds,
                           "rebounds is %u, must be 0 without gravity or spring: the mass never "
                           "comes back",
                           (unsigned)run->rebounds);
    }
    const double mass_limit = 4.0 * impact->mass * run->rate * run->rate;
    if (run->spring >= mass_limit && scheme->info.order > 0 && scheme != &scheme_two_point &&
        scheme != &scheme_trapezoidal) {
        return status_fail(
            why, URTO_ERROR_LIMIT, "spring", run->spring,
            "spring is %.10g, must be below 4 mass rate^2 = %.6g for %s to be stable", run->spring,
            mass_limit, scheme->info.name);
    }
    const double needed = steps_needed(impact, run);
    if (!(needed <= steps_max)) {
        return status_fail(
            why, URTO_ERROR_LIMIT, "rate", run->rate,
            "rate is %.10g, must be at most about %.3g: the run would take %.2g samples, "
            "and %g are the most",
            run->rate, run->rate * steps_max / needed, needed, steps_max);
    }
    status = check_options(scheme, impact, run, why);
    return status == URTO_OK ? check_duration(scheme, impact, run, why) : status;
}

/* ---- simulation ---------------------------------------------------------------------------- */

typedef struct Simulation {
    const Scheme *scheme;
    const UrtoImpact *impact;
    const UrtoImpactRun *run;
    Model model;
    State state;
    Correction correction;
    UrtoImpactResult *result;
    uint64_t index;
    uint64_t iterated;  /* steps that iterated */
    double iterations;  /* their sum */
    double first_touch; /* time */
    uint32_t touches;
    bool in_contact;
    int outside; /* samples since the mass is out, while in_contact */
    int tail;    /* samples since the end of the run */
} Simulation;

/* Time at which the flight through (x, v) passes 0, the zero nearest to it. */
static double flight_zero(const Model *model, double x, double v)
{
    const double a = free_acceleration(model, x);
    const double square = v * v - 2.0 * a * x;

    if (square <= 0.0 || v == 0.0) {
        return 0.0;
    }
    return -2.0 * x / (v + copysign(sqrt(square), v));
}

static void begin_contact(Simulation *sim, double x_before, double v_before)
{
    const double start = (double)(sim->index - 1) * sim->model.step;
    const double touch = start + flight_zero(&sim->model, x_before, v_before);

    sim->in_contact = true;
    sim->outside = 0;
    if (sim->touches == 0) {
        sim->first_touch = touch;
    } else if (sim->result->rebound_count < sim->run->rebounds) {
        sim->result->rebound_times[sim->result->rebound_count++] = touch - sim->first_touch;
    }
    sim->touches++;
}

static void end_contact(Simulation *sim)
{
    UrtoImpactResult *result = sim->result;
    const State *state = &sim->state;

    sim->in_contact = false;
    if (sim->touches != 1) {
        return;
    }
    const double back = flight_zero(&sim->model, state->x, state->v);
    const double a = free_acceleration(&sim->model, 0.5 * state->x);
    result->left = true;
    result->exit_velocity = state->v + a * back;
    result->exit_energy = 0.5 * sim->model.mass * result->exit_velocity * result->exit_velocity;
    result->contact_time = (double)sim->index * sim->model.step + back - sim->first_touch;
}

/* The force of a step is over when it no longer changes the velocity. */
static bool force_is_over(const Simulation *sim)
{
    const double change = fabs(sim->state.force) * sim->model.step / sim->model.mass;

    return change <= 1e-12 * sim->impact->velocity || sim->outside >= settle_samples;
}

static void follow_contact(Simulation *sim, double x_before, double v_before)
{
    const State *state = &sim->state;
    UrtoImpactResult *result = sim->result;

    /* outside, spring and gravity only ever accelerate towards the wall */
    const bool pushed = v_before > 0.0 && (state->force != 0.0 || state->v <= 0.0);

    if (!sim->in_contact && (state->x > 0.0 || pushed)) {
        begin_contact(sim, x_before, v_before);
    }
    if (!sim->in_contact) {
        return;
    }
    if (sim->touches == 1) {
        result->samples_inside += state->x > 0.0;
        result->max_compression = fmax(result->max_compression, fmax(state->x, state->peak));
    }
    sim->outside = state->x > 0.0 ? 0 : sim->outside + 1;
    if (sim->outside > 0 && state->v <= 0.0 && force_is_over(sim)) {
        end_contact(sim);
    }
}

/* A contact that is about to begin gets the stiffness that matches its velocity; past the limit of
 * the method it keeps the stiffness of the one before. */
static void match_next_contact(Simulation *sim)
{
    const State *state = &sim->state;
    const double k = sim->model.step;
    const double reach = k * (state->v + 0.5 * k * free_acceleration(&sim->model, state->x));

    if (sim->in_contact || state->x > 0.0 || state->v <= 0.0 || state->x + 2.0 * reach <= 0.0) {
        return;
    }
    UrtoImpact impact = *sim->impact;
    double stiffness;
    impact.velocity = state->v;
    if (scheme_matched_stiffness(&impact, sim->scheme, k, &stiffness, NULL) == URTO_OK) {
        sim->model.law.stiffness = stiffness;
    }
}

static void show(const Simulation *sim, UrtoImpactVisitor visitor, void *user, double energy)
{
    if (visitor) {
        const State *state = &sim->state;
        const UrtoImpactSample sample = {
            .index = sim->index,
            .time = (double)sim->index * sim->model.step,
            .compression = state->x,
            .velocity = state->v,
            .force = state->force,
            .energy = energy,
            .iterations = state->iterations,
        };
        visitor(user, &sample);
    }
}

static void take_step(Simulation *sim)
{
    State *state = &sim->state;
    UrtoImpactResult *result = sim->result;
    const double x_before = state->x;
    const double v_before = state->v;

    if (sim->run->matched && sim->touches > 0) {
        match_next_contact(sim);
    }
    state->iterations = 0;
    state->unconverged = false;
    sim->scheme->step(&sim->model, state);
    sim->index++;
    if (sim->run->corrected) {
        correction_apply(&sim->correction, &sim->model, state, x_before, v_before);
    }
    if (state->iterations > 0) {
        sim->iterated++;
        sim->iterations += state->iterations;
        result->iterations_max =
            state->iterations > result->iterations_max ? state->iterations : result->iterations_max;
    }
    result->unconverged += state->unconverged;
    follow_contact(sim, x_before, v_before);
}

static bool is_finished(Simulation *sim)
{
    if (sim->touches == 0 || sim->in_contact || sim->result->rebound_count < sim->run->rebounds) {
        return false;
    }
    return sim->tail++ >= tail_samples;
}

UrtoStatus urto_impact_simulate(const UrtoImpact *impact, const UrtoImpactRun *run,
                                UrtoImpactVisitor visitor, void *user, UrtoImpactResult *result,
                                UrtoDiagnostic *why)
{
    UrtoStatus status = simulate_check(impact, run, why);
    if (status == URTO_OK) {
        status = status_check_pointer(why, "result", result);
    }
    if (status != URTO_OK) {
        return status;
    }
    Simulation sim = {
        .scheme = scheme_find(run->scheme),
        .impact = impact,
        .run = run,
        .model = {impact->law, impact->mass, 1.0 / run->rate, run->gravity, run->spring},
        .state = {.x = -run->phase * impact->velocity / run->rate, .v = impact->velocity},
        .result = result,
    };
    if (run->matched) {
        status = scheme_matched_stiffness(impact, sim.scheme, sim.model.step,
                                          &sim.model.law.stiffness, why);
        if (status != URTO_OK) {
            return status;
        }
    }
    memset(result, 0, sizeof *result);
    if (sim.scheme->start) {
        sim.scheme->start(&sim.model, &sim.state);
    }
    double energy = sim.scheme->energy(&sim.model, &sim.state);
    const double scale = 0.5 * impact->mass * impact->velocity * impact->velocity;
    const uint64_t limit = (uint64_t)(steps_needed(impact, run) + patience);
    show(&sim, visitor, user, energy);
    while (!is_finished(&sim) && sim.index < limit) {
        take_step(&sim);
        const double next = sim.scheme->energy(&sim.model, &sim.state);
        result->max_energy_rise = fmax(result->max_energy_rise, (next - energy) / scale);
        energy = next;
        show(&sim, visitor, user, energy);
    }
    result->samples = sim.index;
    result->iterations_mean = sim.iterated > 0 ? sim.iterations / (double)sim.iterated : 0.0;
    result->power_evaluations = sim.state.powers;
    return URTO_OK;
}
