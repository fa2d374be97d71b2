/* A mass and a second body with a contact between them.
 *
 *   compression = (hammer) - (body at the place) - distance,  force = K [x]^a (1 + mu x')
 *
 * Bodies other than the mass are modal, with losses of 1/s for all modes and 0.02/s times the
 * square of the wave number over the lowest one, so a decay time is one factor for both.
 */
#include "impact_box.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double high_share = 0.02;

const char *const impact_bodies[IMPACT_BODIES + 1] = {"wall",     "mass",  "string", "bar",
                                                      "membrane", "plate", NULL};

const UrtoParameterInfo impact_table[IMPACT_TABLE] = {
    [IMPACT_HAMMER] = {"hammer", "Hammer", "g", "hammer", 0.1, 1000.0, 10.0, URTO_CURVE_LOG, -1,
                       NULL, "Mass of the hammer; both bodies come to rest."},
    [IMPACT_STIFFNESS] = {"stiffness", "Stiffness", "N/m^a", "contact", 1e4, 1e12, 1e8,
                          URTO_CURVE_LOG, -1, NULL, "Soft felt to hard steel."},
    [IMPACT_EXPONENT] = {"exponent", "Exponent", "", "contact", 1.0, 3.5, 1.5, URTO_CURVE_LINEAR,
                         -1, NULL, "How much the contact stiffens as it is pressed."},
    [IMPACT_DAMPING] = {"damping", "Damping", "s/m", "contact", 0.0, 5.0, 0.2, URTO_CURVE_LINEAR,
                        -1, NULL, "Energy that each hit swallows."},
    [IMPACT_DISTANCE] = {"distance", "Distance", "mm", "contact", -1.0, 100.0, 1.0,
                         URTO_CURVE_LINEAR, -1, NULL, "Gap between the two at rest."},
    [IMPACT_PLACE] = {"place", "Place", "", "body", 0.02, 0.98, 0.4, URTO_CURVE_LINEAR, -1, NULL,
                      "Where the body is met, from one end or edge to the other."},
    [IMPACT_PITCH] = {"pitch", "Pitch", "Hz", "body", 20.0, 5000.0, 220.0, URTO_CURVE_LOG, -1, NULL,
                      "Lowest tone of the body."},
    [IMPACT_DECAY] = {"decay", "Decay", "s", "body", 0.01, 60.0, 2.0, URTO_CURVE_LOG, -1, NULL,
                      "Time in which its lowest tone falls by 60 dB."},
};

enum { HAMMER = 1, BODY };
enum { PORT_HAMMER = 1, PORT_BODY };
enum { CONTACT = 1 };

ImpactBox impact_box(void)
{
    ImpactBox box = {.body = IMPACT_PLATE, .rate = 44100.0};

    for (uint32_t i = 0; i < IMPACT_TABLE; i++) {
        box.values[i] = impact_table[i].default_value;
    }
    return box;
}

/* Where the place is on the body [m]. */
static double place_x(uint32_t body, double place)
{
    switch (body) {
    case IMPACT_STRING:
        return place * urto_string_def().length;
    case IMPACT_BAR:
        return place * urto_bar_def().length;
    case IMPACT_MEMBRANE:
        return (2.0 * place - 1.0) * urto_membrane_def().size[0];
    case IMPACT_PLATE:
        return place * urto_plate_def().size[0];
    default:
        return 0.0;
    }
}

