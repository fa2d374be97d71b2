/* Other modes for a body and other weights for a port, between two steps: what a voice needs to be
 * another key. Displacements and velocities are held mode by mode, as when a body is retuned; the ledger
 * counts what the change adds as supplied. */
#include "world.h"

#include <string.h>

void port_row(const UrtoWorld *world, Port *port)
{
    const Body *body = &world->model.bodies[port->row.body];

    if (!port->weights) {
        body_row(body, port->x, port->y, port->interpolation, &port->row);
        return;
    }
    port->row.count = body->n;
    for (uint32_t i = 0; i < body->n; i++) {
        port->row.weight[i] = port->weights[i] * body->scale[i];
    }
}

/* The row of a port whose body may have had more modes before. */
static void renew_row(const UrtoWorld *world, Port *port)
{
    const Body *body = &world->model.bodies[port->row.body];

    port_row(world, port);
    memset(port->row.weight + body->n, 0, (body->room - body->n) * sizeof *port->row.weight);
    port->moved = true;
}

static UrtoStatus check_modes(const Body *body, const UrtoMode *modes, uint32_t count,
                              UrtoDiagnostic *why)
{
    const Range range = {0.0, 1e9, false, "0 to 1e9"};
    const Range positive = {0.0, 1e9, true, "> 0 and at most 1e9"};

    if (body->is_grid || body->kind == BODY_MASS) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "body", 0.0,
                           "the body has no modes: it is a grid or a mass");
    }
    if (!modes || count == 0 || count > body->capacity) {
        return status_fail(why, URTO_ERROR_LIMIT, "count", count,
                           "count is %u, must be 1 to %u, with as many modes", count,
                           body->capacity);
    }
    for (uint32_t i = 0; i < count; i++) {
        UrtoStatus status = status_check_range(why, "frequency", modes[i].frequency, range);
        if (status == URTO_OK) {
            status = status_check_range(why, "decay", modes[i].decay, range);
        }
        if (status == URTO_OK) {
            status = status_check_range(why, "mass", modes[i].mass, positive);
        }
        if (status != URTO_OK) {
            return status;
        }
    }
    return URTO_OK;
}

UrtoStatus urto_world_set_modes(UrtoWorld *world, UrtoBody body, const UrtoMode *modes,
                                uint32_t count, UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "world", world);

    if (status == URTO_OK) {
        status = world_known(world, "body", body.id, body.tag, world->model.body_count, why);
    }
    if (status != URTO_OK) {
        return status;
    }
    Body *its = &world->model.bodies[body.id - 1];
    status = check_modes(its, modes, count, why);
    if (status != URTO_OK) {
        return status;
    }
    world_settle(world);
    contact_before_change(world);
    const double before = world->model.options.ledger ? body_energy(its) : 0.0;
    body_set_modes(its, modes, count);
    if (world->model.options.ledger) {
        sum_add(&world->state.totals.change, body_energy(its) - before);
    }
    for (uint32_t p = 0; p < world->model.port_count; p++) {
        Port *port = &world->model.ports[p];
        if (port->row.body == body.id - 1) {
            renew_row(world, port);
        }
    }
    contact_after_change(world);
    probe_reread(world);
    return URTO_OK;
}

static UrtoStatus check_weights(const Port *port, const Body *body, const double *weights,
                                uint32_t count, UrtoDiagnostic *why)
{
    const Range range = {-1e9, 1e9, false, "between -1e9 and 1e9"};

    if (!port->weights) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "port", 0.0,
                           "the port has a place: only one that was made weighted has weights");
    }
    if (!weights || count > body->capacity) {
        return status_fail(why, URTO_ERROR_LIMIT, "count", count,
                           "count is %u, must be at most %u, with as many weights", count,
                           body->capacity);
    }
    for (uint32_t i = 0; i < count; i++) {
        const UrtoStatus status = status_check_range(why, "weights", weights[i], range);
        if (status != URTO_OK) {
            return status;
        }
    }
    return URTO_OK;
}

UrtoStatus urto_world_set_weights(UrtoWorld *world, UrtoPort port, const double *weights,
                                  uint32_t count, UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "world", world);

    if (status == URTO_OK) {
        status = world_known(world, "port", port.id, port.tag, world->model.user_ports, why);
    }
    if (status != URTO_OK) {
        return status;
    }
    Port *its = &world->model.ports[port.id - 1];
    const Body *body = &world->model.bodies[its->row.body];
    status = check_weights(its, body, weights, count, why);
    if (status != URTO_OK) {
        return status;
    }
    world_settle(world);
    contact_before_change(world);
    memcpy(its->weights, weights, count * sizeof *weights);
    memset(its->weights + count, 0, (body->capacity - count) * sizeof *weights);
    renew_row(world, its);
    contact_after_change(world);
    probe_reread(world);
    return URTO_OK;
}
