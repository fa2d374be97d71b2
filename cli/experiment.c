#include "experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIELD(name) offsetof(ImpactSettings, name)
/* clang-format off */
#define ABOVE_ZERO {0.0, HUGE_VAL, true, "> 0"}
#define FROM_ZERO {0.0, HUGE_VAL, false, ">= 0"}
#define FLAG(name, line) {#name, NULL, "", OPTION_FLAG, FIELD(name), {.text = ""}, NULL, line}
/* clang-format on */

static const Option options[] = {
    {"mass", "M", "kg", OPTION_NUMBER, FIELD(mass), ABOVE_ZERO, "0.01", "mass"},
    {"stiffness",
     "K",
     "N/m^alpha",
     OPTION_NUMBER,
     FIELD(stiffness),
     {0.0, 1e30, true, "> 0 and at most 1e30"},
     "1e9",
     "stiffness of the contact"},
    {"damping",
     "MU",
     "s/m",
     OPTION_NUMBER,
     FIELD(damping),
     {0.0, 1e12, false, ">= 0 and at most 1e12"},
     "0.5",
     "Hunt-Crossley damping"},
    {"exponent",
     "ALPHA",
     "",
     OPTION_NUMBER,
     FIELD(exponent),
     {1.0, 10.0, false, "1 to 10"},
     "1.5",
     "exponent of the contact law"},
    {"velocity", "V", "m/s", OPTION_NUMBER, FIELD(velocity), ABOVE_ZERO, "1",
     "velocity of arrival"},
    {"rate", "HZ", "Hz", OPTION_NUMBER, FIELD(rate), ABOVE_ZERO, "44100", "sample rate"},
    {"phase",
     "P",
     "samples",
     OPTION_NUMBER,
     FIELD(phase),
     {0.0, 1e6, false, "0 to 1e6"},
     "0",
     "time from sample 0 to the touch,"},
    {"scheme",
     "NAMES",
     "",
     OPTION_TEXT,
     FIELD(schemes),
     {.text = "all, or names of --list with commas between"},
     "all",
     "all, or names of --list with commas between"},
    FLAG(matched, "change the stiffness so that the contact time is right"),
    FLAG(corrected, "clip the compression and set the exit velocity by closed form"),
    {"gravity", "G", "m/s^2", OPTION_NUMBER, FIELD(gravity), FROM_ZERO, "0",
     "gravity towards the wall"},
    {"rebounds",
     "N",
     "",
     OPTION_COUNT,
     FIELD(rebounds),
     {0.0, URTO_IMPACT_REBOUNDS_MAX, false, "0 to 64"},
     "0",
     "later impacts to wait for (with gravity or a spring)"},
    {"spring", "K", "N/m", OPTION_NUMBER, FIELD(spring), FROM_ZERO, "0",
     "linear spring that rests at the wall"},
    FLAG(list, "list the schemes and the options they take"),
    FLAG(survey, "measure all schemes on 200 fixed hard impacts, as a Markdown table"),
    FLAG(json, "write JSON"),
    {"trajectory",
     "FILE.csv",
     "",
     OPTION_TEXT,
     FIELD(trajectory),
     {.text = "a file name ending in .csv"},
     NULL,
     "write every sample of every scheme"},
    {"plot",
     "FILE.svg|.png",
     "",
     OPTION_TEXT,
     FIELD(plot),
     {.text = "a file name ending in .svg or .png"},
     NULL,
     "draw displacement, phase portrait, force and energy"},
    FLAG(help, "print this help"),
};

const OptionTable impact_options = {
    .command = "impact",
    .usage = "[OPTION]...",
    .summary =
        "One mass hits one rigid wall: m x'' = -K [x]^alpha (1 + mu x'), x the compression.\n"
        "Prints the closed forms, then how far every scheme is from them. Exit velocities\n"
        "are negative. --survey ignores the options that describe an impact.",
    .options = options,
    .count = sizeof options / sizeof *options,
};

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double time_one_impact(const UrtoImpact *impact, const UrtoImpactRun *run)
{
    enum { ROUNDS = 4 };
    const double round_length = 5e-4;
    double best = HUGE_VAL;

    for (int round = 0; round < ROUNDS; round++) {
        const double start = seconds_now();
        double elapsed = 0.0;
        unsigned count = 0;
        UrtoImpactResult result;
        while (elapsed < round_length) {
            urto_impact_simulate(impact, run, NULL, NULL, &result, NULL);
            count++;
            elapsed = seconds_now() - start;
        }
        best = fmin(best, elapsed / count);
    }
    return best;
}

