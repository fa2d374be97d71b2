#include "item.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 400, ARRIVALS = 4 };

static Value number_value(double number)
{
    return (Value){.number = number};
}

static Value text_value(const char *text)
{
    Value value = {.is_text = true};

    snprintf(value.text, sizeof value.text, "%s", text);
    return value;
}

__attribute__((format(printf, 3, 0))) static void add_row(Item *item, ItemRow row,
                                                          const char *quantity, va_list arguments)
{
    vsnprintf(row.quantity, sizeof row.quantity, quantity, arguments);
    ARRAY_GROW(item->rows, item->row_count, item->row_room);
    item->rows[item->row_count++] = row;
}

void item_row(Item *item, double published, double ours, double tolerance, const char *quantity,
              ...)
{
    va_list arguments;

    va_start(arguments, quantity);
    add_row(item,
            (ItemRow){.published = number_value(published),
                      .ours = number_value(ours),
                      .tolerance = tolerance,
                      .ok = fabs(ours - published) <= tolerance},
            quantity, arguments);
    va_end(arguments);
}

void item_row_from(Item *item, const char *source, double reference, double ours, double tolerance,
                   const char *quantity, ...)
{
    va_list arguments;
    char what[sizeof((ItemRow *)0)->quantity];

    va_start(arguments, quantity);
    vsnprintf(what, sizeof what, quantity, arguments);
    va_end(arguments);
    item_row(item, reference, ours, tolerance, "%s, %s", what, source);
}

void item_row_bound(Item *item, const char *published, double ours, double tolerance,
                    const char *quantity, ...)
{
    va_list arguments;

    va_start(arguments, quantity);
    add_row(item,
            (ItemRow){.published = text_value(published),
                      .ours = number_value(ours),
                      .tolerance = tolerance,
                      .ok = fabs(ours) <= tolerance},
            quantity, arguments);
    va_end(arguments);
}

void item_row_words(Item *item, const char *published, const char *ours, const char *quantity, ...)
{
    va_list arguments;

    va_start(arguments, quantity);
    add_row(item,
            (ItemRow){.published = text_value(published),
                      .ours = text_value(ours),
                      .ok = strcmp(published, ours) == 0},
            quantity, arguments);
    va_end(arguments);
}

void item_row_beyond(Item *item, double ours, double tolerance, const char *quantity, ...)
{
    va_list arguments;

    va_start(arguments, quantity);
    add_row(item,
            (ItemRow){.published = text_value("past the paper"),
                      .ours = number_value(ours),
                      .tolerance = tolerance,
                      .ok = fabs(ours) <= tolerance},
            quantity, arguments);
    va_end(arguments);
}

bool item_simulate(Item *item, const UrtoImpact *impact, const UrtoImpactRun *run,
                   ImpactTrace *trace)
{
    UrtoDiagnostic why;

    if (impact_trace_run(trace, impact, run, &why) == URTO_OK) {
        return true;
    }
    item_row_words(item, "runs", why.message, "%s", run->scheme);
    return false;
}

UrtoImpactExact item_exact(Item *item, const UrtoImpact *impact)
{
    UrtoImpactExact exact = {0};
    UrtoDiagnostic why;

    if (urto_impact_exact(impact, &exact, &why) != URTO_OK) {
        item_row_words(item, "exists", why.message, "closed forms");
    }
    return exact;
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

void draw_phase_portraits(Item *item, const UrtoImpact *impact, const Equations *by)
{
    PlotPanel *panel =
        plot_panel(&item->plot, "Phase portrait", "compression [µm]", "velocity [m/s]");
    UrtoImpact hit = *impact;
    double deepest = 0.0;

    for (int i = 0; i < ARRIVALS; i++) {
        hit.velocity = i + 1.0;
        const UrtoImpactExact exact = item_exact(item, &hit);
        const double mu = hit.law.damping;
        deepest = 1e6 * exact.max_compression;
        draw_by_velocity(panel, &hit, &exact, plot_look((size_t)i), false);
        plot_guide_line(panel, -0.3 * deepest, hit.velocity, 0.0, hit.velocity);
        plot_guide_line(panel, 0.0, exact.exit_velocity, -0.3 * deepest, exact.exit_velocity);
        item_row_from(item, by->max_compression, 1e6 * printed_max_compression(&hit),
                      1e6 * exact.max_compression, 1e-9 * deepest,
                      "largest compression, v_in = %d [µm]", i + 1);
        item_row_from(item, by->exit_velocity, 0.0,
                      mu * exact.exit_velocity - log1p(mu * exact.exit_velocity) -
                          mu * hit.velocity + log1p(mu * hit.velocity),
                      1e-12, "residual of v_out, v_in = %d", i + 1);
        if (i == 0) {
            item_row_from(item, "by v_lim = -1/μ", -1.0 / mu, exact.limit_velocity, 1e-12,
                          "v_lim [m/s]");
        }
    }
    const double limit = -1.0 / hit.law.damping;
    PlotSeries *series = plot_series(panel, "v_{lim} = -1/μ", PLOT_DASHED, plot_exact);
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

void draw_force_loops(Item *item, const UrtoImpact *impact)
{
    PlotPanel *panel =
        plot_panel(&item->plot, "Compression and force", "compression [µm]", "contact force [N]");
    UrtoImpact hit = *impact;
    UrtoImpactExact exact = {0};

    for (int i = 0; i < ARRIVALS; i++) {
        hit.velocity = i + 1.0;
        exact = item_exact(item, &hit);
        draw_by_velocity(panel, &hit, &exact, plot_look((size_t)i), true);
        const double lost = 0.5 * hit.mass * hit.velocity * hit.velocity - exact.exit_energy;
        item_row_from(item, COMPUTED, 1e3 * lost, 1e3 * loop_area(&hit, exact.contact_time),
                      1e3 * lost * 1e-5, "area of the loop = energy lost, v_in = %d [mJ]", i + 1);
    }
    PlotSeries *series = plot_series(panel, "no loss", PLOT_DASHED, plot_exact);
    hit.law.damping = 0.0;
    for (int i = 0; i <= CURVE_POINTS; i++) {
        const double x = exact.max_compression * i / CURVE_POINTS;
        plot_point(series, 1e6 * x, urto_law_force(&hit.law, x, 0.0));
    }
}
