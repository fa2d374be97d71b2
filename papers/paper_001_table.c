/* Table 1 of paper 001: percent errors of largest compression, exit velocity and exit energy. */
#include "paper_001.h"

#include <math.h>
#include <stdio.h>

const PublishedScheme published_schemes[PUBLISHED_SCHEMES] = {
    {"trapezoidal", "AM1"}, {"verlet", "Verlet"}, {"heun", "Heun"}, {"rk4", "RK4"}};

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
    double compression, velocity, energy;
    double energy_tolerance;
} Printed;

static const double digit = 5.01e-4;

static void row_compression(Item *item, double printed, double error, const char *what)
{
    if (isnan(printed)) {
        char ours[ROW_TEXT];
        snprintf(ours, sizeof ours, error > 0.0 ? "%+.3f" : "n.e.", error);
        item_row_words(item, "n.e.", ours, "%s: x_max error [%%]", what);
    } else {
        item_row(item, printed, error, digit, "%s: x_max error [%%]", what);
    }
}

static double percent(double value, double reference)
{
    return 100.0 * (value / reference - 1.0);
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
    row_compression(item, printed->compression, bars[0], what);
    item_row(item, printed->velocity, bars[1], digit, "%s: v_out error [%%]", what);
    item_row(item, printed->energy, bars[2], digit + printed->energy_tolerance,
             "%s: H error [%%]%s", what,
             printed->energy_tolerance > 0.0 ? " (a converged solver gives 2.604)" : "");
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
        item_row_beyond(item,
                        percent(trace.result.exit_velocity, item_exact(item, impact).exit_velocity),
                        1e-9, "(%s) log-two-point: v_out error against the exact root [%%]", name);
        impact_trace_free(&trace);
    }
}

/* The column "num. res.": the root of (6) against the approximation, printed as a power of ten. The
 * two are swapped. That of case (a) is far below what is printed: both sides of (6) are about
 * (μ v)^2/2 = 4.5e-4, so a root found from them has lost some digits; ours has not. */
static void compare_approximation(Item *item)
{
    const UrtoImpactExact a = item_exact(item, &paper_001_case_1);
    const UrtoImpactExact b = item_exact(item, &paper_001_case_2);
    const double half_an_order = sqrt(10.0);

    item_row_bound(item, "~ -1e-4, under (b)", percent(a.exit_velocity, a.exit_velocity_approx),
                   1e-4 * half_an_order, "(a) num. res.: v_out error, at most of this order [%%]");
    item_row(item, -1e-2, percent(b.exit_velocity, b.exit_velocity_approx),
             1e-2 * (1.0 - 1.0 / half_an_order),
             "(b) num. res.: v_out error, order of magnitude; printed under (a) [%%]");
}

void paper_001_table_1(Item *item)
{
    static const Printed case_1[PUBLISHED_SCHEMES] = {{MISSING, 1.293, 2.603, 5e-4},
                                                      {1.122, 1.660, 3.348, 0.0},
                                                      {1.254, 1.467, 2.955, 0.0},
                                                      {MISSING, -0.125, -0.250, 0.0}};
    static const Printed case_2[PUBLISHED_SCHEMES] = {{MISSING, 2.551, 5.166, 0.0},
                                                      {MISSING, 0.839, 1.685, 0.0},
                                                      {MISSING, -4.692, -9.164, 0.0},
                                                      {MISSING, -0.105, -0.211, 0.0}};

    compare_case(item, &paper_001_case_1, "a", case_1);
    compare_case(item, &paper_001_case_2, "b", case_2);
    compare_approximation(item);
}
