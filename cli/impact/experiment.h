/* What `urto impact` was asked for, and what came out. */
#ifndef CLI_IMPACT_EXPERIMENT_H
#define CLI_IMPACT_EXPERIMENT_H

#include "cli/options.h"
#include "output/impact_trace.h"

typedef struct ImpactSettings {
    double mass, stiffness, damping, exponent, velocity;
    double rate, phase, gravity, spring;
    uint32_t rebounds;
    const char *schemes, *trajectory, *plot;
    bool matched, corrected, list, survey, json;
    int argc; /* the command line, to quote from it */
    char **argv;
} ImpactSettings;

/* A scheme that ran. */
typedef struct ImpactRow {
    const UrtoSchemeInfo *scheme;
    ImpactTrace trace; /* samples only if they were wanted */
    double seconds;    /* that one impact takes */
} ImpactRow;

/* A scheme that cannot do what was asked. */
typedef struct ImpactRefusal {
    const UrtoSchemeInfo *scheme;
    UrtoDiagnostic why;
} ImpactRefusal;

typedef struct Experiment {
    ImpactSettings settings;
    UrtoImpact impact;
    UrtoImpactRun run;
    UrtoImpactExact exact;
    ImpactRow *rows;
    size_t row_count, row_room;
    ImpactRefusal *refusals;
    size_t refusal_count, refusal_room;
} Experiment;

extern const OptionTable impact_options;

/* Runs every scheme that was asked for. Returns 0, or an exit code after one line on stderr. */
int experiment_run(Experiment *experiment, const ImpactSettings *settings);

void experiment_free(Experiment *experiment);

/* True if the closed forms describe this motion: no gravity, no spring. */
bool experiment_is_free(const Experiment *experiment);

/* Seconds that one call of urto_impact_simulate takes, the best of as many as fit into a budget of
 * seconds, but at least one. */
double time_one_impact(const UrtoImpact *impact, const UrtoImpactRun *run, double budget);

/* report.c: what is written about an experiment. */
void experiment_table(const Experiment *experiment, Text *text);
void experiment_json(const Experiment *experiment, Text *text);
void experiment_csv(const Experiment *experiment, Text *text);

/* plot.c: displacement, phase portrait, force loop, energy. Returns an exit code. */
int experiment_plot(const Experiment *experiment, const char *path);

/* survey.c: error against cost on 200 hard impacts, as a Markdown table. */
int survey_print(Text *text);

#endif
