/* Ducceschi, Bilbao, Willemsen, Serafin, JASA 2021. Here section II, a mass on a spring against a
 * barrier; sections III to VI have their own files. */
#include "paper_004.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *scheme, *label, *key;
} compared[] = {{"quadratised", "N-IT", "n-it-27-sign"},
                {"two-point", "IT-1", "it-1"},
                {"three-point", "IT-2", "it-2"}};
enum { COMPARED = sizeof compared / sizeof *compared, STIFFNESSES = 7 };

static const double rate = 44100.0;

static UrtoImpact barrier(double stiffness)
{
    return (UrtoImpact){
        .mass = 0.01, .law = {.stiffness = stiffness, .exponent = 1.3}, .velocity = 1.5};
}

/* u0 = -0.01 m at 1.5 m/s is 294 samples away. The text does not say how long the run is: three
 * rebounds are drawn; energy and iterations are judged over as many as the library follows. */
enum { SHOWN_REBOUNDS = 3, LONG_REBOUNDS = URTO_IMPACT_REBOUNDS_MAX };

static UrtoImpactRun oscillation(const char *scheme, uint32_t rebounds)
{
    return (UrtoImpactRun){.scheme = scheme,
                           .rate = rate,
                           .phase = 0.01 / 1.5 * rate,
                           .spring = 3.95e3,
                           .rebounds = rebounds};
}

static double worst_energy_error(const ImpactTrace *trace)
{
    double worst = 0.0;

    for (size_t i = 0; i < trace->count; i++) {
        worst = fmax(worst, fabs(trace->samples[i].energy / trace->samples[0].energy - 1.0));
    }
    return worst;
}

/* Adds a column of panels and returns the index of its first. */
static size_t add_column(Item *item, double stiffness)
{
    static const char *const quantities[] = {"displacement [mm]", "energy error [1e-13]",
                                             "iterations of Newton", "collision force [N]"};
    const size_t first = item->plot.count;
    char title[64];

    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        snprintf(title, sizeof title, "K_{η} = 10^{%.0f}: %.*s", log10(stiffness),
                 (int)strcspn(quantities[i], "["), quantities[i]);
        plot_panel(&item->plot, title, "time [ms]", quantities[i]);
    }
    return first;
}

static void draw_column(Item *item, size_t first, size_t index, const ImpactTrace *trace)
{
    PlotPanel *panels = item->plot.panels + first;
    const PlotLook look = plot_scheme_look(compared[index].scheme);
    const char *label = compared[index].label;
    PlotSeries *error = plot_series(&panels[1], label, PLOT_LINE, look);

    draw_record(&panels[0], label, PLOT_LINE, look, trace,
                (Curve){FIELD_TIME, FIELD_COMPRESSION, 1e3, 1e3, 0.0});
    for (size_t i = 0; i < trace->count; i++) {
        plot_point(error, 1e3 * trace->samples[i].time,
                   1e13 * (trace->samples[i].energy / trace->samples[0].energy - 1.0));
    }
    if (index > 0) {
        draw_record(&panels[2], label, PLOT_STEPS, look, trace,
                    (Curve){FIELD_TIME, FIELD_ITERATIONS, 1e3, 1.0, 0.0});
    }
    draw_record(&panels[3], label, PLOT_LINE, look, trace,
                (Curve){FIELD_TIME, FIELD_FORCE, 1e3, 1.0, 0.0});
}

static void draw_scheme(Item *item, size_t index, int decade, size_t first)
{
    const UrtoImpact impact = barrier(pow(10.0, decade));
    const UrtoImpactRun run = oscillation(compared[index].scheme, SHOWN_REBOUNDS);
    ImpactTrace trace;

    if (item_simulate(item, &impact, &run, &trace)) {
        draw_column(item, first, index, &trace);
        impact_trace_free(&trace);
    }
}

/* Positions of the first 1200 steps, every twentieth, against the second program. */
static double path_distance(const char *key, const ImpactTrace *trace)
{
    enum { STEPS = 1200, EVERY = 20, COUNT = STEPS / EVERY + 1 };
    double samples[COUNT];

    if (trace->count <= STEPS) {
        return MISSING;
    }
    for (size_t i = 0; i < COUNT; i++) {
        samples[i] = trace->samples[i * EVERY].compression;
    }
    return reference_distance(key, samples, COUNT);
}

