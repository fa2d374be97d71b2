/* The worlds that urto bench measures. Hammers that have to stay in contact are pressed on by a
 * steady force and keep moving with the body that rings under them: a contact at rest would be
 * solved in one iteration and look cheaper than it is. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

UrtoMode bench_mode(uint32_t index, uint32_t count)
{
    const double place = (index + 0.5) / count;

    /* heavier modes where there are more: a hammer feels the same body whatever their number */
    return (UrtoMode){.frequency = 40.0 + 19960.0 * pow(place, 1.2),
                      .decay = 1.0 + 9.0 * place,
                      .mass = 1e-3 * count};
}

UrtoBody bench_modal_body(UrtoWorldDef *world_def, uint32_t modes)
{
    enum { PLACES = 5 };
    UrtoModalDef def = urto_modal_def();
    UrtoMode *list = memory_resize(NULL, modes, sizeof *list);
    double *shapes = memory_resize(NULL, (size_t)PLACES * modes, sizeof *shapes);
    UrtoBody body = {0};

    for (uint32_t i = 0; i < modes; i++) {
        list[i] = bench_mode(i, modes);
        for (uint32_t place = 0; place < PLACES; place++) {
            shapes[place * modes + i] = cos((i + 1.0) * (0.3 + 0.37 * place));
        }
    }
    def.modes = list;
    def.count = modes;
    def.shapes = shapes;
    def.points = PLACES;
    body = urto_world_def_modal(world_def, &def);
    free(list);
    free(shapes);
    return body;
}

static void hear(UrtoWorldDef *world_def, UrtoPort port)
{
    const UrtoProbeDef probe = urto_probe_def(port);

    urto_world_def_probe(world_def, &probe);
}

/* A hammer under a port: pressed on it with a force [N], or a metre away and at rest. */
static void add_hammer(UrtoWorldDef *world_def, UrtoPort struck, const Bench *bench, double mass,
                       double press, double stiffness)
{
    UrtoMassDef hammer = urto_mass_def();
    UrtoBody body = {0};
    const UrtoLaw law = {stiffness, bench->exponent, 0.0};

    hammer.mass = mass;
    hammer.gravity = bench->far ? 0.0 : press / mass;
    /* begins near the compression at which it rests */
    hammer.position = bench->far ? -1.0 : 0.8 * pow(press / stiffness, 1.0 / bench->exponent);
    body = urto_world_def_mass(world_def, &hammer);
    urto_world_def_contact_between(world_def, urto_world_def_port_at(world_def, body, 0.0, 0.0),
                                   struck, law, 0.0);
}

void bench_describe_modal(UrtoWorldDef *world_def, const Bench *bench)
{
    const UrtoBody body = bench_modal_body(world_def, bench->size);
    const UrtoPort struck = urto_world_def_port_at(world_def, body, 0.25, 0.0);

    add_hammer(world_def, struck, bench, 0.01, 20.0, bench->exponent < 2.0 ? 1e6 : 1e9);
    hear(world_def, urto_world_def_port_at(world_def, body, 0.75, 0.0));
}

/* The string of scenes/hammer-string.yaml, less stiff: a hundred modes are below 20 kHz. */
static UrtoStringDef hammer_string(void)
{
    UrtoStringDef string = urto_string_def();

    string.length = 0.7;
    string.density = 6.1654e-3;
    string.tension = 146.2;
    string.rigidity = 1e-3;
    string.loss[0] = 0.3;
    string.loss[1] = 1e-4;
    string.model = URTO_MODEL_MODAL;
    string.segments = 100;
    return string;
}

void bench_describe_hammer_string(UrtoWorldDef *world_def, const Bench *bench)
{
    const UrtoStringDef def = hammer_string();
    const UrtoBody string = urto_world_def_string(world_def, &def);

    add_hammer(world_def, urto_world_def_port_at(world_def, string, 0.12 * def.length, 0.0), bench,
               8e-3, 5.0, 1e8);
    hear(world_def, urto_world_def_port_at(world_def, string, 0.9 * def.length, 0.0));
}

void bench_start_strike(UrtoWorld *world, const Bench *bench)
{
    (void)bench;
    /* port 1 is where the hammer meets the body */
    urto_world_strike(world, (UrtoPort){.id = 1}, 1e-3, 0, NULL);
}

/* --- strings on frets and on a board --- */

static double half_wave(void *context, double x, double y)
{
    (void)y;
    return 3e-3 * sin(pi * x / *(const double *)context);
}

static const double bass_length = 0.86, rattling_length = 0.7;

void bench_start_pluck(UrtoWorld *world, const Bench *bench)
{
    (void)bench;
    urto_world_pluck(world, (UrtoPort){.id = 1}, 5e-3, NULL);
}

