/* Papetti, Avanzini, Rocchesso, DAFx 2011: closed forms, four schemes, corrections. */
#include "paper_001.h"

#include <math.h>
#include <stdio.h>

static const double rate = 44100.0;

static void figure_1(Item *item)
{
    draw_phase_portraits(item, &paper_001_case_2, &(Equations){"by eq. (4)", "by eq. (6)"});
}

static void figure_2(Item *item)
{
    draw_force_loops(item, &paper_001_case_2);
}

static double approximation_error(double w)
{
    UrtoImpact impact = paper_001_case_2;
    UrtoImpactExact exact = {0};

    impact.velocity = w / impact.law.damping;
    if (urto_impact_exact(&impact, &exact, NULL) != URTO_OK) {
        return MISSING;
    }
    return 100.0 * (exact.exit_velocity_approx / exact.exit_velocity - 1.0);
}

static void figure_3(Item *item)
{
    PlotPanel *panel =
        plot_panel(&item->plot, "Error of the approximation of v_{out}", "μ v_{in}", "error [%]");
    PlotSeries *series = plot_series(panel, "", PLOT_LINE, plot_look(0));
    double worst = 0.0, where = 0.0;

    for (int i = 1; i <= 1000; i++) {
        const double w = 0.01 * i, error = approximation_error(w);
        plot_point(series, w, error);
        if (fabs(error) > fabs(worst)) {
            worst = error;
            where = w;
        }
    }
    item_row_from(item, COMPUTED, 2.045, worst, 5e-4, "largest error [%%]");
    item_row_from(item, COMPUTED, 3.0, where, 0.1, "μ v_in where it is largest");
}

static const Curve phase_curve = {FIELD_COMPRESSION, FIELD_VELOCITY, 1e6, 1.0, 0.0};
static const Curve force_curve = {FIELD_TIME, FIELD_FORCE, 44100.0, 1.0, 0.0};
static const Curve energy_curve = {FIELD_TIME, FIELD_ENERGY, 44100.0, 1e3, 0.0};

/* The four schemes of the paper in one panel. */
static void draw_schemes(Item *item, PlotPanel *panel, const UrtoImpact *impact, Curve curve,
                         PlotStyle style)
{
    for (size_t i = 0; i < PUBLISHED_SCHEMES; i++) {
        const char *name = published_schemes[i].scheme;
        const UrtoImpactRun run = paper_001_run(name);
        ImpactTrace trace;
        if (item_simulate(item, impact, &run, &trace)) {
            draw_record(panel, published_schemes[i].label, style, plot_scheme_look(name), &trace,
                        curve);
            impact_trace_free(&trace);
        }
    }
}

/* A phase portrait with x_max, v_out and the exact curve. from: left edge, as a share of x_max. */
static PlotPanel *prepare_phase(Item *item, const UrtoImpact *impact, const char *title,
                                double from)
{
    const UrtoImpactExact exact = item_exact(item, impact);
    const double deep = 1e6 * exact.max_compression, v = impact->velocity;
    PlotPanel *panel = plot_panel(&item->plot, title, "compression [µm]", "velocity [m/s]");

    panel->x.low = from * deep;
    panel->x.high = 1.05 * deep;
    panel->y.low = -1.15 * v;
    panel->y.high = 1.15 * v;
    plot_guide_line(panel, deep, panel->y.low, deep, panel->y.high);
    plot_guide_line(panel, panel->x.low, exact.exit_velocity, panel->x.high, exact.exit_velocity);
    draw_exact(panel, impact, 0.0, 1.5 * exact.contact_time, phase_curve);
    return panel;
}