static void compare_scheme(Item *item, size_t index, int decade)
{
    const UrtoImpact impact = barrier(pow(10.0, decade));
    const UrtoImpactRun run = oscillation(compared[index].scheme, LONG_REBOUNDS);
    const char *label = compared[index].label, *key = compared[index].key;
    ImpactTrace trace;

    if (!item_simulate(item, &impact, &run, &trace)) {
        return;
    }
    item_row(item, by_words(0.0, 5e-13, "\"conserved to the order of machine accuracy\""),
             worst_energy_error(&trace),
             "%s.energy.1e%d | %s: energy error over %d rebounds, K_η = 10^%d", key, decade, label,
             LONG_REBOUNDS, decade);
    if (index > 0) {
        item_row(item, by_check(0.0, "004.fig1.%s.iterations.1e%d", key, decade),
                 trace.result.iterations_max,
                 "%s.iterations.1e%d | %s: most iterations of Newton in %d rebounds, K_η = 10^%d",
                 key, decade, label, LONG_REBOUNDS, decade);
    }
    if (decade % 3 == 0) {
        Judge judge = by_check(0.0, "004.fig1.%s.path.1e%d", key, decade);
        judge.reference = 0.0;
        judge.tolerance = 1e-9;
        item_row(
            item, judge, path_distance(judge.why, &trace),
            "%s.path.1e%d | %s: motion, largest difference over the largest value, K_η = 10^%d",
            key, decade, label, decade);
    }
    impact_trace_free(&trace);
}

static void figure_1(Item *item)
{
    for (int k = 0; k < STIFFNESSES; k++) {
        const bool drawn = k % 3 == 0;
        const size_t first = drawn ? add_column(item, pow(10.0, 6 + k)) : 0;
        for (size_t i = 0; i < COMPARED; i++) {
            if (drawn) {
                draw_scheme(item, i, 6 + k, first);
            }
            compare_scheme(item, i, 6 + k);
        }
    }
}

/* Error of the position after a collision with a linear barrier. All three schemes leave with the
 * speed of arrival, so it is that of the contact time. */
static double position_error(const char *scheme, double stiffness, double at_rate)
{
    const UrtoImpact impact = {
        .mass = 0.01, .law = {.stiffness = stiffness, .exponent = 1.0}, .velocity = 1.0};
    const UrtoImpactRun run = {
        .scheme = scheme, .rate = at_rate, .phase = floor(0.002 * at_rate) + 0.5};
    UrtoImpactResult result;

    if (urto_impact_simulate(&impact, &run, NULL, NULL, &result, NULL) != URTO_OK) {
        return MISSING;
    }
    return fabs(result.contact_time - acos(-1.0) * sqrt(impact.mass / stiffness)) * impact.velocity;
}

enum { CHECKED = 4 };

typedef struct Convergence {
    double stiffness;
    double low, high; /* rates [Hz] */
    double order, tolerance;
    double checked[CHECKED]; /* rates that the second program has too */
} Convergence;

/* Least-squares slope of log error against log step. */
static void draw_convergence(Item *item, const Convergence *c)
{
    enum { RATES = 25 };
    char title[64];
    snprintf(title, sizeof title, "K_{η} = 10^{%.0f} N/m", log10(c->stiffness));
    PlotPanel *panel = plot_panel(&item->plot, title, "time step [s]", "position error [m]");

    panel->x.log = panel->y.log = true;
    for (size_t i = 0; i < COMPARED; i++) {
        PlotSeries *series =
            plot_series(panel, compared[i].label, PLOT_LINE, plot_scheme_look(compared[i].scheme));
        double sum[4] = {0};
        for (int j = 0; j < RATES; j++) {
            const double at_rate = c->low * pow(c->high / c->low, j / (RATES - 1.0));
            const double error = position_error(compared[i].scheme, c->stiffness, at_rate);
            const double x = -log(at_rate), y = log(error);
            plot_point(series, 1.0 / at_rate, error);
            sum[0] += x;
            sum[1] += y;
            sum[2] += x * x;
            sum[3] += x * y;
        }
        const double slope =
            (sum[3] - sum[0] * sum[1] / RATES) / (sum[2] - sum[0] * sum[0] / RATES);
        item_row(item,
                 by_words(c->order, c->tolerance,
                          c->order > 1.0 ? "\"second-order accuracy is maintained for lower "
                                           "stiffness values\""
                                         : "\"the schemes become first-order accurate\""),
                 slope, "%s.order.1e%.0f | %s: order of accuracy, K_η = 10^%.0f", compared[i].key,
                 log10(c->stiffness), compared[i].label, log10(c->stiffness));
        for (int j = 0; j < CHECKED; j++) {
            item_row(
                item,
                by_check(1e-3, "004.fig2.%s.1e%.0f[%d]", compared[i].key, log10(c->stiffness), j),
                position_error(compared[i].scheme, c->stiffness, c->checked[j]),
                "%s.error.1e%.0f.%d | %s: position error at %g kHz, K_η = 10^%.0f [m]",
                compared[i].key, log10(c->stiffness), j, compared[i].label, 1e-3 * c->checked[j],
                log10(c->stiffness));
        }
    }
    const double step[2] = {1.0 / c->high, 1.0 / c->low};
    const double error = 0.4 * position_error("two-point", c->stiffness, c->high);
    for (int order = 1; order <= 2; order++) {
        plot_guide_line(panel, step[0], error, step[1], error * pow(step[1] / step[0], order));
    }
}

