/* Random worlds: 1 to 6 bodies of all kinds, 0 to 40 contact points, stiffness 1e3 to 1e14,
 * exponent 1 to 3, with and without losses, moving barriers, changing laws, moving ports, bows,
 * drives. */
#ifndef TESTS_WORLD_RANDOM_WORLD_H
#define TESTS_WORLD_RANDOM_WORLD_H

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
    bool moves; /* a mass in flight */
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
        mass.velocity = dice_range(d, -2.0, 2.0);
        body.moves = true;
        KIT_OK(urto_world_def_mass(def, &mass, &body.id));
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
        KIT_OK(urto_world_def_string(def, &string, &body.id));
    } else if (kind == 3) {
        UrtoBarDef bar = urto_bar_def();
        bar.length = body.width = dice_range(d, 0.1, 0.5);
        bar.ends = (UrtoBarEnds)dice_count(d, 3);
        bar.rigid = dice(d) < 0.5;
        bar.loss[0] = loss0;
        bar.loss[1] = loss1;
        KIT_OK(urto_world_def_bar(def, &bar, &body.id));
    } else if (kind == 4) {
        UrtoMembraneDef membrane = urto_membrane_def();
        membrane.outline = dice(d) < 0.5 ? URTO_OUTLINE_CIRCLE : URTO_OUTLINE_RECTANGLE;
        membrane.size[0] = dice_range(d, 0.1, 0.2);
        membrane.size[1] = dice_range(d, 0.1, 0.2);
        membrane.loss[0] = loss0;
        membrane.loss[1] = loss1;
        membrane.model = diagonal || dice(d) < 0.3 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
        membrane.segments[0] = membrane.model == URTO_MODEL_MODAL ? 40 : 0;
        KIT_OK(urto_world_def_membrane(def, &membrane, &body.id));
        const double r = membrane.size[0];
        body = membrane.outline == URTO_OUTLINE_CIRCLE
                   ? (RandomBody){body.id, -0.6 * r, -0.6 * r, 1.2 * r, 1.2 * r, false}
                   : (RandomBody){body.id, 0.0, 0.0, r, membrane.size[1], false};
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
        KIT_OK(urto_world_def_plate(def, &plate, &body.id));
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
        KIT_OK(urto_world_def_modal(def, &modal, &body.id));
    }
    return body;
}

typedef struct RandomWorld {
    UrtoWorld *world;
    uint32_t ports, contacts;
    RandomBody bodies[6];
    UrtoBody of_port[128];
    double at_port[128];
    UrtoLaw laws[64];
    bool links[64];
    double last[64]; /* compression, by the test */
    uint32_t body_count;
    bool changes, lossy;
} RandomWorld;

static inline UrtoPort random_port(Dice *d, UrtoWorldDef *def, const RandomBody *body,
                                   RandomWorld *world)
{
    const UrtoInterpolation how =
        dice(d) < 0.5 ? URTO_INTERPOLATION_CUBIC : URTO_INTERPOLATION_LINEAR;
    const double x = body->x0 + dice_range(d, 0.05, 0.95) * body->width;
    const double y = body->y0 + dice_range(d, 0.05, 0.95) * body->height;

    world->at_port[world->ports] = x;
    world->of_port[world->ports++] = body->id;
    return kit_port(def, body->id, x, y, how);
}

