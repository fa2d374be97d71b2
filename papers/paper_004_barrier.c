/* Ducceschi, Bilbao, Willemsen, Serafin, section IV: a string falls on a backboard, or on frets.
 * The paper's method: (27) on finite differences, and on leap-frog modes (48)-(50). Ours: midpoint on
 * finite differences, and on exact modes. */
#include "paper_004.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 1323, POINTS = STRING_INTERVALS - 1, FRETS = 12, MODELS = 2 };

/* Points of a profile that the second program keeps. */
enum { PROFILE_EVERY = 3, CONVERGED_POINTS = POINTS / 2 };

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
    const char *key; /* of the reference file */
    size_t count;
    double places[POINTS]; /* [m] */
} Barrier;

static Barrier backboard(void)
{
    Barrier barrier = {.key = "fig5", .count = POINTS};

    for (int i = 0; i < POINTS; i++) {
        barrier.places[i] = length * (i + 1) / STRING_INTERVALS;
    }
    return barrier;
}

static Barrier frets(void)
{
    Barrier barrier = {.key = "fig6", .count = FRETS};

    for (int i = 0; i < FRETS; i++) {
        barrier.places[i] = length * (1.0 - pow(2.0, -(i + 1) / 12.0));
    }
    return barrier;
}

/* What happened, step by step. The profile is that of the inner grid points, averaged over the last
 * two steps as in the paper. */
typedef struct BarrierRun {
    double profile[STEPS][POINTS];
    double force[STEPS][POINTS]; /* sizes [N] */
    double largest;              /* of them */
    int contacts[STEPS];         /* with more than 1e-12 of it: less is what rounding leaves */
    double error[STEPS];
    int most_contacts, most_touched; /* at once; also with what rounding leaves of a force */
    double worst_error, pull;
} BarrierRun;

static void record_step(BarrierRun *run, int step, const UrtoWorld *world, const Profile *profile,
                        const UrtoContact *contacts, size_t count)
{
    int touched = 0;

    for (int i = 0; i < POINTS; i++) {
        run->profile[step][i] = averaged_displacement(world, profile->ports[i + 1], rate);
    }
    for (size_t i = 0; i < count; i++) {
        run->force[step][i] = fabs(urto_world_contact_force(world, contacts[i]));
        touched += run->force[step][i] != 0.0;
        run->largest = fmax(run->largest, run->force[step][i]);
    }
    run->most_touched = touched > run->most_touched ? touched : run->most_touched;
    run->error[step] = energy_error(world);
    run->worst_error = fmax(run->worst_error, fabs(run->error[step]));
}

static void count_contacts(BarrierRun *run)
{
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < POINTS; i++) {
            run->contacts[step] += run->force[step][i] > 1e-12 * run->largest;
        }
        if (run->contacts[step] > run->most_contacts) {
            run->most_contacts = run->contacts[step];
        }
    }
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
        if (model == URTO_MODEL_GRID) {
            urto_world_set_shape(world, string, first_mode, NULL, NULL, NULL);
        } else {
            urto_world_set_mode(world, string, 0, amplitude, 0.0, NULL);
        }
        for (int step = 0; step < STEPS; step++) {
            urto_world_process(world, NULL, NULL, 1);
            record_step(run, step, world, &profile, contacts, barrier->count);
        }
        count_contacts(run);
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

/* Index of the last step before a time in ms: 220 steps for 5 ms. */
static int step_at(double time)
{
    return (int)(1e-3 * time * rate + 1e-6) - 1;
}

static const double instants[] = {3.5, 5.0, 7.0, 14.0, 20.0, 30.0}; /* ms */
enum { INSTANTS = sizeof instants / sizeof *instants };

static const double lowest = -6.0; /* of the snapshots [mm] */

