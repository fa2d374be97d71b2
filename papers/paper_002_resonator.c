/* Avanzini and Rocchesso, figures 2 and 5: the hammer strikes a resonator of three modes. */
#include "paper_002.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The text gives neither frequencies nor quality: 500, 1300, 2700 Hz and q = 50 are used. All
 * modes have the same mass and the shape 1. */
static const double frequencies[] = {500.0, 1300.0, 2700.0};
enum { MODES = sizeof frequencies / sizeof *frequencies };
static const double quality = 50.0;

/* The K-method is the trapezoidal solver. */
Strike paper_002_strike(Item *item, const UrtoImpact *hammer, double modal_mass, double rate)
{
    UrtoWorldDef *world_def = stage_begin(&(Contender){.solver = URTO_SOLVER_TRAPEZOIDAL});
    Strike strike = {0};
    UrtoMode modes[MODES];
    UrtoModalDef modal = urto_modal_def();
    UrtoBody resonator = {0};

    for (int i = 0; i < MODES; i++) {
        modes[i] = (UrtoMode){.frequency = frequencies[i],
                              .decay = acos(-1.0) * frequencies[i] / quality,
                              .mass = modal_mass};
    }
    modal.modes = modes;
    modal.count = MODES;
    resonator = urto_world_def_modal(world_def, &modal);
    strike.struck = urto_world_def_port_at(world_def, resonator, 0.0, 0.0);
    strike.head = urto_world_def_port_at(
        world_def, stage_mass(world_def, hammer->mass, 0.0, hammer->velocity), 0.0, 0.0);
    strike.contact =
        urto_world_def_contact_between(world_def, strike.head, strike.struck, hammer->law, 0.0);
    strike.world = stage_world(world_def, item, rate);
    return strike;
}

/* Time from the touch to the first sample apart, refined by a straight line; at most 50 ms, the
 * length of the runs of the paper. */
static double contact_time(Item *item, const UrtoImpact *hammer, double modal_mass, double rate)
{
    const Strike strike = paper_002_strike(item, hammer, modal_mass, rate);
    double time = MISSING;
    double last = 0.0;

    if (!strike.world) {
        return time;
    }
    for (uint32_t i = 1; i < 0.05 * rate && !(time > 0.0); i++) {
        urto_world_process(strike.world, NULL, NULL, 1);
        const double x = urto_world_compression(strike.world, strike.contact);
        if (x <= 0.0) {
            time = (i - x / (x - last)) / rate;
        }
        last = x;
    }
    urto_world_destroy(strike.world);
    return time;
}

/* The force of every sample against the second program's K-method. */
static void compare_force(Item *item, const PlotSeries *force)
{
    size_t count = 0;
    double *reference = reference_curve("002.fig2.force", &count);
    double peak = 0.0, apart = 0.0;

    for (size_t i = 0; i < count && i < force->count; i++) {
        peak = fmax(peak, fabs(reference[i]));
        apart = fmax(apart, fabs(force->points[i][1] - reference[i]));
    }
    free(reference);
    Judge judge = by_check(0.0, "002.fig2.force");
    judge.reference = 0.0;
    judge.tolerance = 1e-9;
    item_row(item, judge, count >= force->count ? apart / peak : MISSING,
             "force | contact force of every sample, largest difference over the peak");
}

void paper_002_figure_2(Item *item)
{
    static const double modal_mass = 0.05, rate = 44100.0;
    const Strike strike = paper_002_strike(item, &paper_002_hammer, modal_mass, rate);
    const double wall = item_exact(item, &paper_002_hammer).contact_time;
    double contact_end = 0.0, pull = 0.0;
    uint32_t touches = 0;
    bool touched = false;

    if (!strike.world) {
        return;
    }
    plot_panel(&item->plot, "(a) Displacements", "time [ms]", "displacement [mm]");
    plot_panel(&item->plot, "(b) Contact force", "time [ms]", "contact force [N]");
    PlotPanel *panels = item->plot.panels;
    plot_series(&panels[0], "hammer", PLOT_DASHED, plot_look(1));
    plot_series(&panels[0], "resonator", PLOT_LINE, plot_look(0));
    plot_series(&panels[1], "", PLOT_LINE, plot_scheme_look("trapezoidal"));
    for (int i = 0; i <= (int)(0.003 * rate); i++) {
        const double force = urto_world_contact_force(strike.world, strike.contact);
        const double time = i / rate;
        plot_point(&panels[0].series[0], 1e3 * time,
                   1e3 * urto_world_displacement(strike.world, strike.head));
        plot_point(&panels[0].series[1], 1e3 * time,
                   1e3 * urto_world_displacement(strike.world, strike.struck));
        plot_point(&panels[1].series[0], 1e3 * time, force);
        touches += force > 0.0 && !touched;
        touched = force > 0.0;
        contact_end = touched ? time : contact_end;
        pull = fmax(pull, -force);
        urto_world_process(strike.world, NULL, NULL, 1);
    }
    compare_force(item, &panels[1].series[0]);
    item_row(item, by_words(1.0, 0.0, "figure 2(b) is one pulse"), touches,
             "touches | number of touches in 3 ms");
    item_row(item, at_most(0.0, "\"f never becomes zero for positive penetrations\", section 2.1"),
             pull, "pull | largest pulling force [N]");
    item_row(item, at_most(1.0, "\"t_0 is always longer than in the Type I case\""),
             wall / contact_end, "longer | contact time of the wall over that of the resonator");
    const UrtoStatistics statistics = urto_world_statistics(strike.world);
    item_row(item, at_most(4.0, "\"never higher than four\", section 4.2"),
             statistics.iterations_max, "iterations | most iterations of Newton in a step");
    urto_world_destroy(strike.world);
}

