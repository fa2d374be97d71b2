#include "item.h"

#include "reference.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 400, ARRIVALS = 4 };

const char *const source_names[SOURCES] = {"printed", "printed words", "equation", "second program",
                                           "our own finding"};
const char *const verdict_names[VERDICTS] = {"agrees", "differs", "contradicts the paper"};

/* As much as fits. */
static void copy_text(char *to, size_t size, const char *from)
{
    const size_t length = strnlen(from, size - 1);

    memcpy(to, from, length);
    to[length] = '\0';
}

static Judge judge_of(Source source, double reference, double tolerance, const char *why)
{
    Judge judge = {.source = source, .reference = reference, .tolerance = tolerance};

    copy_text(judge.why, sizeof judge.why, why);
    return judge;
}

Judge by_print(double reference, double tolerance, const char *why)
{
    return judge_of(SOURCE_PRINTED, reference, tolerance, why);
}

Judge by_words(double reference, double tolerance, const char *why)
{
    return judge_of(SOURCE_WORDS, reference, tolerance, why);
}

Judge at_most(double limit, const char *why)
{
    Judge judge = judge_of(SOURCE_WORDS, limit, 0.0, why);

    judge.at_most = true;
    return judge;
}

Judge by_equation(double reference, double tolerance, const char *why)
{
    return judge_of(SOURCE_EQUATION, reference, tolerance, why);
}

Judge by_check(double share, const char *key, ...)
{
    Judge judge = judge_of(SOURCE_SECOND, 0.0, 0.0, "");
    va_list arguments;

    va_start(arguments, key);
    vsnprintf(judge.why, sizeof judge.why, key, arguments);
    va_end(arguments);
    judge.reference = reference_value(judge.why);
    judge.tolerance = share * fabs(judge.reference);
    return judge;
}

Judge by_finding(double reference, double tolerance, const char *why)
{
    return judge_of(SOURCE_FINDING, reference, tolerance, why);
}

Judge finding_at_most(double limit, const char *why)
{
    Judge judge = judge_of(SOURCE_FINDING, limit, 0.0, why);

    judge.at_most = true;
    return judge;
}

Judge explained(Judge judge, const char *because)
{
    judge.because = because;
    return judge;
}

static Verdict verdict_of(const Judge *judge, double ours)
{
    const double above = ours - judge->reference;

    if (above <= judge->tolerance && (judge->at_most || above >= -judge->tolerance)) {
        return VERDICT_AGREES;
    }
    return judge->source < SOURCE_SECOND ? VERDICT_CONTRADICTS : VERDICT_DIFFERS;
}

void item_row(Item *item, Judge judge, double ours, const char *format, ...)
{
    ItemRow row = {.judge = judge, .ours = ours, .verdict = verdict_of(&judge, ours)};
    char both[sizeof row.id + sizeof row.quantity];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(both, sizeof both, format, arguments);
    va_end(arguments);
    char *bar = strstr(both, " | ");
    if (bar) {
        *bar = '\0';
    }
    copy_text(row.id, sizeof row.id, both);
    copy_text(row.quantity, sizeof row.quantity, bar ? bar + 3 : both);
    ARRAY_GROW(item->rows, item->row_count, item->row_room);
    item->rows[item->row_count++] = row;
}

void item_converged(Item *item, const char *method, const char *key, ...)
{
    char name[128];
    va_list arguments;

    va_start(arguments, key);
    vsnprintf(name, sizeof name, key, arguments);
    va_end(arguments);
    item->converged = method;
    item->converged_error = fmax(item->converged_error, reference_value(name));
}

void item_refused(Item *item, const char *message, const char *what)
{
    item_row(item, by_finding(0.0, 0.0, message), MISSING, "refused.%zu | %s", item->row_count,
             what);
}

