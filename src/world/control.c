/* Controls: every parameter that may change has a slot; events start straight ramps in it. Ramps
 * advance at every inner step, events start at their frame. A changed body costs all its modes and
 * Gamma, so while its ramps run it follows them in stairs of 16 steps. */
#include "world.h"

#include <math.h>
#include <string.h>

static uint32_t things(const UrtoWorld *world, UrtoParameter parameter)
{
    switch (parameter) {
    case URTO_PORT_X:
    case URTO_PORT_Y:
        return world->user_ports;
    case URTO_CONTACT_STIFFNESS:
    case URTO_CONTACT_EXPONENT:
    case URTO_CONTACT_DAMPING:
    case URTO_CONTACT_DISTANCE:
        return world->contact_count;
    case URTO_BOW_FORCE:
    case URTO_BOW_VELOCITY:
        return world->bow_count;
    case URTO_DRIVE_GAIN:
        return world->drive_count;
    case URTO_PROBE_GAIN:
    case URTO_PROBE_PAN:
        return world->probe_count;
    case URTO_BODY_TUNING:
    case URTO_BODY_LOSS:
    case URTO_BODY_LOSS_HIGH:
    case URTO_BODY_MASS:
        break;
    }
    return world->body_count;
}

/* The variable behind a slot. */
static double *variable(UrtoWorld *world, UrtoParameter parameter, uint32_t index)
{
    switch (parameter) {
    case URTO_PORT_X:
        return &world->ports[index].x;
    case URTO_PORT_Y:
        return &world->ports[index].y;
    case URTO_CONTACT_STIFFNESS:
        return &world->contacts[index].law.stiffness;
    case URTO_CONTACT_EXPONENT:
        return &world->contacts[index].law.exponent;
    case URTO_CONTACT_DAMPING:
        return &world->contacts[index].law.damping;
    case URTO_CONTACT_DISTANCE:
        return &world->contacts[index].distance[2];
    case URTO_BOW_FORCE:
        return &world->bows[index].force;
    case URTO_BOW_VELOCITY:
        return &world->bows[index].velocity;
    case URTO_DRIVE_GAIN:
        return &world->drives[index].gain;
    case URTO_PROBE_GAIN:
        return &world->probes[index].gain;
    case URTO_PROBE_PAN:
        return &world->probes[index].pan;
    case URTO_BODY_TUNING:
        return &world->bodies[index].tuning;
    case URTO_BODY_LOSS:
        return &world->bodies[index].loss;
    case URTO_BODY_LOSS_HIGH:
        return &world->bodies[index].loss_high;
    case URTO_BODY_MASS:
        break;
    }
    return &world->bodies[index].mass;
}

static UrtoParameter parameter_of(const UrtoWorld *world, uint32_t slot)
{
    UrtoParameter parameter = (UrtoParameter)PARAMETER_LAST;

    while (world->control_first[parameter] > slot) {
        parameter--;
    }
    while (things(world, parameter) == 0) {
        parameter--;
    }
    return parameter;
}

uint32_t control_slot(const UrtoWorld *world, UrtoParameter parameter, uint32_t id)
{
    return world->control_first[parameter] + id - 1;
}

static double larger(const Control *control)
{
    return fmax(control->value, control->target);
}

/* Whether a body stays stable with a factor, the other one being as large as it is or will be. */
static UrtoStatus check_body(const UrtoWorld *world, UrtoParameter parameter, uint32_t id,
                             double value, UrtoDiagnostic *why)
{
    const Body *body = &world->bodies[id - 1];
    const Control *tuning = &world->controls[control_slot(world, URTO_BODY_TUNING, id)];
    const Control *high = &world->controls[control_slot(world, URTO_BODY_LOSS_HIGH, id)];
    const double limit = parameter == URTO_BODY_TUNING      ? body_tuning_limit(body, larger(high))
                         : parameter == URTO_BODY_LOSS_HIGH ? body_loss_limit(body, larger(tuning))
                                                            : HUGE_VAL;

    if (value > limit) {
        return status_fail(why, URTO_ERROR_LIMIT, "value", value,
                           "%s is %.10g: unstable at this rate, at most %.10g for body %u",
                           parameter == URTO_BODY_TUNING ? "tuning" : "loss_high", value, limit,
                           id);
    }
    return URTO_OK;
}

