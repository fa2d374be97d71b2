/* Ducceschi, Bilbao, Willemsen, Serafin, section III: a hammer strikes a string. */
#include "paper_004.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double base_rate = 44100.0;

/* The text does not say where the hammer strikes: near 0.12 L, either half way between two grid
 * points, which it stays at odd multiples of the rate, or on a grid point. */
static const double between_points = 29.5, on_point = 29.0;

/* Frames of 1/44100 s that are drawn and compared: 20 ms; the hammer arrives after 2 ms. */
enum { FRAMES = 882, REFERENCE = 64 };

typedef struct HammerCase {
    double stiffness;
    double place; /* of the strike, in grid intervals of 44.1 kHz */
    int factor;   /* of the rate */
} HammerCase;

typedef struct HammerString {
    UrtoWorld *world;
    UrtoPort head, heard;
    UrtoContact contact;
    Profile profile;
    double strike; /* [m] */
} HammerString;

UrtoStringDef paper_004_string(UrtoModel model)
{
    UrtoStringDef string = urto_string_def();

    string.length = 0.7;
    string.tension = 100.0;
    string.density = 6.3e-3;
    string.loss[0] = string.loss[1] = 0.0;
    string.model = model;
    return string;
}

static HammerString begin_hammer(Item *item, const HammerCase *c, const Contender *by)
{
    const UrtoStringDef def = paper_004_string(URTO_MODEL_GRID);
    const double interval = def.length / STRING_INTERVALS;
    UrtoWorldDef *world_def =
        c->factor == REFERENCE ? stage_begin_without_ledger(by) : stage_begin(by);
    HammerString setup = {.strike = c->place * interval};
    const UrtoBody string = urto_world_def_string(world_def, &def);
    const UrtoPort struck = urto_world_def_port_at(world_def, string, setup.strike, 0.0);

    setup.head =
        urto_world_def_port_at(world_def, stage_mass(world_def, 0.01, -1e-3, 0.5), 0.0, 0.0);
    setup.heard = urto_world_def_port_at(world_def, string,
                                         floor(0.68 * STRING_INTERVALS + 0.5) * interval, 0.0);
    setup.contact = urto_world_def_contact_between(world_def, setup.head, struck,
                                                   (UrtoLaw){c->stiffness, 1.3, 0.0}, 0.0);
    setup.profile = stage_string_profile(world_def, string, def.length, STRING_INTERVALS + 1);
    setup.world = stage_world(world_def, item, base_rate * c->factor);
    return setup;
}

static void end_hammer(HammerString *setup)
{
    urto_world_destroy(setup->world);
    profile_free(&setup->profile);
}

/* What happened, frame by frame. */
typedef struct HammerRun {
    double output[FRAMES]; /* mean of the displacements at the ends of the frame [m] */
    double apart[FRAMES];  /* from the reference [m] */
    double force[FRAMES], error[FRAMES], iterations[FRAMES];
    double worst_error;
} HammerRun;

static HammerRun *run_hammer(Item *item, const HammerCase *c, const Contender *by)
{
    HammerString setup = begin_hammer(item, c, by);
    HammerRun *run = memory_resize(NULL, 1, sizeof *run);
    uint64_t iterations = 0;
    double last = 0.0;

    *run = (HammerRun){0};
    for (int i = 0; i < FRAMES && setup.world; i++) {
        urto_world_process(setup.world, NULL, NULL, (uint32_t)c->factor);
        const double now = urto_world_displacement(setup.world, setup.heard);
        const UrtoStatistics statistics = urto_world_statistics(setup.world);
        run->output[i] = 0.5 * (last + now);
        run->force[i] = urto_world_contact_force(setup.world, setup.contact);
        run->error[i] = energy_error(setup.world);
        run->iterations[i] = (double)(statistics.iterations - iterations) / c->factor;
        run->worst_error = fmax(run->worst_error, fabs(run->error[i]));
        iterations = statistics.iterations;
        last = now;
    }
    end_hammer(&setup);
    return run;
}

/* Relative rms of the output over 20 ms. */
static double difference(const HammerRun *a, const HammerRun *b)
{
    return relative_rms(a->output, b->output, FRAMES);
}

