/* Random worlds: 1 to 6 bodies of all kinds, 0 to 40 contact points, alone and in lines (frets,
 * backboards, wires on membranes), stiffness 1e3 to 1e14, exponent 1 to 3, one-sided and links,
 * apart or pressed together at the start, with and without losses, bows, drives, oversampling 1 to
 * 4; while sounding strikes and plucks, moving barriers and ports, laws changed a thousandfold.
 *
 * Held back as no test of an engine: contacts that overlap at the start hold 1e-6 to 1e-2 J and
 * are between bodies at rest (at 2 m/s the last half step lies 20 um away, at 1e14 N/m that is 2e4
 * J); links on flying masses are no stiffer than 1e7 for the same reason; and a pluck moves a body
 * by at most 10 um. */
#ifndef TESTS_SUPPORT_RANDOM_WORLD_H
#define TESTS_SUPPORT_RANDOM_WORLD_H

#include "kit.h"

typedef struct Dice {
    uint64_t state;
} Dice;

static inline double dice(Dice *d)
{
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return (double)(d->state >> 11) / 9007199254740992.0;
}

static inline double dice_range(Dice *d, double low, double high)
{
    return low + (high - low) * dice(d);
}

static inline uint32_t dice_count(Dice *d, uint32_t end)
{
    return (uint32_t)(dice(d) * end);
}

static inline double dice_log(Dice *d, double low, double high)
{
    return low * pow(high / low, dice(d));
}

/* What a port needs to know of a body. */
typedef struct RandomBody {
    UrtoBody id;
    double x0, y0, width, height;
    double at;    /* displacement at the start */
    bool moves;   /* at the start */
    bool by_hand; /* modes given, whose ports may be nodes */
} RandomBody;

static inline RandomBody random_body(Dice *d, UrtoWorldDef *def, bool diagonal, bool lossy)
{
    const double loss0 = lossy ? dice_range(d, 0.0, 20.0) : 0.0;
    const double loss1 = lossy ? dice_range(d, 0.0, 1e-2) : 0.0;
    RandomBody body = {.width = 0.0};
    const uint32_t kind = dice_count(d, 7);

    if (kind <= 1) {
        UrtoMassDef mass = urto_mass_def();
        mass.mass = dice_log(d, 1e-3, 1e-1);
        mass.spring = dice(d) < 0.3 ? dice_log(d, 10.0, 1e5) : 0.0;
        mass.loss = loss0;
        mass.gravity = dice(d) < 0.3 ? -9.81 : 0.0;
        mass.position = dice_range(d, -2e-4, 2e-4);
        mass.velocity = dice(d) < 0.6 ? dice_range(d, -2.0, 2.0) : 0.0;
        body.moves = mass.velocity != 0.0;
        body.at = mass.position;
        body.id = urto_world_def_mass(def, &mass);
    } else if (kind == 2) {
        UrtoStringDef string = urto_string_def();
        string.length = body.width = dice_range(d, 0.3, 1.0);
        string.tension = dice_log(d, 50.0, 500.0);
        string.rigidity = dice(d) < 0.5 ? dice_log(d, 1e-5, 1e-2) : 0.0;
        string.loss[0] = loss0;
        string.loss[1] = loss1;
        string.model = diagonal || dice(d) < 0.4 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
        string.edge = string.model == URTO_MODEL_GRID && dice(d) < 0.5 ? URTO_EDGE_CLAMPED
                                                                       : URTO_EDGE_SUPPORTED;
        body.id = urto_world_def_string(def, &string);
    } else if (kind == 3) {
        UrtoBarDef bar = urto_bar_def();
        bar.length = body.width = dice_range(d, 0.1, 0.5);
        bar.ends = (UrtoBarEnds)dice_count(d, 3);
        bar.rigid = dice(d) < 0.5;
        bar.loss[0] = loss0;
        bar.loss[1] = loss1;
        body.id = urto_world_def_bar(def, &bar);
    } else if (kind == 4) {
        UrtoMembraneDef membrane = urto_membrane_def();
        membrane.outline = dice(d) < 0.5 ? URTO_OUTLINE_CIRCLE : URTO_OUTLINE_RECTANGLE;
        membrane.size[0] = dice_range(d, 0.1, 0.2);
        membrane.size[1] = dice_range(d, 0.1, 0.2);
        membrane.loss[0] = loss0;
        membrane.loss[1] = loss1;
        membrane.model = diagonal || dice(d) < 0.3 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
        membrane.segments[0] = membrane.model == URTO_MODEL_MODAL ? 40 : 0;
        body.id = urto_world_def_membrane(def, &membrane);
        const double r = membrane.size[0];
        body = membrane.outline == URTO_OUTLINE_CIRCLE
                   ? (RandomBody){body.id, -0.6 * r, -0.6 * r, 1.2 * r, 1.2 * r, 0.0, false, false}
                   : (RandomBody){body.id, 0.0, 0.0, r, membrane.size[1], 0.0, false, false};
    } else if (kind == 5) {
        UrtoPlateDef plate = urto_plate_def();
        plate.size[0] = body.width = dice_range(d, 0.2, 0.5);
        plate.size[1] = body.height = dice_range(d, 0.2, 0.5);
        plate.loss[0] = loss0;
        plate.loss[1] = loss1;
        plate.model = diagonal || dice(d) < 0.3 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
        plate.edge = plate.model == URTO_MODEL_GRID && dice(d) < 0.5 ? URTO_EDGE_CLAMPED
                                                                     : URTO_EDGE_SUPPORTED;
        plate.segments[0] = plate.model == URTO_MODEL_MODAL ? 40 : 0;
        body.id = urto_world_def_plate(def, &plate);
    } else {
        UrtoMode modes[12];
        double shapes[60];
        UrtoModalDef modal = urto_modal_def();
        modal.count = 1 + dice_count(d, 12);
        modal.points = 5;
        for (uint32_t i = 0; i < modal.count; i++) {
            modes[i] = (UrtoMode){dice_log(d, 50.0, 2e4), loss0, dice_log(d, 1e-3, 1e-1)};
        }
        for (uint32_t i = 0; i < 60; i++) {
            shapes[i] = dice_range(d, -1.0, 1.0);
        }
        modal.modes = modes;
        modal.shapes = shapes;
        body.width = 1.0;
        body.by_hand = true;
        body.id = urto_world_def_modal(def, &modal);
    }
    return body;
}

