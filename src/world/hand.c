/* The hand: sets or strikes a body. Setting a state costs the difference of stored energies before
 * and after; a strike is a force over one step, and its work is force times way. */
#include "world.h"

#include <math.h>
#include <string.h>

static UrtoStatus unknown(UrtoDiagnostic *why, const char *field, uint32_t id, uint32_t count)
{
    return status_fail(why, URTO_ERROR_UNKNOWN, field, id,
                       "%s is %u, must be the handle of one of the %u in this world", field, id,
                       count);
}

static const Range any = {-1e9, 1e9, false, "between -1e9 and 1e9"};

static void book(UrtoWorld *world, uint32_t body, double before)
{
    world->bodies[body].still = false;
    body_silence(&world->bodies[body]);
    contact_refresh(world, body);
    probe_refresh(world);
    world->refresh_in = 0; /* a world that was put to rest goes on like a new one */
    sum_add(&world->books.hand, ledger_stored(world) - before);
}

UrtoStatus urto_world_strike(UrtoWorld *world, UrtoPort port, double impulse, UrtoDiagnostic *why)
{
    if (port.id == 0 || port.id > world->user_ports) {
        return unknown(why, "port", port.id, world->user_ports);
    }
    const UrtoStatus status = status_check_range(why, "impulse", impulse, any);
    if (status == URTO_OK) {
        world->strikes[port.id - 1] += impulse / world->step;
        world->struck = true;
    }
    return status;
}

typedef struct Pluck {
    double x, y, height;
    const Body *body;
} Pluck;

/* 1 at the pluck, falling straight to 0 at both ends. */
static double tent(double x, double at, double size)
{
    return x <= at ? (at > 0.0 ? x / at : 0.0) : (at < size ? (size - x) / (size - at) : 0.0);
}

static double pluck_shape(void *context, double x, double y)
{
    const Pluck *pluck = context;
    const Body *body = pluck->body;

    if (body->outline == URTO_OUTLINE_CIRCLE) {
        /* straight along the ray from the pluck through (x, y) to the rim */
        const double dx = x - pluck->x;
        const double dy = y - pluck->y;
        const double length = sqrt(dx * dx + dy * dy);
        const double along = length > 0.0 ? (pluck->x * dx + pluck->y * dy) / length : 0.0;
        const double r2 = body->size[0] * body->size[0] - pluck->x * pluck->x - pluck->y * pluck->y;
        const double rim = -along + sqrt(along * along + r2);
        return length < rim ? pluck->height * (1.0 - length / rim) : 0.0;
    }
    const double across = body->size[1] > 0.0 ? tent(y, pluck->y, body->size[1]) : 1.0;
    const double up = tent(x, pluck->x, body->size[0]);
    return pluck->height * (up < across ? up : across);
}

UrtoStatus urto_world_pluck(UrtoWorld *world, UrtoPort port, double displacement,
                            UrtoDiagnostic *why)
{
    if (port.id == 0 || port.id > world->user_ports) {
        return unknown(why, "port", port.id, world->user_ports);
    }
    const UrtoStatus status = status_check_range(why, "displacement", displacement, any);
    if (status != URTO_OK) {
        return status;
    }
    const Port *its = &world->ports[port.id - 1];
    Body *body = &world->bodies[its->row.body];
    const double before = ledger_stored(world);
    if (body->shape == SHAPE_ONE && !body->is_grid) {
        /* the static shape under a point force */
        double sum = 0.0;
        for (uint32_t i = 0; i < body->n; i++) {
            const double spring = body->springs[i];
            const double stiff = spring > 0.0 ? spring : body->masses[i];
            body->u[i] = stiff > 0.0 ? its->row.weight[i] / stiff : 0.0;
            sum += its->row.weight[i] * body->u[i];
        }
        for (uint32_t i = 0; i < body->n; i++) {
            body->u[i] *= sum != 0.0 ? displacement / sum : 0.0;
        }
    } else {
        const Pluck pluck = {its->x, its->y, displacement, body};
        body_shape(body, pluck_shape, (void *)&pluck, 1.0, body->u);
    }
    memset(body->d, 0, body->room * sizeof *body->d);
    book(world, its->row.body, before);
    return URTO_OK;
}

UrtoStatus urto_world_shape(UrtoWorld *world, UrtoBody body, UrtoShape displacement,
                            UrtoShape velocity, void *context, UrtoDiagnostic *why)
{
    if (body.id == 0 || body.id > world->body_count) {
        return unknown(why, "body", body.id, world->body_count);
    }
    Body *its = &world->bodies[body.id - 1];
    const double before = ledger_stored(world);
    body_shape(its, displacement, context, 1.0, its->u);
    body_shape(its, velocity, context, world->step, its->d);
    if (!body_finite(its)) {
        memset(its->u, 0, its->room * sizeof *its->u);
        memset(its->d, 0, its->room * sizeof *its->d);
        book(world, body.id - 1, before);
        return status_fail(why, URTO_ERROR_ARGUMENT, "shape", 0.0,
                           "the shape is not finite everywhere; the body is at rest now");
    }
    book(world, body.id - 1, before);
    return URTO_OK;
}

UrtoStatus urto_world_mode(UrtoWorld *world, UrtoBody body, uint32_t mode, double displacement,
                           double velocity, UrtoDiagnostic *why)
{
    if (body.id == 0 || body.id > world->body_count) {
        return unknown(why, "body", body.id, world->body_count);
    }
    Body *its = &world->bodies[body.id - 1];
    if (its->is_grid || mode >= its->n) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "mode", mode,
                           "mode is %u, the body has %u modes", mode, its->is_grid ? 0 : its->n);
    }
    UrtoStatus status = status_check_range(why, "displacement", displacement, any);
    if (status == URTO_OK) {
        status = status_check_range(why, "velocity", velocity, any);
    }
    if (status == URTO_OK) {
        const double before = ledger_stored(world);
        const double scale = its->scale[mode] > 0.0 ? 1.0 / its->scale[mode] : 0.0;
        its->u[mode] = displacement * scale;
        its->d[mode] = velocity * world->step * scale;
        book(world, body.id - 1, before);
    }
    return status;
}
