/* Ducceschi, Bilbao, Willemsen, Serafin, section VI: the tromba marina. A bowed string carries a
 * bridge that rattles on a plate. */
#include "paper_004.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double rate = 44100.0, pi = 3.14159265358979323846;

static const double string_length = 1.9, bridge_place = 1.65, bow_place = 1.9 / 3.0;
static const double plate_size[2] = {1.35, 0.18};
static const double foot[2] = {0.8 * 1.35, 0.75 * 0.18}; /* where the bridge meets the plate */

enum { ALONG = 136, ACROSS = 19, SECTION = 200 };

static const double instants[] = {10e-3, 15e-3, 30e-3, 70e-3, 150e-3, 300e-3};
enum { INSTANTS = sizeof instants / sizeof *instants };

typedef struct Tromba {
    UrtoWorld *world;
    UrtoPort bowed, bridge, foot;
    UrtoContact contact;
    Profile string;
    UrtoPort grid[ACROSS][ALONG];
} Tromba;

static UrtoBody add_string(UrtoWorldDef *world_def)
{
    static const double radius = 5e-4;
    UrtoStringDef string = urto_string_def();

    string.length = string_length;
    string.tension = 91.1647;
    string.density = 7850.0 * pi * radius * radius;
    string.rigidity = 2e11 * pi * pow(radius, 4.0) / 4.0;
    string.loss[0] = 0.1;
    string.loss[1] = 0.05;
    string.edge = URTO_EDGE_SUPPORTED;
    return urto_world_def_string(world_def, &string);
}

static UrtoBody add_bridge(UrtoWorldDef *world_def)
{
    UrtoMassDef bridge = urto_mass_def();
    UrtoBody body = {0};

    bridge.mass = 1e-3;
    bridge.spring = bridge.mass * pow(2.0 * pi * 500.0, 2.0);
    bridge.loss = 0.5 * 0.05; /* M R w' of the paper is 2 M sigma w' */
    body = urto_world_def_mass(world_def, &bridge);
    return body;
}

static UrtoBody add_plate(UrtoWorldDef *world_def)
{
    static const double thickness = 0.01, poisson = 0.3;
    UrtoPlateDef plate = urto_plate_def();
    UrtoBody body = {0};

    plate.size[0] = plate_size[0];
    plate.size[1] = plate_size[1];
    plate.density = 50.0 * thickness;
    plate.rigidity = 2e5 * pow(thickness, 3.0) / (12.0 * (1.0 - poisson * poisson));
    plate.loss[0] = 2.0;
    plate.loss[1] = 0.05;
    plate.edge = URTO_EDGE_CLAMPED;
    body = urto_world_def_plate(world_def, &plate);
    return body;
}

static void add_link(UrtoWorldDef *world_def, UrtoPort bridge, UrtoPort string)
{
    UrtoContactDef link = urto_contact_def();

    link.below = bridge;
    link.above = string;
    link.kind = URTO_CONTACT_LINK;
    link.law = (UrtoLaw){5e6, 1.3, 0.0};
    urto_world_def_contact(world_def, &link);
}

static Tromba begin_tromba(Item *item, const Contender *by)
{
    UrtoWorldDef *world_def = stage_begin(by);
    Tromba tromba = {0};
    const UrtoBody string = add_string(world_def);
    const UrtoBody bridge = add_bridge(world_def);
    const UrtoBody plate = add_plate(world_def);

    tromba.bowed = urto_world_def_port_at(world_def, string, bow_place, 0.0);
    tromba.bridge = urto_world_def_port_at(world_def, bridge, 0.0, 0.0);
    tromba.foot = urto_world_def_port_at(world_def, plate, foot[0], foot[1]);
    add_link(world_def, tromba.bridge,
             urto_world_def_port_at(world_def, string, bridge_place, 0.0));
    tromba.contact = urto_world_def_contact_between(world_def, tromba.foot, tromba.bridge,
                                                    (UrtoLaw){5e8, 1.3, 0.0}, 5e-6);
    UrtoBowDef bow = urto_bow_def(tromba.bowed);
    bow.force = 1.0;
    bow.velocity = -0.2;
    bow.curve = 100.0;
    urto_world_def_bow(world_def, &bow);
    tromba.string = stage_string_profile(world_def, string, string_length, SECTION);
    for (int row = 0; row < ACROSS; row++) {
        for (int column = 0; column < ALONG; column++) {
            tromba.grid[row][column] =
                urto_world_def_port_at(world_def, plate, plate_size[0] * column / (ALONG - 1.0),
                                       plate_size[1] * row / (ACROSS - 1.0));
        }
    }
    tromba.world = stage_world(world_def, item, rate);
    return tromba;
}

