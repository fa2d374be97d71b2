/** @file pool.h
 *  Worlds on several threads: a pool of helpers for the audio thread.
 *
 *      UrtoPool *pool = NULL;
 *      if (urto_pool_create(&pool, 3, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 *      urto_instrument_set_pool(instrument, pool);
 *
 *  Worlds share nothing, so many of them (the voices of an instrument) can be advanced in
 *  parallel. urto_pool_run gives tasks 0, 1, ... to idle helpers and to the caller itself, and
 *  returns when all are done. The caller takes no lock, makes no system call and never waits for a
 *  thread that has not begun a task: if the helpers are asleep or busy elsewhere, it does the work
 *  alone. Helpers poll for work for a while after the last task, then sleep between polls.
 *
 *  The library never makes a pool by itself. [setup], [audio] and [any] say which thread may call a
 *  function, as in world.h. Every function takes NULL for a pool.
 */
#ifndef URTO_POOL_H
#define URTO_POOL_H

#include <urto/status.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most helpers of one pool. */
#define URTO_MAX_HELPERS 63u

/** A pool of helpers. */
typedef struct UrtoPool UrtoPool;

/** One task of a run. */
typedef void (*UrtoTask)(void *context, uint32_t index);

/** Start some helper threads, 0 to URTO_MAX_HELPERS. 0, or a platform without threads, gives a pool
 *  whose caller does everything. On failure *pool is NULL. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_pool_create(UrtoPool **pool, uint32_t helpers,
                                                    UrtoDiagnostic *why);
/** End the helpers; NULL is fine. Not while a run is under way. [setup] */
URTO_API void urto_pool_destroy(UrtoPool *pool);
/** How many helpers there are; 0 for NULL. [any] */
URTO_API uint32_t urto_pool_helpers(const UrtoPool *pool) URTO_REALTIME;
/** Do tasks 0 to count - 1, in any order, each once. One caller at a time. Without a pool the caller
 *  does them all. [audio] */
URTO_API void urto_pool_run(UrtoPool *pool, UrtoTask task, void *context,
                            uint32_t count) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
