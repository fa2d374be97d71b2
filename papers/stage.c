#include "stage.h"

#include "reference.h"

#include <math.h>
#include <stdlib.h>

const Contender contenders[CONTENDERS] = {
    {URTO_SOLVER_ITERATIVE, URTO_GRADIENT_CAPPED, "IT-2", "three-point", "it-2", false},
    {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_UNTESTED, "N-IT", "quadratised", "27-untested", false},
    {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_SIGN, "N-IT, sign test", "quadratised-sign", "27-sign",
     false},
    {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_CAPPED, "N-IT, capped", "quadratised-capped", "capped",
     false},
    {URTO_SOLVER_MIDPOINT, URTO_GRADIENT_CAPPED, "midpoint", "midpoint", "midpoint", false},
};

UrtoWorldDef *stage_begin(const Contender *by)
{
    UrtoWorldDef *world_def = NULL;

    if (urto_world_def_create(&world_def, NULL) == URTO_OK) {
        urto_world_def_options(world_def, &(UrtoWorldOptions){.solver = by->solver,
                                                              .gradient = by->gradient,
                                                              .ledger = !by->no_ledger,
                                                              .start_as_printed = true});
    }
    return world_def;
}

UrtoBody stage_mass(UrtoWorldDef *world_def, double mass, double position, double velocity)
{
    UrtoMassDef def = urto_mass_def();

    def.mass = mass;
    def.position = position;
    def.velocity = velocity;
    return urto_world_def_mass(world_def, &def);
}

UrtoWorld *stage_world(UrtoWorldDef *world_def, Item *item, double rate)
{
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};

    if (urto_world_create(&world, world_def, rate, &why) != URTO_OK) {
        item_refused(item, why.message, "world");
    }
    urto_world_def_destroy(world_def);
    return world;
}

Profile stage_profile(UrtoWorldDef *world_def, UrtoBody body, const double from[2],
                      const double to[2], size_t count)
{
    const double dx = to[0] - from[0];
    const double dy = to[1] - from[1];
    Profile profile = {.count = count};

    profile.ports = memory_resize(NULL, count, sizeof *profile.ports);
    profile.places = memory_resize(NULL, count, sizeof *profile.places);
    for (size_t i = 0; i < count; i++) {
        const double share = (double)i / (double)(count - 1);
        profile.ports[i] =
            urto_world_def_port_at(world_def, body, from[0] + share * dx, from[1] + share * dy);
        profile.places[i] = share * sqrt(dx * dx + dy * dy);
    }
    return profile;
}

Profile stage_string_profile(UrtoWorldDef *world_def, UrtoBody body, double length, size_t count)
{
    return stage_profile(world_def, body, (const double[2]){0.0, 0.0},
                         (const double[2]){length, 0.0}, count);
}

void profile_free(Profile *profile)
{
    free(profile->ports);
    free(profile->places);
    *profile = (Profile){0};
}

void draw_profile(PlotPanel *panel, const char *label, PlotStyle style, PlotLook look,
                  const UrtoWorld *world, const Profile *profile, double lift)
{
    PlotSeries *series = plot_series(panel, label, style, look);

    for (size_t i = 0; i < profile->count; i++) {
        plot_point(series, profile->places[i],
                   1e3 * (urto_world_displacement(world, profile->ports[i]) + lift));
    }
}

void draw_converged(PlotPanel *panel, const char *key, const double *places, size_t count,
                    double lift)
{
    size_t known = 0;
    double *values = reference_curve(key, &known);
    PlotSeries *series = plot_series(panel, "converged", PLOT_LINE, plot_converged);

    for (size_t i = 0; i < known && i < count; i++) {
        plot_point(series, places[i], 1e3 * (values[i] + lift));
    }
    free(values);
}

double reference_distance(const char *key, const double *samples, size_t count)
{
    size_t known = 0;
    double *values = reference_curve(key, &known);
    double largest = 0.0, apart = 0.0;

    for (size_t i = 0; i < known && i < count; i++) {
        largest = fmax(largest, fabs(values[i]));
        apart = fmax(apart, fabs(values[i] - samples[i]));
    }
    free(values);
    return known == count ? apart / largest : MISSING;
}

double averaged_displacement(const UrtoWorld *world, UrtoPort port, double rate)
{
    return urto_world_displacement(world, port) - 0.5 * urto_world_velocity(world, port) / rate;
}

double energy_error(const UrtoWorld *world)
{
    const UrtoLedger l = urto_world_ledger(world);
    const double total = fabs(l.initial) + fabs(l.supplied_hand) + fabs(l.supplied_bow);

    return total > 0.0 ? l.residual / total : 0.0;
}

double relative_rms(const double *a, const double *b, size_t count)
{
    double above = 0.0;
    double below = 0.0;

    for (size_t i = 0; i < count; i++) {
        above += (a[i] - b[i]) * (a[i] - b[i]);
        below += b[i] * b[i];
    }
    return sqrt(above / below);
}
