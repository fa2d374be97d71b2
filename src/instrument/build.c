/* Pieces of the worlds of instruments. The first refusal stays. */
#include "voice.h"

static const double pi = 3.14159265358979323846;

void plan_mass(Plan *plan, double mass, double frequency, double loss)
{
    const double omega = 2.0 * pi * frequency;
    UrtoMassDef def = urto_mass_def();

    def.mass = mass;
    def.spring = mass * omega * omega;
    def.loss = loss;

    urto_world_def_mass(plan->def, &def);
}

void plan_port(Plan *plan, uint32_t body, double x, double y)
{
    UrtoPortDef def = urto_port_def((UrtoBody){.id = body});

    def.x = x;
    def.y = y;
    urto_world_def_port(plan->def, &def);
}

void plan_contact(Plan *plan, uint32_t below, uint32_t above, UrtoLaw law, double distance)
{
    UrtoContactDef def = urto_contact_def();

    def.below.id = below;
    def.above.id = above;
    def.law = law;
    def.distance = distance;
    urto_world_def_contact(plan->def, &def);
}

void plan_link(Plan *plan, uint32_t below, uint32_t above, double stiffness, double damping)
{
    UrtoContactDef def = urto_contact_def();

    def.below.id = below;
    def.above.id = above;
    def.law = (UrtoLaw){stiffness, 1.0, damping};
    def.kind = URTO_CONTACT_LINK;
    urto_world_def_contact(plan->def, &def);
}

void plan_line(Plan *plan, const UrtoLineDef *line)
{
    urto_world_def_line(plan->def, line);
}

void plan_bow(Plan *plan, uint32_t port, double curve)
{
    UrtoBowDef def = urto_bow_def((UrtoPort){.id = port});

    def.force = def.velocity = 0.0;
    def.curve = curve;
    urto_world_def_bow(plan->def, &def);
}

void plan_drive(Plan *plan, uint32_t port, uint32_t channel)
{
    UrtoDriveDef def = urto_drive_def((UrtoPort){.id = port});

    def.channel = channel;
    urto_world_def_drive(plan->def, &def);
}

const double acceleration_scale = 1.0 / (2.0 * 3.14159265358979323846 * 500.0);

static void probe(Plan *plan, UrtoProbeDef def, double gain, double pan)
{
    def.gain = gain;
    def.pan = pan;
    def.width = 2;
    urto_world_def_probe(plan->def, &def);
}

void plan_probe(Plan *plan, uint32_t port, double gain, double pan)
{
    probe(plan, urto_probe_def((UrtoPort){.id = port}), gain, pan);
}

void plan_acceleration(Plan *plan, uint32_t port, double gain, double pan)
{
    UrtoProbeDef def = urto_probe_def((UrtoPort){.id = port});

    def.quantity = URTO_QUANTITY_ACCELERATION;
    probe(plan, def, gain * acceleration_scale, pan);
}

void plan_force(Plan *plan, uint32_t contact, double gain, double pan)
{
    UrtoProbeDef def = urto_probe_def((UrtoPort){0});

    def.quantity = URTO_QUANTITY_CONTACT_FORCE;
    def.contact.id = contact;

    probe(plan, def, gain, pan);
}

double string_tension(double pitch, double mass)
{
    return 4.0 * mass * pitch * pitch; /* of 1 m */
}

void plan_wire(Plan *plan, double length, double pitch, double mass, uint32_t modes)
{
    UrtoStringDef def = urto_string_def();

    def.length = length;
    def.tension = 4.0 * mass * length * pitch * pitch;
    def.density = mass / length;
    def.loss[0] = 1.0;
    def.loss[1] = length * length / (pi * pi);
    def.model = URTO_MODEL_MODAL;
    def.segments = modes;

    urto_world_def_string(plan->def, &def);
}

void plan_membrane(Plan *plan, double radius, double pitch, double mass, uint32_t modes)
{
    const double b = 2.404825557695773 / radius;
    const double density = mass / (pi * radius * radius);
    const double c = 2.0 * pi * pitch / b;
    UrtoMembraneDef def = urto_membrane_def();

    def.outline = URTO_OUTLINE_CIRCLE;
    def.size[0] = radius;
    def.size[1] = radius;
    def.tension = density * c * c;
    def.density = density;
    def.loss[0] = 1.0;
    def.loss[1] = 1.0 / (b * b);
    def.model = URTO_MODEL_MODAL;
    def.segments[0] = modes;
    def.segments[1] = 0;

    urto_world_def_membrane(plan->def, &def);
}

void plan_string(Plan *plan, double pitch, double mass, double stiff, uint32_t modes)
{
    /* f_n = n f sqrt(1 + B n^2), B = pi^2 EI/T */
    const double tension = string_tension(pitch, mass) / (1.0 + stiff);
    UrtoStringDef def = urto_string_def();

    def.length = 1.0;
    def.tension = tension;
    def.density = mass;
    def.rigidity = stiff * tension / (pi * pi);
    def.loss[0] = 1.0;
    def.loss[1] = 1.0 / (pi * pi);
    def.model = URTO_MODEL_MODAL;
    def.segments = modes;

    urto_world_def_string(plan->def, &def);
}