bool item_simulate(Item *item, const UrtoImpact *impact, const UrtoImpactRun *run,
                   ImpactTrace *trace)
{
    UrtoDiagnostic why;

    if (impact_trace_run(trace, impact, run, &why) == URTO_OK) {
        return true;
    }
    item_refused(item, why.message, run->scheme);
    return false;
}

UrtoImpactExact item_exact(Item *item, const UrtoImpact *impact)
{
    UrtoImpactExact exact = {0};
    UrtoDiagnostic why;

    if (urto_impact_exact(impact, &exact, &why) != URTO_OK) {
        item_refused(item, why.message, "closed forms");
    }
    return exact;
}

double percent(double value, double reference)
{
    return 100.0 * (value / reference - 1.0);
}

void item_free(Item *item)
{
    plot_free(&item->plot);
    free(item->rows);
    *item = (Item){0};
}

static double field_of(const UrtoImpactSample *sample, SampleField field)
{
    switch (field) {
    case FIELD_TIME:
        return sample->time;
    case FIELD_COMPRESSION:
        return sample->compression;
    case FIELD_VELOCITY:
        return sample->velocity;
    case FIELD_FORCE:
        return sample->force;
    case FIELD_ENERGY:
        return sample->energy;
    case FIELD_ITERATIONS:
        return sample->iterations;
    }
    return 0.0;
}

static void add_sample(PlotSeries *series, const UrtoImpactSample *sample, const Curve *curve)
{
    plot_point(series, (field_of(sample, curve->x) - curve->x_shift) * curve->x_scale,
               field_of(sample, curve->y) * curve->y_scale);
}

void draw_record(PlotPanel *panel, const char *label, PlotStyle style, PlotLook look,
                 const ImpactTrace *trace, Curve curve)
{
    PlotSeries *series = plot_series(panel, label, style, look);

    for (size_t i = 0; i < trace->count; i++) {
        add_sample(series, &trace->samples[i], &curve);
    }
}

void draw_exact(PlotPanel *panel, const UrtoImpact *impact, double from, double to, Curve curve)
{
    PlotSeries *series = plot_series(panel, "exact", PLOT_LINE, plot_exact);

    curve.x_shift = 0.0;
    for (int i = 0; i <= CURVE_POINTS; i++) {
        UrtoImpactPoint p = {0};
        urto_impact_at_time(impact, from + (to - from) * i / CURVE_POINTS, &p, NULL);
        const UrtoImpactSample sample = {.time = from + (to - from) * i / CURVE_POINTS,
                                         .compression = p.compression,
                                         .velocity = p.velocity,
                                         .force = p.force,
                                         .energy = 0.5 * impact->mass * p.velocity * p.velocity +
                                                   urto_law_potential(&impact->law, p.compression)};
        add_sample(series, &sample, &curve);
    }
}

/* Velocities from v_in to v_out, denser at both ends, where x(v) is steep. */
static double velocity_at(const UrtoImpact *impact, const UrtoImpactExact *exact, int index)
{
    const double share = 0.5 * (1.0 + cos(acos(-1.0) * index / CURVE_POINTS));
    return exact->exit_velocity + (impact->velocity - exact->exit_velocity) * share;
}

static void draw_by_velocity(PlotPanel *panel, const UrtoImpact *impact,
                             const UrtoImpactExact *exact, PlotLook look, bool force)
{
    char label[32];
    snprintf(label, sizeof label, "v_{in} = %g m/s", impact->velocity);
    PlotSeries *series = plot_series(panel, label, PLOT_LINE, look);

    for (int i = 0; i <= CURVE_POINTS; i++) {
        UrtoImpactPoint p = {0};
        urto_impact_at_velocity(impact, velocity_at(impact, exact, i), &p, NULL);
        plot_point(series, 1e6 * p.compression, force ? p.force : p.velocity);
    }
}

