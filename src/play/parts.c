#include "parts.h"

#include "../base/constants.h"
#include "../base/status.h"

UrtoStatus part_begin(UrtoWorldDef **def, const UrtoAllocator *allocator,
                      const UrtoWorldOptions *options, UrtoDiagnostic *why)
{
    const UrtoStatus status = urto_world_def_create(def, allocator);

    if (status != URTO_OK) {
        return status_fail(why, status, "memory", 0.0, "out of memory");
    }
    urto_world_def_options(*def, options);
    return URTO_OK;
}

UrtoBody part_mass(UrtoWorldDef *def, double mass, double frequency, double loss)
{
    const double omega = 2.0 * PI * frequency;
    UrtoMassDef body = urto_mass_def();

    body.mass = mass;
    body.spring = mass * omega * omega;
    body.loss = loss;
    return urto_world_def_mass(def, &body);
}

UrtoBody part_string(UrtoWorldDef *def, double length, double pitch, double mass,
                     double inharmonicity, uint32_t modes)
{
    /* f_n = n f sqrt(1 + B n^2),  B = pi^2 EI/(T L^2) */
    const double tension = 4.0 * mass * length * pitch * pitch / (1.0 + inharmonicity);
    UrtoStringDef body = urto_string_def();

    body.length = length;
    body.tension = tension;
    body.density = mass / length;
    body.rigidity = inharmonicity * tension * length * length / (PI * PI);
    body.loss[0] = 1.0;
    body.loss[1] = length * length / (PI * PI);
    body.model = URTO_MODEL_MODAL;
    body.segments = modes;
    return urto_world_def_string(def, &body);
}

UrtoBody part_membrane(UrtoWorldDef *def, double radius, double pitch, double mass, uint32_t modes)
{
    const double b = 2.404825557695773 / radius; /* first zero of J0 */
    const double density = mass / (PI * radius * radius);
    const double c = 2.0 * PI * pitch / b;
    UrtoMembraneDef body = urto_membrane_def();

    body.outline = URTO_OUTLINE_CIRCLE;
    body.size[0] = radius;
    body.size[1] = radius;
    body.tension = density * c * c;
    body.density = density;
    body.loss[0] = 1.0;
    body.loss[1] = 1.0 / (b * b);
    body.model = URTO_MODEL_MODAL;
    body.segments[0] = modes;
    body.segments[1] = 0;
    return urto_world_def_membrane(def, &body);
}

UrtoContact part_link(UrtoWorldDef *def, UrtoPort below, UrtoPort above, double stiffness)
{
    UrtoContactDef contact = urto_contact_def();

    contact.below = below;
    contact.above = above;
    contact.law = (UrtoLaw){stiffness, 1.0, 0.0};
    contact.kind = URTO_CONTACT_LINK;
    return urto_world_def_contact(def, &contact);
}

UrtoBow part_bow(UrtoWorldDef *def, UrtoPort port, double curve)
{
    UrtoBowDef bow = urto_bow_def(port);

    bow.force = bow.velocity = 0.0;
    bow.curve = curve;
    return urto_world_def_bow(def, &bow);
}

UrtoDrive part_drive(UrtoWorldDef *def, UrtoPort port, uint32_t channel)
{
    UrtoDriveDef drive = urto_drive_def(port);

    drive.channel = channel;
    return urto_world_def_drive(def, &drive);
}

static UrtoProbe mono_probe(UrtoWorldDef *def, UrtoProbeDef probe, double gain, uint32_t channel)
{
    probe.gain = gain;
    probe.channel = channel;
    probe.width = 1;
    return urto_world_def_probe(def, &probe);
}

static UrtoProbe port_probe(UrtoWorldDef *def, UrtoPort port, UrtoQuantity quantity, double gain,
                            uint32_t channel)
{
    UrtoProbeDef probe = urto_probe_def(port);

    probe.quantity = quantity;
    return mono_probe(def, probe, gain, channel);
}

UrtoProbe part_velocity_probe(UrtoWorldDef *def, UrtoPort port, double gain, uint32_t channel)
{
    return port_probe(def, port, URTO_QUANTITY_VELOCITY, gain, channel);
}

UrtoProbe part_displacement_probe(UrtoWorldDef *def, UrtoPort port, double gain, uint32_t channel)
{
    return port_probe(def, port, URTO_QUANTITY_DISPLACEMENT, gain, channel);
}

const double acceleration_scale = 1.0 / (2.0 * PI * 500.0);

UrtoProbe part_acceleration_probe(UrtoWorldDef *def, UrtoPort port, double gain, uint32_t channel)
{
    return port_probe(def, port, URTO_QUANTITY_ACCELERATION, gain * acceleration_scale, channel);
}

UrtoProbe part_force_probe(UrtoWorldDef *def, UrtoContact contact, double gain, uint32_t channel)
{
    UrtoProbeDef probe = urto_probe_def((UrtoPort){0});

    probe.quantity = URTO_QUANTITY_CONTACT_FORCE;
    probe.contact = contact;
    return mono_probe(def, probe, gain, channel);
}

UrtoPort part_weighted_port(UrtoWorldDef *def, UrtoBody body)
{
    UrtoPortDef port = urto_port_def(body);

    port.weighted = true;
    return urto_world_def_port(def, &port);
}

UrtoBody part_modes(UrtoWorldDef *def, uint32_t count)
{
    enum { MOST = 1024 };
    UrtoMode modes[MOST];
    UrtoModalDef modal = urto_modal_def();

    for (uint32_t i = 0; i < count && i < MOST; i++) {
        modes[i] = (UrtoMode){100.0, 1.0, 1.0};
    }
    modal.modes = modes;
    modal.count = count;
    return urto_world_def_modal(def, &modal);
}