enum { RANDOM_PORTS = 128, RANDOM_CONTACTS = 64, RANDOM_POINTS = 40, RANDOM_INPUTS = 2 };

typedef struct RandomWorld {
    UrtoWorld *world;
    Dice dice; /* goes on while sounding */
    uint32_t ports, contacts, points, bows, drives, body_count;
    RandomBody bodies[6];
    uint32_t of_port[RANDOM_PORTS]; /* index of its body */
    UrtoLaw laws[RANDOM_CONTACTS];
    bool alone[RANDOM_CONTACTS];  /* one-sided, of one point */
    double rest[RANDOM_CONTACTS]; /* distance at the start */
    bool links[RANDOM_CONTACTS];
    double last[RANDOM_CONTACTS]; /* compression, by the test */
    uint32_t oversampling;
    bool changes, lossy, hands;
} RandomWorld;

static inline double random_x(Dice *d, const RandomBody *body)
{
    return body->x0 + dice_range(d, 0.05, 0.95) * body->width;
}

static inline double random_y(Dice *d, const RandomBody *body)
{
    return body->y0 + dice_range(d, 0.05, 0.95) * body->height;
}

static inline UrtoInterpolation random_interpolation(Dice *d)
{
    return dice(d) < 0.5 ? URTO_INTERPOLATION_CUBIC : URTO_INTERPOLATION_LINEAR;
}

static inline UrtoPort random_port(RandomWorld *world, UrtoWorldDef *def, uint32_t index)
{
    Dice *d = &world->dice;
    const RandomBody *body = &world->bodies[index];
    const UrtoInterpolation how = random_interpolation(d);
    const double x = random_x(d, body);
    const double y = random_y(d, body);

    world->of_port[world->ports++] = index;
    return kit_port(def, body->id, x, y, how);
}

static inline UrtoLaw random_law(Dice *d, bool lossy)
{
    return (UrtoLaw){.stiffness = dice_log(d, 1e3, 1e14),
                     .exponent = dice(d) < 0.3 ? 1.0 : dice_range(d, 1.0, 3.0),
                     .damping = lossy && dice(d) < 0.7 ? dice_log(d, 1e-2, 10.0) : 0.0};
}

/* Apart, or pressed together (a link: or stretched) with an energy that a hand could give. */
static inline double random_gap(Dice *d, const UrtoLaw *law, UrtoContactKind kind, bool moves)
{
    const bool apart = dice(d) < 0.7 || moves;
    const double p = law->exponent + 1.0;
    const double pressed = pow(dice_log(d, 1e-6, 1e-2) * p / law->stiffness, 1.0 / p);

    if (kind == URTO_CONTACT_LINK) {
        return apart ? pressed : -pressed;
    }
    return apart ? dice_range(d, 2e-5, 1e-3) : -pressed;
}

