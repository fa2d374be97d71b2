/* Papetti, Avanzini, Rocchesso: errors against the length of the contact (section 3.3.2), and energy
 * throughout it. */
#include "paper_001.h"

#include <math.h>
#include <stdio.h>

enum { PHASES = 20 };

typedef struct Errors {
    double worst[2], mean[2]; /* of v_out and x_max, in percent */
} Errors;

/* The impact with a stiffness for which the contact lasts some samples. */
static UrtoImpact lasting(Item *item, const UrtoImpact *impact, double samples)
{
    UrtoImpact other = *impact;
    const double ratio = item_exact(item, impact).contact_time * 44100.0 / samples;

    other.law.stiffness *= pow(ratio, impact->law.exponent + 1.0);
    return other;
}

static Errors errors_of(Item *item, const UrtoImpact *impact, const char *scheme)
{
    const UrtoImpactExact exact = item_exact(item, impact);
    Errors errors = {0};

    for (int i = 0; i < PHASES; i++) {
        UrtoImpactRun run = paper_001_run(scheme);
        ImpactTrace trace;
        run.phase = (i + 0.5) / PHASES;
        if (!item_simulate(item, impact, &run, &trace)) {
            break;
        }
        const size_t exit = impact_trace_exit(&trace);
        const double v = exit < trace.count ? trace.samples[exit].velocity : MISSING;
        const double sizes[2] = {
            fabs(percent(v, exact.exit_velocity)),
            fabs(percent(trace.result.max_compression, exact.max_compression))};
        for (int j = 0; j < 2; j++) {
            errors.worst[j] = fmax(errors.worst[j], sizes[j]);
            errors.mean[j] += sizes[j] / PHASES;
        }
        impact_trace_free(&trace);
    }
    return errors;
}

static void draw_errors(Item *item, const UrtoImpact *impact, const char *name,
                        const PublishedScheme *scheme, PlotPanel *panel)
{
    enum { POINTS = 40 };
    static const double checked[] = {2, 3, 4, 6, 8, 12, 16, 24, 40};
    const PlotLook look = plot_scheme_look(scheme->scheme);
    const size_t first = panel->count;

    plot_series(panel, scheme->label, PLOT_LINE, look);
    plot_series(panel, "", PLOT_POINTS, look);
    for (int i = 0; i < POINTS; i++) {
        const double samples = 2.0 * pow(20.0, i / (POINTS - 1.0));
        const UrtoImpact hit = lasting(item, impact, samples);
        const Errors errors = errors_of(item, &hit, scheme->scheme);
        plot_point(&panel->series[first], samples, fmax(errors.mean[0], 1e-13));
        if (i % 3 == 0) {
            plot_point(&panel->series[first + 1], samples, fmax(errors.worst[0], 1e-13));
        }
    }
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++) {
        const UrtoImpact hit = lasting(item, impact, checked[i]);
        const Errors errors = errors_of(item, &hit, scheme->scheme);
        const bool ours = scheme == &log_two_point;
        item_row(
            item,
            ours ? by_finding(0.0, 1e-9, "the exit velocity of log two-point is exact")
                 : by_check(1e-4, "001.tau.%s.%s.v-out.tau-%g[1]", name, scheme->key, checked[i]),
            errors.mean[0], "%s.%s.%g | (%s) %s, %g samples: mean v_out error [%%]", name,
            scheme->key, checked[i], name, scheme->label, checked[i]);
    }
}

void paper_001_durations(Item *item)
{
    const UrtoImpact *const impacts[] = {&paper_001_case_1, &paper_001_case_2};
    static const char *const names[] = {"a", "b"};

    for (size_t i = 0; i < 2; i++) {
        char title[64];
        snprintf(title, sizeof title, "Loss and exponent of table 1(%s)", names[i]);
        PlotPanel *panel =
            plot_panel(&item->plot, title, "contact time τ [samples]", "error of v_{out} [%]");
        panel->x.log = panel->y.log = true;
        panel->x.low = 2.0;
        panel->x.high = 40.0;
        plot_guide_line(panel, 4.0, 1e-13, 4.0, 1e3);
        for (size_t j = 0; j < PUBLISHED_SCHEMES; j++) {
            draw_errors(item, impacts[i], names[i], &published_schemes[j], panel);
        }
        draw_errors(item, impacts[i], names[i], &log_two_point, panel);
    }
}

/* Largest rise of the energy from one sample to the next, and its error at the end. */
static void row_energy(Item *item, const UrtoImpact *impact, const char *name,
                       const ImpactTrace *trace)
{
    const double start = trace->samples[0].energy;
    double rise = 0.0;

    for (size_t i = 1; i < trace->count; i++) {
        rise = fmax(rise, (trace->samples[i].energy - trace->samples[i - 1].energy) / start);
    }
    Judge never = finding_at_most(0.0, "H never rises, docs/schemes.md");
    never.tolerance = 1e-14;
    item_row(item, never, rise, "rise.%s | (%s) log two-point: largest rise of H over H_0", name,
             name);
    item_row(item,
             by_equation(1e3 * item_exact(item, impact).exit_energy,
                         1e-9 * item_exact(item, impact).exit_energy, "H_τ = m v_out²/2, (18)"),
             1e3 * 0.5 * impact->mass * trace->result.exit_velocity * trace->result.exit_velocity,
             "end.%s | (%s) log two-point: H after the contact [mJ]", name, name);
}

void paper_001_energy(Item *item)
{
    const UrtoImpact *const impacts[] = {&paper_001_case_1, &paper_001_case_2};
    static const char *const names[] = {"a", "b"};

    for (size_t i = 0; i < 2; i++) {
        char title[64];
        snprintf(title, sizeof title, "Table 1(%s): energy", names[i]);
        PlotPanel *panel = paper_001_energy_panel(item, impacts[i], title);
        for (size_t j = 0; j <= PUBLISHED_SCHEMES; j++) {
            const PublishedScheme *scheme =
                j < PUBLISHED_SCHEMES ? &published_schemes[j] : &log_two_point;
            const UrtoImpactRun run = paper_001_run(scheme->scheme);
            ImpactTrace trace;
            if (!item_simulate(item, impacts[i], &run, &trace)) {
                continue;
            }
            draw_record(panel, scheme->label, PLOT_SAMPLES, plot_scheme_look(scheme->scheme),
                        &trace, paper_001_energy_curve);
            if (j == PUBLISHED_SCHEMES) {
                row_energy(item, impacts[i], names[i], &trace);
            }
            impact_trace_free(&trace);
        }
    }
}
