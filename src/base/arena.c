#include "arena.h"

#include <stdlib.h>

static void *default_allocate(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void default_release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

UrtoAllocator urto_allocator(const UrtoAllocator *given)
{
    if (given && given->allocate && given->release) {
        return *given;
    }
    return (UrtoAllocator){default_allocate, default_release, NULL};
}

void *arena_take(Arena *arena, size_t count, size_t size)
{
    const size_t mask = ARENA_ALIGNMENT - 1;
    const size_t start = (arena->used + mask) & ~mask;

    arena->used = start + count * size + (count * size >= ARENA_LONG ? ARENA_GAP : 0);
    return arena->base ? arena->base + start : NULL;
}
