/* A run is one 64-bit word, `ticket`: the number of the run in the high half, the next task in the
 * low half. Whoever raises the low half of the run it has seen owns that task; a helper that is
 * late finds another number in the high half and keeps away. `done` counts finished tasks of the
 * run; the caller, having found no task left, waits for those that were begun: at most one for each
 * helper. A run is closed before its task and context are replaced, so no helper sees a mixture: it
 * reads them after the ticket, and its claim on the ticket fails if they have changed since.
 */
#include <urto/pool.h>

#include "denormal.h"
#include "status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#if !defined(__STDC_NO_THREADS__)
#include <threads.h>
#define HAS_THREADS 1
#else
#define HAS_THREADS 0
#endif

enum {
    SPINS = 20000,              /* polls for work before a helper begins to sleep */
    SLEEP_TIME_NS = 100 * 1000, /* between polls afterwards */
};

/* The next task of a run that is closed: beyond any count. */
#define CLOSED UINT32_MAX

struct UrtoPool {
    _Atomic uint64_t ticket;
    _Atomic uint32_t count, done;
    _Atomic(UrtoTask) task;
    _Atomic(void *) context;
    atomic_bool ending;
    uint32_t helpers;
#if HAS_THREADS
    thrd_t threads[URTO_MAX_HELPERS];
#endif
};

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Takes tasks of the present run until none is left; returns how many. */
static uint32_t work(UrtoPool *pool)
{
    uint32_t tasks = 0;
    uint64_t ticket = atomic_load(&pool->ticket);

    for (;;) {
        const uint32_t index = (uint32_t)ticket;
        const UrtoTask task = atomic_load(&pool->task);
        void *context = atomic_load(&pool->context);
        if (index >= atomic_load(&pool->count)) {
            return tasks;
        }
        if (atomic_compare_exchange_weak(&pool->ticket, &ticket, ticket + 1)) {
            task(context, index);
            atomic_fetch_add(&pool->done, 1);
            tasks++;
            ticket = atomic_load(&pool->ticket);
        }
    }
}

#if HAS_THREADS
static int helper(void *context)
{
    UrtoPool *pool = context;
    uint32_t idle = 0;

    denormal_off();
    while (!atomic_load(&pool->ending)) {
        if (work(pool)) {
            idle = 0;
        } else if (idle < SPINS) {
            idle++;
            pause_briefly();
        } else {
            thrd_sleep(&(struct timespec){.tv_nsec = SLEEP_TIME_NS}, NULL);
        }
    }
    return 0;
}
#endif

UrtoStatus urto_pool_create(UrtoPool **pool, uint32_t helpers, UrtoDiagnostic *why)
{
    if (!pool) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "pool", 0.0, "pool is NULL");
    }
    *pool = NULL;
    if (helpers > URTO_MAX_HELPERS) {
        return status_fail(why, URTO_ERROR_LIMIT, "helpers", helpers,
                           "helpers is %u, must be 0 to %u", helpers, URTO_MAX_HELPERS);
    }
    UrtoPool *made = calloc(1, sizeof *made);
    if (!made) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
#if HAS_THREADS
    for (uint32_t i = 0; i < helpers; i++) {
        if (thrd_create(&made->threads[i], helper, made) != thrd_success) {
            urto_pool_destroy(made);
            return status_fail(why, URTO_ERROR_MEMORY, "helpers", helpers,
                               "could not start thread %u of %u", i + 1, helpers);
        }
        made->helpers = i + 1;
    }
#endif
    *pool = made;
    return URTO_OK;
}

void urto_pool_destroy(UrtoPool *pool)
{
    if (!pool) {
        return;
    }
    atomic_store(&pool->ending, true);
#if HAS_THREADS
    for (uint32_t i = 0; i < pool->helpers; i++) {
        thrd_join(pool->threads[i], NULL);
    }
#endif
    free(pool);
}

uint32_t urto_pool_helpers(const UrtoPool *pool)
{
    return pool ? pool->helpers : 0;
}

void urto_pool_run(UrtoPool *pool, UrtoTask task, void *context, uint32_t count)
{
    if (!task) {
        return;
    }
    if (!pool) {
        for (uint32_t i = 0; i < count; i++) {
            task(context, i);
        }
        return;
    }
    const uint64_t run = (atomic_load(&pool->ticket) >> 32) + 1;

    /* closed: a late helper that holds the last ticket can claim nothing with it */
    atomic_store(&pool->count, 0);
    atomic_store(&pool->ticket, run << 32 | CLOSED);
    atomic_store(&pool->done, 0);
    atomic_store(&pool->task, task);
    atomic_store(&pool->context, context);
    atomic_store(&pool->ticket, run << 32);
    atomic_store(&pool->count, count);
    work(pool);
    while (atomic_load(&pool->done) != count) {
        pause_briefly();
    }
}