void paper_004_figure_3(Item *item)
{
    static const double instants[] = {2.2e-3, 3e-3, 4e-3, 6e-3, 9e-3, 14e-3};
    static const HammerCase hard = {1e12, 29.5, 1};
    static const int shown[] = {1, 0, 3}; /* lifted by 0, 1, 2 mm */
    enum { INSTANTS = sizeof instants / sizeof *instants, SHOWN = sizeof shown / sizeof *shown };

    for (int j = 0; j < INSTANTS; j++) {
        char title[32];
        snprintf(title, sizeof title, "%g ms", 1e3 * instants[j]);
        PlotPanel *panel =
            plot_panel(&item->plot, title, "place on the string [m]", "displacement [mm]");
        panel->y.low = -2.0;
        panel->y.high = 4.5;
    }
    for (int i = 0; i < SHOWN; i++) {
        const Contender *by = &contenders[shown[i]];
        HammerString setup = begin_hammer(item, &hard, by);
        const PlotLook look = plot_scheme_look(by->scheme);
        const double lift = 1e-3 * i;
        int frame = 0;
        double worst = 0.0;
        for (int j = 0; j < INSTANTS && setup.world; j++) {
            for (; frame < (int)(instants[j] * base_rate); frame++) {
                urto_world_process(setup.world, NULL, NULL, 1);
                worst = fmax(worst, fabs(energy_error(setup.world)));
            }
            PlotPanel *panel = &item->plot.panels[j];
            draw_profile(panel, by->label, PLOT_LINE, look, setup.world, &setup.profile, lift);
            PlotSeries *head = plot_series(panel, "", PLOT_POINTS, look);
            plot_point(head, setup.strike,
                       1e3 * (urto_world_displacement(setup.world, setup.head) + lift));
        }
        item_row_bound(item, "machine accuracy", worst, 1e-13,
                       "%s: energy error over 14 ms, K_η 1e12", by->label);
        if (setup.world) {
            const UrtoStatistics statistics = urto_world_statistics(setup.world);
            item_row_bound(item, "outward", statistics.impulse_pull / statistics.impulse_push, 0.0,
                           "%s: pulling part of the impulse", by->label);
        }
        end_hammer(&setup);
    }
}

enum { OUTPUT, APART, FORCE, ITERATIONS, ENERGY, QUANTITIES };

static const struct {
    const char *label;
    double scale;
} quantities[QUANTITIES] = {{"displacement at 0.68 L [mm]", 1e3},
                            {"distance from the reference [µm]", 1e6},
                            {"contact force [N]", 1.0},
                            {"iterations of Newton a step", 1.0},
                            {"energy error [1e-15]", 1e15}};

static const double *series_of(const HammerRun *run, int quantity)
{
    const double *const all[QUANTITIES] = {run->output, run->apart, run->force, run->iterations,
                                           run->error};
    return all[quantity];
}

static void draw_run(PlotPanel *panel, const char *label, PlotStyle style, PlotLook look,
                     const HammerRun *run, int quantity)
{
    PlotSeries *series = plot_series(panel, label, style, look);
    const double *values = series_of(run, quantity);

    for (int i = 0; i < FRAMES; i++) {
        const double time = quantity <= APART ? i + 0.5 : i + 1.0;
        plot_point(series, 1e3 * time / base_rate, quantities[quantity].scale * values[i]);
    }
}

/* One case of figure 4: four panels, all solvers, and the reference. */
static void draw_case(Item *item, const HammerCase *c, HammerRun *runs[CONTENDERS],
                      const HammerRun *reference)
{
    const size_t first = item->plot.count;
    const int count = c->stiffness > 1e8 ? ENERGY : QUANTITIES;

    for (int q = 0; q < count; q++) {
        char title[64];
        snprintf(title, sizeof title, "K_{η} = 10^{%.0f}, %g kHz", log10(c->stiffness),
                 1e-3 * base_rate * c->factor);
        PlotPanel *panel = plot_panel(&item->plot, title, "time [ms]", quantities[q].label);
        if (q == FORCE) {
            panel->x.low = 1.9;
            panel->x.high = 7.0;
        }
    }
    draw_run(&item->plot.panels[first], "64×", PLOT_LINE, (PlotLook){"#c0c0c0", 0, 6.0}, reference,
             OUTPUT);
    for (int i = 0; i < CONTENDERS; i++) {
        const PlotLook look = plot_scheme_look(contenders[i].scheme);
        for (int q = 0; q < count; q++) {
            draw_run(&item->plot.panels[first + (size_t)q], contenders[i].label,
                     q == OUTPUT && i != 1 ? PLOT_DASHED : PLOT_LINE, look, runs[i], q);
        }
    }
}