bool experiment_is_free(const Experiment *experiment)
{
    return experiment->run.gravity == 0.0 && experiment->run.spring == 0.0;
}

/* "--mass is -1, must be > 0" from the library's "mass is -1, must be > 0". */
static int refuse(const UrtoDiagnostic *why, const char *scheme)
{
    const size_t length = strlen(why->field);
    const bool repeats = strncmp(why->message, why->field, length) == 0;

    if (scheme) {
        return fail(EXIT_USAGE, "impact", "--scheme %s: %s%s", scheme, repeats ? "--" : "",
                    why->message);
    }
    return fail(EXIT_USAGE, "impact", "--%s%s%s", why->field, repeats ? "" : ": ",
                repeats ? why->message + length : why->message);
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

/* Runs one scheme. A refusal is kept if the scheme was not named, else it ends the command. */
static int run_scheme(Experiment *experiment, const UrtoSchemeInfo *scheme, bool named)
{
    const ImpactSettings *settings = &experiment->settings;
    ImpactRow row = {.scheme = scheme};
    UrtoImpactRun run = experiment->run;
    UrtoDiagnostic why;

    run.scheme = scheme->name;
    const bool samples = settings->trajectory || settings->plot;
    const UrtoStatus status = samples ? record_run(&row.record, &experiment->impact, &run, &why)
                                      : urto_impact_simulate(&experiment->impact, &run, NULL, NULL,
                                                             &row.record.result, &why);
    if (status == URTO_OK) {
        row.seconds = settings->json ? 0.0 : time_one_impact(&experiment->impact, &run);
        ARRAY_GROW(experiment->rows, experiment->row_count, experiment->row_room);
        experiment->rows[experiment->row_count++] = row;
        return 0;
    }
    if (status != URTO_ERROR_UNSUPPORTED && status != URTO_ERROR_LIMIT) {
        return refuse(&why, NULL);
    }
    if (named) {
        return refuse(&why, scheme->name);
    }
    ARRAY_GROW(experiment->refusals, experiment->refusal_count, experiment->refusal_room);
    experiment->refusals[experiment->refusal_count++] = (ImpactRefusal){scheme, why};
    return 0;
}

static int run_all(Experiment *experiment)
{
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const int code = run_scheme(experiment, urto_scheme_at(i), false);
        if (code != 0) {
            return code;
        }
    }
    if (experiment->row_count == 0) {
        return fail(EXIT_USAGE, "impact", "no scheme can do this; %s: %s",
                    experiment->refusals[0].scheme->name, experiment->refusals[0].why.message);
    }
    return 0;
}

static int run_named(Experiment *experiment, const char *names)
{
    while (true) {
        char name[64];
        const size_t length = strcspn(names, ",");
        const size_t kept = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, names, kept);
        name[kept] = '\0';

        const UrtoSchemeInfo *scheme = urto_scheme_find(name);
        const int code = scheme ? run_scheme(experiment, scheme, true) : unknown_scheme(name);
        if (code != 0 || names[length] == '\0') {
            return code;
        }
        names += length + 1;
    }
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
        return refuse(&why, NULL);
    }
    return strcmp(settings->schemes, "all") == 0 ? run_all(experiment)
                                                 : run_named(experiment, settings->schemes);
}

void experiment_free(Experiment *experiment)
{
    for (size_t i = 0; i < experiment->row_count; i++) {
        record_free(&experiment->rows[i].record);
    }
    free(experiment->rows);
    free(experiment->refusals);
    *experiment = (Experiment){0};
}