static void figure_2(Item *item)
{
    static const Convergence cases[] = {
        {1e4, 2e4, 2e6, 2.0, 0.02, {2e4, 1e5, 5e5, 2e6}},
        {1e6, 2e5, 2e7, 2.0, 0.02, {2e5, 1e6, 5e6, 2e7}},
        {1e12, 1e4, 1e6, 1.0, 0.1, {1e4, 5e4, 2.5e5, 1e6}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        draw_convergence(item, &cases[i]);
    }
}

static const PaperItem items[] = {
    {"1", "Figure 1", "A mass on a spring against barriers of growing stiffness",
     "The three schemes agree, conserve energy to machine accuracy, and the iterative ones need "
     "more steps of Newton the stiffer the barrier; N-IT needs none.",
     "Displacements lie on each other. Energy errors wander near 10^−14. Iterations grow with K_η.",
     "The stiffnesses are not in the text: 10^6 to 10^12 are used (10^6, 10^9, 10^12 are drawn). "
     "Nor "
     "is the length of the run: three rebounds are drawn, rows are for 64. N-IT here has the sign "
     "test. (24b) has the centred difference; (20) and (23) are corrected.",
     0.5, figure_1},
    {"2", "Figure 2", "Convergence",
     "Second order for low stiffness; first order once √(K_η/M) k > 1.",
     "The dashed guides have slopes 1 and 2. In the first two panels errors follow the steeper "
     "one, in the last (√(K_η/M) k > 10 throughout) the flatter one. N-IT lies on IT-1.",
     "The start is half a sample off the barrier, u_0 = −v_0 k (floor(−u_0/(v_0 k)) + 0.5).", 0.3,
     figure_2},
    {"3", "Figure 3", "Hammer and string: snapshots",
     "Snapshots of the collision with a hard hammer, K_η = 10^12, by N-IT and, shifted up by 1 mm, "
     "by IT-2: the same picture.",
     "Three solvers, the lifted ones by 1 and 2 mm, draw the same string as the thin converged "
     "reference; marks are the hammer. It pushes a corner along the string, which comes back from "
     "the near end several times, and it has left at 14 ms.",
     "The strike point and the instants are not in the text. 29.5/245 L, near 0.12 L, lies half "
     "way between two grid points at 44.1 kHz; the item \"Strike place\" says why that matters. "
     "N-IT is (27) without a test, as the authors' own program has it.",
     0.3, paper_004_figure_3},
    {"4", "Figure 4", "Hammer and string: output and energy",
     "For a soft hammer the outputs of N-IT and IT-2 are perfectly superimposed; small "
     "differences appear as the stiffness grows, and vanish at five times the rate. Energy is "
     "conserved to machine accuracy.",
     "Outputs lie on the thin converged reference; the panels beside show how far they are from "
     "it. (a), (b), (c) are for growing stiffness at 44.1 kHz, (d) is (c) at five times the rate, "
     "(e) the energy error of (a).",
     "The strike is half way between two grid points, as in figure 3, and stays there at five "
     "times "
     "the rate. Errors are the relative rms over 20 ms of the mean of two neighbouring samples, as "
     "the paper takes its output.",
     1.0, paper_004_figure_4},
    {"gradients", "Equations (26), (27)", "The older and the newer gradient",
     "With the gradient (26) of earlier work \"some spurious oscillations are obtained\"; (27) is "
     "\"a better approximation\".",
     "At K_η = 10^12 and five times the rate (26) loses the motion altogether; (27) lies on the "
     "converged reference.",
     "The hammer of the paper, 1 mm away at 0.5 m/s, touches after exactly 441 steps. If rounding "
     "puts it a hair below the string, (26) errs by a half, else by no more than (27) does: the "
     "second "
     "panel. On a grid point the gain is there at every instant: the third.",
     0.5, paper_004_gradients},
    {"test", "The test after (27)", "A test that lets the hammer through",
     "\"Once g is computed, one must also check that g η^{n−1} < 4ψ. … This procedure ensures that "
     "the collision force is directed outwardly.\"",
     "With the test as printed a hammer of K_η ≥ 10^10 passes through the string and flies on "
     "above "
     "it. With the exact sign test, or with none, it is thrown back.",
     "The printed test is wrong for ψ < 0 and stays shut for ψ = 0: the contact is lost on the way "
     "in. The force is outward exactly when |g| (η^{n−1} − η*) ≤ 4|ψ|. A literal program behaves "
     "in "
     "the same way.",
     0.3, paper_004_test},
    {"place", "Strike place", "The error depends on where the hammer meets the grid",
     "The paper does not say where its hammer strikes.",
     "N-IT errs most where the strike falls on a grid point, x/h = 29 and 30, by 58 % of the "
     "output, and "
     "least half way between, by 0.4 %: a string at its stability limit has modes near the Nyquist "
     "frequency that meet it on the grid. IT-2 and midpoint err by 0.1 % there and by 1.4 % "
     "between, "
     "where the contact is spread over two points.",
     "A result of ours. One favourable place would hide it.", 3.0, paper_004_place},
    {"cost", "Cost", "One linear solve against Newton",
     "N-IT \"may be resolved in a single iteration\"; \"the computational cost of N-IT remains "
     "fixed\" "
     "while iterative schemes need more the stiffer the barrier.",
     "Times of a sample are measured in this run, so they vary with the machine; the iterations do "
     "not. N-IT's cost is flat, IT-2's grows with its iterations. A packaged report has no times.",
     "Times are shown, never judged. midpoint iterates too: the table of docs/performance.md says "
     "what whole worlds cost.",
     1.0, paper_004_cost},
    {"5", "Figure 5", "String on a backboard",
     "The string starts in its first mode and falls on a curved barrier. Finite differences and "
     "modes return consistent solutions, even after many collisions.",
     "The string wraps round the barrier from the left and leaves it with a sharp corner. By the "
     "paper's own method, (27) without a test and leap-frog modes, the two models part slowly, by "
     "2.8 % at 5 ms and 8.5 % at 30 ms. By midpoint with exact modes they stay together, and on "
     "the "
     "converged reference.",
     "K_η is per point. Differences are relative to the rms of the string at the start. The text "
     "does not say which variant of (27) made the figure; the one without a test does.",
     4.0, paper_004_figure_5},
    {"6", "Figure 6", "String on frets",
     "The same barrier, but only at twelve frets, one semitone apart.",
     "The string lies down on the frets one after the other, and lower than the backboard between "
     "them. The paper's method parts from itself by 1.4 % at 5 ms and 4.9 % at 30 ms.",
     "Frets are at L (1 − 2^{−i/12}), between grid points. With the sign test the two models part "
     "sooner than without it: the mode model matters most.",
     2.0, paper_004_figure_6},
    {"7", "Figure 7", "Snare wire on a membrane",
     "The wire is released from its first mode; its collision with the membrane sends waves "
     "through the membrane.",
     "Colours are the membrane from above by N-IT, blue is down; beside each map, the section "
     "under the wire with the thin converged reference. The wire lands in the middle, rolls out to "
     "both ends and is thrown back; the waves run ahead of it to the rim and return with the other "
     "sign.",
     "Stiffness and exponent of the contact are not in the text: those of section III are used, "
     "K_η = 10^10 and α = 1.3, at each grid point of the wire. Nor are the instants.",
     6.0, paper_004_figure_7},
    {"10", "Figure 10", "Tromba marina",
     "Bowed with a high force for visualisation, F_b = 1 N, at a third of the string; the string "
     "makes the bridge collide with the body.",
     "The string is drawn over the plate, whose colours are its displacement, blue is down; its "
     "width is not to scale. N-IT and, lifted, midpoint: the bow holds the string and lets it "
     "slip; "
     "the bridge hops on the plate and hits it at the cross.",
     "Parameters are those of the authors' earlier paper. (54), the operator of the bridge, is "
     "missing in the text: M w'' + M R w' + M ω² w. The string has its full mass at the bridge. "
     "The link uses the signed root. Bridge and plate rattle chaotically: single touches depend on "
     "rounding after some tens of milliseconds.",
     5.0, paper_004_figure_10},
};

const Paper paper_004 = {
    "004",
    "Michele Ducceschi, Stefan Bilbao, Silvin Willemsen, Stefania Serafin",
    "Linearly-implicit schemes for collisions in musical acoustics based on energy quadratisation",
    "Journal of the Acoustical Society of America 149, 3502–3516 (2021)",
    "10.1121/10.0005008",
    items,
    sizeof items / sizeof *items};
