/* A sweep over many machines: which shard this process is, and jobs for Slurm. */
#ifndef CLI_SWEEP_SLURM_H
#define CLI_SWEEP_SLURM_H

#include "cli/options.h"
#include "output/text.h"

#include <stdint.h>

/* Which part of how many; from: the variable that says so. */
typedef struct Shard {
    uint32_t index, count; /* from 1 */
    const char *from;
} Shard;

/* By the variables that mpirun, srun and job arrays set; 1 of 1 without them. */
Shard shard_of_environment(void);
/* "3/16"; false if it is none. */
bool shard_read(const char *text, Shard *shard);
/* FILE.h5 becomes FILE.shard-3-of-16.h5; to be freed. */
char *shard_path(const char *out, const Shard *shard);

typedef struct SlurmJob {
    const char *plan, *out, *name;
    uint32_t nodes;
    const Words *sbatch; /* more options of sbatch */
    bool dry_run;
} SlurmJob;

/* Writes the scripts of an array and of the merge after it and submits both; a dry run prints them.
 * Returns an exit code. */
int slurm_submit(const SlurmJob *job);

#endif
