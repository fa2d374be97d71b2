#include "stage.h"

#include <math.h>
#include <stdlib.h>

const Contender contenders[CONTENDERS] = {
    {URTO_SOLVER_ITERATIVE, "IT-2", "three-point"},
    {URTO_SOLVER_QUADRATISED_SIGN, "N-IT", "quadratised"},
    {URTO_SOLVER_QUADRATISED, "N-IT capped", "quadratised-capped"},
    {URTO_SOLVER_MIDPOINT, "midpoint", "midpoint"},
};

static Stage begin(UrtoSolver solver, bool ledger)
{
    Stage stage = {0};
    UrtoWorldOptions options = urto_world_options();

    options.solver = solver;
    options.ledger = ledger;
    stage_check(&stage, urto_world_def_create(&stage.def, NULL));
    stage_check(&stage, urto_world_def_options(stage.def, &options));
    return stage;
}

Stage stage_begin(UrtoSolver solver)
{
    return begin(solver, true);
}

Stage stage_begin_without_ledger(UrtoSolver solver)
{
    return begin(solver, false);
}

void stage_check(Stage *stage, UrtoStatus status)
{
    stage->refused = stage->refused || status != URTO_OK;
}

UrtoBody stage_mass(Stage *stage, double mass, double position, double velocity)
{
    UrtoMassDef def = urto_mass_def();
    UrtoBody body = {0};

    def.mass = mass;
    def.position = position;
    def.velocity = velocity;
    stage_check(stage, urto_world_def_mass(stage->def, &def, &body));
    return body;
}

UrtoBody stage_string(Stage *stage, const UrtoStringDef *string)
{
    UrtoBody body = {0};

    stage_check(stage, urto_world_def_string(stage->def, string, &body));
    return body;
}

UrtoPort stage_port(Stage *stage, UrtoBody body, double x, double y)
{
    UrtoPortDef def = urto_port_def(body);
    UrtoPort port = {0};

    def.x = x;
    def.y = y;
    stage_check(stage, urto_world_def_port(stage->def, &def, &port));
    return port;
}

UrtoContact stage_contact(Stage *stage, UrtoPort below, UrtoPort above, UrtoLaw law,
                          double distance)
{
    UrtoContactDef def = urto_contact_def();
    UrtoContact contact = {0};

    def.below = below;
    def.above = above;
    def.law = law;
    def.distance = distance;
    stage_check(stage, urto_world_def_contact(stage->def, &def, &contact));
    return contact;
}

UrtoWorld *stage_world(Stage *stage, Item *item, double rate)
{
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};

    if (stage->refused) {
        item_row_words(item, "is accepted", urto_world_def_diagnostic(stage->def)->message,
                       "description of the world");
    } else if (urto_world_create(&world, stage->def, rate, &why) != URTO_OK) {
        item_row_words(item, "is accepted", why.message, "world at %g Hz", rate);
    }
    urto_world_def_destroy(stage->def);
    *stage = (Stage){0};
    return world;
}

Profile stage_profile(Stage *stage, UrtoBody body, const double from[2], const double to[2],
                      size_t count)
{
    const double dx = to[0] - from[0];
    const double dy = to[1] - from[1];
    Profile profile = {.count = count};

    profile.ports = memory_resize(NULL, count, sizeof *profile.ports);
    profile.places = memory_resize(NULL, count, sizeof *profile.places);
    for (size_t i = 0; i < count; i++) {
        const double share = (double)i / (double)(count - 1);
        profile.ports[i] = stage_port(stage, body, from[0] + share * dx, from[1] + share * dy);
        profile.places[i] = share * sqrt(dx * dx + dy * dy);
    }
    return profile;
}

Profile stage_string_profile(Stage *stage, UrtoBody body, double length, size_t count)
{
    return stage_profile(stage, body, (const double[2]){0.0, 0.0}, (const double[2]){length, 0.0},
                         count);
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
