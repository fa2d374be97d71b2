#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIELD(name) offsetof(ImpactSettings, name)
/* The ranges of numbers are those of the library. */
#define NUMBER(name, argument, unit, fallback, line)                                               \
    {                                                                                              \
#name, argument, unit, OPTION_NUMBER, FIELD(name), {.text = NULL }, fallback, line         \
    }

static const Option options[] = {
    NUMBER(mass, "M", "kg", "0.01", "mass"),
    NUMBER(stiffness, "K", "N/m^alpha", "1e9", "stiffness of the contact"),
    NUMBER(damping, "MU", "s/m", "0.5", "Hunt-Crossley damping"),
    NUMBER(exponent, "ALPHA", "", "1.5", "exponent of the contact law"),
    NUMBER(velocity, "V", "m/s", "1", "velocity of arrival"),
    NUMBER(rate, "HZ", "Hz", "44100", "sample rate"),
    NUMBER(phase, "P", "samples", "0", "time from sample 0 to the touch"),
    TEXT_AT(ImpactSettings, schemes, "scheme", "NAMES",
            "all, or names of --list with commas between", "all",
            "all, or names of --list with commas between"),
    FLAG_AT(ImpactSettings, matched, "matched",
            "change the stiffness so that the contact time is right"),
    FLAG_AT(ImpactSettings, corrected, "corrected",
            "clip the compression and set the exit velocity by closed form"),
    NUMBER(gravity, "G", "m/s^2", "0", "gravity towards the wall"),
    {"rebounds",
     "N",
     "",
     OPTION_COUNT,
     FIELD(rebounds),
     {.text = NULL},
     "0",
     "later impacts to wait for (with gravity or a spring)"},
    NUMBER(spring, "K", "N/m", "0", "linear spring that rests at the wall"),
    FLAG_AT(ImpactSettings, list, "list", "list the schemes and the options they take"),
    FLAG_AT(ImpactSettings, survey, "survey",
            "measure all schemes on 200 fixed hard impacts, as a Markdown table"),
    FLAG_AT(ImpactSettings, json, "json", "write JSON"),
    TEXT_AT(ImpactSettings, trajectory, "trajectory", "FILE.csv", "a file name ending in .csv",
            NULL, "write every sample of every scheme; - instead of the table"),
    TEXT_AT(ImpactSettings, plot, "plot", "FILE.svg|.png", "a file name ending in .svg or .png",
            NULL, "draw displacement, phase portrait, force and energy"),
};

const OptionTable impact_options = {
    .command = "impact",
    .usage = "[OPTION]...",
    .summary =
        "One mass hits one rigid wall: m x'' = -K [x]^alpha (1 + mu x'), x the compression.\n"
        "Prints the closed forms, then how far every scheme is from them. Exit velocities\n"
        "are negative. The force of discrete-gradient schemes (two-point, three-point,\n"
        "quadratised, midpoint, log-two-point, log-midpoint) and of implicit-midpoint is the mean\n"
        "of the step: --trajectory writes it\n"
        "with the sample at the end of the step, the force loop of --plot draws it at the mean\n"
        "compression. --survey ignores the options that describe an impact.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .range = urto_impact_range,
};

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Batches grow until they are long enough for the clock; the best of them counts. */
double time_one_impact(const UrtoImpact *impact, const UrtoImpactRun *run, double budget)
{
    double best = HUGE_VAL, spent = 0.0;

    for (unsigned batch = 1; spent < budget;) {
        UrtoImpactResult result;
        const double start = seconds_now();
        for (unsigned i = 0; i < batch; i++) {
            urto_impact_simulate(impact, run, NULL, NULL, &result, NULL);
        }
        const double elapsed = seconds_now() - start;
        best = fmin(best, elapsed / batch);
        spent += elapsed;
        batch *= elapsed < budget / 16.0 ? 2 : 1;
    }
    return best;
}

bool experiment_is_free(const Experiment *experiment)
{
    return experiment->run.gravity == 0.0 && experiment->run.spring == 0.0;
}

/* "--mass is -1, must be > 0" from the library's "mass is -1, must be > 0", with the number as it
 * was typed. before: what the line begins with. */
static int refuse(const Experiment *experiment, const char *before, const UrtoDiagnostic *why)
{
    const ImpactSettings *settings = &experiment->settings;
    const char *typed = options_typed(&impact_options, settings->argc, settings->argv, why->field);
    char known[96];
    const int length = snprintf(known, sizeof known, "%s is %.10g", why->field, why->value);

    if (strncmp(why->message, known, (size_t)length) == 0) {
        return fail(EXIT_USAGE, "impact", "%s--%s is %.60s%s", before, why->field,
                    typed ? typed : known + strlen(why->field) + strlen(" is "),
                    why->message + length);
    }
    return fail(EXIT_USAGE, "impact", "%s--%s: %s", before, why->field, why->message);
}

/* True if no scheme could do it: a value out of range, or a run that is too long or too short. */
static bool concerns_all(const UrtoDiagnostic *why)
{
    return why->status == URTO_ERROR_ARGUMENT ||
           (why->status == URTO_ERROR_LIMIT && strcmp(why->field, "rate") == 0);
}

static int unknown_scheme(const char *name)
{
    Nearest nearest = nearest_start(name);
    Text list = {0};

    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const char *candidate = urto_scheme_at(i)->name;
        nearest_try(&nearest, candidate);
        text_add(&list, "%s%s", i ? ", " : "", candidate);
    }
    const int code =
        fail(EXIT_USAGE, "impact", "--scheme is \"%.60s\"%s%s, must be all or of: %s", name,
             nearest.name ? ", did you mean " : "", nearest.name ? nearest.name : "", list.data);
    text_free(&list);
    return code;
}

