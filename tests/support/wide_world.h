/* Random worlds beyond what an instrument needs: masses from 1e-9 to 10 kg, bars and modes given by
 * hand, stiffness 1e3 to 1e14, exponent 1 to 5, damping 0 to 1e12, contacts between any two and with
 * walls. At 44.1 kHz most of these contacts are not resolved at all. */
#ifndef TESTS_SUPPORT_WIDE_WORLD_H
#define TESTS_SUPPORT_WIDE_WORLD_H

#include "random_world.h"

static inline UrtoBody wide_body(Dice *d, UrtoWorldDef *def)
{
    if (dice(d) < 0.75) {
        UrtoMassDef mass = urto_mass_def();
        mass.mass = dice_log(d, 1e-9, 10.0);
        mass.position = dice_range(d, -1e-3, 1e-3);
        mass.velocity = dice_range(d, -3.0, 3.0);
        mass.gravity = dice(d) < 0.3 ? -9.81 : 0.0;
        return urto_world_def_mass(def, &mass);
    }
    if (dice(d) < 0.5) {
        UrtoBarDef bar = urto_bar_def();
        bar.length = dice_range(d, 0.1, 0.5);
        bar.ends = (UrtoBarEnds)dice_count(d, 3);
        bar.loss[0] = dice_range(d, 0.0, 20.0);
        return urto_world_def_bar(def, &bar);
    }
    UrtoMode modes[8];
    double shapes[40];
    UrtoModalDef modal = urto_modal_def();
    modal.count = 1 + dice_count(d, 8);
    modal.points = 5;
    for (uint32_t i = 0; i < modal.count; i++) {
        modes[i] =
            (UrtoMode){dice_log(d, 50.0, 2e4), dice_range(d, 0.0, 20.0), dice_log(d, 1e-9, 10.0)};
    }
    for (uint32_t i = 0; i < 40; i++) {
        shapes[i] = dice_range(d, -1.0, 1.0);
    }
    modal.modes = modes;
    modal.shapes = shapes;
    return urto_world_def_modal(def, &modal);
}

static inline UrtoLaw wide_law(Dice *d)
{
    return (UrtoLaw){.stiffness = dice_log(d, 1e3, 1e14),
                     .exponent = dice(d) < 0.3 ? 1.0 : dice_range(d, 1.0, 5.0),
                     .damping = dice(d) < 0.5 ? 0.0 : dice_log(d, 1e-2, 1e12)};
}

static inline UrtoWorld *wide_world(uint64_t seed, UrtoSolver solver)
{
    Dice dice_ = {seed * 0x9e3779b97f4a7c15ull + 1};
    Dice *d = &dice_;
    UrtoWorldDef *def = kit_def(solver);
    UrtoPort ports[5];
    const uint32_t bodies = 1 + dice_count(d, 5);

    for (uint32_t i = 0; i < bodies; i++) {
        const UrtoBody body = wide_body(d, def);
        ports[i] = kit_port(def, body, dice(d) * 0.1, 0.0, URTO_INTERPOLATION_LINEAR);
    }
    for (uint32_t i = 0; i < bodies + 1; i++) {
        UrtoContactDef contact = urto_contact_def();
        const uint32_t one = dice_count(d, bodies);
        const uint32_t two = dice_count(d, bodies + 1);
        contact.below = ports[one];
        if (two < bodies && two != one) {
            contact.above = ports[two];
        }
        contact.law = wide_law(d);
        contact.distance = dice_range(d, 0.0, 1e-3);
        urto_world_def_contact(def, &contact);
    }
    return kit_world(def, 44100.0);
}

#endif