/* x_max as printed, (001:4); (002:3) for v = 0. */
static double printed_max_compression(const UrtoImpact *impact)
{
    const double a = impact->law.exponent, mu = impact->law.damping;
    const double w = mu * impact->velocity;

    return pow(impact->mass * (a + 1.0) / (impact->law.stiffness * mu * mu) * (w - log1p(w)),
               1.0 / (a + 1.0));
}

void draw_phase_portraits(Item *item, const char *title, const UrtoImpact *impact,
                          const Equations *by)
{
    PlotPanel *panel = plot_panel(&item->plot, title, "compression [µm]", "velocity [m/s]");
    UrtoImpact hit = *impact;
    double deepest = 0.0;

    for (int i = 0; i < ARRIVALS; i++) {
        hit.velocity = i + 1.0;
        const UrtoImpactExact exact = item_exact(item, &hit);
        const double mu = hit.law.damping, v = exact.exit_velocity;
        deepest = 1e6 * exact.max_compression;
        draw_by_velocity(panel, &hit, &exact, plot_look((size_t)i), false);
        plot_guide_line(panel, -0.3 * deepest, hit.velocity, 0.0, hit.velocity);
        plot_guide_line(panel, 0.0, v, -0.3 * deepest, v);
        item_row(
            item,
            by_equation(1e6 * printed_max_compression(&hit), 1e-9 * deepest, by->max_compression),
            deepest, "xmax.%d | largest compression, v_in = %d m/s [µm]", i + 1, i + 1);
        item_row(item, by_equation(0.0, 1e-12, by->exit_velocity),
                 mu * v - log1p(mu * v) - mu * hit.velocity + log1p(mu * hit.velocity),
                 "vout.%d | residual of v_out, v_in = %d m/s", i + 1, i + 1);
        if (i == 0) {
            item_row(item, by_equation(-1.0 / mu, 1e-12, "v_lim = -1/μ"), exact.limit_velocity,
                     "vlim | v_lim [m/s]");
        }
    }
    const double limit = -1.0 / hit.law.damping;
    PlotSeries *series = plot_series(panel, "v_{lim} = −1/μ", PLOT_DASHED, plot_exact);
    plot_point(series, -0.3 * deepest, limit);
    plot_point(series, 1.05 * deepest, limit);
}

/* Work of the force over one contact: the area that the loop encloses. */
static double loop_area(const UrtoImpact *impact, double contact_time)
{
    enum { STEPS = 4000 };
    double area = 0.0;

    for (int i = 0; i < STEPS; i++) {
        UrtoImpactPoint p = {0};
        urto_impact_at_time(impact, contact_time * (i + 0.5) / STEPS, &p, NULL);
        area += p.force * p.velocity * contact_time / STEPS;
    }
    return area;
}

void draw_force_loops(Item *item, const char *title, const UrtoImpact *impact)
{
    PlotPanel *panel = plot_panel(&item->plot, title, "compression [µm]", "contact force [N]");
    UrtoImpact hit = *impact;
    UrtoImpactExact exact = {0};

    for (int i = 0; i < ARRIVALS; i++) {
        hit.velocity = i + 1.0;
        exact = item_exact(item, &hit);
        draw_by_velocity(panel, &hit, &exact, plot_look((size_t)i), true);
        const double lost = 0.5 * hit.mass * hit.velocity * hit.velocity - exact.exit_energy;
        item_row(item,
                 by_equation(1e3 * lost, 1e3 * lost * 1e-5,
                             "\"the area enclosed by the hysteresis loops\" is the energy lost"),
                 1e3 * loop_area(&hit, exact.contact_time),
                 "area.%d | area of the loop, v_in = %d m/s [mJ]", i + 1, i + 1);
    }
    PlotSeries *series = plot_series(panel, "no loss", PLOT_DASHED, plot_exact);
    hit.law.damping = 0.0;
    for (int i = 0; i <= CURVE_POINTS; i++) {
        const double x = exact.max_compression * i / CURVE_POINTS;
        plot_point(series, 1e6 * x, urto_law_force(&hit.law, x, 0.0));
    }
}
