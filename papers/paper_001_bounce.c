/* Papetti, Avanzini, Rocchesso, section 4: corrections, bouncing, a body at rest. */
#include "paper_001.h"

#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Draws one scheme, corrected or not, into a phase portrait and an energy panel. */
static void draw_run(Item *item, const UrtoImpact *impact, const PublishedScheme *scheme,
                     bool corrected, size_t first)
{
    const UrtoImpactExact exact = item_exact(item, impact);
    PlotLook look = plot_scheme_look(scheme->scheme);
    UrtoImpactRun run = paper_001_run(scheme->scheme);
    ImpactTrace trace;
    char label[48];

    look.dash = NULL;
    run.corrected = corrected;
    if (!item_simulate(item, impact, &run, &trace)) {
        return;
    }
    snprintf(label, sizeof label, "%s%s", scheme->label, corrected ? ", corrected" : "");
    for (size_t i = 0; i < 2; i++) {
        draw_record(&item->plot.panels[first + i], label, corrected ? PLOT_SAMPLES : PLOT_DASHED,
                    look, &trace, i ? paper_001_energy_curve : paper_001_phase_curve);
    }
    if (corrected) {
        const UrtoImpactResult *r = &trace.result;
        Judge clipped = at_most(0.0, "x is clipped to x_max, section 4.2");
        clipped.tolerance = 1e-12;
        item_row(item, clipped, r->max_compression / exact.max_compression - 1.0,
                 "%s.xmax | %s: x_max exceeded by, relative", scheme->key, label);
        item_row(item, by_equation(exact.exit_velocity, 1e-12, "the root of (6)"), r->exit_velocity,
                 "%s.vout | %s: v_out [m/s]", scheme->key, label);
    }
    impact_trace_free(&trace);
}

static void draw_corrected(Item *item, const UrtoImpact *impact, const PublishedScheme *scheme,
                           const char *title)
{
    const size_t first = item->plot.count;

    paper_001_phase_panel(item, impact, title, -0.3);
    paper_001_energy_panel(item, impact, title);
    for (int corrected = 0; corrected < 2; corrected++) {
        draw_run(item, impact, scheme, corrected, first);
    }
}

void paper_001_figure_7(Item *item)
{
    draw_corrected(item, &paper_001_case_1, &published_schemes[1], "Case 1: Verlet");
    draw_corrected(item, &paper_001_case_2, &published_schemes[2], "Case 2: Heun");
}

enum { REBOUNDS = 5 };

typedef struct Bouncing {
    const PublishedScheme *scheme;
    const char *label, *key;
    bool corrected;
} Bouncing;

static void draw_bouncing(Item *item, const Bouncing *b)
{
    const Curve curve = {FIELD_TIME, FIELD_COMPRESSION, 1e3, -1e3, 0.0};
    UrtoImpactRun run = paper_001_run(b->scheme->scheme);
    PlotLook look = plot_scheme_look(b->scheme->scheme);
    ImpactTrace trace;

    look.dash = !b->corrected ? look.dash : b->scheme == &published_schemes[0] ? NULL : "(3,6)";
    look.width = !b->corrected ? 1.6 : b->scheme == &published_schemes[0] ? 3.4 : 2.0;
    run.gravity = 9.81;
    run.corrected = b->corrected;
    run.rebounds = REBOUNDS;
    if (!item_simulate(item, &paper_001_case_1, &run, &trace)) {
        return;
    }
    for (size_t i = 0; i < item->plot.count; i++) {
        draw_record(&item->plot.panels[i], b->label, PLOT_LINE, look, &trace, curve);
    }
    for (uint32_t i = 0; i < REBOUNDS; i++) {
        char key[32];
        snprintf(key, sizeof key, "001.fig8.times[%u]", i);
        const double time =
            i < trace.result.rebound_count ? trace.result.rebound_times[i] : MISSING;
        /* each rebound magnifies the rounding of the one before */
        item_row(item, by_check(1e-3, "001.fig8.error-us.%s[%u]", b->key, i),
                 1e6 * (time - reference_value(key)), "%s.%u | %s: error of rebound %u [µs]",
                 b->key, i + 1, b->label, i + 1);
    }
    impact_trace_free(&trace);
}

