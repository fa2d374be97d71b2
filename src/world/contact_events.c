/* Contact events: when contacts begin and end, how fast, how hard. A ring between the thread that
 * processes and one that drains; each index has one writer. */
#include "world.h"

static void write_event(UrtoWorld *world, UrtoContactEventKind kind, const Contact *contact)
{
    ContactEvents *events = &world->output.events;
    const unsigned written = atomic_load_explicit(&events->written, memory_order_relaxed);
    const unsigned taken = atomic_load_explicit(&events->taken, memory_order_acquire);
    const Touch *touch = &contact->touch;

    if (written - taken >= events->room) {
        world->statistics.contact_events_lost++;
        return;
    }
    events->ring[written % events->room] = (UrtoContactEvent){
        .kind = kind,
        .contact = {(uint32_t)(contact - world->model.contacts) + 1, world->tag},
        .frame = world->state.frame,
        .speed = touch->speed,
        .peak_force = touch->peak,
        .impulse = touch->impulse,
    };
    atomic_store_explicit(&events->written, written + 1, memory_order_release);
}

void contact_events_step(UrtoWorld *world, Contact *contact)
{
    Touch *touch = &contact->touch;

    if (touch->points && !touch->begun) {
        touch->begun = true;
        touch->speed = touch->approach;
        touch->peak = touch->impulse = 0.0;
        write_event(world, URTO_CONTACT_BEGINS, contact);
    }
    if (touch->begun) {
        touch->peak = touch->force > touch->peak ? touch->force : touch->peak;
        touch->impulse += touch->force * world->model.step;
    }
    if (!touch->points && touch->begun) {
        touch->begun = false;
        write_event(world, URTO_CONTACT_ENDS, contact);
    }
    touch->force = touch->approach = 0.0;
}

uint32_t urto_world_contact_events(UrtoWorld *world, UrtoContactEvent *out, uint32_t room)
{
    if (!world || !out) {
        return 0;
    }
    ContactEvents *events = &world->output.events;
    const unsigned taken = atomic_load_explicit(&events->taken, memory_order_relaxed);
    const unsigned waiting = atomic_load_explicit(&events->written, memory_order_acquire) - taken;
    const uint32_t count = waiting < room ? waiting : room;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = events->ring[(taken + i) % events->room];
    }
    atomic_store_explicit(&events->taken, taken + count, memory_order_release);
    return count;
}
