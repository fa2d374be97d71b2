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
    for (int i = 0; i < 4; i++) {
        SHIFT(body->jump[i]);
    }
    for (int i = 0; i < 3; i++) {
        SHIFT(body->bound[i]);
    }
    SHIFT(body->reach);
    SHIFT(body->modes);
    SHIFT(body->table);
    SHIFT(body->tracked);
    SHIFT(body->readings);
    SHIFT(body->v);
    SHIFT(body->mask);
    SHIFT(body->kernel.u);
    SHIFT(body->kernel.d);
    SHIFT(body->kernel.last);
    SHIFT(body->kernel.coef_d);
    SHIFT(body->kernel.coef_u);
    SHIFT(body->kernel.turns);
    SHIFT(body->line.u);
    SHIFT(body->line.d);
    SHIFT(body->line.v);
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
    SHIFT(world->bodies);
    SHIFT(world->ports);
    SHIFT(world->contacts);
    SHIFT(world->points);
    SHIFT(world->bows);
    SHIFT(world->drives);
    SHIFT(world->probes);
    SHIFT(world->ends);
    SHIFT(world->gamma);
    SHIFT(world->spans);
    SHIFT(world->hear);
    SHIFT(world->xi);
    SHIFT(world->pd);
    SHIFT(world->pe);
    SHIFT(world->offset);
    SHIFT(world->must_check);
    SHIFT(world->is_candidate);
    SHIFT(world->candidates);
    SHIFT(world->interpolated_ports);
    SHIFT(world->reaches);
    SHIFT(world->flights);
    SHIFT(world->flight_first);
    SHIFT(world->motion_known);
    SHIFT(world->block_mix);
    SHIFT(world->items);
    SHIFT(world->item_of);
    SHIFT(world->order);
    SHIFT(world->label);
    SHIFT(world->matrix);
    SHIFT(world->local);
    SHIFT(world->work);
    SHIFT(world->profile);
    SHIFT(world->strikes);
    SHIFT(world->controls);
    SHIFT(world->active);
    SHIFT(world->queue.memory);
    SHIFT(world->curves);
    SHIFT(world->contact_events.ring);
    SHIFT(world->channels);
    SHIFT(world->taps);
    SHIFT(world->history);
    for (uint32_t i = 0; i < world->body_count; i++) {
        shift_body(&world->bodies[i], by);
    }
    for (uint32_t i = 0; i < world->port_count; i++) {
        SHIFT(world->ports[i].row.index);
        SHIFT(world->ports[i].row.weight);
        SHIFT(world->ports[i].source);
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
    shift_world(made, (const unsigned char *)made - (const unsigned char *)world);
    *copy = made;
    return URTO_OK;
}