/* The body at its own pitch; tuning does the rest. */
static void add_body(UrtoWorldDef *def, uint32_t body)
{
    UrtoMassDef mass = urto_mass_def();
    UrtoStringDef string = urto_string_def();
    UrtoBarDef bar = urto_bar_def();
    UrtoMembraneDef membrane = urto_membrane_def();
    UrtoPlateDef plate = urto_plate_def();

    switch (body) {
    case IMPACT_MASS:
        mass.spring = mass.mass * pow(2.0 * pi * 220.0, 2.0);
        mass.loss = 1.0;
        urto_world_def_mass(def, &mass);
        break;
    case IMPACT_STRING:
        string.loss[0] = 1.0;
        string.loss[1] = high_share * pow(string.length / pi, 2.0);
        string.model = URTO_MODEL_MODAL;
        string.segments = 48;
        urto_world_def_string(def, &string);
        break;
    case IMPACT_BAR:
        bar.loss[0] = 1.0;
        bar.loss[1] = high_share * pow(bar.length / 4.730040744862704, 2.0);
        bar.modes = 16;
        urto_world_def_bar(def, &bar);
        break;
    case IMPACT_MEMBRANE:
        membrane.loss[0] = 1.0;
        membrane.loss[1] = high_share * pow(membrane.size[0] / 2.404825557695773, 2.0);
        membrane.model = URTO_MODEL_MODAL;
        membrane.segments[0] = 40;
        urto_world_def_membrane(def, &membrane);
        break;
    default:
        plate.loss[0] = 1.0;
        plate.loss[1] = high_share / (pow(pi / plate.size[0], 2.0) + pow(pi / plate.size[1], 2.0));
        plate.model = URTO_MODEL_MODAL;
        plate.segments[0] = 48;
        urto_world_def_plate(def, &plate);
        break;
    }
}

static void add_probes(UrtoWorldDef *def, bool wall)
{
    UrtoProbeDef probe = urto_probe_def((UrtoPort){.id = PORT_HAMMER});

    probe.quantity = URTO_QUANTITY_DISPLACEMENT;
    urto_world_def_probe(def, &probe);
    if (!wall) {
        probe.port.id = PORT_BODY;
        probe.channel = 1;
        urto_world_def_probe(def, &probe);
    }
    probe.quantity = URTO_QUANTITY_CONTACT_FORCE;
    probe.port.id = 0;
    probe.contact.id = CONTACT;
    probe.channel = 2;
    urto_world_def_probe(def, &probe);
}

static void describe(UrtoWorldDef *def, const ImpactBox *box)
{
    const bool wall = box->body == IMPACT_WALL;
    UrtoWorldOptions options = {0};
    UrtoMassDef hammer = urto_mass_def();
    UrtoContactDef contact = urto_contact_def();

    options.inputs = 2;
    options.outputs = 3;
    options.events = 4096;
    options.repeatable = true;
    hammer.mass = 1e-3 * box->values[IMPACT_HAMMER];
    contact.below.id = PORT_HAMMER;
    contact.above.id = wall ? 0 : PORT_BODY;
    contact.law = (UrtoLaw){box->values[IMPACT_STIFFNESS], box->values[IMPACT_EXPONENT],
                            box->values[IMPACT_DAMPING]};
    contact.distance = 1e-3 * box->values[IMPACT_DISTANCE];
    urto_world_def_options(def, &options);
    urto_world_def_mass(def, &hammer);
    if (!wall) {
        add_body(def, box->body);
    }
    for (uint32_t i = 0; i < (wall ? 1U : 2U); i++) {
        UrtoPortDef port = urto_port_def((UrtoBody){.id = HAMMER + i});
        if (i) {
            port.x = place_x(box->body, box->values[IMPACT_PLACE]);
            port.y = box->body == IMPACT_PLATE ? 0.4 * urto_plate_def().size[1] : 0.0;
        }
        urto_world_def_port(def, &port);
        UrtoDriveDef drive = urto_drive_def((UrtoPort){.id = PORT_HAMMER + i});
        drive.channel = i;
        urto_world_def_drive(def, &drive);
    }
    urto_world_def_contact(def, &contact);
    add_probes(def, wall);
}

/* Pitch and decay are factors on the body. */
static UrtoStatus tune(ImpactBox *box, uint32_t frame, uint32_t ramp, UrtoDiagnostic *why)
{
    const double sigma = 3.0 * log(10.0) / box->values[IMPACT_DECAY];

    if (box->body == IMPACT_WALL) {
        return URTO_OK;
    }
    UrtoStatus status =
        urto_world_set_body(box->world, (UrtoBody){.id = BODY}, URTO_BODY_TUNING,
                            box->values[IMPACT_PITCH] / box->reference, frame, ramp, why);
    status = status == URTO_OK ? urto_world_set_body(box->world, (UrtoBody){.id = BODY},
                                                     URTO_BODY_LOSS, sigma, frame, ramp, why)
                               : status;
    return status == URTO_OK && box->body != IMPACT_MASS
               ? urto_world_set_body(box->world, (UrtoBody){.id = BODY}, URTO_BODY_LOSS_HIGH, sigma,
                                     frame, ramp, why)
               : status;
}

