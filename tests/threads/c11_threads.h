/* ThreadSanitizer knows the threads of POSIX, not those of C11: the pool's threads are made by
 * POSIX here. Included before everything else. */
#ifndef TESTS_THREADS_C11_THREADS_H
#define TESTS_THREADS_C11_THREADS_H

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

typedef struct C11Start {
    thrd_start_t function;
    void *argument;
} C11Start;

static inline void *c11_run(void *context)
{
    const C11Start start = *(C11Start *)context;

    free(context);
    return (void *)(intptr_t)start.function(start.argument);
}

static inline int c11_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    C11Start *start = malloc(sizeof *start);
    pthread_t made;

    if (!start) {
        return thrd_nomem;
    }
    *start = (C11Start){function, argument};
    if (pthread_create(&made, NULL, c11_run, start) != 0) {
        free(start);
        return thrd_error;
    }
    *thread = (thrd_t)made;
    return thrd_success;
}

static inline int c11_join(thrd_t thread, int *result)
{
    void *value = NULL;

    if (pthread_join((pthread_t)thread, &value) != 0) {
        return thrd_error;
    }
    if (result) {
        *result = (int)(intptr_t)value;
    }
    return thrd_success;
}

#define thrd_create c11_create
#define thrd_join c11_join

#endif
