/* Papetti, Avanzini, Rocchesso, DAFx-09: closed forms and four schemes. Table 1, the corrections and
 * the errors over many contacts have their own files. */
#include "paper_001.h"

#include <math.h>
#include <stdio.h>

static const double rate = 44100.0;

static void figure_1(Item *item)
{
    draw_phase_portraits(item, "Phase portrait", &paper_001_case_2, &(Equations){"(4)", "(6)"});
}

static void figure_2(Item *item)
{
    draw_force_loops(item, "Compression and force", &paper_001_case_2);
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
    item_row(item, by_check(1e-5, "001.fig3.largest"), worst, "largest | largest error [%%]");
    item_row(item, by_check(2e-3, "001.fig3.where"), where, "where | μ v_in where it is largest");
}

const Curve paper_001_phase_curve = {FIELD_COMPRESSION, FIELD_VELOCITY, 1e6, 1.0, 0.0};
const Curve paper_001_force_curve = {FIELD_TIME, FIELD_FORCE, 44100.0, 1.0, 0.0};
const Curve paper_001_energy_curve = {FIELD_TIME, FIELD_ENERGY, 44100.0, 1e3, 0.0};

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

PlotPanel *paper_001_phase_panel(Item *item, const UrtoImpact *impact, const char *title,
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
    draw_exact(panel, impact, 0.0, 1.5 * exact.contact_time, paper_001_phase_curve);
    return panel;
}

PlotPanel *paper_001_energy_panel(Item *item, const UrtoImpact *impact, const char *title)
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
    draw_exact(panel, impact, 0.0, 1.25 * exact.contact_time, paper_001_energy_curve);
    return panel;
}

/* T, V and H of a scheme or, without one, of the exact motion. */
static void draw_energies(Item *item, PlotPanel *panel, const UrtoImpact *impact,
                          const PublishedScheme *scheme)
{
    const double contact = item_exact(item, impact).contact_time;
    const size_t first = panel->count;
    const PlotLook look = scheme ? plot_scheme_look(scheme->scheme) : plot_exact;
    ImpactTrace trace = {0};

    for (int i = 0; i < 3; i++) {
        plot_series(panel, i == 2 ? (scheme ? scheme->label : "exact") : "", PLOT_LINE, look);
    }
    const UrtoImpactRun run = paper_001_run(scheme ? scheme->scheme : "rk4");
    if (scheme && !item_simulate(item, impact, &run, &trace)) {
        return;
    }
    const size_t count = scheme ? trace.count : 200;
    for (size_t i = 0; i < count; i++) {
        UrtoImpactPoint p = {0};
        double time = 1.25 * contact * (double)i / 199.0;
        if (scheme) {
            time = trace.samples[i].time;
            p.compression = trace.samples[i].compression;
            p.velocity = trace.samples[i].velocity;
        } else {
            urto_impact_at_time(impact, time, &p, NULL);
        }
        const double kinetic = 500.0 * impact->mass * p.velocity * p.velocity;
        const double elastic = 1e3 * urto_law_potential(&impact->law, p.compression);
        plot_point(&panel->series[first], time * rate, kinetic);
        plot_point(&panel->series[first + 1], time * rate, elastic);
        plot_point(&panel->series[first + 2], time * rate, kinetic + elastic);
    }
    impact_trace_free(&trace);
}

/* T, V and H of the exact motion at some shares of the contact. */
static void compare_energies(Item *item, const UrtoImpact *impact)
{
    static const double shares[] = {0.1, 0.25, 0.5, 0.75, 0.9};
    static const char *const names[3] = {"T", "V", "H"};
    const double contact = item_exact(item, impact).contact_time;

    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        UrtoImpactPoint p = {0};
        urto_impact_at_time(impact, shares[i] * contact, &p, NULL);
        const double kinetic = 0.5 * impact->mass * p.velocity * p.velocity;
        const double elastic = urto_law_potential(&impact->law, p.compression);
        const double energies[3] = {kinetic, elastic, kinetic + elastic};
        for (int j = 0; j < 3; j++) {
            item_row(item, by_check(1e-8, "001.fig4.t-v-h.%g[%d]", shares[i], j), energies[j],
                     "%s.%g | %s at %g of the contact [J]", names[j], shares[i], names[j],
                     shares[i]);
        }
    }
}

