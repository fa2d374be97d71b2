/* The four pictures of an experiment: displacement, phase portrait, force loop, energy. */
#include "experiment.h"
#include "output/outfile.h"
#include "output/plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CURVE_POINTS = 240, FEW_SAMPLES = 60 };

typedef struct Units {
    PlotUnit time, length, force, energy;
    double touch; /* seconds from sample 0 to the touch */
} Units;

/* One value of a sample or of an exact point, in its plotting unit. */
typedef struct Quantity {
    double time, compression, velocity, force, energy;
    double pressed; /* the compression that the force belongs to */
} Quantity;

typedef struct PanelKind {
    const char *title;
    double (*x)(const Quantity *), (*y)(const Quantity *);
} PanelKind;

static double time_of(const Quantity *q)
{
    return q->time;
}

static double compression_of(const Quantity *q)
{
    return q->compression;
}

static double velocity_of(const Quantity *q)
{
    return q->velocity;
}

static double force_of(const Quantity *q)
{
    return q->force;
}

static double pressed_of(const Quantity *q)
{
    return q->pressed;
}

static double energy_of(const Quantity *q)
{
    return q->energy;
}

static const PanelKind kinds[] = {
    {"Displacement", time_of, compression_of},
    {"Phase portrait", compression_of, velocity_of},
    {"Force loop (discrete gradients: at the mean of the step)", pressed_of, force_of},
    {"Energy", time_of, energy_of},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* How many samples back the gradient of a scheme reaches; 0: its force is that of the sample. */
static size_t gradient_reach(const char *scheme)
{
    static const struct {
        const char *scheme;
        size_t reach;
    } known[] = {{"implicit-midpoint", 1}, {"two-point", 1},         {"midpoint", 1},
                 {"log-two-point", 1},     {"log-midpoint", 1},      {"three-point", 2},
                 {"quadratised", 2},       {"quadratised-capped", 2}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].scheme, scheme) == 0) {
            return known[i].reach;
        }
    }
    return 0;
}

static Quantity from_sample(const ImpactTrace *trace, size_t index, size_t reach, const Units *u)
{
    const UrtoImpactSample *s = &trace->samples[index];
    const UrtoImpactSample *other = &trace->samples[index < reach ? 0 : index - reach];

    return (Quantity){(s->time - u->touch) * u->time.scale,
                      s->compression * u->length.scale,
                      s->velocity,
                      s->force * u->force.scale,
                      s->energy * u->energy.scale,
                      0.5 * (s->compression + other->compression) * u->length.scale};
}

static Quantity from_exact(const UrtoImpact *impact, double time, const Units *u)
{
    UrtoImpactPoint p = {0};

    urto_impact_at_time(impact, time, &p, NULL);
    const double energy = 0.5 * impact->mass * p.velocity * p.velocity +
                          urto_law_potential(&impact->law, p.compression);
    return (Quantity){
        time * u->time.scale,     p.compression * u->length.scale, p.velocity,
        p.force * u->force.scale, energy * u->energy.scale,        p.compression * u->length.scale};
}

static Units choose_units(const Experiment *e)
{
    const UrtoImpact *impact = &e->impact;

    return (Units){
        .time = plot_unit(e->exact.contact_time, "s"),
        .length = plot_unit(e->exact.max_compression, "m"),
        .force = plot_unit(urto_law_force(&impact->law, e->exact.max_compression, 0.0), "N"),
        .energy = plot_unit(0.5 * impact->mass * impact->velocity * impact->velocity, "J"),
        .touch = e->run.phase / e->run.rate,
    };
}

static void add_axes(Plot *plot, const Units *u)
{
    char time[40], compression[40], force[40], energy[40];

    snprintf(time, sizeof time, "time since the touch [%s]", u->time.name);
    snprintf(compression, sizeof compression, "compression [%s]", u->length.name);
    snprintf(force, sizeof force, "contact force [%s]", u->force.name);
    snprintf(energy, sizeof energy, "energy [%s]", u->energy.name);
    plot_panel(plot, kinds[0].title, time, compression);
    plot_panel(plot, kinds[1].title, compression, "velocity [m/s]");
    plot_panel(plot, kinds[2].title, compression, force);
    plot_panel(plot, kinds[3].title, time, energy);
}

