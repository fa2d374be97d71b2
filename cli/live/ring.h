/* A queue between two threads: one puts, one takes; neither ever waits, locks or allocates. */
#ifndef CLI_LIVE_RING_H
#define CLI_LIVE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Ring {
    unsigned char *data;
    size_t element, room;     /* room: a power of two */
    atomic_size_t put, taken; /* counted without end; their difference is what waits */
} Ring;

/* Makes room for at least `count` elements of some bytes each. Ends the program without memory. */
void ring_create(Ring *ring, size_t element, size_t count);
void ring_destroy(Ring *ring);

/* Puts all elements or, without room for all, none. For the one thread that puts. */
bool ring_put(Ring *ring, const void *elements, size_t count);

/* Takes as many as there are, at most `count`. For the one thread that takes. */
size_t ring_take(Ring *ring, void *elements, size_t count);

#endif
