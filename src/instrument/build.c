/* Pieces of the worlds of instruments. The first refusal stays. */
#include "voice.h"

static const double pi = 3.14159265358979323846;

#define DO(plan, call)                                                                             \
    do {                                                                                           \
        if ((plan)->status == URTO_OK) {                                                           \
            (plan)->status = (call);                                                               \
        }                                                                                          \
    } while (0)

void plan_mass(Plan *plan, double mass, double frequency, double loss)
{
    const double omega = 2.0 * pi * frequency;
    const UrtoMassDef def = {.mass = mass, .spring = mass * omega * omega, .loss = loss};

    DO(plan, urto_world_def_mass(plan->def, &def, NULL));
}

void plan_port(Plan *plan, uint32_t body, double x, double y)
{
    UrtoPortDef def = urto_port_def((UrtoBody){body});

    def.x = x;
    def.y = y;
    DO(plan, urto_world_def_port(plan->def, &def, NULL));
}

void plan_contact(Plan *plan, uint32_t below, uint32_t above, UrtoLaw law, double distance)
{
    UrtoContactDef def = urto_contact_def();

    def.below.id = below;
    def.above.id = above;
    def.law = law;
    def.distance = distance;
    DO(plan, urto_world_def_contact(plan->def, &def, NULL));
}

void plan_link(Plan *plan, uint32_t below, uint32_t above, double stiffness, double damping)
{
    UrtoContactDef def = urto_contact_def();

    def.below.id = below;
    def.above.id = above;
    def.law = (UrtoLaw){stiffness, 1.0, damping};
    def.kind = URTO_CONTACT_LINK;
    DO(plan, urto_world_def_contact(plan->def, &def, NULL));
}

void plan_line(Plan *plan, const UrtoLineDef *line)
{
    DO(plan, urto_world_def_line(plan->def, line, NULL));
}

void plan_bow(Plan *plan, uint32_t port, double curve)
{
    UrtoBowDef def = urto_bow_def((UrtoPort){port});

    def.force = def.velocity = 0.0;
    def.curve = curve;
    DO(plan, urto_world_def_bow(plan->def, &def, NULL));
}

void plan_drive(Plan *plan, uint32_t port, uint32_t channel)
{
    UrtoDriveDef def = urto_drive_def((UrtoPort){port});

    def.channel = channel;
    DO(plan, urto_world_def_drive(plan->def, &def, NULL));
}

const double acceleration_scale = 1.0 / (2.0 * 3.14159265358979323846 * 500.0);

static void probe(Plan *plan, UrtoProbeDef def, double gain, double pan)
{
    def.gain = gain;
    def.pan = pan;
    def.width = 2;
    DO(plan, urto_world_def_probe(plan->def, &def, NULL));
}

void plan_probe(Plan *plan, uint32_t port, double gain, double pan)
{
    probe(plan, urto_probe_def((UrtoPort){port}), gain, pan);
}

void plan_acceleration(Plan *plan, uint32_t port, double gain, double pan)
{
    UrtoProbeDef def = urto_probe_def((UrtoPort){port});

    def.quantity = URTO_QUANTITY_ACCELERATION;
    probe(plan, def, gain * acceleration_scale, pan);
}

void plan_force(Plan *plan, uint32_t contact, double gain, double pan)
{
    const UrtoProbeDef def = {.quantity = URTO_QUANTITY_CONTACT_FORCE, .contact = {contact}};

    probe(plan, def, gain, pan);
}

double string_tension(double pitch, double mass)
{
    return 4.0 * mass * pitch * pitch; /* of 1 m */
}

void plan_wire(Plan *plan, double length, double pitch, double mass, uint32_t modes)
{
    const UrtoStringDef def = {.length = length,
                               .tension = 4.0 * mass * length * pitch * pitch,
                               .density = mass / length,
                               .loss = {1.0, length * length / (pi * pi)},
                               .model = URTO_MODEL_MODAL,
                               .segments = modes};

    DO(plan, urto_world_def_string(plan->def, &def, NULL));
}

void plan_membrane(Plan *plan, double radius, double pitch, double mass, uint32_t modes)
{
    const double b = 2.404825557695773 / radius;
    const double density = mass / (pi * radius * radius);
    const double c = 2.0 * pi * pitch / b;
    const UrtoMembraneDef def = {.outline = URTO_OUTLINE_CIRCLE,
                                 .size = {radius, radius},
                                 .tension = density * c * c,
                                 .density = density,
                                 .loss = {1.0, 1.0 / (b * b)},
                                 .model = URTO_MODEL_MODAL,
                                 .segments = {modes, 0}};

    DO(plan, urto_world_def_membrane(plan->def, &def, NULL));
}

void plan_string(Plan *plan, double pitch, double mass, double stiff, uint32_t modes)
{
    /* f_n = n f sqrt(1 + B n^2), B = pi^2 EI/T */
    const double tension = string_tension(pitch, mass) / (1.0 + stiff);
    const UrtoStringDef def = {.length = 1.0,
                               .tension = tension,
                               .density = mass,
                               .rigidity = stiff * tension / (pi * pi),
                               .loss = {1.0, 1.0 / (pi * pi)},
                               .model = URTO_MODEL_MODAL,
                               .segments = modes};

    DO(plan, urto_world_def_string(plan->def, &def, NULL));
}