void bench_start_first_mode(UrtoWorld *world, const Bench *bench)
{
    double length = rattling_length;

    (void)bench;
    urto_world_set_shape(world, (UrtoBody){.id = 1}, half_wave, NULL, &length, NULL);
}

/* The frets of scenes/fretted-bass.yaml: the places of equal temperament, half the action. */
static double fret_height(void *context, double place)
{
    (void)context;
    return -0.0003 - 0.001 * place * bass_length;
}

static void describe_frets(UrtoWorldDef *world_def, UrtoModel model, uint32_t count)
{
    UrtoStringDef string = urto_string_def();
    UrtoLineDef frets = urto_line_def();
    double *places = memory_resize(NULL, count, sizeof *places);

    string.length = bass_length;
    string.density = 16e-3;
    string.tension = 80.3; /* E1 */
    string.rigidity = 1e-4;
    string.loss[0] = 0.5;
    string.loss[1] = 1e-3;
    string.model = model;
    string.segments = model == URTO_MODEL_MODAL ? 100 : 0;
    const UrtoBody body = urto_world_def_string(world_def, &string);
    urto_world_def_port_at(world_def, body, 0.75 * bass_length, 0.0); /* port 1: plucked */
    hear(world_def, urto_world_def_port_at(world_def, body, 0.93 * bass_length, 0.0));
    for (uint32_t i = 0; i < count; i++) {
        places[i] = 1.0 - exp2(-(i + 1.0) / 12.0);
    }
    frets.above = (UrtoLineSide){.body = body, .to = {bass_length, 0.0}};
    frets.law = (UrtoLaw){1e9, 1.3, 1.0};
    frets.points = count;
    frets.positions = places;
    frets.profile = fret_height;
    urto_world_def_line(world_def, &frets);
    free(places);
}

void bench_describe_frets_modal(UrtoWorldDef *world_def, const Bench *bench)
{
    describe_frets(world_def, URTO_MODEL_MODAL, bench->size);
}

void bench_describe_frets_grid(UrtoWorldDef *world_def, const Bench *bench)
{
    describe_frets(world_def, URTO_MODEL_GRID, bench->size);
}

/* The board of scenes/backboard.yaml. */
static double board_height(void *context, double place)
{
    const double x = place * rattling_length;

    (void)context;
    return -0.02 * x * x - 0.001 * x - 0.0001;
}

static UrtoStringDef rattling_string(void)
{
    UrtoStringDef string = urto_string_def();

    string.length = rattling_length;
    string.tension = 100.0;
    string.density = 6.3e-3;
    string.rigidity = 0.0;
    string.loss[0] = 0.8;
    string.loss[1] = 3e-4;
    return string;
}

void bench_describe_backboard(UrtoWorldDef *world_def, const Bench *bench)
{
    const UrtoStringDef string = rattling_string();
    const UrtoBody body = urto_world_def_string(world_def, &string);
    UrtoLineDef board = urto_line_def();

    (void)bench;
    board.above = (UrtoLineSide){.body = body, .to = {rattling_length, 0.0}};
    board.law = (UrtoLaw){1e12, 1.2, 0.0};
    board.profile = board_height;
    urto_world_def_line(world_def, &board);
    hear(world_def, urto_world_def_port_at(world_def, body, 0.93 * rattling_length, 0.0));
}

/* --- the tromba marina of 004, section VI --- */

static UrtoBody tromba_string(UrtoWorldDef *world_def, uint32_t segments)
{
    const double radius = 5e-4;
    UrtoStringDef string = urto_string_def();

    string.length = 1.9;
    string.tension = 91.1647;
    string.density = 7850.0 * pi * radius * radius;
    string.rigidity = 2e11 * pi * pow(radius, 4.0) / 4.0;
    string.loss[0] = 0.1;
    string.loss[1] = 0.05;
    string.segments = segments;
    return urto_world_def_string(world_def, &string);
}

static UrtoBody tromba_board(UrtoWorldDef *world_def, double width, const uint32_t segments[2])
{
    UrtoPlateDef plate = urto_plate_def();
    UrtoBody body = {0};

    plate.size[0] = 1.35;
    plate.size[1] = width;
    plate.density = 0.5;
    plate.rigidity = 0.0183150183;
    plate.loss[0] = 2.0;
    plate.loss[1] = 0.05;
    plate.edge = URTO_EDGE_CLAMPED;
    plate.segments[0] = segments[0];
    plate.segments[1] = segments[1];
    body = urto_world_def_plate(world_def, &plate);
    return body;
}