/* Runs, draws and judges one case. Two percent is hardly seen in the pictures. */
static void compare_case(Item *item, const HammerCase *c, double superimposed)
{
    const HammerCase finest = {c->stiffness, c->place, REFERENCE};
    HammerRun *reference = run_hammer(item, &finest, &(Contender){.solver = URTO_SOLVER_MIDPOINT});
    HammerRun *runs[CONTENDERS];

    for (int i = 0; i < CONTENDERS; i++) {
        runs[i] = run_hammer(item, c, &contenders[i]);
        for (int j = 0; j < FRAMES; j++) {
            runs[i]->apart[j] = runs[i]->output[j] - reference->output[j];
        }
        item_row_bound(item, "machine accuracy", runs[i]->worst_error, 1e-13,
                       "%s: energy error over 20 ms, K_η 1e%.0f, %d×", contenders[i].label,
                       log10(c->stiffness), c->factor);
        item_row_beyond(item, difference(runs[i], reference), 0.02,
                        "%s: output against 64×, K_η 1e%.0f, %d×", contenders[i].label,
                        log10(c->stiffness), c->factor);
    }
    item_row_bound(item, c->stiffness < 1e8 ? "perfectly superimposed" : "small differences",
                   difference(runs[1], runs[0]), superimposed, "N-IT against IT-2, K_η 1e%.0f, %d×",
                   log10(c->stiffness), c->factor);
    draw_case(item, c, runs, reference);
    for (int i = 0; i < CONTENDERS; i++) {
        free(runs[i]);
    }
    free(reference);
}

/* Error against the rate, at odd multiples of 44.1 kHz. */
static void draw_convergence(Item *item, const char *title, double place)
{
    static const int factors[] = {1, 3, 5, 7, 9, 13};
    enum { FACTORS = sizeof factors / sizeof *factors };
    static const double stiffness = 1e10;
    HammerRun *reference = run_hammer(item, &(HammerCase){stiffness, place, REFERENCE},
                                      &(Contender){.solver = URTO_SOLVER_MIDPOINT});
    PlotPanel *panel =
        plot_panel(&item->plot, title, "multiple of 44.1 kHz", "error of the output");

    panel->x.log = panel->y.log = true;
    panel->x.low = 0.9;
    panel->x.high = 15.0;
    for (int i = 0; i < CONTENDERS; i++) {
        PlotSeries *series = plot_series(panel, contenders[i].label, PLOT_SAMPLES,
                                         plot_scheme_look(contenders[i].scheme));
        for (int j = 0; j < FACTORS; j++) {
            HammerRun *run =
                run_hammer(item, &(HammerCase){stiffness, place, factors[j]}, &contenders[i]);
            plot_point(series, factors[j], difference(run, reference));
            free(run);
        }
    }
    plot_guide_line(panel, 1.0, 1e-3, 13.0, 1e-3 / 13.0);
    plot_guide_line(panel, 1.0, 1e-3, 13.0, 1e-3 / 169.0);
    free(reference);
}

/* On a grid point of a string at its stability limit. */
static void compare_on_point(Item *item)
{
    static const struct {
        double stiffness;
        double error[CONTENDERS]; /* computed independently */
    } cases[] = {{1e7, {1.7e-3, 0.48, 0.48, 4.4e-4}}, {1e10, {2.8e-3, 0.42, 0.42, 1.4e-3}}};

    for (size_t j = 0; j < sizeof cases / sizeof *cases; j++) {
        const HammerCase coarse = {cases[j].stiffness, on_point, 1};
        const HammerCase fine = {cases[j].stiffness, on_point, REFERENCE};
        HammerRun *reference =
            run_hammer(item, &fine, &(Contender){.solver = URTO_SOLVER_MIDPOINT});
        for (int i = 0; i < CONTENDERS; i++) {
            HammerRun *run = run_hammer(item, &coarse, &contenders[i]);
            const double error = difference(run, reference);
            item_row(item, cases[j].error[i], error, cases[j].error[i],
                     "%s: output against 64×, K_η 1e%.0f, strike on a grid point, computed "
                     "independently",
                     contenders[i].label, log10(cases[j].stiffness));
            free(run);
        }
        free(reference);
    }
}

void paper_004_figure_4(Item *item)
{
    static const HammerCase cases[] = {
        {1e7, 29.5, 1}, {1e10, 29.5, 1}, {1e12, 29.5, 1}, {1e12, 29.5, 5}};
    static const double superimposed[] = {0.005, 0.02, 0.02, 0.005};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        compare_case(item, &cases[i], superimposed[i]);
    }
    draw_convergence(item, "K_{η} = 10^{10}: strike between grid points", between_points);
    draw_convergence(item, "K_{η} = 10^{10}: strike on a grid point", on_point);
    compare_on_point(item);
}