/* In the pictures the plate lies under the string, its foot below the bridge, its width not to
 * scale: from -12 to -5 on the axis of the string's displacement in mm. */
static const double band[2] = {-12.0, -5.0};

static void draw_plate(PlotPanel *panel, const Tromba *tromba)
{
    PlotMap *map = plot_map(panel, "plate [µm]", ALONG, ACROSS);

    map->low[0] = bridge_place - foot[0];
    map->high[0] = map->low[0] + plate_size[0];
    map->low[1] = band[0];
    map->high[1] = band[1];
    for (int i = 0; i < ALONG * ACROSS; i++) {
        map->values[i] =
            1e6 * urto_world_displacement(tromba->world, tromba->grid[i / ALONG][i % ALONG]);
        map->limit = fmax(map->limit, fabs(map->values[i]));
    }
    PlotSeries *edge = plot_series(panel, "", PLOT_LINE, plot_guide);
    for (int i = 0; i < 5; i++) {
        plot_point(edge, i == 1 || i == 2 ? map->high[0] : map->low[0],
                   i == 2 || i == 3 ? band[1] : band[0]);
    }
    PlotSeries *cross =
        plot_series(panel, "foot", PLOT_POINTS, (PlotLook){"#000000", 2, 1.6, NULL});
    plot_point(cross, bridge_place, band[0] + (band[1] - band[0]) * foot[1] / plate_size[1]);
}

/* Adds the panel of an instant: converged string, ends and bow. */
static void add_snapshot(Item *item, double time)
{
    enum { KEPT = SECTION / 2 };
    char text[64];
    double places[KEPT];
    snprintf(text, sizeof text, "%g ms", 1e3 * time);
    PlotPanel *panel =
        plot_panel(&item->plot, text, "place on the string [m]", "string and bridge [mm]");

    panel->x.low = -0.05;
    panel->x.high = 2.0;
    panel->y.low = -13.0;
    panel->y.high = 6.0;
    for (int i = 0; i < KEPT; i++) {
        places[i] = string_length * 2 * i / (SECTION - 1.0);
    }
    snprintf(text, sizeof text, "004.fig10.converged.string.%gms", 1e3 * time);
    draw_converged(panel, text, places, KEPT, 0.0);
    item_converged(item, "IT-2 at 8 times the rate, plate 750 × 100", "%s.error", text);
    PlotSeries *ends = plot_series(panel, "ends", PLOT_POINTS, (PlotLook){"#000000", 5, 1.6, NULL});
    plot_point(ends, 0.0, 0.0);
    plot_point(ends, string_length, 0.0);
}

static void draw_snapshot(PlotPanel *panel, const Tromba *tromba, const Contender *by)
{
    const bool paper = by == &contenders[N_IT];
    const PlotLook look = plot_scheme_look(by->scheme);

    draw_profile(panel, by->label, PLOT_LINE, look, tromba->world, &tromba->string, 0.0);
    PlotSeries *bridge = plot_series(panel, paper ? "bridge" : "", PLOT_POINTS, look);
    bridge->look.mark = 7;
    plot_point(bridge, bridge_place, 1e3 * urto_world_displacement(tromba->world, tromba->bridge));
    if (paper) {
        const PlotLook arrow = {"#C8401F", 11, 2.0, NULL};
        const double bowed = 1e3 * urto_world_displacement(tromba->world, tromba->bowed) + 0.4;
        PlotSeries *bow = plot_series(panel, "", PLOT_LINE, arrow);
        plot_point(bow, bow_place, 5.5);
        plot_point(bow, bow_place, bowed);
        bow = plot_series(panel, "bow", PLOT_POINTS, arrow);
        plot_point(bow, bow_place, bowed);
    }
}

enum { MOTION, FORCE, BOWED, ENERGY, COURSES };

/* What is measured at every step, for panels that are drawn after the snapshots. */
typedef struct Course {
    double worst_error;
    uint32_t touches;
    bool touched;
} Course;

static Plot begin_courses(void)
{
    static const char *const names[COURSES][2] = {
        {"Bridge where it meets the plate", "displacement [µm]"},
        {"Force between bridge and plate", "force [N]"},
        {"String under the bow", "velocity [m/s]"},
        {"Energy", "size of the energy error"}};
    Plot plot = {0};

    for (int i = 0; i < COURSES; i++) {
        plot_panel(&plot, names[i][0], "time [ms]", names[i][1]);
    }
    plot.panels[ENERGY].y.log = true;
    return plot;
}

