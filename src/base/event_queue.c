#include "event_queue.h"

#include <string.h>

bool event_queue_add(EventQueue *queue, const void *event)
{
    const size_t size = queue->size;
    const uint64_t frame = *(const uint64_t *)event;

    if (queue->count == queue->room) {
        return false;
    }
    if (queue->first + queue->count == queue->room) {
        memmove(queue->memory, queue->memory + size * queue->first, size * queue->count);
        queue->first = 0;
    }
    const uint32_t end = queue->first + queue->count++;
    uint32_t at = end;
    while (at > queue->first && event_queue_frame(queue, at - 1) > frame) {
        at--;
    }
    memmove(queue->memory + size * (at + 1), queue->memory + size * at, size * (end - at));
    memcpy(queue->memory + size * at, event, size);
    return true;
}

const void *event_queue_take(EventQueue *queue, uint64_t frame)
{
    if (queue->count == 0 || event_queue_frame(queue, queue->first) > frame) {
        return NULL;
    }
    queue->count--;
    return queue->memory + queue->size * queue->first++;
}