static inline void random_contact(RandomWorld *world, UrtoWorldDef *def)
{
    Dice *d = &world->dice;
    UrtoContactDef contact = urto_contact_def();
    const uint32_t one = dice_count(d, world->body_count);
    const uint32_t two = dice_count(d, world->body_count);

    contact.law = random_law(d, world->lossy);
    contact.kind = dice(d) < 0.1 ? URTO_CONTACT_LINK : URTO_CONTACT_ONE_SIDED;
    const bool moves = world->bodies[one].moves || world->bodies[two].moves;
    if (moves && contact.kind == URTO_CONTACT_LINK) {
        contact.law.stiffness = fmin(contact.law.stiffness, 1e7);
    }
    contact.distance = random_gap(d, &contact.law, contact.kind, moves);
    if (dice(d) < 0.9) {
        contact.above = random_port(world, def, one);
        contact.distance -= world->bodies[one].at;
    }
    if (contact.above.id == 0 || dice(d) < 0.5) {
        contact.below = random_port(world, def, two);
        contact.distance += world->bodies[two].at;
    }
    urto_world_def_contact(def, &contact);
    world->laws[world->contacts] = contact.law;
    world->rest[world->contacts] = contact.distance;
    world->links[world->contacts] = contact.kind == URTO_CONTACT_LINK;
    world->alone[world->contacts++] = contact.kind == URTO_CONTACT_ONE_SIDED;
    world->points++;
}

static inline UrtoLineSide random_side(Dice *d, const RandomBody *body)
{
    return (UrtoLineSide){.body = body->id,
                          .from = {random_x(d, body), random_y(d, body)},
                          .to = {random_x(d, body), random_y(d, body)},
                          .interpolation = random_interpolation(d)};
}

/* Frets, a backboard, or a wire: over a barrier, or two bodies along each other. */
static inline void random_line(RandomWorld *world, UrtoWorldDef *def, uint32_t points)
{
    Dice *d = &world->dice;
    UrtoLineDef line = urto_line_def();
    double positions[RANDOM_POINTS];
    double heights[RANDOM_POINTS];
    const RandomBody *one = &world->bodies[dice_count(d, world->body_count)];
    const RandomBody *two = &world->bodies[dice_count(d, world->body_count)];
    const bool wire = dice(d) < 0.5;

    line.law = random_law(d, world->lossy);
    line.kind = dice(d) < 0.1 ? URTO_CONTACT_LINK : URTO_CONTACT_ONE_SIDED;
    if (line.kind == URTO_CONTACT_LINK && (one->moves || two->moves)) {
        line.law.stiffness = fmin(line.law.stiffness, 1e7);
    }
    line.above = random_side(d, one);
    line.points = points;
    line.density = dice(d) < 0.3;
    line.distance = random_gap(d, &line.law, line.kind, one->moves || two->moves) - one->at;
    for (uint32_t i = 0; i < points; i++) {
        positions[i] = (i + 0.5) / points;
        heights[i] = -dice_range(d, 0.0, 2e-4);
    }
    if (dice(d) < 0.5) {
        line.positions = positions;
    }
    if (wire) {
        line.below = random_side(d, two);
        line.distance += two->at;
    } else {
        line.heights = line.kind == URTO_CONTACT_LINK ? NULL : heights;
    }
    urto_world_def_line(def, &line);
    world->laws[world->contacts] = line.law;
    world->rest[world->contacts] = line.distance;
    world->links[world->contacts] = line.kind == URTO_CONTACT_LINK;
    world->alone[world->contacts++] = false;
    world->points += points;
}

static inline void random_players(RandomWorld *world, UrtoWorldDef *def, bool bows)
{
    Dice *d = &world->dice;

    while (bows && world->bows < 2 && dice(d) < 0.3) {
        UrtoBowDef bow = urto_bow_def(random_port(world, def, dice_count(d, world->body_count)));
        bow.iterative = dice(d) < 0.5;
        bow.force = dice_log(d, 0.01, 5.0);
        bow.velocity = dice_range(d, -0.4, 0.4);
        urto_world_def_bow(def, &bow);
        world->bows++;
    }
    while (world->drives < 3 && dice(d) < 0.3) {
        UrtoDriveDef drive =
            urto_drive_def(random_port(world, def, dice_count(d, world->body_count)));
        drive.channel = dice_count(d, RANDOM_INPUTS);
        drive.gain = dice_log(d, 0.01, 20.0);
        urto_world_def_drive(def, &drive);
        world->drives++;
    }
}

static inline void random_set(RandomWorld *world, uint32_t control, uint32_t id, double value)
{
    Dice *d = &world->dice;
    const uint32_t when = dice_count(d, 300);
    const uint32_t ramp = dice_count(d, 300);
    UrtoDiagnostic why = {0};
    const UrtoStatus status =
        urto_world_set(world->world, (UrtoTarget){control, id, 0}, value, when, ramp, &why);

    ck_assert_msg(status == URTO_OK, "%s", why.message);
}

