/** @file allocator.h
 *  Where memory comes from: hand one in to count it, limit it or take it from a pool. Both functions
 *  are called in [setup] functions only, never in the audio thread.
 *
 *      UrtoAllocator mine = {my_allocate, my_release, &my_pool};
 *      urto_world_def_create(&def, &mine);
 */
#ifndef URTO_ALLOCATOR_H
#define URTO_ALLOCATOR_H

#include <urto/api.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where memory comes from. */
typedef struct UrtoAllocator {
    void *(*allocate)(void *context, size_t bytes); /**< like malloc */
    void (*release)(void *context, void *memory);   /**< like free */
    void *context;                                  /**< handed to both */
} UrtoAllocator;

/** The one given, or malloc and free for NULL. [any] */
URTO_API UrtoAllocator urto_allocator(const UrtoAllocator *given);

#ifdef __cplusplus
}
#endif

#endif