static void draw_barrier(PlotPanel *panel, const Barrier *barrier)
{
    const PlotLook look = {"#777777", 0, 3.0, NULL};

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

/* Every second inner point of the converged profile at an instant. */
static void draw_reference(Item *item, PlotPanel *panel, const Barrier *barrier, double instant)
{
    double places[CONVERGED_POINTS];
    char key[64];

    snprintf(key, sizeof key, "004.%s.converged.profile.%gms", barrier->key, instant);
    for (int i = 0; i < CONVERGED_POINTS; i++) {
        places[i] = length * (2 * i + 1) / STRING_INTERVALS;
    }
    draw_converged(panel, key, places, CONVERGED_POINTS, 0.0);
    item_converged(item, "IT-2 at 64 times the rate and the grid", "%s.error", key);
}

static void add_panels(Item *item, const Barrier *barrier)
{
    for (int j = 0; j < INSTANTS; j++) {
        char title[32];
        snprintf(title, sizeof title, "%g ms", instants[j]);
        PlotPanel *panel =
            plot_panel(&item->plot, title, "place on the string [m]", "displacement [mm]");
        panel->y.low = lowest;
        panel->y.high = 4.0;
        draw_barrier(panel, barrier);
        draw_reference(item, panel, barrier, instants[j]);
    }
    plot_panel(&item->plot, "Contacts at once, finite differences", "time [ms]",
               "contacts with a force");
    PlotPanel *panel = plot_panel(&item->plot, "Finite differences against modes", "time [ms]",
                                  "rms of the difference");
    panel->y.log = true;
    panel->y.low = 1e-5;
    panel->y.high = 1.0;
    panel = plot_panel(&item->plot, "Energy, finite differences", "time [ms]",
                       "size of the energy error");
    panel->y.log = true;
    panel->y.low = 1e-17;
    panel->y.high = 1e-9;
}

static void draw_snapshots(Item *item, const Contender *by, BarrierRun *const runs[MODELS])
{
    for (int j = 0; j < INSTANTS; j++) {
        for (int model = 0; model < MODELS; model++) {
            char label[48];
            PlotLook look = plot_scheme_look(by->scheme);
            snprintf(label, sizeof label, "%s, %s", by->label, model ? "modal" : "FD");
            look.dash = model ? "(3,5)" : look.dash;
            look.width = model ? 3.2 : 1.6;
            PlotSeries *series = plot_series(&item->plot.panels[j], label, PLOT_LINE, look);
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
    PlotSeries *error = plot_series(&panels[2], by->label, PLOT_LINE, look);

    for (int step = 0; step < STEPS; step++) {
        const double time = 1e3 * (step + 1) / rate;
        plot_point(contacts, time, runs[0]->contacts[step]);
        plot_point(apart, time, fmax(1e-9, difference(runs[0], runs[1], step)));
        plot_point(error, time, fmax(1e-17, fabs(runs[0]->error[step])));
    }
}

/* Distance from the converged profile, relative to the first mode at the start. */
static double distance_from_converged(const Barrier *barrier, const BarrierRun *run, double instant)
{
    char key[64];
    size_t count = 0;
    double sum = 0.0;

    snprintf(key, sizeof key, "004.%s.converged.profile.%gms", barrier->key, instant);
    double *values = reference_curve(key, &count);
    for (size_t i = 0; i < count && 2 * i < POINTS; i++) {
        const double d = run->profile[step_at(instant)][2 * i] - values[i];
        sum += d * d;
    }
    free(values);
    return count ? sqrt(sum / (double)count) / (amplitude / sqrt(2.0)) : MISSING;
}

/* The literal program's profiles, as far as rounding lets two right programs agree. */
static void compare_literal(Item *item, const Barrier *barrier, const Contender *by,
                            BarrierRun *const runs[MODELS])
{
    static const char *const names[MODELS] = {"fd", "modal"};
    char key[96];

    for (int model = 0; model < MODELS; model++) {
        snprintf(key, sizeof key, "004.%s.%s.%s.horizon", barrier->key, by->key, names[model]);
        const double horizon = reference_value(key);
        for (int j = 0; j < INSTANTS; j++) {
            enum { COUNT = (POINTS + PROFILE_EVERY - 1) / PROFILE_EVERY };
            const int step = step_at(instants[j]);
            double samples[COUNT];
            if (!(step + 1 <= horizon)) {
                continue;
            }
            for (int i = 0; i < COUNT; i++) {
                samples[i] = runs[model]->profile[step][(size_t)i * PROFILE_EVERY];
            }
            Judge judge = by_check(0.0, "004.%s.%s.%s.profile.%gms", barrier->key, by->key,
                                   names[model], instants[j]);
            judge.reference = 0.0;
            /* modes next to the stability limit magnify rounding: noise of 1e-17 a step in the
             * second program moves its modal profiles by up to 2.7e-9 */
            judge.tolerance = model ? 5e-9 : 1e-9;
            item_row(item, judge, reference_distance(judge.why, samples, COUNT),
                     "%s.%s.profile.%g | %s, %s: profile at %g ms, largest difference over the "
                     "largest value",
                     by->key, names[model], instants[j], by->label, names[model], instants[j]);
        }
        item_row(item,
                 by_check(horizon < STEPS ? 0.05 : 0.0, "004.%s.%s.%s.contacts-firm", barrier->key,
                          by->key, names[model]),
                 runs[model]->most_contacts, "%s.%s.contacts | %s, %s: most contacts at once",
                 by->key, names[model], by->label, names[model]);
    }
    if (barrier->count > FRETS) {
        item_row(item, by_check(0.0, "004.%s.%s.fd.contacts", barrier->key, by->key),
                 runs[0]->most_touched, "%s.fd.touched | %s, fd: most contacts that are not 0",
                 by->key, by->label);
    }
    for (int i = 0; i < 2; i++) {
        const double time = i ? 30.0 : 5.0;
        item_row(item, by_check(0.02, "004.%s.%s.apart.%gms", barrier->key, by->key, time),
                 difference(runs[0], runs[1], step_at(time)),
                 "%s.apart.%g | %s: finite differences against modes at %g ms", by->key, time,
                 by->label, time);
    }
}

static void compare(Item *item, const Barrier *barrier, size_t index,
                    BarrierRun *const runs[MODELS])
{
    const Contender *by = &contenders[index];

    for (int model = 0; model < MODELS; model++) {
        const char *name = model ? "modal" : "fd";
        item_row(item, by_words(0.0, 1e-9, "\"the schemes are perfectly stable\""),
                 runs[model]->worst_error, "%s.%s.energy | %s, %s: energy error over 30 ms",
                 by->key, name, by->label, name);
    }
    if (index == N_IT || index == N_IT_SIGN) {
        compare_literal(item, barrier, by, runs);
    }
    if (index != MIDPOINT) {
        return;
    }
    for (int j = 0; j < INSTANTS; j++) {
        item_row(
            item, by_finding(0.0, 0.05, "midpoint stays within 5 % of the converged reference"),
            distance_from_converged(barrier, runs[0], instants[j]),
            "midpoint.converged.%g | midpoint, fd: distance from the converged profile at %g ms",
            instants[j], instants[j]);
    }
    item_row(item, by_finding(0.0, 0.0, "midpoint never pulls"), runs[0]->pull,
             "midpoint.pull | midpoint, fd: pulling part of the impulse");
}

static void figure(Item *item, const Barrier *barrier)
{
    add_panels(item, barrier);
    for (size_t i = 0; i < CONTENDERS; i++) {
        const Contender *by = &contenders[i];
        const bool ours = i == MIDPOINT;
        BarrierRun *runs[MODELS] = {
            run_barrier(item, barrier, by, URTO_MODEL_GRID),
            run_barrier(item, barrier, by, ours ? URTO_MODEL_MODAL : URTO_MODEL_MODAL_LEAPFROG)};
        if (i == N_IT || ours) {
            draw_snapshots(item, by, runs);
        }
        draw_courses(item, by, runs);
        compare(item, barrier, i, runs);
        free(runs[0]);
        free(runs[1]);
    }
}

void paper_004_figure_5(Item *item)
{
    const Barrier barrier = backboard();

    figure(item, &barrier);
}

void paper_004_figure_6(Item *item)
{
    const Barrier barrier = frets();

    figure(item, &barrier);
}
