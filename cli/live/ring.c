#include "ring.h"

#include "output/text.h"

#include <stdlib.h>
#include <string.h>

void ring_create(Ring *ring, size_t element, size_t count)
{
    size_t room = 1;

    while (room < count) {
        room *= 2;
    }
    ring->data = memory_resize(NULL, room, element);
    ring->element = element;
    ring->room = room;
    atomic_init(&ring->put, 0);
    atomic_init(&ring->taken, 0);
}

void ring_destroy(Ring *ring)
{
    free(ring->data);
    ring->data = NULL;
    ring->room = 0;
}

/* Elements from a count on that lie in one piece. */
static size_t unbroken(const Ring *ring, size_t at, size_t count)
{
    const size_t left = ring->room - (at & (ring->room - 1));

    return count < left ? count : left;
}

static unsigned char *place(const Ring *ring, size_t at)
{
    return ring->data + (at & (ring->room - 1)) * ring->element;
}

bool ring_put(Ring *ring, const void *elements, size_t count)
{
    const size_t put = atomic_load_explicit(&ring->put, memory_order_relaxed);
    const size_t taken = atomic_load_explicit(&ring->taken, memory_order_acquire);

    if (count > ring->room - (put - taken)) {
        return false;
    }
    const size_t first = unbroken(ring, put, count);
    memcpy(place(ring, put), elements, first * ring->element);
    memcpy(ring->data, (const unsigned char *)elements + first * ring->element,
           (count - first) * ring->element);
    atomic_store_explicit(&ring->put, put + count, memory_order_release);
    return true;
}

size_t ring_take(Ring *ring, void *elements, size_t count)
{
    const size_t taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);
    const size_t waiting = atomic_load_explicit(&ring->put, memory_order_acquire) - taken;

    count = count < waiting ? count : waiting;
    const size_t first = unbroken(ring, taken, count);
    memcpy(elements, place(ring, taken), first * ring->element);
    memcpy((unsigned char *)elements + first * ring->element, ring->data,
           (count - first) * ring->element);
    atomic_store_explicit(&ring->taken, taken + count, memory_order_release);
    return count;
}