static void record_step(Course *course, PlotPanel *panels, const Tromba *tromba, double time)
{
    const UrtoWorld *world = tromba->world;
    const double force = urto_world_contact_force(world, tromba->contact);
    const double error = fabs(energy_error(world));
    const size_t last = panels[BOWED].count - 1;

    course->touches += force > 0.0 && !course->touched;
    course->touched = force > 0.0;
    course->worst_error = fmax(course->worst_error, error);
    plot_point(&panels[BOWED].series[last], 1e3 * time, urto_world_velocity(world, tromba->bowed));
    plot_point(&panels[ENERGY].series[last], 1e3 * time, fmax(error, 1e-18));
    if (time < 0.04) {
        plot_point(&panels[MOTION].series[last], 1e3 * time,
                   1e6 * urto_world_displacement(world, tromba->bridge));
        plot_point(&panels[FORCE].series[last], 1e3 * time, force);
    }
}

/* The string at an instant against the second program's N-IT. */
static void compare_string(Item *item, const Tromba *tromba, const Contender *by, double time)
{
    enum { KEPT = SECTION / 2 };
    double samples[KEPT];

    for (int i = 0; i < KEPT; i++) {
        samples[i] = urto_world_displacement(tromba->world, tromba->string.ports[2 * (size_t)i]);
    }
    Judge judge = by_check(0.0, "004.fig10.n-it-%s.string.%gms", by->key, 1e3 * time);
    judge.reference = 0.0;
    judge.tolerance = 0.05;
    item_row(item, judge, reference_distance(judge.why, samples, KEPT),
             "string.%g | %s: string at %g ms, largest difference over the largest value",
             1e3 * time, by->label, 1e3 * time);
}

static void compare(Item *item, const Tromba *tromba, const Contender *by, const Course *course)
{
    const UrtoStatistics statistics = urto_world_statistics(tromba->world);
    const UrtoLedger ledger = urto_world_ledger(tromba->world);

    item_row(item, by_words(0.0, 1e-12, "\"to the order of machine accuracy\", section II"),
             course->worst_error, "%s.energy | %s: energy error over 0.3 s, with bow and losses",
             by->key, by->label);
    Judge collides = by_words(1.0, 0.0, "\"it causes the bridge to collide with the body\"");
    item_row(item, collides, course->touches > 10,
             "%s.collides | %s: more than ten touches in 0.3 s", by->key, by->label);
    item_row(item, finding_at_most(1.0, "the bow feeds the losses"),
             (ledger.dissipated_body + ledger.dissipated_bow) / ledger.supplied_bow,
             "%s.losses | %s: energy lost over work of the bow", by->key, by->label);
    item_row(item, by_finding(0.0, 0.0, "nothing blows up"), (double)statistics.nonfinite,
             "%s.finite | %s: steps that were not finite", by->key, by->label);
    if (by == &contenders[MIDPOINT]) {
        item_row(item, by_finding(0.0, 0.0, "midpoint never pulls"), statistics.impulse_pull,
                 "midpoint.pull | midpoint: pulling impulse of the bridge on the plate [N s]");
    }
}

static void follow(Item *item, const Contender *by, PlotPanel *courses)
{
    Tromba *tromba = memory_resize(NULL, 1, sizeof *tromba);
    Course course = {0};
    int step = 0;

    *tromba = begin_tromba(item, by);
    for (int i = 0; i < COURSES; i++) {
        plot_series(&courses[i], by->label, PLOT_LINE, plot_scheme_look(by->scheme));
    }
    for (int i = 0; i < INSTANTS && tromba->world; i++) {
        while (step < (int)(instants[i] * rate + 0.5)) {
            urto_world_process(tromba->world, NULL, NULL, 1);
            record_step(&course, courses, tromba, ++step / rate);
        }
        if (by == &contenders[N_IT]) {
            draw_plate(&item->plot.panels[i], tromba);
            compare_string(item, tromba, by, instants[i]);
        }
        draw_snapshot(&item->plot.panels[i], tromba, by);
    }
    if (tromba->world) {
        compare(item, tromba, by, &course);
        urto_world_destroy(tromba->world);
    }
    profile_free(&tromba->string);
    free(tromba);
}

void paper_004_figure_10(Item *item)
{
    Plot courses = begin_courses();

    for (int i = 0; i < INSTANTS; i++) {
        add_snapshot(item, instants[i]);
    }
    follow(item, &contenders[N_IT], courses.panels);
    follow(item, &contenders[MIDPOINT], courses.panels);
    plot_take(&item->plot, &courses);
}