static void describe_tromba(UrtoWorldDef *world_def, uint32_t string_segments, double width,
                            const uint32_t segments[2])
{
    const UrtoBody string = tromba_string(world_def, string_segments);
    const UrtoBody board = tromba_board(world_def, width, segments);
    UrtoMassDef bridge = urto_mass_def();
    UrtoBody mass = {0};
    UrtoContactDef notch = urto_contact_def();

    bridge.mass = 1e-3;
    bridge.spring = bridge.mass * pow(2.0 * pi * 500.0, 2.0);
    bridge.loss = 0.05;
    mass = urto_world_def_mass(world_def, &bridge);
    const UrtoPort top = urto_world_def_port_at(world_def, mass, 0.0, 0.0);
    notch.below = top;
    notch.above = urto_world_def_port_at(world_def, string, 1.65, 0.0);
    notch.kind = URTO_CONTACT_LINK;
    notch.law = (UrtoLaw){5e6, 1.3, 0.0};
    urto_world_def_contact(world_def, &notch);
    urto_world_def_contact_between(
        world_def, urto_world_def_port_at(world_def, board, 0.8 * 1.35, 0.75 * width), top,
        (UrtoLaw){5e8, 1.3, 0.0}, 5e-6);
    UrtoBowDef bow = urto_bow_def(urto_world_def_port_at(world_def, string, 0.12 * 1.9, 0.0));
    bow.force = 0.1;
    bow.velocity = -0.2;
    bow.curve = 100.0;
    urto_world_def_bow(world_def, &bow);
    hear(world_def, urto_world_def_port_at(world_def, board, 0.35 * 1.35, 0.4 * width));
    hear(world_def, urto_world_def_port_at(world_def, board, 0.7 * 1.35, 0.6 * width));
}

/* 226 points of the string move; the plate has 130 by 13 cells. Cells are square here, so the board
 * is 13.5 cm wide instead of 18. */
void bench_describe_tromba_published(UrtoWorldDef *world_def, const Bench *bench)
{
    (void)bench;
    describe_tromba(world_def, 227, 1.35 * 13.0 / 130.0, (const uint32_t[2]){130, 13});
}

void bench_describe_tromba_full(UrtoWorldDef *world_def, const Bench *bench)
{
    (void)bench;
    describe_tromba(world_def, 0, 0.18, (const uint32_t[2]){0, 0});
}

/* --- the drum of scenes/snare.yaml: one stroke --- */

enum { WIRES = 12, WIRE_POINTS = 6 };

static UrtoBody add_head(UrtoWorldDef *world_def, double density, double pitch)
{
    UrtoMembraneDef head = urto_membrane_def();
    UrtoBody body = {0};

    head.size[0] = 0.178;
    head.density = density;
    head.tension = density * pow(2.0 * pi * pitch * 0.178 / 2.404825557695773, 2.0);
    head.loss[0] = 4.0;
    head.loss[1] = 2e-3;
    head.segments[0] = 44;
    body = urto_world_def_membrane(world_def, &head);
    return body;
}

static void add_air(UrtoWorldDef *world_def, UrtoBody snare, UrtoBody batter)
{
    static const struct {
        double x, y;
        uint32_t points;
    } chords[] = {{0.75, 0.0, 7}, {0.55, 0.45, 5}, {0.55, -0.45, 5}};

    for (size_t i = 0; i < sizeof chords / sizeof *chords; i++) {
        UrtoLineDef air = urto_line_def();
        const double x = 0.178 * chords[i].x, y = 0.178 * chords[i].y;
        air.below = (UrtoLineSide){.body = snare, .from = {-x, y}, .to = {x, y}};
        air.above = (UrtoLineSide){.body = batter, .from = {-x, y}, .to = {x, y}};
        air.kind = URTO_CONTACT_LINK;
        air.law = (UrtoLaw){1500.0, 1.0, 0.0};
        air.points = chords[i].points;
        urto_world_def_line(world_def, &air);
    }
}

static void add_wire(UrtoWorldDef *world_def, UrtoBody snare, uint32_t index)
{
    UrtoStringDef wire = urto_string_def();
    UrtoLineDef rattle = urto_line_def();
    const double y = 0.178 * (-0.165 + 0.03 * index);

    wire.length = 0.24;
    wire.tension = 5.0 + 0.35 * ((index * 5) % WIRES);
    wire.density = 0.6e-3;
    wire.rigidity = 0.0;
    wire.loss[0] = 2.0;
    wire.loss[1] = 1e-4;
    wire.segments = 16;
    rattle.below = (UrtoLineSide){.body = snare, .from = {-0.12, y}, .to = {0.12, y}};
    rattle.above =
        (UrtoLineSide){.body = urto_world_def_string(world_def, &wire), .to = {0.24, 0.0}};
    rattle.law = (UrtoLaw){5e6, 1.3, 0.1};
    rattle.points = WIRE_POINTS;
    rattle.distance = 1e-5 + 4e-6 * ((index * 7) % WIRES);
    urto_world_def_line(world_def, &rattle);
}

