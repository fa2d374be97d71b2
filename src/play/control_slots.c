#include "control_slots.h"

#include "numbers.h"
#include "tick.h"

void control_slots_forget(ControlSlots *slots)
{
    for (uint32_t i = 0; i < SLOTS_MAX; i++) {
        slots->values[i] = (double)NAN;
    }
}

void control_slots_set(ControlSlots *slots, uint32_t slot, double value, uint32_t delay,
                       uint32_t ramp)
{
    if (slots->values[slot] != value &&
        urto_world_set(slots->world, slots->targets[slot], value, delay, ramp, NULL) == URTO_OK) {
        slots->values[slot] = value;
    }
}

bool control_slots_set_from(ControlSlots *slots, uint32_t slot, double from, double value,
                            uint32_t ramp)
{
    const UrtoTarget target = slots->targets[slot];

    if (urto_world_set(slots->world, target, from, 0, 0, NULL) != URTO_OK ||
        urto_world_set(slots->world, target, value, 1, ramp, NULL) != URTO_OK) {
        return false;
    }
    slots->values[slot] = value;
    return true;
}

bool control_slots_ramp_limited(ControlSlots *slots, uint32_t slot, double value, double ratio,
                                uint32_t delay, uint32_t ramp)
{
    const double from = slots->values[slot];

    if (ramp == 0 || isnan(from)) {
        control_slots_set(slots, slot, value, delay, ramp);
        return true;
    }
    const double next = clamp(value, from / ratio, from * ratio);
    control_slots_set(slots, slot, next, delay, next == value ? ramp : TICK);
    return next == value;
}
