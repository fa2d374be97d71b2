/* Table 1 of paper 001: percent errors of largest compression, exit velocity and exit energy. */
#include "paper_001.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const PublishedScheme published_schemes[PUBLISHED_SCHEMES] = {{"trapezoidal", "AM1", "am1"},
                                                              {"verlet", "Verlet", "verlet"},
                                                              {"heun", "Heun", "heun"},
                                                              {"rk4", "RK4", "rk4"}};
const PublishedScheme log_two_point = {"log-two-point", "log two-point", "log-two-point"};

const UrtoImpact paper_001_case_1 = {
    .mass = 0.01, .law = {.stiffness = 1e7, .exponent = 1.1, .damping = 0.1}, .velocity = 0.3};
const UrtoImpact paper_001_case_2 = {
    .mass = 0.01, .law = {.stiffness = 1e9, .exponent = 1.5, .damping = 0.5}, .velocity = 1.0};

UrtoImpactRun paper_001_run(const char *scheme)
{
    return (UrtoImpactRun){.scheme = scheme, .rate = 44100.0};
}

/* Printed percent errors; MISSING stands for "n.e." */
typedef struct Printed {
    double errors[3]; /* of x_max, v_out, H */
} Printed;

static const char *const quantities[3] = {"x_max", "v_out", "H"};
static const char *const keys[3] = {"x-max", "v-out", "h"};

/* Half of the last printed digit. */
static const double digit = 5e-4;

static Judge judge_printed(double printed, const char *name, const char *label, int quantity)
{
    static const char converged[] =
        "A solver that converges gives 2.6037, which rounds to 2.604; the second program agrees. "
        "Newton's method may have stopped early in the paper.";
    char why[64];

    if (isnan(printed)) {
        snprintf(why, sizeof why, "n.e., not exceeded: table 1(%s)", name);
        return at_most(0.0, why);
    }
    snprintf(why, sizeof why, "table 1(%s)", name);
    const Judge judge = by_print(printed, digit, why);
    const bool swayed = *name == 'a' && quantity == 2 && strcmp(label, "AM1") == 0;
    return swayed ? explained(judge, converged) : judge;
}

/* The exit state of the paper is the first later sample that is not inside. */
static void compare_scheme(Item *item, const UrtoImpact *impact, const char *name,
                           const PublishedScheme *scheme, const Printed *printed, double bars[3])
{
    const UrtoImpactExact exact = item_exact(item, impact);
    const UrtoImpactRun run = paper_001_run(scheme->scheme);
    ImpactTrace trace;
    char what[64];

    if (!item_simulate(item, impact, &run, &trace)) {
        return;
    }
    snprintf(what, sizeof what, "(%s) %s", name, scheme->label);
    const size_t exit = impact_trace_exit(&trace);
    const double v = exit < trace.count ? trace.samples[exit].velocity : MISSING;
    const double approx = exact.exit_velocity_approx;
    bars[0] = percent(trace.result.max_compression, exact.max_compression);
    bars[1] = percent(v, approx);
    bars[2] = percent(v * v, approx * approx);
    for (int i = 0; i < 3; i++) {
        item_row(item, judge_printed(printed->errors[i], name, scheme->label, i), bars[i],
                 "%s.%s.%s | %s: %s error [%%]", name, scheme->key, keys[i], what, quantities[i]);
        item_row(item, by_check(1e-6, "001.table1.%s.%s.%s", name, scheme->key, keys[i]), bars[i],
                 "%s.%s.%s.second | %s: %s error [%%]", name, scheme->key, keys[i], what,
                 quantities[i]);
    }
    impact_trace_free(&trace);
}

