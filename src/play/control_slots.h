/* The controls of a world that an instrument or an effect moves. Each has a slot: a constant table
 * says what the slot moves, and the slot remembers the value that was last set, so that setting the
 * same value again costs nothing. */
#ifndef PLAY_CONTROL_SLOTS_H
#define PLAY_CONTROL_SLOTS_H

#include <urto/world.h>

enum { SLOTS_MAX = 32 };

/* One or two rows of a table of slots; the second for the next handle. Handles are numbers from 1 in
 * the order of definition. */
#define TARGET(control_, id_)                                                                      \
    {                                                                                              \
        .control = (control_), .id = (id_)                                                         \
    }
#define TARGET_PAIR(control_, id_) TARGET(control_, id_), TARGET(control_, (id_) + 1)

typedef struct ControlSlots {
    UrtoWorld *world;
    const UrtoTarget *targets;
    double values[SLOTS_MAX]; /* as last set; NaN: not known */
} ControlSlots;

/* Every slot is set anew the next time. */
void control_slots_forget(ControlSlots *slots) URTO_REALTIME;
/* Moves a control to a value, starting `delay` frames from now, in `ramp` frames. */
void control_slots_set(ControlSlots *slots, uint32_t slot, double value, uint32_t delay,
                       uint32_t ramp) URTO_REALTIME;
/* Jumps to `from` now and moves on to `value` from the next frame on. False if it was refused. */
bool control_slots_set_from(ControlSlots *slots, uint32_t slot, double from, double value,
                            uint32_t ramp) URTO_REALTIME;
/* As control_slots_set, but by at most a ratio in one tick; call it at each tick until it returns
 * true: the value is reached. A ramp of 0 is not limited. */
bool control_slots_ramp_limited(ControlSlots *slots, uint32_t slot, double value, double ratio,
                                uint32_t delay, uint32_t ramp) URTO_REALTIME;

#endif
