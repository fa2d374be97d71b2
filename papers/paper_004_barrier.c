/* Ducceschi, Bilbao, Willemsen, Serafin, section IV: a string falls on a backboard, or on frets. */
#include "paper_004.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 1323, POINTS = STRING_INTERVALS - 1, FRETS = 12, MODELS = 2 };

static const double rate = 44100.0, length = 0.7, amplitude = 3e-3;

static double height(double x)
{
    return -0.02 * x * x - 0.001 * x - 0.0001;
}

static double first_mode(void *context, double x, double y)
{
    (void)context;
    (void)y;
    return amplitude * sin(acos(-1.0) * x / length);
}

/* Where the string can touch: at every inner grid point, or at twelve semitones. */
typedef struct Barrier {
    size_t count;
    double places[POINTS]; /* [m] */
} Barrier;

static Barrier backboard(void)
{
    Barrier barrier = {.count = POINTS};

    for (int i = 0; i < POINTS; i++) {
        barrier.places[i] = length * (i + 1) / STRING_INTERVALS;
    }
    return barrier;
}

static Barrier frets(void)
{
    Barrier barrier = {.count = FRETS};

    for (int i = 0; i < FRETS; i++) {
        barrier.places[i] = length * (1.0 - pow(2.0, -(i + 1) / 12.0));
    }
    return barrier;
}

/* What happened, step by step. The profile is that of the inner grid points, averaged over the last
 * two steps as in the paper. */
typedef struct BarrierRun {
    double profile[STEPS][POINTS];
    int contacts[STEPS]; /* that had a force */
    double error[STEPS];
    int most_contacts;
    double worst_error, pull;
} BarrierRun;

static void record_step(BarrierRun *run, int step, const UrtoWorld *world, const Profile *profile,
                        const UrtoContact *contacts, size_t count)
{
    for (int i = 0; i < POINTS; i++) {
        run->profile[step][i] = averaged_displacement(world, profile->ports[i + 1], rate);
    }
    for (size_t i = 0; i < count; i++) {
        run->contacts[step] += urto_world_contact_force(world, contacts[i]) != 0.0;
    }
    if (run->contacts[step] > run->most_contacts) {
        run->most_contacts = run->contacts[step];
    }
    run->error[step] = energy_error(world);
    run->worst_error = fmax(run->worst_error, fabs(run->error[step]));
}

/* One contact for each place, so that those with a force can be counted. */
static BarrierRun *run_barrier(Item *item, const Barrier *barrier, const Contender *by,
                               UrtoModel model)
{
    const UrtoStringDef def = paper_004_string(model);
    UrtoWorldDef *world_def = stage_begin(by);
    const UrtoBody string = urto_world_def_string(world_def, &def);
    UrtoContact contacts[POINTS];
    BarrierRun *run = memory_resize(NULL, 1, sizeof *run);

    *run = (BarrierRun){0};
    for (size_t i = 0; i < barrier->count; i++) {
        const UrtoPort port = urto_world_def_port_at(world_def, string, barrier->places[i], 0.0);
        contacts[i] = urto_world_def_contact_between(
            world_def, (UrtoPort){0}, port, (UrtoLaw){1e12, 1.2, 0.0}, -height(barrier->places[i]));
    }
    Profile profile = stage_string_profile(world_def, string, length, STRING_INTERVALS + 1);
    UrtoWorld *world = stage_world(world_def, item, rate);
    if (world) {
        if (model == URTO_MODEL_MODAL) {
            urto_world_set_mode(world, string, 0, amplitude, 0.0, NULL);
        } else {
            urto_world_set_shape(world, string, first_mode, NULL, NULL, NULL);
        }
        for (int step = 0; step < STEPS; step++) {
            urto_world_process(world, NULL, NULL, 1);
            record_step(run, step, world, &profile, contacts, barrier->count);
        }
        const UrtoStatistics statistics = urto_world_statistics(world);
        run->pull = statistics.impulse_pull / statistics.impulse_push;
    }
    urto_world_destroy(world);
    profile_free(&profile);
    return run;
}