/* Energy in time, with its values before and after. */
static PlotPanel *prepare_energy(Item *item, const UrtoImpact *impact, const char *title)
{
    const UrtoImpactExact exact = item_exact(item, impact);
    const double samples = exact.contact_time * rate;
    const double before = 500.0 * impact->mass * impact->velocity * impact->velocity;
    const double after = 1e3 * exact.exit_energy, margin = 0.7 * (before - after);
    PlotPanel *panel = plot_panel(&item->plot, title, "time [samples]", "energy H [mJ]");

    panel->x.low = 0.0;
    panel->x.high = 1.25 * samples;
    panel->y.low = after - margin;
    panel->y.high = before + margin;
    plot_guide_line(panel, 0.0, before, panel->x.high, before);
    plot_guide_line(panel, 0.0, after, panel->x.high, after);
    draw_exact(panel, impact, 0.0, 1.25 * exact.contact_time, energy_curve);
    return panel;
}

static void draw_phase(Item *item, const UrtoImpact *impact, PlotStyle style, double from)
{
    draw_schemes(item, prepare_phase(item, impact, "Phase portrait", from), impact, phase_curve,
                 style);
}

static void draw_energy(Item *item, const UrtoImpact *impact, PlotStyle style)
{
    draw_schemes(item, prepare_energy(item, impact, "Energy"), impact, energy_curve, style);
}

static void figure_4(Item *item)
{
    const UrtoImpact soft = {
        .mass = 0.01, .law = {.stiffness = 1e6, .exponent = 1.6, .damping = 0.5}, .velocity = 0.3};
    const UrtoImpactExact exact = item_exact(item, &soft);

    draw_phase(item, &soft, PLOT_LINE, -0.3);
    draw_energy(item, &soft, PLOT_LINE);
    for (size_t i = 0; i < PUBLISHED_SCHEMES; i++) {
        const UrtoImpactRun run = paper_001_run(published_schemes[i].scheme);
        const char *label = published_schemes[i].label;
        ImpactTrace trace;
        if (!item_simulate(item, &soft, &run, &trace)) {
            continue;
        }
        const UrtoImpactResult *r = &trace.result;
        item_row_bound(item, "overlaps", 100.0 * (r->max_compression / exact.max_compression - 1.0),
                       0.1, "%s: x_max error [%%]", label);
        item_row_bound(item, "overlaps", 100.0 * (r->exit_velocity / exact.exit_velocity - 1.0),
                       0.1, "%s: v_out error [%%]", label);
        impact_trace_free(&trace);
    }
}

/* "8 samples" is the index of the first sample that is out again. */
static void row_samples(Item *item, const UrtoImpact *impact, double index, double exact_samples)
{
    const UrtoImpactRun run = paper_001_run("rk4");
    ImpactTrace trace;

    item_row_from(item, COMPUTED, exact_samples, item_exact(item, impact).contact_time * rate, 5e-4,
                  "exact contact time [samples]");
    if (item_simulate(item, impact, &run, &trace)) {
        item_row(item, index, (double)impact_trace_exit(&trace), 0.0,
                 "RK4: first sample that is out again");
        impact_trace_free(&trace);
    }
}

static void figure_5(Item *item)
{
    draw_phase(item, &paper_001_case_1, PLOT_SAMPLES, 0.5);
    draw_energy(item, &paper_001_case_1, PLOT_SAMPLES);
    row_samples(item, &paper_001_case_1, 8.0, 7.667);
}

static void figure_6(Item *item)
{
    const UrtoImpact *impact = &paper_001_case_2;
    PlotPanel *panel =
        plot_panel(&item->plot, "Impact force", "time [samples]", "contact force [N]");

    const double end = 1.25 * item_exact(item, impact).contact_time;

    panel->x.high = end * rate;
    draw_exact(panel, impact, 0.0, end, force_curve);
    draw_schemes(item, panel, impact, force_curve, PLOT_SAMPLES);
    draw_energy(item, impact, PLOT_SAMPLES);
    row_samples(item, impact, 6.0, 5.861);
}

