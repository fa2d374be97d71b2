/* Excitation: strikes, throws and shapes. Setting a state supplies the change in stored energy; a
 * strike is a force over one step, half of it before its instant and half after it, and supplies
 * force times displacement. What comes with a delay waits in the queue of the world; what comes
 * without one acts at once. */
#include "world.h"

#include <math.h>
#include <string.h>

/* A shape has the coordinates that its body had when it was made; `scale` follows the tuning. */
struct UrtoShape {
    UrtoAllocator allocator;
    uint32_t tag, body, room;
    double step;
    double *u, *kv; /* displacement and k times velocity */
    double *scale;  /* NULL: a grid */
};

static const Range any = {-1e9, 1e9, false, "between -1e9 and 1e9"};

static UrtoStatus check_world(const UrtoWorld *world, UrtoDiagnostic *why)
{
    return world ? URTO_OK : status_fail(why, URTO_ERROR_ARGUMENT, "world", 0.0, "world is NULL");
}

static UrtoStatus check_port(const UrtoWorld *world, UrtoPort port, UrtoDiagnostic *why)
{
    const UrtoStatus status = check_world(world, why);

    return status != URTO_OK
               ? status
               : world_known(world, "port", port.id, port.tag, world->model.user_ports, why);
}

static UrtoStatus check_body(const UrtoWorld *world, UrtoBody body, UrtoDiagnostic *why)
{
    const UrtoStatus status = check_world(world, why);

    return status != URTO_OK
               ? status
               : world_known(world, "body", body.id, body.tag, world->model.body_count, why);
}

static UrtoStatus check_mass(const UrtoWorld *world, UrtoBody body, UrtoDiagnostic *why)
{
    const UrtoStatus status = check_body(world, body, why);

    if (status != URTO_OK || world->model.bodies[body.id - 1].kind == BODY_MASS) {
        return status;
    }
    return status_fail(why, URTO_ERROR_UNSUPPORTED, "mass", body.id,
                       "body %u is no mass: only masses are thrown, others are struck or plucked",
                       body.id);
}

/* Stored energy before a state is set, where somebody wants to know. */
static double energy_before(UrtoWorld *world)
{
    world_settle(world);
    return world->model.options.ledger ? ledger_stored(world) : 0.0;
}

/* The state of a body has been set. */
static void state_set(UrtoWorld *world, uint32_t body, double before)
{
    world->model.bodies[body].still = false;
    contact_restart(world, body);
    probe_refresh(world);
    world->state.refresh_in = 0; /* a world that was put to rest goes on like a new one */
    if (world->model.options.ledger) {
        sum_add(&world->state.totals.excitation, ledger_stored(world) - before);
    }
}

static void set_mode(UrtoWorld *world, uint32_t index, uint32_t mode, double displacement,
                     double velocity)
{
    const double before = energy_before(world);

    body_set_mode(&world->model.bodies[index], mode, displacement, velocity);
    state_set(world, index, before);
}

static void strike(UrtoWorld *world, uint32_t port, double impulse)
{
    world->state.strikes[port] += impulse / world->model.step;
    world->state.struck = true;
}

/* The ends of the first point of a contact: that on a body, and the other one; 0 is a barrier. */
static bool sides_of(const UrtoWorld *world, const Contact *contact, uint32_t body, bool *below,
                     uint32_t *other)
{
    const Ends ends = world->model.ends[contact->first];

    *below = ends.below && world->model.ports[ends.below - 1].row.body == body;
    *other = *below ? ends.above : ends.below;
    return *below || (ends.above && world->model.ports[ends.above - 1].row.body == body);
}

static void throw_at(UrtoWorld *world, uint32_t body, uint32_t index, double speed)
{
    const Contact *contact = &world->model.contacts[index];
    bool below = true;
    uint32_t other = 0;

    world_settle(world);
    sides_of(world, contact, body, &below, &other);
    const double side = below ? 1.0 : -1.0;
    const double step = 1.0 / world->model.rate;
    /* two steps of the closing motion away, so that the touch itself is not missed */
    const double closing = fabs(speed) + fabs(port_velocity(world, other));
    const double gap =
        contact->distance[2] - world->model.offset[contact->first] - 2.0 * closing * step;
    set_mode(world, body, 0, port_displacement(world, other) + side * gap, side * speed);
}