UrtoStatus control_check(const UrtoWorld *world, UrtoParameter parameter, uint32_t id, double value,
                         UrtoDiagnostic *why)
{
    if ((unsigned)parameter > PARAMETER_LAST) {
        return status_fail(why, URTO_ERROR_UNKNOWN, "parameter", parameter,
                           "parameter is %d, must be 0 to %d", (int)parameter, PARAMETER_LAST);
    }
    if (id == 0 || id > things(world, parameter)) {
        return status_fail(why, URTO_ERROR_UNKNOWN, "id", id,
                           "id is %u, must be the handle of one of the %u in this world", id,
                           things(world, parameter));
    }
    if (parameter <= URTO_PORT_Y && isfinite(value)) {
        const Control *x = &world->controls[control_slot(world, URTO_PORT_X, id)];
        const Control *y = &world->controls[control_slot(world, URTO_PORT_Y, id)];
        const Body *body = &world->bodies[world->ports[id - 1].row.body];
        if (!body_contains(body->outline, body->size, parameter == URTO_PORT_X ? value : x->target,
                           parameter == URTO_PORT_Y ? value : y->target)) {
            return status_fail(why, URTO_ERROR_ARGUMENT, parameter == URTO_PORT_X ? "x" : "y",
                               value, "%.10g m is off the body", value);
        }
    }
    const UrtoStatus status =
        status_check_range(why, "value", value, def_parameter_range(parameter));
    return status == URTO_OK && parameter >= URTO_BODY_TUNING
               ? check_body(world, parameter, id, value, why)
               : status;
}

bool control_schedule(UrtoWorld *world, const Event *event)
{
    if (world->event_count == world->event_room) {
        world->statistics.events_lost++;
        return false;
    }
    uint32_t at = world->event_count++;
    while (at > 0 && world->events[at - 1].frame > event->frame) {
        world->events[at] = world->events[at - 1];
        at--;
    }
    world->events[at] = *event;
    return true;
}

static void start_ramp(UrtoWorld *world, const Event *event)
{
    Control *control = &world->controls[event->slot];
    const uint64_t steps = event->ramp * world->options.oversampling;

    control->target = event->value;
    control->remaining = steps ? steps : 1;
    control->increment = (control->target - control->value) / (double)control->remaining;
    if (!control->place) {
        world->active[world->active_count++] = event->slot;
        control->place = world->active_count;
    }
}

void control_frame(UrtoWorld *world)
{
    uint32_t ready = 0;

    while (ready < world->event_count && world->events[ready].frame <= world->frame) {
        start_ramp(world, &world->events[ready++]);
    }
    if (ready) {
        world->event_count -= ready;
        memmove(world->events, world->events + ready, world->event_count * sizeof *world->events);
    }
}

void control_apply(UrtoWorld *world, uint32_t slot)
{
    const UrtoParameter parameter = parameter_of(world, slot);
    const uint32_t index = slot - world->control_first[parameter];

    *variable(world, parameter, index) = world->controls[slot].value;
    if (parameter <= URTO_PORT_Y) {
        Port *port = &world->ports[index];
        body_row(&world->bodies[port->row.body], port->x, port->y, port->interpolation, &port->row);
        port->moved = true;
    } else if (parameter <= URTO_CONTACT_DAMPING) {
        contact_set_series(world, &world->contacts[index]);
        world->contacts[index].changed = true;
    } else if (parameter >= URTO_BODY_TUNING) {
        world->bodies[index].changed = true;
    } else if (parameter >= URTO_PROBE_GAIN) {
        Probe *probe = &world->probes[index];
        const double turn = 0.78539816339744830962 * (probe->pan + 1.0);
        probe->weights[0] = probe->gain * (probe->width == 2 ? cos(turn) : 1.0);
        probe->weights[1] = probe->gain * sin(turn);
    }
}