/* A free impact is shown from a little before the touch to a little after the exit, and not far
 * beyond what the closed forms allow: a scheme that explodes leaves the picture. */
static void set_ranges(Plot *plot, const Experiment *e, const Units *u)
{
    const double tau = e->exact.contact_time * u->time.scale;
    const double deep = e->exact.max_compression * u->length.scale;
    const double v = e->impact.velocity;
    const double peak =
        1.35 * u->force.scale * urto_law_force(&e->impact.law, e->exact.max_compression, 0.3 * v);
    const double energy = 0.5 * e->impact.mass * v * v * u->energy.scale;
    const double low[KINDS][2] = {{-0.3 * tau, -0.5 * deep},
                                  {-0.6 * deep, -1.25 * v},
                                  {-0.3 * deep, -0.05 * peak},
                                  {-0.3 * tau, 0.5 * e->exact.exit_energy * u->energy.scale}};
    const double high[KINDS][2] = {{1.5 * tau, 1.4 * deep},
                                   {1.4 * deep, 1.25 * v},
                                   {1.4 * deep, peak},
                                   {1.5 * tau, 1.25 * energy}};

    for (size_t i = 0; i < KINDS; i++) {
        plot->panels[i].x.low = low[i][0];
        plot->panels[i].x.high = high[i][0];
        plot->panels[i].y.low = low[i][1];
        plot->panels[i].y.high = high[i][1];
    }
}

static void add_exact(Plot *plot, const Experiment *e, const Units *u)
{
    const double tau = e->exact.contact_time;

    for (size_t i = 0; i < KINDS; i++) {
        PlotSeries *series =
            plot_series(&plot->panels[i], experiment_is_free(e) ? "exact" : "exact, free impact",
                        PLOT_LINE, plot_exact);
        for (int j = 0; j <= CURVE_POINTS; j++) {
            const double time = tau * (1.8 * j / CURVE_POINTS - 0.3);
            const Quantity q = from_exact(&e->impact, time, u);
            plot_point(series, kinds[i].x(&q), kinds[i].y(&q));
        }
    }
}

static void add_row(Plot *plot, const ImpactRow *row, const Units *u)
{
    const ImpactTrace *trace = &row->trace;
    const size_t reach = gradient_reach(row->scheme->name);
    const bool few = row->trace.result.samples_inside < FEW_SAMPLES && trace->count < 10000;

    for (size_t i = 0; i < KINDS; i++) {
        PlotSeries *series =
            plot_series(&plot->panels[i], row->scheme->name, few ? PLOT_SAMPLES : PLOT_LINE,
                        plot_scheme_look(row->scheme->name));
        for (size_t j = 0; j < trace->count; j++) {
            const Quantity q = from_sample(trace, j, reach, u);
            plot_point(series, kinds[i].x(&q), kinds[i].y(&q));
        }
    }
}

int experiment_plot(const Experiment *e, const char *path)
{
    Plot plot = {0};
    const Units units = choose_units(e);
    const ImpactSettings *s = &e->settings;

    snprintf(plot.title, sizeof plot.title,
             "m = %g kg, K = %g N/m^{%g}, μ = %g s/m, v_{in} = %g m/s, %g Hz", s->mass,
             s->stiffness, s->exponent, s->damping, s->velocity, s->rate);
    add_axes(&plot, &units);
    if (experiment_is_free(e)) {
        set_ranges(&plot, e, &units);
    }
    add_exact(&plot, e, &units);
    for (size_t i = 0; i < e->row_count; i++) {
        add_row(&plot, &e->rows[i], &units);
    }
    const PlotStatus status = plot_write(&plot, path);
    const int reason = errno;
    plot_free(&plot);
    if (status == PLOT_OK) {
        return 0;
    }
    return fail(EXIT_FAILED, "impact", "cannot write %.200s: %s", path,
                status == PLOT_UNWRITABLE ? outfile_reason(reason) : plot_status_text(status));
}