/* Draws one scheme, corrected or not, into a phase portrait and an energy panel. */
static void draw_run(Item *item, const UrtoImpact *impact, const PublishedScheme *scheme,
                     bool corrected, size_t first)
{
    const UrtoImpactExact exact = item_exact(item, impact);
    const PlotStyle style = corrected ? PLOT_SAMPLES : PLOT_DASHED;
    const PlotLook look = corrected ? plot_look(0) : plot_scheme_look(scheme->scheme);
    UrtoImpactRun run = paper_001_run(scheme->scheme);
    ImpactTrace trace;
    char label[48];

    run.corrected = corrected;
    if (!item_simulate(item, impact, &run, &trace)) {
        return;
    }
    snprintf(label, sizeof label, "%s%s", scheme->label, corrected ? ", corrected" : "");
    draw_record(&item->plot.panels[first], label, style, look, &trace, phase_curve);
    draw_record(&item->plot.panels[first + 1], label, style, look, &trace, energy_curve);
    if (corrected) {
        const UrtoImpactResult *r = &trace.result;
        item_row_bound(item, "not exceeded",
                       fmax(0.0, r->max_compression / exact.max_compression - 1.0), 1e-12,
                       "%s: x_max exceeded by, relative", label);
        item_row_bound(item, "forced to (7)",
                       100.0 * (r->exit_velocity / exact.exit_velocity - 1.0), 0.013,
                       "%s: v_out error against the exact root [%%]", label);
    }
    impact_trace_free(&trace);
}

static void draw_corrected(Item *item, const UrtoImpact *impact, const PublishedScheme *scheme,
                           const char *title)
{
    const size_t first = item->plot.count;

    prepare_phase(item, impact, title, -0.3);
    prepare_energy(item, impact, title);
    for (int corrected = 0; corrected < 2; corrected++) {
        draw_run(item, impact, scheme, corrected, first);
    }
}

static void figure_7(Item *item)
{
    draw_corrected(item, &paper_001_case_1, &published_schemes[1], "Case 1: Verlet");
    draw_corrected(item, &paper_001_case_2, &published_schemes[2], "Case 2: Heun");
}

enum { REBOUNDS = 5 };

typedef struct Bouncing {
    const char *scheme, *label;
    bool corrected;
    double errors[REBOUNDS]; /* of the rebound times [µs] */
    double tolerance;
} Bouncing;

static void draw_bouncing(Item *item, const Bouncing *b, size_t index)
{
    static const double truth[REBOUNDS] = {0.060131628, 0.119105344, 0.176964934, 0.233751749,
                                           0.289504878};
    const Curve curve = {FIELD_TIME, FIELD_COMPRESSION, 1e3, -1e3, 0.0};
    UrtoImpactRun run = paper_001_run(b->scheme);
    ImpactTrace trace;

    run.gravity = 9.81;
    run.corrected = b->corrected;
    run.rebounds = REBOUNDS;
    if (!item_simulate(item, &paper_001_case_1, &run, &trace)) {
        return;
    }
    for (size_t i = 0; i < item->plot.count; i++) {
        draw_record(&item->plot.panels[i], b->label, b->corrected ? PLOT_DASHED : PLOT_LINE,
                    plot_look(index), &trace, curve);
    }
    for (uint32_t i = 0; i < REBOUNDS; i++) {
        const double time =
            i < trace.result.rebound_count ? trace.result.rebound_times[i] : MISSING;
        item_row_from(item, COMPUTED, b->errors[i], 1e6 * (time - truth[i]), b->tolerance,
                      "%s: error of rebound %u [µs]", b->label, i + 1);
    }
    impact_trace_free(&trace);
}

static void figure_8(Item *item)
{
    static const Bouncing schemes[] = {
        {"trapezoidal", "AM1", false, {761, 1016, 836, 1152, 966}, 0.6},
        {"rk4", "RK4", false, {-64, -263, -628, -692, -906}, 0.6},
        {"trapezoidal", "AM1 corrected", true, {18, 43, 88, 143, 188}, 0.6},
        {"rk4", "RK4 corrected", true, {20, 43, 90, 143, 191}, 0.6},
        {"log-two-point", "log-two-point (ours)", false, {2.6, 5.1, 7.6, 10.1, 12.6}, 0.06},
    };
    plot_panel(&item->plot, "Bouncing", "time [ms]", "height [mm]");
    plot_panel(&item->plot, "Bouncing, around the fourth rebound", "time [ms]", "height [mm]");

    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        draw_bouncing(item, &schemes[i], i);
    }
    item->plot.panels[1].x.low = 231.0;
    item->plot.panels[1].x.high = 237.0;
    item->plot.panels[1].y.low = -0.05;
    item->plot.panels[1].y.high = 0.8;
}

