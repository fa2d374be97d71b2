/* Ducceschi, Bilbao, Willemsen, Serafin, section III: a hammer strikes a string. */
#include "paper_004_hammer.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double base_rate = 44100.0;

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

HammerString hammer_begin(Item *item, const HammerCase *c, const Contender *by)
{
    UrtoStringDef def = paper_004_string(URTO_MODEL_GRID);
    const double interval = def.length / STRING_INTERVALS;
    UrtoWorldDef *world_def = stage_begin(by);
    HammerString setup = {.strike = c->place * interval};
    def.segments = (uint32_t)(STRING_INTERVALS * c->factor);
    const UrtoBody string = urto_world_def_string(world_def, &def);
    const UrtoPort struck = urto_world_def_port_at(world_def, string, setup.strike, 0.0);

    setup.head =
        urto_world_def_port_at(world_def, stage_mass(world_def, 0.01, c->start, 0.5), 0.0, 0.0);
    setup.heard = urto_world_def_port_at(world_def, string,
                                         floor(0.68 * STRING_INTERVALS + 0.5) * interval, 0.0);
    setup.contact = urto_world_def_contact_between(world_def, setup.head, struck,
                                                   (UrtoLaw){c->stiffness, 1.3, 0.0}, 0.0);
    setup.profile = stage_string_profile(world_def, string, def.length, STRING_INTERVALS + 1);
    setup.world = stage_world(world_def, item, base_rate * c->factor);
    return setup;
}

void hammer_end(HammerString *setup)
{
    urto_world_destroy(setup->world);
    profile_free(&setup->profile);
}

HammerRun *hammer_run(Item *item, const HammerCase *c, const Contender *by)
{
    HammerString setup = hammer_begin(item, c, by);
    HammerRun *run = memory_resize(NULL, 1, sizeof *run);
    double last = 0.0;

    *run = (HammerRun){0};
    for (int i = 0; i < FRAMES && setup.world; i++) {
        urto_world_process(setup.world, NULL, NULL, (uint32_t)c->factor);
        const double now = urto_world_displacement(setup.world, setup.heard);
        run->output[i] = 0.5 * (last + now);
        run->head[i] = urto_world_displacement(setup.world, setup.head);
        run->error[i] = energy_error(setup.world);
        run->worst_error = fmax(run->worst_error, fabs(run->error[i]));
        last = now;
    }
    if (setup.world) {
        const UrtoStatistics statistics = urto_world_statistics(setup.world);
        run->pull = statistics.impulse_pull / statistics.impulse_push;
    }
    hammer_end(&setup);
    return run;
}

HammerRun *hammer_reference(Item *item, const HammerCase *c, int factor)
{
    Contender by = contenders[IT_2];
    HammerCase fine = *c;

    by.no_ledger = true;
    fine.factor = factor;
    return hammer_run(item, &fine, &by);
}

double hammer_error(const HammerRun *run, const char *key)
{
    size_t count = 0;
    double *converged = reference_curve(key, &count);
    double above = 0.0, below = 0.0;

    for (size_t i = 0; i < count && i * CONVERGED_EVERY < FRAMES; i++) {
        const double d = run->output[i * CONVERGED_EVERY] - converged[i];
        above += d * d;
        below += converged[i] * converged[i];
    }
    free(converged);
    return count ? sqrt(above / below) : MISSING;
}

void hammer_draw(PlotPanel *panel, const Contender *by, const double *samples, double scale)
{
    PlotSeries *series = plot_series(panel, by->label, PLOT_LINE, plot_scheme_look(by->scheme));

    for (int i = 0; i < FRAMES; i++) {
        plot_point(series, 1e3 * (i + 0.5) / base_rate, scale * samples[i]);
    }
}

void hammer_draw_converged(PlotPanel *panel, const char *key)
{
    double times[FRAMES];

    for (int i = 0; i * CONVERGED_EVERY < FRAMES; i++) {
        times[i] = 1e3 * (i * CONVERGED_EVERY + 0.5) / base_rate;
    }
    draw_converged(panel, key, times, FRAMES / CONVERGED_EVERY, 0.0);
}

