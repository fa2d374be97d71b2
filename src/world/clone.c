/* A copy of a world: its block of memory, with every pointer into it moved along. */
#include "world.h"

#include <string.h>

static void *shift(const void *pointer, ptrdiff_t by)
{
    return pointer ? (unsigned char *)pointer + by : NULL;
}

#define SHIFT(pointer) ((pointer) = shift((pointer), by))

static void shift_body(Body *body, ptrdiff_t by)
{
    SHIFT(body->u);
    SHIFT(body->d);
    SHIFT(body->last);
    SHIFT(body->pending);
    SHIFT(body->coef_d);
    SHIFT(body->coef_u);
    SHIFT(body->masses);
    SHIFT(body->springs);
    SHIFT(body->dampings);
    SHIFT(body->scale);
    SHIFT(body->ratio);
    SHIFT(body->turns);
    SHIFT(body->start[0]);
    SHIFT(body->start[1]);
    for (int i = 0; i < 4; i++) {
        SHIFT(body->jump[i]);
    }
    for (int i = 0; i < 3; i++) {
        SHIFT(body->bound[i]);
        SHIFT(body->spent[i]);
    }
    SHIFT(body->reach);
    SHIFT(body->modes);
    SHIFT(body->table);
    SHIFT(body->tracked);
    SHIFT(body->readings);
    SHIFT(body->v);
    SHIFT(body->mask);
    SHIFT(body->rim.cell);
    SHIFT(body->rim.mass);
    SHIFT(body->rim.stiffer);
    SHIFT(body->rim.u);
    SHIFT(body->rim.d);
    SHIFT(body->share);
    SHIFT(body->kernel.u);
    SHIFT(body->kernel.d);
    SHIFT(body->kernel.last);
    SHIFT(body->kernel.coef_d);
    SHIFT(body->kernel.coef_u);
    SHIFT(body->kernel.turns);
    SHIFT(body->line.u);
    SHIFT(body->line.d);
    SHIFT(body->line.last);
    SHIFT(body->surface.u);
    SHIFT(body->surface.d);
    SHIFT(body->surface.last);
    SHIFT(body->surface.v);
    SHIFT(body->surface.mask);
    for (uint32_t i = 0; i < body->tracked_count; i++) {
        SHIFT(body->tracked[i]);
    }
}

static void shift_world(UrtoWorld *world, ptrdiff_t by)
{
    SHIFT(world->model.bodies);
    SHIFT(world->model.ports);
    SHIFT(world->model.contacts);
    SHIFT(world->model.points);
    SHIFT(world->model.bows);
    SHIFT(world->model.drives);
    SHIFT(world->model.probes);
    SHIFT(world->model.ends);
    SHIFT(world->model.gamma);
    SHIFT(world->model.spans);
    SHIFT(world->output.hear);
    SHIFT(world->state.xi);
    SHIFT(world->state.pd);
    SHIFT(world->state.pe);
    SHIFT(world->model.offset);
    SHIFT(world->state.must_check);
    SHIFT(world->state.is_candidate);
    SHIFT(world->state.candidates);
    SHIFT(world->model.interpolated_ports);
    SHIFT(world->flight.reaches);
    SHIFT(world->flight.flights);
    SHIFT(world->flight.flight_first);
    SHIFT(world->flight.motion_known);
    SHIFT(world->flight.block_mix);
    SHIFT(world->solve.items);
    SHIFT(world->solve.item_of);
    SHIFT(world->solve.order);
    SHIFT(world->solve.label);
    SHIFT(world->solve.matrix);
    SHIFT(world->solve.local);
    SHIFT(world->solve.work);
    SHIFT(world->solve.profile);
    SHIFT(world->state.strikes);
    SHIFT(world->controls.slots);
    SHIFT(world->controls.active);
    SHIFT(world->controls.queue.memory);
    SHIFT(world->controls.curves);
    SHIFT(world->output.events.ring);
    SHIFT(world->output.channels);
    SHIFT(world->output.taps);
    SHIFT(world->output.history);
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        shift_body(&world->model.bodies[i], by);
    }
    for (uint32_t i = 0; i < world->model.port_count; i++) {
        SHIFT(world->model.ports[i].row.index);
        SHIFT(world->model.ports[i].row.weight);
        SHIFT(world->model.ports[i].source);
        SHIFT(world->model.ports[i].weights);
    }
}

UrtoStatus urto_world_clone(UrtoWorld **copy, const UrtoWorld *world, UrtoDiagnostic *why)
{
    if (!copy) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "copy", 0.0, "copy is NULL");
    }
    *copy = NULL;
    if (!world) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "world", 0.0, "world is NULL");
    }
    void *memory = world->allocator.allocate(world->allocator.context, world->bytes);
    if (!memory) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", (double)world->bytes,
                           "out of memory: the world needs %.10g bytes", (double)world->bytes);
    }
    UrtoWorld *made = arena_align(memory);
    memcpy(made, world, world->bytes - ARENA_ALIGNMENT);
    made->memory = memory;
    made->on_step = NULL;
    shift_world(made, (const unsigned char *)made - (const unsigned char *)world);
    *copy = made;
    return URTO_OK;
}