static void compare_case(Item *item, const UrtoImpact *impact, const char *name,
                         const Printed printed[PUBLISHED_SCHEMES])
{
    char title[64];
    snprintf(title, sizeof title, "Table 1(%s): errors", name);
    PlotPanel *panel = plot_panel(&item->plot, title, "scheme", "error [%]");
    double bars[PUBLISHED_SCHEMES][3] = {0};
    static const char *const labels[3] = {"x_{max}", "v_{out}", "H"};

    static const char *const names[] = {"AM1", "Verlet", "Heun", "RK4", NULL};

    panel->x.names = names;
    panel->x.low = 0.4;
    panel->x.high = PUBLISHED_SCHEMES + 0.6;
    for (size_t i = 0; i < PUBLISHED_SCHEMES; i++) {
        compare_scheme(item, impact, name, &published_schemes[i], &printed[i], bars[i]);
    }
    for (size_t j = 0; j < 3; j++) {
        PlotSeries *series = plot_series(panel, labels[j], PLOT_BARS, plot_look(j));
        for (size_t i = 0; i < PUBLISHED_SCHEMES; i++) {
            plot_point(series, (double)i + 1.0 + 0.25 * ((double)j - 1.0), bars[i][j]);
            panel->y.low = fmin(panel->y.low, 1.1 * bars[i][j]);
            panel->y.high = fmax(panel->y.high, 1.1 * bars[i][j]);
        }
    }
    ImpactTrace trace;
    const UrtoImpactRun run = paper_001_run("log-two-point");
    if (item_simulate(item, impact, &run, &trace)) {
        item_row(item, by_finding(0.0, 1e-9, "the exit velocity of log two-point is exact"),
                 percent(trace.result.exit_velocity, item_exact(item, impact).exit_velocity),
                 "%s.log-two-point | (%s) log two-point: v_out error against the root of (6) [%%]",
                 name, name);
        impact_trace_free(&trace);
    }
}

/* The column "num. res.": the root of (6) against the approximation (7), printed as a power of ten.
 * An order of magnitude is right within half an order. */
static void compare_approximation(Item *item)
{
    static const char swapped[] = "The column num. res. is swapped between (a) and (b): exchanged, "
                                  "(b) agrees. The error of (a) "
                                  "is far below print, because both sides of (6) are about (μ "
                                  "v)²/2 = 4.5 × 10^−4 there and a "
                                  "root that is found numerically loses digits; ours does not.";
    const UrtoImpactExact exact[2] = {item_exact(item, &paper_001_case_1),
                                      item_exact(item, &paper_001_case_2)};
    static const char *const names[2] = {"a", "b"};
    static const double printed[2] = {-2.0, -4.0}; /* of ten */

    for (int i = 0; i < 2; i++) {
        const double error = percent(exact[i].exit_velocity, exact[i].exit_velocity_approx);
        item_row(item,
                 explained(by_words(printed[i], 0.5, "~ −10^−2 and ~ −10^−4, table 1, num. res."),
                           swapped),
                 log10(fabs(error)), "%s.numres | (%s) num. res.: order of magnitude of the error",
                 names[i], names[i]);
        item_row(item, by_check(1e-4, "001.table1.%s.num-res", names[i]), error,
                 "%s.numres.second | (%s) num. res.: error of v_out [%%]", names[i], names[i]);
    }
}

void paper_001_table_1(Item *item)
{
    static const Printed case_1[PUBLISHED_SCHEMES] = {{{MISSING, 1.293, 2.603}},
                                                      {{1.122, 1.660, 3.348}},
                                                      {{1.254, 1.467, 2.955}},
                                                      {{MISSING, -0.125, -0.250}}};
    static const Printed case_2[PUBLISHED_SCHEMES] = {{{MISSING, 2.551, 5.166}},
                                                      {{MISSING, 0.839, 1.685}},
                                                      {{MISSING, -4.692, -9.164}},
                                                      {{MISSING, -0.105, -0.211}}};

    compare_case(item, &paper_001_case_1, "a", case_1);
    compare_case(item, &paper_001_case_2, "b", case_2);
    compare_approximation(item);
}