/* The frames that the second program keeps, against it, to 1e-9. */
void hammer_row_literal(Item *item, const HammerRun *run, const char *id, const char *key,
                        const char *what)
{
    enum { COUNT = (FRAMES + LITERAL_EVERY - 1) / LITERAL_EVERY };
    double samples[COUNT];
    Judge judge = by_check(0.0, "%s", key);

    for (int i = 0; i < COUNT; i++) {
        samples[i] = run->output[(size_t)i * LITERAL_EVERY];
    }
    judge.reference = 0.0;
    judge.tolerance = 1e-9;
    item_row(item, judge, reference_distance(key, samples, COUNT),
             "%s | %s: output over 20 ms, largest difference over the largest value", id, what);
}

void paper_004_figure_3(Item *item)
{
    static const double instants[] = {2.2, 3.0, 4.0, 6.0, 9.0, 14.0}; /* ms */
    static const HammerCase hard = {1e12, 29.5, 1, HAMMER_START};
    static const int shown[] = {N_IT, IT_2, MIDPOINT}; /* lifted by 0, 1, 2 mm */
    enum { INSTANTS = sizeof instants / sizeof *instants, SHOWN = sizeof shown / sizeof *shown };
    double places[(STRING_INTERVALS + 2) / 2];

    for (int i = 0; i < (STRING_INTERVALS + 2) / 2; i++) {
        places[i] = 0.7 * 2 * i / STRING_INTERVALS;
    }
    for (int j = 0; j < INSTANTS; j++) {
        char text[48];
        snprintf(text, sizeof text, "%g ms", instants[j]);
        PlotPanel *panel =
            plot_panel(&item->plot, text, "place on the string [m]", "displacement [mm]");
        panel->y.low = -2.0;
        panel->y.high = 4.5;
        snprintf(text, sizeof text, "004.fig3.converged.string.%gms", instants[j]);
        item_converged(item, "IT-2 at 64 times the rate", "%s.error", text);
        for (int i = 0; i < SHOWN; i++) {
            draw_converged(panel, text, places, sizeof places / sizeof *places, 1e-3 * i);
            panel->series[i].label[0] = i ? '\0' : 'c';
        }
    }
    for (int i = 0; i < SHOWN; i++) {
        const Contender *by = &contenders[shown[i]];
        HammerString setup = hammer_begin(item, &hard, by);
        const PlotLook look = plot_scheme_look(by->scheme);
        const double lift = 1e-3 * i;
        int frame = 0;
        double worst = 0.0;
        for (int j = 0; j < INSTANTS && setup.world; j++) {
            for (; frame < (int)(1e-3 * instants[j] * base_rate); frame++) {
                urto_world_process(setup.world, NULL, NULL, 1);
                worst = fmax(worst, fabs(energy_error(setup.world)));
            }
            PlotPanel *panel = &item->plot.panels[j];
            draw_profile(panel, by->label, PLOT_LINE, look, setup.world, &setup.profile, lift);
            PlotSeries *head = plot_series(panel, "", PLOT_POINTS, look);
            plot_point(head, setup.strike,
                       1e3 * (urto_world_displacement(setup.world, setup.head) + lift));
        }
        item_row(item, by_words(0.0, 1e-13, "\"conserved to the order of machine accuracy\""),
                 worst, "%s.energy | %s: energy error over 14 ms, K_η = 10^12", by->key, by->label);
        hammer_end(&setup);
    }
}

/* One case of figure 4: output and distance from the converged reference. */
static void draw_case(Item *item, const char *letter, const HammerCase *c,
                      HammerRun *const runs[CONTENDERS])
{
    static const int shown[] = {N_IT, IT_2, MIDPOINT};
    size_t count = 0;
    char text[96];

    snprintf(text, sizeof text, "004.fig4.converged.1e%.0f.output.29.5", log10(c->stiffness));
    double *converged = reference_curve(text, &count);
    item_converged(item, "IT-2 at 64 times the rate", "%s.error", text);
    for (int q = 0; q < 2; q++) {
        char title[96];
        snprintf(title, sizeof title, "(%s) K_{η} = 10^{%.0f}, %g kHz%s", letter,
                 log10(c->stiffness), 1e-3 * base_rate * c->factor,
                 q ? ": distance from converged" : "");
        PlotPanel *panel = plot_panel(&item->plot, title, "time [ms]",
                                      q ? "distance [µm]" : "displacement at 0.68 L [mm]");
        if (q == 0) {
            hammer_draw_converged(panel, text);
        }
        for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
            const Contender *by = &contenders[shown[i]];
            if (q == 0) {
                hammer_draw(panel, by, runs[shown[i]]->output, 1e3);
                continue;
            }
            PlotSeries *series =
                plot_series(panel, by->label, PLOT_LINE, plot_scheme_look(by->scheme));
            for (size_t j = 0; j < count && j * CONVERGED_EVERY < FRAMES; j++) {
                plot_point(series, 1e3 * (double)(j * CONVERGED_EVERY) / base_rate,
                           1e6 * (runs[shown[i]]->output[j * CONVERGED_EVERY] - converged[j]));
            }
        }
    }
    free(converged);
}