static void release(UrtoWorld *world, const UrtoShape *shape, double factor)
{
    const double before = energy_before(world);

    body_set(&world->model.bodies[shape->body], factor, shape->u, shape->kv, shape->scale);
    state_set(world, shape->body, before);
}

void excite(UrtoWorld *world, const Event *event)
{
    switch (event->kind) {
    case EVENT_STRIKE:
        strike(world, event->index, event->value);
        break;
    case EVENT_THROW:
        set_mode(world, event->index, 0, event->value, event->velocity);
        break;
    case EVENT_THROW_AT:
        throw_at(world, event->index, event->other, event->value);
        break;
    case EVENT_RELEASE:
        release(world, event->shape, event->value);
        break;
    case EVENT_RAMP:
        control_ramp(world, event);
        break;
    }
}

/* Now, or at its frame. */
static UrtoStatus carry_out(UrtoWorld *world, Event event, uint32_t delay, UrtoDiagnostic *why)
{
    if (delay == 0) {
        excite(world, &event);
        return URTO_OK;
    }
    event.frame = world->state.frame + delay;
    return world_schedule(world, &event, why);
}

UrtoStatus urto_world_strike(UrtoWorld *world, UrtoPort port, double impulse, uint32_t delay,
                             UrtoDiagnostic *why)
{
    UrtoStatus status = check_port(world, port, why);

    if (status == URTO_OK) {
        status = status_check_range(why, "impulse", impulse, any);
    }
    return status != URTO_OK
               ? status
               : carry_out(world,
                           (Event){.kind = EVENT_STRIKE, .index = port.id - 1, .value = impulse},
                           delay, why);
}

UrtoStatus urto_world_throw(UrtoWorld *world, UrtoBody mass, double position, double velocity,
                            uint32_t delay, UrtoDiagnostic *why)
{
    UrtoStatus status = check_mass(world, mass, why);

    if (status == URTO_OK) {
        status = status_check_range(why, "position", position, any);
    }
    if (status == URTO_OK) {
        status = status_check_range(why, "velocity", velocity, any);
    }
    return status != URTO_OK ? status
                             : carry_out(world,
                                         (Event){.kind = EVENT_THROW,
                                                 .index = mass.id - 1,
                                                 .value = position,
                                                 .velocity = velocity},
                                         delay, why);
}

UrtoStatus urto_world_throw_at(UrtoWorld *world, UrtoBody mass, UrtoContact contact, double speed,
                               uint32_t delay, UrtoDiagnostic *why)
{
    UrtoStatus status = check_mass(world, mass, why);
    bool below = false;
    uint32_t other = 0;

    if (status == URTO_OK) {
        status =
            world_known(world, "contact", contact.id, contact.tag, world->model.contact_count, why);
    }
    if (status == URTO_OK) {
        status = status_check_range(why, "speed", speed,
                                    (Range){0.0, 1e9, false, ">= 0 and at most 1e9"});
    }
    if (status != URTO_OK) {
        return status;
    }
    if (!sides_of(world, &world->model.contacts[contact.id - 1], mass.id - 1, &below, &other)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "contact", contact.id,
                           "contact %u does not touch body %u", contact.id, mass.id);
    }
    return carry_out(
        world,
        (Event){
            .kind = EVENT_THROW_AT, .index = mass.id - 1, .other = contact.id - 1, .value = speed},
        delay, why);
}

UrtoStatus urto_world_set_mode(UrtoWorld *world, UrtoBody body, uint32_t mode, double displacement,
                               double velocity, UrtoDiagnostic *why)
{
    UrtoStatus status = check_body(world, body, why);

    if (status != URTO_OK) {
        return status;
    }
    const Body *its = &world->model.bodies[body.id - 1];
    if (its->is_grid || mode >= its->n) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "mode", mode,
                           "mode is %u, the body has %u modes", mode, its->is_grid ? 0 : its->n);
    }
    status = status_check_range(why, "displacement", displacement, any);
    if (status == URTO_OK) {
        status = status_check_range(why, "velocity", velocity, any);
    }
    if (status == URTO_OK) {
        set_mode(world, body.id - 1, mode, displacement, velocity);
    }
    return status;
}

