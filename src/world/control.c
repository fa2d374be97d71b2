/* Controls: everything that may change while sounding has a slot; events start straight ramps in
 * it. Ramps advance at every inner step, events start at their frame. A changed body costs all its
 * modes and Gamma, so while its ramps run it follows them in stairs of 16 steps. */
#include "world.h"

#include "../base/constants.h"

#include <math.h>

uint32_t control_owners(const UrtoWorld *world, uint32_t control)
{
    const uint32_t counts[] = {world->model.user_ports,  world->model.contact_count,
                               world->model.bow_count,   world->model.drive_count,
                               world->model.probe_count, world->model.body_count};

    return counts[control_table[control].info.owner];
}

/* The variable behind a slot. */
static double *variable(UrtoWorld *world, const Control *control)
{
    const ControlRow *row = &control_table[control->control];
    const uint32_t i = control->index;
    void *const owners[] = {&world->model.ports[i],  &world->model.contacts[i],
                            &world->model.bows[i],   &world->model.drives[i],
                            &world->model.probes[i], &world->model.bodies[i]};

    return (double *)(void *)((unsigned char *)owners[row->info.owner] + row->offset);
}

uint32_t control_slot(const UrtoWorld *world, uint32_t control, uint32_t id)
{
    return world->controls.first[control] + id - 1;
}

void control_init(UrtoWorld *world)
{
    for (uint32_t c = 0; c < URTO_CONTROLS; c++) {
        for (uint32_t i = 0; i < control_owners(world, c); i++) {
            Control *control = &world->controls.slots[world->controls.first[c] + i];
            control->control = c;
            control->index = i;
            control->initial = control->value = control->target = *variable(world, control);
        }
    }
}

void control_start(UrtoWorld *world)
{
    world->controls.active_count = 0;
    event_queue_clear(&world->controls.queue);
    for (uint32_t i = 0; i < world->controls.slot_count; i++) {
        Control *control = &world->controls.slots[i];
        control->value = control->target = control->initial;
        control->remaining = control->place = 0;
        control_apply(world, i);
    }
    for (uint32_t i = 0; i < world->controls.curve_count; i++) {
        event_queue_add(&world->controls.queue, &world->controls.curves[i]);
    }
}

static double larger(const Control *control)
{
    return fmax(control->value, control->target);
}

/* Whether a body stays stable with a factor, the other one being as large as it is or will be. */
static UrtoStatus check_body(const UrtoWorld *world, UrtoTarget target, double value,
                             UrtoDiagnostic *why)
{
    const uint32_t id = target.id;
    const Body *body = &world->model.bodies[id - 1];
    const Control *tuning = &world->controls.slots[control_slot(world, URTO_BODY_TUNING, id)];
    const Control *high = &world->controls.slots[control_slot(world, URTO_BODY_LOSS_HIGH, id)];
    const double limit = target.control == URTO_BODY_TUNING ? body_tuning_limit(body, larger(high))
                         : target.control == URTO_BODY_LOSS_HIGH
                             ? body_loss_limit(body, larger(tuning))
                             : HUGE_VAL;

    if (value > limit) {
        return status_fail(why, URTO_ERROR_LIMIT, "value", value,
                           "%s is %.10g: unstable at this rate, at most %.10g for body %u",
                           target.control == URTO_BODY_TUNING ? "tuning" : "loss_high", value,
                           limit, id);
    }
    return URTO_OK;
}

static UrtoStatus check_place(const UrtoWorld *world, UrtoTarget target, double value,
                              UrtoDiagnostic *why)
{
    const bool along = target.control == URTO_PORT_X;
    const Control *x = &world->controls.slots[control_slot(world, URTO_PORT_X, target.id)];
    const Control *y = &world->controls.slots[control_slot(world, URTO_PORT_Y, target.id)];
    const Body *body = &world->model.bodies[world->model.ports[target.id - 1].row.body];

    return body_contains(body->outline, body->size, along ? value : x->target,
                         along ? y->target : value)
               ? URTO_OK
               : status_fail(why, URTO_ERROR_ARGUMENT, along ? "x" : "y", value,
                             "%.10g m is off the body", value);
}