static bool was_asked_before(const Experiment *experiment, const UrtoSchemeInfo *scheme)
{
    for (size_t i = 0; i < experiment->row_count; i++) {
        if (experiment->rows[i].scheme == scheme) {
            return true;
        }
    }
    return false;
}

/* Runs a scheme and measures how long that takes. A run that takes long is its own measurement. */
static UrtoStatus run_and_time(const Experiment *experiment, const UrtoImpactRun *run,
                               ImpactRow *row, UrtoDiagnostic *why)
{
    const double long_enough = 5e-3;
    const ImpactSettings *settings = &experiment->settings;
    const UrtoImpact *impact = &experiment->impact;
    const bool samples = settings->trajectory || settings->plot;
    const double start = seconds_now();
    const UrtoStatus status =
        samples ? impact_trace_run(&row->trace, impact, run, why)
                : urto_impact_simulate(impact, run, NULL, NULL, &row->trace.result, why);

    row->seconds = seconds_now() - start;
    if (status == URTO_OK && !settings->json && row->seconds < long_enough) {
        row->seconds = time_one_impact(impact, run, long_enough);
    }
    return status;
}

/* Runs one scheme. A refusal is kept if the scheme was not named, else it ends the command. */
static int run_scheme(Experiment *experiment, const UrtoSchemeInfo *scheme, bool named)
{
    ImpactRow row = {.scheme = scheme};
    UrtoImpactRun run = experiment->run;
    UrtoDiagnostic why;

    run.scheme = scheme->name;
    if (was_asked_before(experiment, scheme)) {
        return 0;
    }
    if (run_and_time(experiment, &run, &row, &why) == URTO_OK) {
        ARRAY_GROW(experiment->rows, experiment->row_count, experiment->row_room);
        experiment->rows[experiment->row_count++] = row;
        return 0;
    }
    if (concerns_all(&why)) {
        return refuse(experiment, "", &why);
    }
    if (named) {
        char before[64];
        snprintf(before, sizeof before, "--scheme %s: ", scheme->name);
        return refuse(experiment, before, &why);
    }
    ARRAY_GROW(experiment->refusals, experiment->refusal_count, experiment->refusal_room);
    experiment->refusals[experiment->refusal_count++] = (ImpactRefusal){scheme, why};
    return 0;
}

/* A limit says what would do; an option that is not taken does not. */
static int refuse_all(const Experiment *experiment)
{
    const ImpactRefusal *best = &experiment->refusals[0];

    for (size_t i = 1; i < experiment->refusal_count; i++) {
        const ImpactRefusal *other = &experiment->refusals[i];
        if (best->why.status != URTO_ERROR_LIMIT && other->why.status == URTO_ERROR_LIMIT) {
            best = other;
        }
    }
    return refuse(experiment, "no scheme can do this; ", &best->why);
}

static int run_all(Experiment *experiment)
{
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const int code = run_scheme(experiment, urto_scheme_at(i), false);
        if (code != 0) {
            return code;
        }
    }
    return experiment->row_count == 0 ? refuse_all(experiment) : 0;
}

enum { NAME_SIZE = 64 };

/* The name before the next comma. Returns what follows the comma, or NULL after the last name. */
static const char *next_name(const char *names, char name[NAME_SIZE])
{
    const size_t length = strcspn(names, ",");

    snprintf(name, NAME_SIZE, "%.*s", (int)length, names);
    return names[length] == ',' ? names + length + 1 : NULL;
}

/* All names are known before the first scheme runs. "all" anywhere among them is all. */
static int run_asked(Experiment *experiment, const char *names)
{
    char name[NAME_SIZE];
    bool all = false;

    for (const char *rest = names; rest;) {
        rest = next_name(rest, name);
        if (strcmp(name, "all") == 0) {
            all = true;
        } else if (!urto_scheme_find(name)) {
            return unknown_scheme(name);
        }
    }
    int code = all ? run_all(experiment) : 0;
    for (const char *rest = all ? NULL : names; rest && code == 0;) {
        rest = next_name(rest, name);
        code = run_scheme(experiment, urto_scheme_find(name), true);
    }
    return code;
}

int experiment_run(Experiment *experiment, const ImpactSettings *settings)
{
    UrtoDiagnostic why;

    *experiment = (Experiment){
        .settings = *settings,
        .impact = {.mass = settings->mass,
                   .law = {.stiffness = settings->stiffness,
                           .exponent = settings->exponent,
                           .damping = settings->damping},
                   .velocity = settings->velocity},
        .run = {.rate = settings->rate,
                .phase = settings->phase,
                .gravity = settings->gravity,
                .spring = settings->spring,
                .matched = settings->matched,
                .corrected = settings->corrected,
                .rebounds = settings->rebounds},
    };
    if (urto_impact_exact(&experiment->impact, &experiment->exact, &why) != URTO_OK) {
        return refuse(experiment, "", &why);
    }
    return run_asked(experiment, settings->schemes);
}

void experiment_free(Experiment *experiment)
{
    for (size_t i = 0; i < experiment->row_count; i++) {
        impact_trace_free(&experiment->rows[i].trace);
    }
    free(experiment->rows);
    free(experiment->refusals);
    *experiment = (Experiment){0};
}