static void figure_4(Item *item)
{
    static const char overlap[] = "\"the plots of all the simulations substantially overlap\"";
    const UrtoImpact soft = {
        .mass = 0.01, .law = {.stiffness = 1e6, .exponent = 1.6, .damping = 0.5}, .velocity = 0.3};
    const UrtoImpactExact exact = item_exact(item, &soft);

    draw_schemes(item, paper_001_phase_panel(item, &soft, "(a) Phase portraits", -0.3), &soft,
                 paper_001_phase_curve, PLOT_LINE);
    PlotPanel *panel = plot_panel(&item->plot, "(b) T falls, V rises, H above them",
                                  "time [samples]", "energy [mJ]");
    const double before = 500.0 * soft.mass * soft.velocity * soft.velocity;
    const double end = 1.25 * exact.contact_time * rate;
    panel->x.low = 0.0;
    panel->x.high = end;
    plot_guide_line(panel, 0.0, before, end, before);
    plot_guide_line(panel, 0.0, 1e3 * exact.exit_energy, end, 1e3 * exact.exit_energy);
    draw_energies(item, panel, &soft, NULL);
    compare_energies(item, &soft);
    for (size_t i = 0; i < PUBLISHED_SCHEMES; i++) {
        const UrtoImpactRun run = paper_001_run(published_schemes[i].scheme);
        const char *label = published_schemes[i].label;
        ImpactTrace trace;
        draw_energies(item, panel, &soft, &published_schemes[i]);
        if (!item_simulate(item, &soft, &run, &trace)) {
            continue;
        }
        const UrtoImpactResult *r = &trace.result;
        item_row(item, by_words(0.0, 0.1, overlap),
                 percent(r->max_compression, exact.max_compression),
                 "%s.xmax | %s: x_max error [%%]", label, label);
        item_row(item, by_words(0.0, 0.1, overlap), percent(r->exit_velocity, exact.exit_velocity),
                 "%s.vout | %s: v_out error [%%]", label, label);
        impact_trace_free(&trace);
    }
}

/* "8 samples" is the index of the first sample that is out again. */
static void row_samples(Item *item, const UrtoImpact *impact, double printed, const char *key)
{
    const UrtoImpactRun run = paper_001_run("rk4");
    ImpactTrace trace;

    item_row(item, by_check(1e-9, "001.exact.%s.samples", key),
             item_exact(item, impact).contact_time * rate, "exact | exact contact time [samples]");
    if (item_simulate(item, impact, &run, &trace)) {
        item_row(item, by_print(printed, 0.0, "\"contact time\" in samples, caption"),
                 (double)impact_trace_exit(&trace), "out | RK4: first sample that is out again");
        impact_trace_free(&trace);
    }
}

static void figure_5(Item *item)
{
    const UrtoImpact *impact = &paper_001_case_1;

    draw_schemes(item, paper_001_phase_panel(item, impact, "(a) Detail of phase portraits", 0.5),
                 impact, paper_001_phase_curve, PLOT_SAMPLES);
    draw_schemes(item, paper_001_energy_panel(item, impact, "(b) Detail of energy behaviours"),
                 impact, paper_001_energy_curve, PLOT_SAMPLES);
    row_samples(item, impact, 8.0, "a");
}

static void figure_6(Item *item)
{
    const UrtoImpact *impact = &paper_001_case_2;
    PlotPanel *panel =
        plot_panel(&item->plot, "(a) Impact forces", "time [samples]", "contact force [N]");
    const double end = 1.25 * item_exact(item, impact).contact_time;

    panel->x.low = 0.0;
    panel->x.high = end * rate;
    draw_exact(panel, impact, 0.0, end, paper_001_force_curve);
    draw_schemes(item, panel, impact, paper_001_force_curve, PLOT_SAMPLES);
    draw_schemes(item, paper_001_energy_panel(item, impact, "(b) Detail of energy behaviours"),
                 impact, paper_001_energy_curve, PLOT_SAMPLES);
    row_samples(item, impact, 6.0, "b");
}

