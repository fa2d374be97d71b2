/* Tasks in processes of their own, some at the same time; what they say comes out in order. */
#ifndef CLI_SCENES_WORKERS_H
#define CLI_SCENES_WORKERS_H

#include "output/text.h"

#include <stdbool.h>

typedef struct Workers {
    const char *command;      /* for messages */
    const char *const *names; /* of the tasks, for messages */
    size_t count;             /* of tasks */
    size_t jobs;              /* tasks at the same time, at least 1 */
    void *context;            /* handed to both functions */
    /* One task, in its own process. Returns its exit code; its report is handed on, and what it
     * writes to stderr is held back until all tasks before it are done. */
    int (*task)(void *context, size_t index, Text *report);
    /* A task is done: called in the order of the tasks, in the calling process. */
    void (*done)(void *context, size_t index, const char *report);
} Workers;

/* Processors that this process may use, at least 1. */
size_t workers_processors(void);

/* In a task: true if the program that wants it has been killed. */
bool workers_orphan(void);
/* Whether this is the process of a task. */
bool workers_task(void);

/* Runs all tasks and returns the largest exit code. SIGINT and SIGTERM are handed on to the tasks
 * at work; no other is begun then, and the result is 130 or 143. */
int workers_run(const Workers *workers);

#endif
