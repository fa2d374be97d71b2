/* Parts of worlds, given by what one hears: pitch, mass, number of modes. Losses of strings and
 * membranes are 1/s for all modes, and 1/s times the square of the wave number over the lowest one:
 * the controls URTO_BODY_LOSS and URTO_BODY_LOSS_HIGH then are decays in 1/s. */
#ifndef PLAY_PARTS_H
#define PLAY_PARTS_H

#include <urto/world.h>

/* Begins a description with these options. */
UrtoStatus part_begin(UrtoWorldDef **def, const UrtoAllocator *allocator,
                      const UrtoWorldOptions *options, UrtoDiagnostic *why);
/* A mass [kg] on a spring of a frequency [Hz], 0: free, with a decay [1/s]. */
UrtoBody part_mass(UrtoWorldDef *def, double mass, double frequency, double loss);
/* A modal string: length [m], lowest mode [Hz], mass [kg], inharmonicity B, modes. */
UrtoBody part_string(UrtoWorldDef *def, double length, double pitch, double mass,
                     double inharmonicity, uint32_t modes);
/* A round modal membrane: radius [m], lowest mode [Hz], mass [kg], modes. */
UrtoBody part_membrane(UrtoWorldDef *def, double radius, double pitch, double mass, uint32_t modes);
/* A linear spring between two ports. */
UrtoContact part_link(UrtoWorldDef *def, UrtoPort below, UrtoPort above, double stiffness);
/* A bow at rest. */
UrtoBow part_bow(UrtoWorldDef *def, UrtoPort port, double curve);
/* A force of 1 N for an input of 1. */
UrtoDrive part_drive(UrtoWorldDef *def, UrtoPort port, uint32_t channel);
/* Probes of one channel: velocity of a port; its acceleration, equally loud at 500 Hz; its displacement;
 * force of a contact. */
UrtoProbe part_velocity_probe(UrtoWorldDef *def, UrtoPort port, double gain, uint32_t channel);
UrtoProbe part_acceleration_probe(UrtoWorldDef *def, UrtoPort port, double gain, uint32_t channel);
UrtoProbe part_displacement_probe(UrtoWorldDef *def, UrtoPort port, double gain, uint32_t channel);
UrtoProbe part_force_probe(UrtoWorldDef *def, UrtoContact contact, double gain, uint32_t channel);
/* A port with weights by mode. */
UrtoPort part_weighted_port(UrtoWorldDef *def, UrtoBody body);
/* A body of so many modes that are to be set later. */
UrtoBody part_modes(UrtoWorldDef *def, uint32_t count);
/* [s]: what part_acceleration_probe multiplies the gain by. */
extern const double acceleration_scale;

#endif
