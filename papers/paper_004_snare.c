/* Ducceschi, Bilbao, Willemsen, Serafin, section V: a snare wire falls on a membrane. */
#include "paper_004.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double rate = 44100.0, radius = 0.15, wire_length = 0.2, gap = 0.4e-3;
static const double wire_x = 0.3 * 0.15; /* where it lies on the membrane [m] */

/* Not in the text; that of section III. */
static const UrtoLaw law = {1e10, 1.3, 0.0};

enum { SIDE = 76, SECTION = 89, KEPT = 45 }; /* KEPT: every second one, by the second program */

static const double instants[] = {1.3e-3, 1.6e-3, 2.0e-3, 2.6e-3, 3.6e-3, 6.0e-3};
enum { INSTANTS = sizeof instants / sizeof *instants };

typedef struct Snare {
    UrtoWorld *world;
    UrtoBody wire;
    UrtoContact contact;
    Profile over;              /* the wire */
    Profile under;             /* the membrane below it */
    UrtoPort grid[SIDE][SIDE]; /* of the map; none outside the rim */
} Snare;

static double first_mode(void *context, double x, double y)
{
    (void)context;
    (void)y;
    return 1e-3 * sin(acos(-1.0) * x / wire_length);
}

/* Places of the rows and columns of the map, from rim to rim. */
static double map_place(int index)
{
    return radius * (2.0 * index / (SIDE - 1) - 1.0);
}

static void add_grid(UrtoWorldDef *world_def, UrtoBody membrane, UrtoPort grid[SIDE][SIDE])
{
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
            const double x = map_place(column);
            const double y = map_place(row);
            if (x * x + y * y < 0.98 * radius * radius) {
                grid[row][column] = urto_world_def_port_at(world_def, membrane, x, y);
            }
        }
    }
}

static Snare begin_snare(Item *item, const Contender *by)
{
    static const double from[2] = {wire_x, 0.5 * wire_length};
    static const double to[2] = {wire_x, -0.5 * wire_length};
    UrtoWorldDef *world_def = stage_begin(by);
    Snare snare = {0};
    UrtoMembraneDef membrane = urto_membrane_def();
    UrtoStringDef wire = urto_string_def();
    UrtoLineDef line = urto_line_def();
    UrtoBody head = {0};

    membrane.size[0] = radius;
    membrane.tension = 2000.0;
    membrane.density = 0.2;
    membrane.loss[0] = membrane.loss[1] = 0.0;
    membrane.model = URTO_MODEL_GRID;
    membrane.rim = URTO_RIM_STAIRCASE;
    wire.length = wire_length;
    wire.tension = 10.0;
    wire.density = 1e-3;
    wire.loss[0] = wire.loss[1] = 0.0;
    head = urto_world_def_membrane(world_def, &membrane);
    snare.wire = urto_world_def_string(world_def, &wire);
    line.below.body = head;
    line.above.body = snare.wire;
    line.above.to[0] = wire_length;
    for (int i = 0; i < 2; i++) {
        line.below.from[i] = from[i];
        line.below.to[i] = to[i];
    }
    line.law = law;
    line.distance = gap;
    snare.contact = urto_world_def_line(world_def, &line);
    snare.over = stage_string_profile(world_def, snare.wire, wire_length, SECTION);
    snare.under = stage_profile(world_def, head, from, to, SECTION);
    add_grid(world_def, head, snare.grid);
    snare.world = stage_world(world_def, item, rate);
    if (snare.world) {
        urto_world_set_shape(snare.world, snare.wire, first_mode, NULL, NULL, NULL);
    }
    return snare;
}

static void end_snare(Snare *snare)
{
    urto_world_destroy(snare->world);
    profile_free(&snare->over);
    profile_free(&snare->under);
}

/* The membrane in colour, and where the wire runs. */
static void add_map(Item *item, double time)
{
    char title[48];
    snprintf(title, sizeof title, "Membrane by N-IT, %g ms", 1e3 * time);
    PlotPanel *panel = plot_panel(&item->plot, title, "x [m]", "y [m]");
    PlotMap *map = plot_map(panel, "displacement [µm]", SIDE, SIDE);

    for (int i = 0; i < 2; i++) {
        map->low[i] = -radius;
        map->high[i] = radius;
    }
    panel->equal = true;
    panel->x.low = panel->y.low = -1.05 * radius;
    panel->x.high = panel->y.high = 1.05 * radius;
    PlotSeries *rim = plot_series(panel, "", PLOT_LINE, plot_guide);
    for (int i = 0; i <= 90; i++) {
        const double angle = 2.0 * acos(-1.0) * i / 90.0;
        plot_point(rim, radius * cos(angle), radius * sin(angle));
    }
    PlotSeries *wire = plot_series(panel, "wire", PLOT_LINE, plot_exact);
    plot_point(wire, wire_x, -0.5 * wire_length);
    plot_point(wire, wire_x, 0.5 * wire_length);
}

static void fill_map(PlotPanel *panel, const Snare *snare)
{
    PlotMap *map = &panel->map;

    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
            const UrtoPort port = snare->grid[row][column];
            if (port.id) {
                const double value = 1e6 * urto_world_displacement(snare->world, port);
                map->values[row * SIDE + column] = value;
                map->limit = fmax(map->limit, fabs(value));
            }
        }
    }
}

