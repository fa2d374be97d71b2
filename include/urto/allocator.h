/** @file allocator.h
 *  Where memory comes from: hand one in to count it, limit it or take it from a pool. Both functions
 *  are called in [setup] functions only, never in the audio thread.
 *
 *      UrtoAllocator mine = {my_allocate, my_release, &my_pool};
 *      urto_world_def_create(&def, &mine);
 */
#ifndef URTO_ALLOCATOR_H
#define URTO_ALLOCATOR_H

#include <stddef.h>

/** Where memory comes from. */
typedef struct UrtoAllocator {
    void *(*allocate)(void *context, size_t bytes); /**< like malloc */
    void (*release)(void *context, void *memory);   /**< like free */
    void *context;                                  /**< handed to both */
} UrtoAllocator;

#endif