static inline RandomWorld random_world(uint64_t seed, UrtoSolver solver)
{
    Dice d = {seed * 0x9E3779B97F4A7C15ull + 1};
    RandomWorld result = {0};
    UrtoWorldDef *def = kit_def(solver);
    const bool lossy = dice(&d) < 0.5;
    const bool diagonal = solver == URTO_SOLVER_TRAPEZOIDAL;
    for (int i = 0; i < 20; i++) {
        dice(&d);
    }
    result.lossy = lossy;
    result.changes = dice(&d) < 0.5;
    result.body_count = 1 + dice_count(&d, 6);
    for (uint32_t i = 0; i < result.body_count; i++) {
        result.bodies[i] = random_body(&d, def, diagonal, lossy);
    }
    const uint32_t contacts = dice(&d) < 0.5 ? dice_count(&d, 8) : dice_count(&d, 41);
    for (uint32_t i = 0; i < contacts; i++) {
        UrtoContactDef contact = urto_contact_def();
        const RandomBody *one = &result.bodies[dice_count(&d, result.body_count)];
        const RandomBody *two = &result.bodies[dice_count(&d, result.body_count)];
        contact.law.stiffness = dice_log(&d, 1e3, 1e14);
        contact.law.exponent = dice(&d) < 0.3 ? 1.0 : dice_range(&d, 1.0, 3.0);
        contact.law.damping = lossy && dice(&d) < 0.7 ? dice_log(&d, 1e-2, 10.0) : 0.0;
        contact.kind = dice(&d) < 0.1 ? URTO_CONTACT_LINK : URTO_CONTACT_ONE_SIDED;
        if (contact.kind == URTO_CONTACT_LINK) {
            contact.law.stiffness = dice_log(&d, 1e3, 1e7);
        }
        contact.distance = dice_range(&d, 4e-4, 1e-3); /* apart at first */
        if (dice(&d) < 0.9) {
            contact.above = random_port(&d, def, one, &result);
        }
        if (contact.above.id == 0 || dice(&d) < 0.5) {
            contact.below = random_port(&d, def, two, &result);
        }
        KIT_OK(urto_world_def_contact(def, &contact, NULL));
        result.laws[result.contacts] = contact.law;
        result.links[result.contacts++] = contact.kind == URTO_CONTACT_LINK;
    }
    if (dice(&d) < 0.3 && !diagonal) {
        UrtoBowDef bow = urto_bow_def(random_port(&d, def, &result.bodies[0], &result));
        bow.iterative = dice(&d) < 0.5;
        bow.force = dice_log(&d, 0.01, 2.0);
        KIT_OK(urto_world_def_bow(def, &bow, NULL));
    }
    result.world = kit_world(def, 44100.0);
    for (uint32_t i = 0; i < result.ports; i++) {
        if (dice(&d) < 0.2) {
            KIT_OK(urto_world_strike(result.world, (UrtoPort){i + 1}, dice_range(&d, -1e-3, 1e-3),
                                     NULL));
        }
    }
    if (result.changes) {
        for (uint32_t i = 1; i <= result.contacts; i++) {
            const double what = dice(&d);
            const uint32_t when = dice_count(&d, 300);
            const uint32_t ramp = 1 + dice_count(&d, 300);
            if (what < 0.2) {
                KIT_OK(urto_world_set(result.world, URTO_CONTACT_STIFFNESS, i,
                                      result.laws[i - 1].stiffness * dice_log(&d, 0.1, 10.0), when,
                                      ramp, NULL));
            } else if (what < 0.3) {
                KIT_OK(urto_world_set(result.world, URTO_CONTACT_EXPONENT, i,
                                      result.laws[i - 1].exponent + dice_range(&d, 0.0, 0.3), when,
                                      ramp, NULL));
            } else if (what < 0.6) {
                KIT_OK(urto_world_set(result.world, URTO_CONTACT_DISTANCE, i,
                                      dice_range(&d, 1e-4, 1e-3), when, ramp, NULL));
            }
        }
        for (uint32_t i = 1; i <= result.ports; i++) {
            if (dice(&d) < 0.1) {
                /* slide by up to a twentieth of the body */
                const RandomBody *body = &result.bodies[result.of_port[i - 1].id - 1];
                const double by = dice_range(&d, -0.05, 0.05) * body->width;
                KIT_OK(urto_world_set(result.world, URTO_PORT_X, i, result.at_port[i - 1] + by,
                                      dice_count(&d, 300), 300, NULL));
            }
        }
    }
    return result;
}

#endif