/* The section under the wire: N-IT, midpoint and the converged reference. */
static void add_section(Item *item, double time)
{
    char text[64];
    double places[KEPT];
    snprintf(text, sizeof text, "Wire over membrane, %g ms", 1e3 * time);
    PlotPanel *panel = plot_panel(&item->plot, text, "place along the wire [m]", "height [mm]");

    for (int i = 0; i < KEPT; i++) {
        places[i] = wire_length * i / (KEPT - 1);
    }
    snprintf(text, sizeof text, "004.fig7.converged.wire.%gms", 1e3 * time);
    draw_converged(panel, text, places, KEPT, 0.0);
    item_converged(item, "IT-2 at 16 times the rate and both grids", "%s.error", text);
    snprintf(text, sizeof text, "004.fig7.converged.membrane.%gms", 1e3 * time);
    item_converged(item, "IT-2 at 16 times the rate and both grids", "%s.error", text);
    draw_converged(panel, text, places, KEPT, 0.0);
    panel->series[1].label[0] = '\0';
    plot_guide_line(panel, 0.0, 1e3 * gap, wire_length, 1e3 * gap);
    panel->y.low = -0.8;
    panel->y.high = 1.6;
}

static void draw_section(PlotPanel *panel, const Snare *snare, const Contender *by)
{
    const PlotLook look = plot_scheme_look(by->scheme);

    draw_profile(panel, by->label, PLOT_LINE, look, snare->world, &snare->over, gap);
    draw_profile(panel, "", PLOT_LINE, look, snare->world, &snare->under, 0.0);
}

/* Wire and membrane of an instant against the second program's N-IT. */
static void compare_section(Item *item, const Snare *snare, const Contender *by, double time)
{
    const Profile *const profiles[] = {&snare->over, &snare->under};
    static const char *const names[] = {"wire", "membrane"};

    for (int i = 0; i < 2; i++) {
        double samples[KEPT];
        for (size_t j = 0; j < KEPT; j++) {
            samples[j] =
                urto_world_displacement(snare->world, profiles[i]->ports[2 * j]) + (i ? 0.0 : gap);
        }
        Judge judge = by_check(0.0, "004.fig7.n-it-%s.%s.%gms", by->key, names[i], 1e3 * time);
        judge.reference = 0.0;
        judge.tolerance = 0.05;
        item_row(item, judge, reference_distance(judge.why, samples, KEPT),
                 "%s.%s.%g | %s, %s at %g ms: largest difference over the largest value", by->key,
                 names[i], 1e3 * time, by->label, names[i], 1e3 * time);
    }
}

/* Runs a solver and adds its curves to the panels of contacts and energy. The snapshots and the
 * bound on the energy are for 10 ms; how the error grows is followed for 0.2 s. */
static void follow(Item *item, int index, PlotPanel courses[2])
{
    enum { DRAWN = 441, STEPS = 20 * DRAWN };
    const Contender *by = &contenders[index];
    const PlotLook look = plot_scheme_look(by->scheme);
    PlotSeries *contacts = plot_series(&courses[0], by->label, PLOT_STEPS, look);
    PlotSeries *error = plot_series(&courses[1], by->label, PLOT_LINE, look);
    Snare *snare = memory_resize(NULL, 1, sizeof *snare);
    double worst[2] = {0.0, 0.0};
    size_t next = 0;

    *snare = begin_snare(item, by);
    for (int step = 1; step <= STEPS && snare->world; step++) {
        urto_world_process(snare->world, NULL, NULL, 1);
        const double share = energy_error(snare->world);
        worst[1] = fmax(worst[1], fabs(share));
        if (step <= DRAWN) {
            worst[0] = worst[1];
            plot_point(contacts, 1e3 * step / rate, urto_world_statistics(snare->world).active);
            plot_point(error, 1e3 * step / rate, 1e15 * share);
        }
        if (next < INSTANTS && step >= (int)(instants[next] * rate)) {
            if (index == N_IT || index == MIDPOINT) {
                draw_section(&item->plot.panels[2 * next + 1], snare, by);
            }
            if (index == N_IT) {
                fill_map(&item->plot.panels[2 * next], snare);
                compare_section(item, snare, by, instants[next]);
            }
            next++;
        }
    }
    item_row(item, by_words(0.0, 3e-14, "\"to the order of machine accuracy\", section II"),
             worst[0], "%s.energy | %s: energy error over 10 ms", by->key, by->label);
    item_row(item, by_finding(0.0, 1e-12, "rounding grows slowly"), worst[1],
             "%s.energy.long | %s: energy error over 0.2 s", by->key, by->label);
    end_snare(snare);
    free(snare);
}

void paper_004_figure_7(Item *item)
{
    static const int order[] = {N_IT, IT_2, N_IT_SIGN, N_IT_CAPPED, MIDPOINT};
    Plot courses = {0};

    for (int i = 0; i < INSTANTS; i++) {
        add_map(item, instants[i]);
        add_section(item, instants[i]);
    }
    plot_panel(&courses, "Contacts", "time [ms]", "contacts that were solved");
    plot_panel(&courses, "Energy", "time [ms]", "energy error [10^{-15}]");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        follow(item, order[i], courses.panels);
    }
    plot_take(&item->plot, &courses);
}