UrtoStatus control_check(const UrtoWorld *world, UrtoTarget target, double value,
                         UrtoDiagnostic *why)
{
    if (!world) {
        return status_check_pointer(why, "world", world);
    }
    if (target.control >= URTO_CONTROLS) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "control", target.control,
                           "control is %u, must be 0 to %u", target.control, URTO_CONTROLS - 1);
    }
    UrtoStatus status = world_known(world, "target", target.id, target.tag,
                                    control_owners(world, target.control), why);
    if (status == URTO_OK) {
        status = status_check_range(why, "value", value, control_table[target.control].range);
    }
    if (status != URTO_OK) {
        return status;
    }
    switch (control_table[target.control].change) {
    case CHANGE_ROW:
        return check_place(world, target, value, why);
    case CHANGE_MODEL:
        return check_body(world, target, value, why);
    case CHANGE_NOTHING:
    case CHANGE_LAW:
    case CHANGE_MIX:
        break;
    }
    return URTO_OK;
}

UrtoStatus world_schedule(UrtoWorld *world, const Event *event, UrtoDiagnostic *why)
{
    if (event_queue_add(&world->controls.queue, event)) {
        return URTO_OK;
    }
    world->statistics.events_lost++;
    return status_fail(why, URTO_ERROR_LIMIT, "events", world->controls.queue.room,
                       "%u events wait already: make room with UrtoWorldOptions.events",
                       world->controls.queue.room);
}

void control_ramp(UrtoWorld *world, const Event *event)
{
    Control *control = &world->controls.slots[event->index];
    const uint64_t steps = event->ramp * world->model.options.oversampling;

    control->target = event->value;
    control->remaining = steps ? steps : 1;
    control->increment = (control->target - control->value) / (double)control->remaining;
    if (!control->place) {
        world->controls.active[world->controls.active_count++] = event->index;
        control->place = world->controls.active_count;
    }
}

void control_apply(UrtoWorld *world, uint32_t slot)
{
    const Control *control = &world->controls.slots[slot];
    const uint32_t index = control->index;

    *variable(world, control) = control->value;
    switch (control_table[control->control].change) {
    case CHANGE_ROW: {
        Port *port = &world->model.ports[index];
        port_row(world, port);
        port->moved = true;
        break;
    }
    case CHANGE_LAW:
        contact_set_series(world, &world->model.contacts[index]);
        world->model.contacts[index].changed = true;
        break;
    case CHANGE_MODEL:
        world->model.bodies[index].changed = true;
        break;
    case CHANGE_MIX: {
        Probe *probe = &world->model.probes[index];
        const double turn = 0.25 * PI * (probe->pan + 1.0);
        probe->weights[0] = probe->gain * (probe->width == 2 ? cos(turn) : 1.0);
        probe->weights[1] = probe->gain * sin(turn);
        break;
    }
    case CHANGE_NOTHING:
        break;
    }
}

/* Whether a ramp acts in this step. */
static bool due(const Control *control)
{
    enum { STAIR = 16 };

    return control_table[control->control].change != CHANGE_MODEL ||
           (control->remaining - 1) % STAIR == 0;
}

/* Whether what acts in this step changes more than its variable. */
static bool disturbs(const Control *control)
{
    switch (control_table[control->control].change) {
    case CHANGE_ROW:
    case CHANGE_LAW:
        return true;
    case CHANGE_MODEL:
        return due(control);
    case CHANGE_NOTHING:
    case CHANGE_MIX:
        break;
    }
    return false;
}

/* New coefficients with the state held; a mode that comes to rest moves the ports. */
static void change_bodies(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        Body *body = &world->model.bodies[i];
        if (!body->changed) {
            continue;
        }
        const double before = world->model.options.ledger ? body_energy(body) : 0.0;
        body_retune(body);
        body->changed = false;
        if (world->model.options.ledger) {
            sum_add(&world->state.totals.change, body_energy(body) - before);
        }
        for (uint32_t p = 0; p < world->model.port_count; p++) {
            Port *port = &world->model.ports[p];
            if (port->row.body == i) {
                if (!body_rescale(body, &port->row)) {
                    port_row(world, port);
                }
                port->moved = true;
            }
        }
    }
}