static const PaperItem items[] = {
    {"fig 1", "Phase portrait",
     "The velocity after the collision is always smaller than before, and tends to v_lim = -1/μ as "
     "the velocity of arrival grows.",
     "Every curve ends above the dashed black line: faster arrivals come closer to it, none "
     "crosses it. Grey lines are free motion.",
     NULL, figure_1},
    {"fig 2", "Compression and force",
     "The loss opens a loop around K x^α; its area is the energy that the impact dissipates.",
     "Loops open wider for faster arrivals, around the dashed curve without loss.", NULL, figure_2},
    {"fig 3", "The approximation of the exit velocity",
     "An approximation with a polynomial of degree 4 (7, 8) is fitted to both ends of the range.",
     "The approximation is exact for small and large μ v_in, and 2 % too fast near 3. Urto uses "
     "the exact root (the Lambert function) and keeps the approximation for comparison.",
     "The numbers 2.045 % and 3 are those of an independent computation: the paper shows the curve "
     "only.",
     figure_3},
    {"fig 4", "A soft impact", "Over many samples all four schemes substantially overlap.",
     "Four colours and the black exact curve lie on each other; the grey lines are x_max, v_out, "
     "and the energy before and after.",
     NULL, figure_4},
    {"fig 5", "A hard impact, case 1",
     "With a contact of 8 samples and little loss, the energy of Verlet and Heun oscillates, and "
     "AM1 first loses too much, then gains.",
     "Schemes leave the black curve; in the energy panel they go above the upper grey line or end "
     "above the lower one.",
     "Equations (20) to (23) of the paper need -f where they print +f.", figure_5},
    {"fig 6", "A hard impact, case 2",
     "With a contact of 6 samples and average loss the energy mostly falls, but ends wrong.",
     "Heun ends far below the lower grey line of the energy panel, AM1 above it.", NULL, figure_6},
    {"table 1", "Percent errors of both hard impacts",
     "Errors of largest compression, exit velocity and exit energy; n.e. means not exceeded.",
     "All 24 errors of the schemes come out to the printed digit but one, AM1 (a) H: 2.603 "
     "printed, "
     "2.604 with a converged solver. The reference is the approximation (7, 8), as in the paper.",
     "The last column of the printed table (num. res.: the exact root against the approximation, "
     "in "
     "orders of magnitude) is swapped: it has ~ -1e-2 under (a) and ~ -1e-4 under (b); the rows "
     "give "
     "each to the case it belongs to. For (a) the exact root is nearer than printed, 3e-7 %: (6) "
     "loses digits where μ v is small, and with them a root that is found numerically.",
     paper_001_table_1},
    {"fig 7", "Corrections by closed form",
     "The worst simulations of both cases, with x clipped to x_max and the exit velocity set.",
     "Dashed without, blue with corrections: corrected runs stay left of the grey x_max line, and "
     "their energy ends on the lower grey line.",
     "The paper forces the approximate exit velocity (7); the exact one differs by 0.0125 % in "
     "case 2.",
     figure_7},
    {"fig 8", "Bouncing",
     "Even small errors of the exit velocity accumulate: rebounds happen at the wrong times.",
     "Without corrections AM1 comes down late and RK4 early; corrected runs and log-two-point stay "
     "together.",
     "The paper prints no times. True times and the errors in the column \"published\" were "
     "computed independently, by an integration accurate to 1e-12. log-two-point is our own "
     "scheme: its exit velocity is exact at any rate.",
     figure_8},
};

const Paper paper_001 = {
    "001",
    "Papetti, Avanzini, Rocchesso: Energy and accuracy issues in numerical simulations of a "
    "non-linear impact model (DAFx 2011)",
    items, sizeof items / sizeof *items};