void urto_world_rest(UrtoWorld *world)
{
    for (uint32_t i = 0; world && i < world->model.body_count; i++) {
        Body *body = &world->model.bodies[i];
        const double before = energy_before(world);
        memset(body->u, 0, body->room * sizeof *body->u);
        memset(body->d, 0, body->room * sizeof *body->d);
        if (body->kind == BODY_MASS) {
            body_set_mode(body, 0, 0.0, 0.0); /* gravity pulls at once */
        }
        state_set(world, i, before);
    }
    if (world) {
        probe_forget(world);
    }
}

/* Memory for a shape of a body; NULL and a message without it. */
static UrtoShape *make_shape(const UrtoWorld *world, uint32_t index, UrtoDiagnostic *why)
{
    const Body *body = &world->model.bodies[index];
    /* there may be more modes when it is released */
    const uint32_t room = body->is_grid ? body->room : kernel_padded(body->capacity);
    const size_t bytes = sizeof(UrtoShape) + 3 * (size_t)room * sizeof(double);
    UrtoShape *made = world->allocator.allocate(world->allocator.context, bytes);

    if (!made) {
        status_fail(why, URTO_ERROR_MEMORY, "memory", (double)bytes, "out of memory");
        return NULL;
    }
    memset(made, 0, bytes);
    *made = (UrtoShape){.allocator = world->allocator,
                        .tag = world->tag,
                        .body = index,
                        .room = room,
                        .step = world->model.step};
    made->u = (double *)(void *)(made + 1);
    made->kv = made->u + room;
    if (!body->is_grid) {
        made->scale = made->kv + room;
        memcpy(made->scale, body->scale, body->n * sizeof *made->scale);
    }
    return made;
}

void urto_shape_destroy(UrtoShape *shape)
{
    if (shape) {
        const UrtoAllocator allocator = shape->allocator;
        allocator.release(allocator.context, shape);
    }
}

/* Hands out a shape; one that is not finite is none. */
static UrtoStatus finish_shape(UrtoShape *made, UrtoShape **shape, UrtoDiagnostic *why)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < made->room; i++) {
        sum += 0.0 * made->u[i] + 0.0 * made->kv[i];
    }
    if (sum != 0.0) {
        urto_shape_destroy(made);
        return status_fail(why, URTO_ERROR_ARGUMENT, "shape", 0.0,
                           "the shape is not finite everywhere");
    }
    *shape = made;
    return URTO_OK;
}

/* A shape function whose worst value is kept, so that it can be checked. */
typedef struct Watched {
    UrtoShapeFunction function;
    void *context;
    double worst;
} Watched;

static double watch_shape(void *context, double x, double y)
{
    Watched *watched = context;
    const double value = watched->function(watched->context, x, y);

    if (!(fabs(value) <= fabs(watched->worst)) && !isnan(watched->worst)) {
        watched->worst = value;
    }
    return value;
}

static UrtoStatus fill_shape(const Body *body, const char *field, Watched watched, double factor,
                             const UrtoAllocator *allocator, double *values, UrtoDiagnostic *why)
{
    if (!body_shape(body, watched.function ? watch_shape : NULL, &watched, factor, allocator,
                    values)) {
        return status_fail(why, URTO_ERROR_MEMORY, "shape", 0.0, "out of memory");
    }
    return status_check_range(why, field, watched.worst, any);
}

