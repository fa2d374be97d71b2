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
    PlotSeries *cross = plot_series(panel, "foot", PLOT_POINTS, (PlotLook){"#000000", 2, 1.6});
    plot_point(cross, bridge_place, band[0] + (band[1] - band[0]) * foot[1] / plate_size[1]);
}

static void draw_snapshot(Item *item, const Tromba *tromba, double time)
{
    char title[32];
    snprintf(title, sizeof title, "%g ms", 1e3 * time);
    PlotPanel *panel =
        plot_panel(&item->plot, title, "place on the string [m]", "string and bridge [mm]");

    panel->x.low = -0.05;
    panel->x.high = 2.0;
    panel->y.low = -13.0;
    panel->y.high = 6.0;
    draw_plate(panel, tromba);
    draw_profile(panel, "string", PLOT_LINE, plot_look(0), tromba->world, &tromba->string, 0.0);
    PlotSeries *ends = plot_series(panel, "ends", PLOT_POINTS, (PlotLook){"#000000", 5, 1.6});
    plot_point(ends, 0.0, 0.0);
    plot_point(ends, string_length, 0.0);
    PlotSeries *bridge = plot_series(panel, "bridge", PLOT_POINTS, plot_look(1));
    bridge->look.mark = 7;
    plot_point(bridge, bridge_place, 1e3 * urto_world_displacement(tromba->world, tromba->bridge));
    const PlotLook look = {"#009E73", 11, 2.0};
    const double bowed = 1e3 * urto_world_displacement(tromba->world, tromba->bowed) + 0.4;
    PlotSeries *bow = plot_series(panel, "", PLOT_LINE, look);
    plot_point(bow, bow_place, 5.5);
    plot_point(bow, bow_place, bowed);
    bow = plot_series(panel, "bow", PLOT_POINTS, look);
    plot_point(bow, bow_place, bowed);
}

enum { MOTION, FORCE, BOWED, ENERGY };

/* What is measured at every step, for panels that are drawn after the snapshots. */
typedef struct Course {
    Plot plot; /* MOTION, FORCE, BOWED, ENERGY */
    double worst_error;
    uint32_t touches;
    bool touched;
} Course;

static Course begin_course(void)
{
    Course course = {0};

    plot_panel(&course.plot, "Bridge and plate where they meet", "time [ms]", "displacement [µm]");
    plot_panel(&course.plot, "Force between bridge and plate", "time [ms]", "force [N]");
    plot_panel(&course.plot, "String under the bow", "time [ms]", "velocity [m/s]");
    plot_panel(&course.plot, "Energy", "time [ms]", "size of the energy error");
    plot_series(&course.plot.panels[MOTION], "bridge", PLOT_LINE, plot_look(1));
    plot_series(&course.plot.panels[MOTION], "plate", PLOT_LINE, plot_look(0));
    plot_series(&course.plot.panels[FORCE], "", PLOT_LINE, plot_look(2));
    plot_series(&course.plot.panels[BOWED], "", PLOT_LINE, plot_look(0));
    plot_series(&course.plot.panels[ENERGY], "", PLOT_LINE, plot_scheme_look("midpoint"));
    course.plot.panels[ENERGY].y.log = true;
    return course;
}

static void record_step(Course *course, const Tromba *tromba, double time)
{
    PlotPanel *panels = course->plot.panels;
    const UrtoWorld *world = tromba->world;
    const double force = urto_world_contact_force(world, tromba->contact);
    const double error = fabs(energy_error(world));

    course->touches += force > 0.0 && !course->touched;
    course->touched = force > 0.0;
    course->worst_error = fmax(course->worst_error, error);
    plot_point(&panels[BOWED].series[0], 1e3 * time, urto_world_velocity(world, tromba->bowed));
    plot_point(&panels[ENERGY].series[0], 1e3 * time, fmax(error, 1e-18));
    if (time > 0.26) {
        plot_point(&panels[MOTION].series[0], 1e3 * time,
                   1e6 * urto_world_displacement(world, tromba->bridge));
        plot_point(&panels[MOTION].series[1], 1e3 * time,
                   1e6 * urto_world_displacement(world, tromba->foot));
        plot_point(&panels[FORCE].series[0], 1e3 * time, force);
    }
}

static void compare(Item *item, const Tromba *tromba, const Course *course)
{
    const UrtoStatistics statistics = urto_world_statistics(tromba->world);
    const UrtoLedger ledger = urto_world_ledger(tromba->world);

    item_row_bound(item, "9e-13, computed independently", course->worst_error, 9e-13,
                   "energy error over 0.3 s, with bow and losses");
    item_row_bound(item, "outward", statistics.impulse_pull, 0.0,
                   "pulling impulse of the bridge on the plate [N s]");
    item_row_words(item, "the bridge collides with the body",
                   course->touches > 10 ? "the bridge collides with the body" : "it does not",
                   "more than ten touches in 0.3 s");
    item_row_bound(item, "the bow feeds the losses",
                   (ledger.dissipated_body + ledger.dissipated_bow) / ledger.supplied_bow, 1.0,
                   "energy lost over work of the bow");
    item_row(item, 0.0, (double)statistics.nonfinite, 0.0, "steps that were not finite");
}

void paper_004_figure_10(Item *item)
{
    Tromba *tromba = memory_resize(NULL, 1, sizeof *tromba);
    int step = 0;

    *tromba = begin_tromba(item, &(Contender){.solver = URTO_SOLVER_MIDPOINT});
    if (tromba->world) {
        Course course = begin_course();
        for (int i = 0; i < INSTANTS; i++) {
            while (step < (int)(instants[i] * rate + 0.5)) {
                urto_world_process(tromba->world, NULL, NULL, 1);
                record_step(&course, tromba, ++step / rate);
            }
            draw_snapshot(item, tromba, instants[i]);
        }
        compare(item, tromba, &course);
        plot_take(&item->plot, &course.plot);
        urto_world_destroy(tromba->world);
    }
    profile_free(&tromba->string);
    free(tromba);
}