static inline void random_changes(RandomWorld *world)
{
    Dice *d = &world->dice;

    for (uint32_t i = 1; i <= world->contacts; i++) {
        const UrtoLaw *law = &world->laws[i - 1];
        if (dice(d) < 0.2) {
            const double K = law->stiffness * dice_log(d, 1e-3, 1e3);
            random_set(world, URTO_CONTACT_STIFFNESS, i, fmin(fmax(K, 1e3), 1e14));
        }
        if (dice(d) < 0.1) {
            random_set(world, URTO_CONTACT_EXPONENT, i, dice_range(d, 1.0, 3.0));
        }
        if (dice(d) < 0.1 && world->lossy) {
            random_set(world, URTO_CONTACT_DAMPING, i, dice_log(d, 1e-2, 10.0));
        }
        if (dice(d) < 0.3) {
            const double gap = random_gap(d, law, URTO_CONTACT_LINK, false);
            random_set(world, URTO_CONTACT_DISTANCE, i,
                       world->links[i - 1] ? world->rest[i - 1] + gap : dice_range(d, -1e-4, 1e-3));
        }
    }
    for (uint32_t i = 1; i <= world->ports; i++) {
        const RandomBody *body = &world->bodies[world->of_port[i - 1]];
        if (dice(d) < 0.1 && body->width > 0.0) {
            random_set(world, URTO_PORT_X, i, random_x(d, body));
        }
        if (dice(d) < 0.1 && body->height > 0.0) {
            random_set(world, URTO_PORT_Y, i, random_y(d, body));
        }
    }
    for (uint32_t i = 1; i <= world->bows; i++) {
        random_set(world, URTO_BOW_FORCE, i, dice_log(d, 0.01, 5.0));
        random_set(world, URTO_BOW_VELOCITY, i, dice_range(d, -0.4, 0.4));
    }
    for (uint32_t i = 1; i <= world->drives; i++) {
        random_set(world, URTO_DRIVE_GAIN, i, dice_range(d, -20.0, 20.0));
    }
}

static inline RandomWorld random_world_with(uint64_t seed, KitSolver by, bool ledger)
{
    RandomWorld world = {.dice = {seed * 0x9E3779B97F4A7C15ull + 1}};
    Dice *d = &world.dice;
    UrtoWorldDef *def = kit_def(by.solver);
    UrtoWorldOptions options = {.ledger = ledger};
    const bool trapezoidal = by.solver == URTO_SOLVER_TRAPEZOIDAL;

    for (int i = 0; i < 20; i++) {
        dice(d);
    }
    options.solver = by.solver;
    options.gradient = by.gradient;
    options.inputs = RANDOM_INPUTS;
    options.events = 1024;
    world.oversampling = dice(d) < 0.7 ? 1 : 2 + dice_count(d, 3);
    options.oversampling = world.oversampling;
    urto_world_def_options(def, &options);
    world.lossy = dice(d) < 0.5;
    world.changes = dice(d) < 0.5;
    world.hands = dice(d) < 0.4;
    world.body_count = 1 + dice_count(d, 6);
    for (uint32_t i = 0; i < world.body_count; i++) {
        world.bodies[i] = random_body(d, def, trapezoidal, world.lossy);
    }
    const uint32_t points = dice(d) < 0.5 ? dice_count(d, 8) : dice_count(d, RANDOM_POINTS + 1);
    while (world.points < points) {
        const uint32_t room = points - world.points;
        if (room > 1 && dice(d) < 0.05) {
            random_line(&world, def, 2 + dice_count(d, room - 1));
        } else {
            random_contact(&world, def);
        }
    }
    random_players(&world, def, !trapezoidal);
    world.world = kit_world(def, 44100.0);
    if (world.changes) {
        random_changes(&world);
    }
    return world;
}

static inline RandomWorld random_world(uint64_t seed, KitSolver by)
{
    return random_world_with(seed, by, true);
}

/* One frame, with noise for the drives and now and then a hand. */
static inline void random_step(RandomWorld *world)
{
    Dice *d = &world->dice;
    float noise[RANDOM_INPUTS];
    const float *in[RANDOM_INPUTS];

    for (int i = 0; i < RANDOM_INPUTS; i++) {
        noise[i] = (float)dice_range(d, -1.0, 1.0);
        in[i] = &noise[i];
    }
    if (world->hands && world->ports && dice(d) < 0.01) {
        const UrtoPort port = {.id = 1 + dice_count(d, world->ports)};
        if (dice(d) < 0.7 || world->bodies[world->of_port[port.id - 1]].by_hand) {
            KIT_OK(urto_world_strike(world->world, port, dice_range(d, -1e-2, 1e-2), 0, NULL));
        } else {
            const double from = urto_world_displacement(world->world, port);
            const double to = from + dice_range(d, -1e-5, 1e-5);
            if (fabs(to) < 1.0) { /* not in a world that the trapezoidal rule has blown up */
                KIT_OK(urto_world_pluck(world->world, port, to, NULL));
            }
        }
    }
    urto_world_process(world->world, in, NULL, 1);
}

#endif
