/* Memory: an allocator with malloc as the default, and an arena that is laid out twice: once
 * without memory to learn its size, once with memory to assign pointers. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <urto/allocator.h>

#include <stddef.h>
#include <stdint.h>

enum {
    ARENA_ALIGNMENT = 64,
    ARENA_LONG = 1024, /* bytes from which on an array is followed by a gap */
    ARENA_GAP = 576,
};

typedef struct Arena {
    unsigned char *base; /* NULL while measuring */
    size_t used;
} Arena;

/* count zeroed elements of a size, 64-byte aligned; NULL while measuring. The layout code asks in
 * the same order both times and touches nothing through the pointers while measuring.
 *
 * Loops go through several arrays of one length at once. Were these 4096 bytes apart, a load would
 * wait for the store to another of them that has the same last 12 bits: the gap keeps them apart. */
void *arena_take(Arena *arena, size_t count, size_t size);

/* The first aligned place in a block of memory that is ARENA_ALIGNMENT larger than needed. */
static inline void *arena_align(void *memory)
{
    const uintptr_t mask = ARENA_ALIGNMENT - 1;

    return (unsigned char *)memory + ((ARENA_ALIGNMENT - ((uintptr_t)memory & mask)) & mask);
}

#define ARENA_TAKE(arena, pointer, count)                                                          \
    ((pointer) = arena_take((arena), (count), sizeof *(pointer)))

#endif