void paper_001_figure_8(Item *item)
{
    const Bouncing runs[] = {
        {&published_schemes[0], "AM1", "am1", false},
        {&published_schemes[3], "RK4", "rk4", false},
        {&published_schemes[0], "AM1 corrected", "am1-corrected", true},
        {&published_schemes[3], "RK4 corrected", "rk4-corrected", true},
        {&log_two_point, "log two-point", "log-two-point", false},
    };
    plot_panel(&item->plot, "Bouncing", "time [ms]", "height [mm]");
    PlotPanel *detail =
        plot_panel(&item->plot, "Around the fourth rebound", "time [ms]", "height [mm]");

    detail->x.low = 231.0;
    detail->x.high = 237.0;
    detail->y.low = -0.05;
    detail->y.high = 0.8;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        draw_bouncing(item, &runs[i]);
    }
}

/* A body put down at x = 0, for a second. */
static void draw_rest(Item *item, const UrtoImpact *contact, const char *name,
                      const PublishedScheme *scheme, double velocity, size_t first)
{
    const double g = 9.81;
    const double rest =
        pow(contact->mass * g / contact->law.stiffness, 1.0 / contact->law.exponent);
    const UrtoImpactRun run = {.scheme = scheme->scheme, .rate = 44100.0, .gravity = g};
    UrtoImpact impact = *contact;
    ImpactTrace trace;
    double rise = 0.0, sum = 0.0;
    size_t last = 0;

    impact.velocity = velocity;
    if (!item_simulate(item, &impact, &run, &trace)) {
        return;
    }
    PlotPanel *panels = &item->plot.panels[first];
    const PlotLook look = plot_scheme_look(scheme->scheme);
    PlotSeries *position = plot_series(&panels[0], scheme->label, PLOT_LINE, look);
    PlotSeries *energy = plot_series(&panels[1], scheme->label, PLOT_LINE, look);
    for (size_t i = 0; i < trace.count; i++) {
        const UrtoImpactSample *s = &trace.samples[i];
        const double h = 0.5 * impact.mass * s->velocity * s->velocity +
                         urto_law_potential(&impact.law, s->compression) -
                         impact.mass * g * s->compression;
        rise = fmax(rise, h / (impact.mass * g * rest));
        if (s->time < 0.005) {
            plot_point(position, 1e3 * s->time, s->compression / rest);
        }
        if (s->time < 0.05) {
            plot_point(energy, 1e3 * s->time, h / (impact.mass * g * rest));
        }
        if (s->time > 0.99 && s->time <= 1.0) {
            sum += s->compression / rest;
            last++;
        }
    }
    item_row(item, by_check(1e-3, "001.rest.%s.%s.position", name, scheme->key), sum / (double)last,
             "%s.%s.position | %s (%s): depth after 1 s over that of rest", name, scheme->key,
             scheme->label, name);
    Judge risen = by_check(1e-3, "001.rest.%s.%s.rise", name, scheme->key);
    risen.tolerance = fmax(risen.tolerance, 1e-12);
    item_row(item, risen, rise, "%s.%s.rise | %s (%s): largest energy over m g x of rest", name,
             scheme->key, scheme->label, name);
    impact_trace_free(&trace);
}

void paper_001_floor(Item *item)
{
    const UrtoImpact *const contacts[] = {&paper_001_case_1, &paper_001_case_2};
    static const char *const names[] = {"a", "b"};
    /* as good as 0; a run may not last longer than its contact could */
    static const double velocities[] = {1e-30, 1e-15};

    for (size_t i = 0; i < 2; i++) {
        const size_t first = item->plot.count;
        char title[64];
        snprintf(title, sizeof title, "Contact of table 1(%s): depth", names[i]);
        plot_panel(&item->plot, title, "time [ms]", "depth over that of rest");
        snprintf(title, sizeof title, "Contact of table 1(%s): energy", names[i]);
        plot_panel(&item->plot, title, "time [ms]", "energy over m g x of rest");
        for (size_t j = 0; j < PUBLISHED_SCHEMES; j++) {
            draw_rest(item, contacts[i], names[i], &published_schemes[j], velocities[i], first);
        }
        draw_rest(item, contacts[i], names[i], &log_two_point, velocities[i], first);
    }
}
