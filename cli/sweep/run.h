/* All cases of a shard, computed by processes of their own, to the file of the sweep. */
#ifndef CLI_SWEEP_RUN_H
#define CLI_SWEEP_RUN_H

#include "plan.h"
#include "storage.h"

typedef struct SweepRun {
    const Plan *plan;
    const char *path; /* of the file */
    uint32_t shard, shards;
    size_t jobs;
    bool quiet;
} SweepRun;

/* Says how many cases there are, how long they will take, how large they will be. */
void sweep_announce(const SweepRun *run);

/* The same, then does what is not done yet. Returns an exit code. */
int sweep_run(const SweepRun *run);

#endif