/* Rms of the difference of two profiles over that of the first mode at the start. */
static double difference(const BarrierRun *a, const BarrierRun *b, int step)
{
    double sum = 0.0;

    for (int i = 0; i < POINTS; i++) {
        const double d = a->profile[step][i] - b->profile[step][i];
        sum += d * d;
    }
    return sqrt(sum / POINTS) / (amplitude / sqrt(2.0));
}

/* Index of the step whose averaged profile is nearest to a time. */
static int step_at(double time)
{
    return (int)(time * rate + 0.5) - 1;
}

static const double instants[] = {3.5e-3, 5e-3, 7e-3, 14e-3, 20e-3, 30e-3};
enum { INSTANTS = sizeof instants / sizeof *instants };

static const double lowest = -6.0; /* of the snapshots [mm] */

static void draw_barrier(PlotPanel *panel, const Barrier *barrier)
{
    const PlotLook look = {"#777777", 0, 3.0};

    if (barrier->count == FRETS) {
        PlotSeries *series = plot_series(panel, "frets", PLOT_LINE, look);
        for (size_t i = 0; i < barrier->count; i++) {
            plot_point(series, barrier->places[i], lowest);
            plot_point(series, barrier->places[i], 1e3 * height(barrier->places[i]));
            plot_point(series, MISSING, MISSING);
        }
        return;
    }
    PlotSeries *series = plot_series(panel, "backboard", PLOT_GROUND, look);
    for (int i = 0; i <= STRING_INTERVALS; i++) {
        const double x = length * i / STRING_INTERVALS;
        plot_point(series, x, 1e3 * height(x));
    }
}

static void add_panels(Item *item, const Barrier *barrier)
{
    for (int j = 0; j < INSTANTS; j++) {
        char title[32];
        snprintf(title, sizeof title, "%g ms", 1e3 * instants[j]);
        PlotPanel *panel =
            plot_panel(&item->plot, title, "place on the string [m]", "displacement [mm]");
        panel->y.low = lowest;
        panel->y.high = 4.0;
        draw_barrier(panel, barrier);
    }
    plot_panel(&item->plot, "Contacts at once, finite differences", "time [ms]",
               "contacts with a force");
    PlotPanel *panel = plot_panel(&item->plot, "Finite differences against modal", "time [ms]",
                                  "rms of the difference");
    panel->y.log = true;
    panel->y.low = 1e-5;
    panel->y.high = 1.0;
    for (int model = 0; model < MODELS; model++) {
        panel = plot_panel(&item->plot, model ? "Energy, modal" : "Energy, finite differences",
                           "time [ms]", "size of the energy error");
        panel->y.log = true;
        panel->y.low = 1e-17;
        panel->y.high = 1e-9;
    }
}

static void draw_snapshots(Item *item, const Contender *by, BarrierRun *const runs[MODELS])
{
    for (int j = 0; j < INSTANTS; j++) {
        for (int model = 0; model < MODELS; model++) {
            char label[48];
            PlotLook look = plot_scheme_look(by->scheme);
            snprintf(label, sizeof label, "%s, %s", by->label, model ? "modal" : "FD");
            look.colour = !model                               ? look.colour
                          : by->solver == URTO_SOLVER_MIDPOINT ? "#000000"
                                                               : "#4B0055";
            look.width = model ? 1.2 : 2.4;
            PlotSeries *series =
                plot_series(&item->plot.panels[j], label, model ? PLOT_DASHED : PLOT_LINE, look);
            plot_point(series, 0.0, 0.0);
            for (int i = 0; i < POINTS; i++) {
                plot_point(series, length * (i + 1) / STRING_INTERVALS,
                           1e3 * runs[model]->profile[step_at(instants[j])][i]);
            }
            plot_point(series, length, 0.0);
        }
    }
}

static void draw_courses(Item *item, const Contender *by, BarrierRun *const runs[MODELS])
{
    PlotPanel *panels = &item->plot.panels[INSTANTS];
    const PlotLook look = plot_scheme_look(by->scheme);
    PlotSeries *contacts = plot_series(&panels[0], by->label, PLOT_STEPS, look);
    PlotSeries *apart = plot_series(&panels[1], by->label, PLOT_LINE, look);
    PlotSeries *error[MODELS];

    for (int model = 0; model < MODELS; model++) {
        error[model] = plot_series(&panels[2 + model], by->label, PLOT_LINE, look);
    }
    for (int step = 0; step < STEPS; step++) {
        const double time = 1e3 * (step + 1) / rate;
        plot_point(contacts, time, runs[0]->contacts[step]);
        plot_point(apart, time, fmax(1e-9, difference(runs[0], runs[1], step)));
        for (int model = 0; model < MODELS; model++) {
            plot_point(error[model], time, fmax(1e-17, fabs(runs[model]->error[step])));
        }
    }
}