UrtoStatus impact_make(ImpactBox *box, UrtoDiagnostic *why)
{
    UrtoWorldDef *def = NULL;
    ImpactBox made = *box;
    UrtoStatus status = urto_world_def_create(&def, NULL);

    made.world = NULL;
    if (status == URTO_OK) {
        describe(def, &made);
        status = urto_world_create(&made.world, def, made.rate, why);
    } else {
        *why = (UrtoDiagnostic){.status = status, .message = "out of memory"};
    }
    urto_world_def_destroy(def);
    if (status == URTO_OK) {
        /* a mass on its spring has the frequency that it was given */
        made.reference =
            made.body == IMPACT_MASS
                ? 220.0
                : urto_world_mode_info(made.world, (UrtoBody){.id = BODY}, 0).frequency;
        status = tune(&made, 0, 0, why);
    }
    if (status != URTO_OK) {
        urto_world_destroy(made.world);
        return status;
    }
    urto_world_destroy(box->world);
    *box = made;
    return URTO_OK;
}

void impact_end(ImpactBox *box)
{
    urto_world_destroy(box->world);
    box->world = NULL;
}

UrtoStatus impact_set(ImpactBox *box, uint32_t parameter, double value, uint32_t frame,
                      UrtoDiagnostic *why)
{
    const uint32_t ramp = (uint32_t)(0.01 * box->rate);
    const double before = box->values[parameter];
    UrtoStatus status = URTO_OK;

    box->values[parameter] = value;
    switch (parameter) {
    case IMPACT_HAMMER:
        status = impact_make(box, why);
        break;
    case IMPACT_STIFFNESS:
    case IMPACT_EXPONENT:
    case IMPACT_DAMPING:
        status = urto_world_set_contact(
            box->world, (UrtoContact){.id = CONTACT},
            (UrtoContactControl)(URTO_CONTACT_STIFFNESS + parameter - IMPACT_STIFFNESS), value,
            frame, ramp, why);
        break;
    case IMPACT_DISTANCE:
        status = urto_world_set_contact(box->world, (UrtoContact){.id = CONTACT},
                                        URTO_CONTACT_DISTANCE, 1e-3 * value, frame, ramp, why);
        break;
    case IMPACT_PLACE:
        if (box->body >= IMPACT_STRING) {
            status = urto_world_set_port(box->world, (UrtoPort){.id = PORT_BODY}, URTO_PORT_X,
                                         place_x(box->body, value), frame, ramp, why);
        }
        break;
    default:
        status = tune(box, frame, ramp, why);
        break;
    }
    if (status != URTO_OK) {
        box->values[parameter] = before;
    }
    return status;
}

UrtoStatus impact_throw(ImpactBox *box, double speed, UrtoDiagnostic *why)
{
    const double at = box->body == IMPACT_WALL
                          ? 0.0
                          : urto_world_displacement(box->world, (UrtoPort){.id = PORT_BODY});

    return urto_world_set_mode(box->world, (UrtoBody){.id = HAMMER}, 0,
                               at + 1e-3 * box->values[IMPACT_DISTANCE], speed, why);
}

UrtoStatus impact_strike(ImpactBox *box, double impulse, UrtoDiagnostic *why)
{
    if (box->body == IMPACT_WALL) {
        *why = (UrtoDiagnostic){.status = URTO_ERROR_UNSUPPORTED,
                                .message = "a wall does not move: choose another body"};
        return why->status;
    }
    return urto_world_strike(box->world, (UrtoPort){.id = PORT_BODY}, impulse, 0, why);
}

void impact_process(ImpactBox *box, const float *const in[2], float *const out[3], uint32_t frames)
{
    urto_world_process(box->world, in, out, frames);
}