static void compare_case(Item *item, const char *letter, const HammerCase *c,
                         HammerRun *const runs[CONTENDERS])
{
    char key[96], id[64], what[64];

    for (int i = 0; i < CONTENDERS; i++) {
        const Contender *by = &contenders[i];
        const char *prefix = by->solver == URTO_SOLVER_QUADRATISED ? "n-it-" : "";
        item_row(item, by_words(0.0, 1e-13, "\"conserved to the order of machine accuracy\""),
                 runs[i]->worst_error, "%s.%s.energy | (%s) %s: energy error over 20 ms", letter,
                 by->key, letter, by->label);
        snprintf(key, sizeof key, "004.fig4.converged.1e%.0f.output.29.5", log10(c->stiffness));
        const double error = hammer_error(runs[i], key);
        if (i == MIDPOINT || i == N_IT_CAPPED) {
            continue; /* the second program has no midpoint, and another first contact of the cap */
        }
        const char *nudged = c->factor > 1 ? "-nudged" : "", *element = c->factor > 1 ? "[1]" : "";
        item_row(item,
                 by_check(0.05, "004.fig4.%s.%s%s.rms%s.29.5%s", letter, prefix, by->key, nudged,
                          element),
                 error, "%s.%s.error | (%s) %s: error against the converged reference", letter,
                 by->key, letter, by->label);
        snprintf(key, sizeof key, "004.fig4.%s%s.%s%s.output.29.5", letter,
                 c->factor > 1 ? "-off" : "", prefix, by->key);
        snprintf(id, sizeof id, "%s.%s.output", letter, by->key);
        snprintf(what, sizeof what, "(%s) %s%s", letter, by->label,
                 c->factor > 1 ? ", from 1.001 mm" : "");
        HammerCase off = *c;
        off.start = HAMMER_OFF;
        HammerRun *other = c->factor > 1 ? hammer_run(item, &off, by) : NULL;
        hammer_row_literal(item, other ? other : runs[i], id, key, what);
        free(other);
    }
    const double apart = relative_rms(runs[N_IT]->output, runs[IT_2]->output, FRAMES);
    if (c->stiffness < 1e8) {
        item_row(item, by_words(0.0, 0.01, "\"the two schemes are perfectly superimposed\""), apart,
                 "%s.apart | (%s) N-IT against IT-2, relative rms", letter, letter);
    } else {
        item_row(item, by_words(0.0, 0.05, "\"some small differences are noticed\""), apart,
                 "%s.apart | (%s) N-IT against IT-2, relative rms", letter, letter);
    }
}

void paper_004_figure_4(Item *item)
{
    static const HammerCase cases[] = {{1e7, 29.5, 1, HAMMER_START},
                                       {1e10, 29.5, 1, HAMMER_START},
                                       {1e12, 29.5, 1, HAMMER_START},
                                       {1e12, 29.5, 5, HAMMER_BELOW}};
    static const char *const letters[] = {"a", "b", "c", "d"};
    HammerRun *soft[CONTENDERS];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HammerRun *runs[CONTENDERS];
        for (int j = 0; j < CONTENDERS; j++) {
            runs[j] = hammer_run(item, &cases[i], &contenders[j]);
        }
        draw_case(item, letters[i], &cases[i], runs);
        compare_case(item, letters[i], &cases[i], runs);
        for (int j = 0; j < CONTENDERS; j++) {
            if (i == 0) {
                soft[j] = runs[j];
            } else {
                free(runs[j]);
            }
        }
    }
    PlotPanel *panel =
        plot_panel(&item->plot, "(e) Energy error of (a)", "time [ms]", "energy error [10^{-15}]");
    for (int j = 0; j < CONTENDERS; j++) {
        if (j == N_IT || j == IT_2 || j == MIDPOINT) {
            hammer_draw(panel, &contenders[j], soft[j]->error, 1e15);
        }
        free(soft[j]);
    }
}