void control_step(UrtoWorld *world)
{
    bool change = false;

    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        double *distance = world->model.contacts[i].distance;
        distance[0] = distance[1];
        distance[1] = distance[2];
    }
    for (uint32_t i = 0; i < world->controls.active_count; i++) {
        change = change || disturbs(&world->controls.slots[world->controls.active[i]]);
    }
    if (change) {
        world_settle(world);
        contact_before_change(world);
    }
    for (uint32_t i = world->controls.active_count; i-- > 0;) {
        const uint32_t slot = world->controls.active[i];
        Control *control = &world->controls.slots[slot];
        const bool now = due(control);
        control->remaining--;
        control->value = control->remaining ? control->value + control->increment : control->target;
        if (now) {
            control_apply(world, slot);
        }
        if (!control->remaining) {
            const uint32_t moved = world->controls.active[--world->controls.active_count];
            world->controls.active[i] = moved;
            world->controls.slots[moved].place = i + 1;
            control->place = 0;
        }
    }
    if (change) {
        change_bodies(world);
        contact_after_change(world);
        probe_reread(world);
    }
}

UrtoStatus urto_world_set(UrtoWorld *world, UrtoTarget target, double value, uint32_t delay,
                          uint32_t ramp, UrtoDiagnostic *why)
{
    const UrtoStatus status = control_check(world, target, value, why);

    if (status != URTO_OK) {
        return status;
    }
    const bool smoothed = control_table[target.control].info.smoothed;
    const double least = smoothed ? world->model.options.smoothing * world->model.rate : 0.0;
    const Event event = {.frame = world->state.frame + delay,
                         .kind = EVENT_RAMP,
                         .index = control_slot(world, target.control, target.id),
                         .value = value,
                         .ramp = ramp > least ? ramp : (uint64_t)least};
    return world_schedule(world, &event, why);
}

UrtoStatus urto_world_set_port(UrtoWorld *world, UrtoPort port, UrtoPortControl control,
                               double value, uint32_t delay, uint32_t ramp, UrtoDiagnostic *why)
{
    return urto_world_set(world, urto_port_target(port, control), value, delay, ramp, why);
}

UrtoStatus urto_world_set_contact(UrtoWorld *world, UrtoContact contact, UrtoContactControl control,
                                  double value, uint32_t delay, uint32_t ramp, UrtoDiagnostic *why)
{
    return urto_world_set(world, urto_contact_target(contact, control), value, delay, ramp, why);
}

UrtoStatus urto_world_set_bow(UrtoWorld *world, UrtoBow bow, UrtoBowControl control, double value,
                              uint32_t delay, uint32_t ramp, UrtoDiagnostic *why)
{
    return urto_world_set(world, urto_bow_target(bow, control), value, delay, ramp, why);
}

UrtoStatus urto_world_set_drive(UrtoWorld *world, UrtoDrive drive, UrtoDriveControl control,
                                double value, uint32_t delay, uint32_t ramp, UrtoDiagnostic *why)
{
    return urto_world_set(world, urto_drive_target(drive, control), value, delay, ramp, why);
}

UrtoStatus urto_world_set_probe(UrtoWorld *world, UrtoProbe probe, UrtoProbeControl control,
                                double value, uint32_t delay, uint32_t ramp, UrtoDiagnostic *why)
{
    return urto_world_set(world, urto_probe_target(probe, control), value, delay, ramp, why);
}

UrtoStatus urto_world_set_body(UrtoWorld *world, UrtoBody body, UrtoBodyControl control,
                               double value, uint32_t delay, uint32_t ramp, UrtoDiagnostic *why)
{
    return urto_world_set(world, urto_body_target(body, control), value, delay, ramp, why);
}

void urto_world_cancel(UrtoWorld *world)
{
    if (!world) {
        return;
    }
    event_queue_clear(&world->controls.queue);
    while (world->controls.active_count) {
        Control *control =
            &world->controls.slots[world->controls.active[--world->controls.active_count]];
        control->target = control->value;
        control->remaining = control->place = 0;
    }
    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        Contact *contact = &world->model.contacts[i];
        Control *control =
            &world->controls.slots[control_slot(world, URTO_CONTACT_DISTANCE, i + 1)];
        bool open = true;
        for (uint32_t p = contact->first; p < contact->first + contact->count; p++) {
            open = open && world->model.points[p].energy == 0.0;
        }
        if (open) {
            contact->distance[0] = contact->distance[1] = contact->distance[2] = contact->made;
            control->value = control->target = contact->made;
        }
    }
}