UrtoStatus urto_shape_create(UrtoShape **shape, const UrtoWorld *world, UrtoBody body,
                             UrtoShapeFunction displacement, UrtoShapeFunction velocity,
                             void *context, UrtoDiagnostic *why)
{
    if (!shape) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "shape", 0.0, "shape is NULL");
    }
    *shape = NULL;
    UrtoStatus status = check_body(world, body, why);
    if (status != URTO_OK) {
        return status;
    }
    UrtoShape *made = make_shape(world, body.id - 1, why);
    if (!made) {
        return URTO_ERROR_MEMORY;
    }
    const Body *its = &world->model.bodies[body.id - 1];
    status = fill_shape(its, "displacement", (Watched){displacement, context, 0.0}, 1.0,
                        &world->allocator, made->u, why);
    if (status == URTO_OK) {
        status = fill_shape(its, "velocity", (Watched){velocity, context, 0.0}, world->model.step,
                            &world->allocator, made->kv, why);
    }
    if (status != URTO_OK) {
        urto_shape_destroy(made);
        return status;
    }
    return finish_shape(made, shape, why);
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

/* The static shape under a point force. */
static void static_shape(const Body *body, const Row *row, double displacement, double *u)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < body->n; i++) {
        const double spring = body->springs[i];
        const double stiff = spring > 0.0 ? spring : body->masses[i];
        u[i] = stiff > 0.0 ? row->weight[i] / stiff : 0.0;
        sum += row->weight[i] * u[i];
    }
    for (uint32_t i = 0; i < body->n; i++) {
        u[i] *= sum != 0.0 ? displacement / sum : 0.0;
    }
}

UrtoStatus urto_shape_create_pluck(UrtoShape **shape, const UrtoWorld *world, UrtoPort port,
                                   double displacement, UrtoDiagnostic *why)
{
    if (!shape) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "shape", 0.0, "shape is NULL");
    }
    *shape = NULL;
    UrtoStatus status = check_port(world, port, why);
    if (status == URTO_OK) {
        status = status_check_range(why, "displacement", displacement, any);
    }
    if (status != URTO_OK) {
        return status;
    }
    const Port *its = &world->model.ports[port.id - 1];
    const Body *body = &world->model.bodies[its->row.body];
    UrtoShape *made = make_shape(world, its->row.body, why);
    if (!made) {
        return URTO_ERROR_MEMORY;
    }
    if (body->shape == SHAPE_ONE && !body->is_grid) {
        static_shape(body, &its->row, displacement, made->u);
    } else {
        const Pluck pluck = {its->x, its->y, displacement, body};
        if (!body_shape(body, pluck_shape, (void *)&pluck, 1.0, &world->allocator, made->u)) {
            urto_shape_destroy(made);
            return status_fail(why, URTO_ERROR_MEMORY, "shape", 0.0, "out of memory");
        }
    }
    return finish_shape(made, shape, why);
}

UrtoStatus urto_world_release(UrtoWorld *world, const UrtoShape *shape, double factor,
                              uint32_t delay, UrtoDiagnostic *why)
{
    if (!shape) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "shape", 0.0, "shape is NULL");
    }
    UrtoStatus status = check_world(world, why);
    if (status == URTO_OK && (shape->tag != world->tag || shape->step != world->model.step)) {
        status = status_fail(why, URTO_ERROR_NOT_FOUND, "shape", 0.0,
                             "the shape was made for another world");
    }
    if (status == URTO_OK) {
        status = status_check_range(why, "factor", factor, any);
    }
    return status != URTO_OK
               ? status
               : carry_out(world, (Event){.kind = EVENT_RELEASE, .value = factor, .shape = shape},
                           delay, why);
}

/* A shape that is released at once. */
static UrtoStatus release_now(UrtoWorld *world, UrtoShape *shape)
{
    release(world, shape, 1.0);
    urto_shape_destroy(shape);
    return URTO_OK;
}

UrtoStatus urto_world_pluck(UrtoWorld *world, UrtoPort port, double displacement,
                            UrtoDiagnostic *why)
{
    UrtoShape *shape = NULL;
    const UrtoStatus status = urto_shape_create_pluck(&shape, world, port, displacement, why);

    return shape ? release_now(world, shape) : status;
}

UrtoStatus urto_world_set_shape(UrtoWorld *world, UrtoBody body, UrtoShapeFunction displacement,
                                UrtoShapeFunction velocity, void *context, UrtoDiagnostic *why)
{
    UrtoShape *shape = NULL;
    const UrtoStatus status =
        urto_shape_create(&shape, world, body, displacement, velocity, context, why);

    return shape ? release_now(world, shape) : status;
}
