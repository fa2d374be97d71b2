/* A queue of events sorted by frame; those of one frame stay in the order in which they came. An
 * event is any struct that begins with its frame, a uint64_t. No allocation: the owner provides the
 * memory. Adding moves later events; taking is O(1). */
#ifndef BASE_EVENT_QUEUE_H
#define BASE_EVENT_QUEUE_H

#include <urto/api.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct EventQueue {
    unsigned char *memory; /* room events */
    size_t size;           /* of an event [bytes] */
    uint32_t room;
    uint32_t first, count; /* pending events */
} EventQueue;

/* False if there is no room. */
bool event_queue_add(EventQueue *queue, const void *event) URTO_REALTIME;
/* Takes out the next event if it is due at a frame; NULL if there is none. It stays readable until
 * the next one is added. */
const void *event_queue_take(EventQueue *queue, uint64_t frame) URTO_REALTIME;

static inline uint64_t event_queue_frame(const EventQueue *queue, uint32_t index)
{
    return *(const uint64_t *)(const void *)(queue->memory + queue->size * index);
}

/* Frames from `frame` to the next event, at most `most`. */
static inline uint32_t event_queue_until(const EventQueue *queue, uint64_t frame, uint32_t most)
{
    if (queue->count == 0) {
        return most;
    }
    const uint64_t next = event_queue_frame(queue, queue->first);
    const uint64_t left = next > frame ? next - frame : 0;
    return left < most ? (uint32_t)left : most;
}

static inline void event_queue_clear(EventQueue *queue)
{
    queue->first = queue->count = 0;
}

#endif