/* Numbers computed independently. */
typedef struct Known {
    double apart[2]; /* finite differences against modal at 5 and 30 ms, midpoint */
    double digit[2]; /* one unit of their last digit */
    double quadratised[2];
    double contacts[CONTENDERS], contacts_tolerance[CONTENDERS]; /* 0: not known */
} Known;

static void compare(Item *item, size_t index, BarrierRun *const runs[MODELS], const Known *known)
{
    static const double times[2] = {5e-3, 30e-3};
    static const char *const names[MODELS] = {"finite differences", "modal"};
    const Contender *by = &contenders[index];
    const bool quadratised = by->solver == URTO_SOLVER_QUADRATISED;

    for (int model = 0; model < MODELS; model++) {
        item_row_bound(item, quadratised ? "stable" : "1.2e-12, computed independently",
                       runs[model]->worst_error, quadratised ? 1e-9 : 1.2e-12,
                       "%s, %s: energy error over 30 ms", by->label, names[model]);
        if (!quadratised) {
            item_row_bound(item, "0, computed independently", runs[model]->pull, 0.0,
                           "%s, %s: pulling part of the impulse", by->label, names[model]);
        }
    }
    if (known->contacts[index] > 0.0) {
        item_row(item, known->contacts[index], runs[0]->most_contacts,
                 known->contacts_tolerance[index],
                 "%s: most contacts at once, computed independently", by->label);
    }
    for (int i = 0; i < 2; i++) {
        const double apart = difference(runs[0], runs[1], step_at(times[i]));
        if (by->solver == URTO_SOLVER_MIDPOINT) {
            item_row(item, known->apart[i], apart, known->digit[i],
                     "%s: FD against modal at %g ms, computed independently", by->label,
                     1e3 * times[i]);
        } else if (quadratised && by->gradient == URTO_GRADIENT_CAPPED) {
            char text[ROW_TEXT];
            snprintf(text, sizeof text, "%g without the cap", known->quadratised[i]);
            item_row_bound(item, text, apart, known->quadratised[i],
                           "%s: FD against modal at %g ms", by->label, 1e3 * times[i]);
        }
    }
}

static void figure(Item *item, const Barrier *barrier, const Known *known)
{
    add_panels(item, barrier);
    for (size_t i = 0; i < CONTENDERS; i++) {
        BarrierRun *runs[MODELS] = {run_barrier(item, barrier, &contenders[i], URTO_MODEL_GRID),
                                    run_barrier(item, barrier, &contenders[i], URTO_MODEL_MODAL)};
        if (contenders[i].gradient == URTO_GRADIENT_SIGN ||
            contenders[i].solver == URTO_SOLVER_MIDPOINT) {
            draw_snapshots(item, &contenders[i], runs);
        }
        draw_courses(item, &contenders[i], runs);
        compare(item, i, runs, known);
        free(runs[0]);
        free(runs[1]);
    }
}

void paper_004_figure_5(Item *item)
{
    static const Known known = {.apart = {4e-4, 5e-3},
                                .digit = {1e-4, 1e-3},
                                .quadratised = {2.7e-2, 8.6e-2},
                                .contacts = {31.0, 70.0, 0.0, 23.0},
                                .contacts_tolerance = {0.0, 25.0, 0.0, 0.0}};
    const Barrier barrier = backboard();

    figure(item, &barrier, &known);
}

void paper_004_figure_6(Item *item)
{
    static const Known known = {.apart = {2e-3, 1.6e-2},
                                .digit = {1e-3, 1e-3},
                                .quadratised = {1.4e-2, 5e-2},
                                .contacts = {6.0, 0.0, 0.0, 6.0}};
    const Barrier barrier = frets();

    figure(item, &barrier, &known);
}