/* The resonators of figure 5. */
enum { MASSES = 4 };
static const struct {
    double modal_mass;
    const char *key, *label;
} resonators[MASSES] = {{0.005, "5g", "5 g a mode"},
                        {0.05, "50g", "50 g"},
                        {0.2, "200g", "200 g"},
                        {1.0, "1kg", "1 kg"}};

/* Contact times over m/K from 6 to 300 units; each resonator's smallest and largest ratio to the
 * wall. */
static void draw_times(Item *item, int decade, double shortest[MASSES], double longest[MASSES])
{
    enum { POINTS = 25 };
    static const double low = 6.0, high = 300.0;
    const double unit = pow(10.0, decade);
    char axis[48];
    snprintf(axis, sizeof axis, "m/K [10^{%d} kg m^{2.8}/N]", decade);
    PlotPanel *panel = plot_panel(&item->plot, "Contact time", axis, "contact time [ms]");

    for (int j = 0; j < MASSES; j++) {
        plot_series(panel, resonators[j].label, PLOT_POINTS, plot_look((size_t)j));
        shortest[j] = HUGE_VAL;
        longest[j] = 0.0;
    }
    PlotSeries *curve = plot_series(panel, "rigid wall", PLOT_LINE, plot_exact);
    for (int i = 0; i < POINTS; i++) {
        const double ratio = low + (high - low) * i / (POINTS - 1.0);
        const UrtoImpact hammer = paper_002_at_ratio(unit * ratio);
        const double wall = item_exact(item, &hammer).contact_time;
        plot_point(curve, ratio, 1e3 * wall);
        for (int j = 0; j < MASSES; j++) {
            const double time = contact_time(item, &hammer, resonators[j].modal_mass, 44100.0);
            plot_point(&panel->series[j], ratio, 1e3 * time);
            shortest[j] = fmin(shortest[j], time / wall);
            longest[j] = fmax(longest[j], time / wall);
        }
    }
}

void paper_002_figure_5(Item *item)
{
    static const int decades[] = {-12, -14}; /* the published axis; around m/K of fig 1 */

    for (int i = 0; i < 2; i++) {
        double shortest[MASSES];
        double longest[MASSES];
        draw_times(item, decades[i], shortest, longest);
        for (int j = 0; j < MASSES; j++) {
            item_row(item, at_most(1.0, "\"t_0 is always longer than in the Type I case\""),
                     1.0 / shortest[j],
                     "longer.%s.1e%d | m/K in [6, 300] × 10^%d, %s: largest ratio of wall to "
                     "resonator",
                     resonators[j].key, decades[i], decades[i], resonators[j].label);
        }
        item_row(
            item,
            by_words(0.0, 1.0, "\"tend to the theoretical curve of Eq. (9) as m_0 increases\""),
            percent(longest[MASSES - 1], 1.0),
            "tends.1e%d | m/K in [6, 300] × 10^%d, 1 kg: largest distance from the curve [%%]",
            decades[i], decades[i]);
    }
    for (int j = 0; j < MASSES; j++) {
        item_row(item, by_check(1e-6, "002.fig5.time.%s", resonators[j].key),
                 contact_time(item, &paper_002_hammer, resonators[j].modal_mass, 2e6),
                 "time.%s | contact time at m/K of figure 1, %s, K-method at 2 MHz [s]",
                 resonators[j].key, resonators[j].label);
    }
}