/* Whether a ramp acts in this step. */
static bool due(const UrtoWorld *world, uint32_t slot)
{
    enum { STAIR = 16 };
    const uint64_t left = world->controls[slot].remaining - 1;

    return slot < world->control_first[URTO_BODY_TUNING] || left % STAIR == 0;
}

/* New coefficients with the state held; a mode that comes to rest moves the ports. */
static void change_bodies(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->body_count; i++) {
        Body *body = &world->bodies[i];
        if (!body->changed) {
            continue;
        }
        const double before = world->options.ledger ? body_energy(body) : 0.0;
        body_retune(body);
        body->changed = false;
        if (world->options.ledger) {
            sum_add(&world->books.change, body_energy(body) - before);
        }
        for (uint32_t p = 0; p < world->port_count; p++) {
            Port *port = &world->ports[p];
            if (port->row.body == i) {
                if (!body_rescale(body, &port->row)) {
                    body_row(body, port->x, port->y, port->interpolation, &port->row);
                }
                port->moved = true;
            }
        }
    }
}

void control_step(UrtoWorld *world)
{
    bool change = false;

    for (uint32_t i = 0; i < world->contact_count; i++) {
        double *distance = world->contacts[i].distance;
        distance[0] = distance[1];
        distance[1] = distance[2];
    }
    for (uint32_t i = 0; i < world->active_count; i++) {
        const uint32_t slot = world->active[i];
        change = change || slot < world->control_first[URTO_CONTACT_DISTANCE] ||
                 (slot >= world->control_first[URTO_BODY_TUNING] && due(world, slot));
    }
    if (change) {
        world_settle(world);
        contact_before_change(world);
    }
    for (uint32_t i = world->active_count; i-- > 0;) {
        const uint32_t slot = world->active[i];
        Control *control = &world->controls[slot];
        const bool now = due(world, slot);
        control->remaining--;
        control->value = control->remaining ? control->value + control->increment : control->target;
        if (now) {
            control_apply(world, slot);
        }
        if (!control->remaining) {
            const uint32_t moved = world->active[--world->active_count];
            world->active[i] = moved;
            world->controls[moved].place = i + 1;
            control->place = 0;
        }
    }
    if (change) {
        change_bodies(world);
        contact_after_change(world);
        probe_reread(world);
    }
}

UrtoStatus urto_world_set(UrtoWorld *world, UrtoParameter parameter, uint32_t id, double value,
                          uint32_t delay, uint32_t ramp, UrtoDiagnostic *why)
{
    const UrtoStatus status = control_check(world, parameter, id, value, why);

    if (status != URTO_OK) {
        return status;
    }
    const bool clicks = parameter != URTO_CONTACT_STIFFNESS && parameter != URTO_CONTACT_EXPONENT &&
                        parameter != URTO_CONTACT_DAMPING && parameter < URTO_BODY_TUNING;
    const double least = clicks ? world->options.smoothing * world->rate : 0.0;
    const Event event = {.frame = world->frame + delay,
                         .slot = control_slot(world, parameter, id),
                         .value = value,
                         .ramp = ramp > least ? ramp : (uint64_t)least};
    return control_schedule(world, &event)
               ? URTO_OK
               : status_fail(why, URTO_ERROR_LIMIT, "events", world->event_room,
                             "%u events wait already: make room with UrtoWorldOptions.events",
                             world->event_room);
}

void urto_world_forget(UrtoWorld *world)
{
    world->event_count = 0;
    while (world->active_count) {
        Control *control = &world->controls[world->active[--world->active_count]];
        control->target = control->value;
        control->remaining = control->place = 0;
    }
    for (uint32_t i = 0; i < world->contact_count; i++) {
        Contact *contact = &world->contacts[i];
        Control *control = &world->controls[control_slot(world, URTO_CONTACT_DISTANCE, i + 1)];
        bool open = true;
        for (uint32_t p = contact->first; p < contact->first + contact->count; p++) {
            open = open && world->points[p].energy == 0.0;
        }
        if (open) {
            contact->distance[0] = contact->distance[1] = contact->distance[2] = contact->made;
            control->value = control->target = contact->made;
        }
    }
}