static const PaperItem items[] = {
    {"1", "Figure 1", "Phase portrait",
     "The velocity after the collision is always smaller than before, and tends to v_lim = −1/μ as "
     "the velocity of arrival grows.",
     "Every curve ends above the dashed black line: faster arrivals come closer to it, none "
     "crosses it. Grey lines are free motion.",
     NULL, 0.1, figure_1},
    {"2", "Figure 2", "Compression and force",
     "The loss opens a loop around k x^α; its area is the energy that the impact dissipates.",
     "Loops open wider for faster arrivals, around the dashed curve without loss.", NULL, 0.1,
     figure_2},
    {"3", "Figure 3", "The approximation of the exit velocity",
     "An approximation with a polynomial of degree 4 (7, 8) is fitted to both ends of the range.",
     "The approximation is exact for small and large μ v_in, and 2 % too fast near 3. Urto uses "
     "the exact root (the Lambert function) and keeps the approximation for comparison.",
     "The paper shows the curve only; the numbers are those of the second program.", 0.1, figure_3},
    {"4", "Figure 4", "A soft impact",
     "Over many samples all four schemes substantially overlap. Kinetic energy T starts at H_0, "
     "elastic energy V at 0; their sum H falls to H_τ.",
     "Four colours and the black exact curve lie on each other; the grey lines are x_max, v_out, "
     "and the energy before and after.",
     NULL, 0.2, figure_4},
    {"5", "Figure 5", "A hard impact, case 1",
     "With a contact of 8 samples and little loss, the energy of Verlet and Heun oscillates, and "
     "AM1 first loses too much, then gains.",
     "Schemes leave the black curve; in the energy panel they go above the upper grey line or end "
     "above the lower one.",
     "Equations (20) to (23) of the paper need −f where they print +f.", 0.1, figure_5},
    {"6", "Figure 6", "A hard impact, case 2",
     "With a contact of 6 samples and average loss the energy mostly falls, but ends wrong.",
     "Heun ends far below the lower grey line of the energy panel, AM1 above it.", NULL, 0.1,
     figure_6},
    {"table1", "Table 1", "Percent errors of both hard impacts",
     "Errors of largest compression, exit velocity and exit energy; n.e. means not exceeded.",
     "All but one of the 24 errors of the schemes come out to the printed digit. The reference is "
     "the approximation (7, 8), as in the paper.",
     "AM1 (a) H is 2.603 in print and 2.604 with a converged solver. The last column, num. res., "
     "is "
     "swapped between (a) and (b).",
     0.1, paper_001_table_1},
    {"7", "Figure 7", "Corrections by closed form",
     "The worst simulations of both cases, with x clipped to x_max and the exit velocity set.",
     "Dashed without, solid with corrections: corrected runs stay left of the grey x_max line, and "
     "their energy ends on the lower grey line.",
     "The paper forces the approximate exit velocity (7), we the exact root of (6); they differ by "
     "0.0125 % in case 2.",
     0.1, paper_001_figure_7},
    {"8", "Figure 8", "Bouncing",
     "Even small errors of the exit velocity accumulate: rebounds happen at the wrong times.",
     "Without corrections AM1 comes down late and RK4 early; corrected runs and log two-point stay "
     "together.",
     "The paper prints no times: they and their errors are those of the second program. Log "
     "two-point is our own scheme; its exit velocity is exact at any rate.",
     0.2, paper_001_figure_8},
    {"durations", "Section 3.3.2", "Errors against the length of the contact",
     "\"When τ ≤ 4 samples, the percentage errors quickly increase, and the reliability of all the "
     "simulations is poor.\"",
     "Lines are means over 20 phases, marks the worst phase. The four schemes of the paper err by "
     "percents at 8 samples and by tens of percents below 4. Log two-point stays at rounding: its "
     "exit velocity is exact whatever the rate.",
     "The paper does not draw this. K sets the length of the contact; loss, exponent and velocity "
     "are those of table 1.",
     0.5, paper_001_durations},
    {"floor", "Section 4.1", "A body at rest on a floor",
     "\"When the system does not retain passivity, the object can move upward and bounce.\"",
     "A body put down on the floor at x = 0 swings around the depth where m g = k x^α, and loses "
     "energy "
     "slowly. Verlet and Heun gain some on the way, Heun in both contacts, by up to 0.06 % of m g "
     "x; AM1, "
     "RK4 and log two-point do not. None gains enough to bounce.",
     "The paper gives no numbers: start, gravity and contacts (those of table 1) are our choice.",
     0.5, paper_001_floor},
    {"energy", "Beyond", "Energy throughout the contact",
     "The conclusion asks for consistency of the energy at every instant of the contact, not at "
     "its "
     "end only.",
     "Energy never rises with log two-point, and ends on the lower grey line; every scheme of the "
     "paper leaves the exact curve.",
     "A result of ours; docs/schemes.md has the proof.", 0.1, paper_001_energy},
};

const Paper paper_001 = {
    "001",
    "Stefano Papetti, Federico Avanzini, Davide Rocchesso",
    "Energy and accuracy issues in numerical simulations of a non-linear impact "
    "model",
    "12th International Conference on Digital Audio Effects (DAFx-09), Como "
    "2009",
    NULL,
    items,
    sizeof items / sizeof *items};