void bench_describe_snare(UrtoWorldDef *world_def, const Bench *bench)
{
    const UrtoBody batter = add_head(world_def, 0.26, 165.0),
                   snare = add_head(world_def, 0.11, 220.0);
    UrtoMassDef stick_def = urto_mass_def();
    stick_def.mass = 15e-3;
    stick_def.position = 2e-4;
    stick_def.velocity = -2.0;
    const UrtoBody stick = urto_world_def_mass(world_def, &stick_def);

    (void)bench;
    urto_world_def_contact_between(
        world_def, urto_world_def_port_at(world_def, batter, 0.22 * 0.178, 0.1 * 0.178),
        urto_world_def_port_at(world_def, stick, 0.0, 0.0), (UrtoLaw){1e6, 1.7, 0.5}, 0.0);
    add_air(world_def, snare, batter);
    for (uint32_t i = 0; i < WIRES; i++) {
        add_wire(world_def, snare, i);
    }
    hear(world_def, urto_world_def_port_at(world_def, batter, -0.35 * 0.178, 0.3 * 0.178));
    hear(world_def, urto_world_def_port_at(world_def, snare, 0.3 * 0.178, 0.2 * 0.178));
}

/* --- bodies by themselves, and a string on many frets, of any size --- */

void bench_describe_string(UrtoWorldDef *world_def, const Bench *bench)
{
    UrtoStringDef string = rattling_string();

    /* as many points as are asked for, whatever the rate: a slower string carries more */
    string.segments = bench->size + 1;
    string.tension = string.density * pow(0.9 * string.length / string.segments * bench->rate, 2.0);
    string.loss[1] = 0.0;
    const UrtoBody body = urto_world_def_string(world_def, &string);
    hear(world_def, urto_world_def_port_at(world_def, body, 0.93 * rattling_length, 0.0));
}

void bench_describe_plate(UrtoWorldDef *world_def, const Bench *bench)
{
    UrtoPlateDef plate = urto_plate_def();
    const uint32_t side = (uint32_t)(sqrt(bench->size) + 0.5) + 1;
    const double width = 0.3 / side;
    UrtoBody body = {0};

    plate.size[0] = plate.size[1] = 0.3;
    plate.segments[0] = plate.segments[1] = side;
    /* three quarters of the limit h^2 = 4 k sqrt(D / rho) */
    plate.rigidity = plate.density * pow(0.75 * width * width * bench->rate / 4.0, 2.0);
    plate.loss[0] = 1.0;
    plate.loss[1] = 0.0;
    body = urto_world_def_plate(world_def, &plate);
    hear(world_def, urto_world_def_port_at(world_def, body, 0.1, 0.2));
}

/* A string of 1001 points over frets that stand on an arch, so that it presses on each of them
 * alike; or far above them. It begins near its rest, and moves. */
static const double arch = 1e-3, soft_fret = 1e5;

static double arch_height(void *context, double place)
{
    (void)context;
    return 4.0 * arch * place * (1.0 - place);
}

static UrtoStringDef long_string(const Bench *bench)
{
    UrtoStringDef string = rattling_string();

    string.segments = 1002;
    string.tension = string.density * pow(0.9 * string.length / string.segments * bench->rate, 2.0);
    string.loss[1] = 0.0;
    return string;
}

void bench_describe_many_frets(UrtoWorldDef *world_def, const Bench *bench)
{
    const UrtoStringDef string = long_string(bench);
    const UrtoBody body = urto_world_def_string(world_def, &string);
    UrtoLineDef frets = urto_line_def();

    hear(world_def, urto_world_def_port_at(world_def, body, 0.93 * rattling_length, 0.0));
    if (bench->size == 0) {
        return;
    }
    double *places = memory_resize(NULL, bench->size, sizeof *places);
    for (uint32_t i = 0; i < bench->size; i++) {
        places[i] = (i + 1.0) / (bench->size + 1.0);
    }
    frets.above = (UrtoLineSide){.body = body, .to = {rattling_length, 0.0}};
    frets.law = (UrtoLaw){soft_fret, 1.5, 0.0};
    frets.points = bench->size;
    frets.positions = places;
    frets.profile = arch_height;
    frets.distance = bench->far ? 1.0 : 0.0;
    urto_world_def_line(world_def, &frets);
    free(places);
}

static double bent_shape(void *context, double x, double y)
{
    const double depth = *(const double *)context;
    const double height = arch_height(NULL, x / rattling_length);

    (void)y;
    return height - fmin(depth, height);
}

void bench_start_bent(UrtoWorld *world, const Bench *bench)
{
    const UrtoStringDef string = long_string(bench);
    const double curvature = 8.0 * arch / (string.length * string.length);
    const double load = string.tension * curvature * string.length / (bench->size + 1.0);
    double depth = 0.9 * pow(load / soft_fret, 1.0 / 1.5);

    urto_world_set_shape(world, (UrtoBody){.id = 1}, bent_shape, NULL, &depth, NULL);
}
