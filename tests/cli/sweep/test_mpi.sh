# Under mpirun each process does its shard; so by the variables of srun and of job arrays.
. "$(dirname "$0")/common.sh"
needs mpirun
needs h5diff
small_plan plan.yaml
expect_exit 0 "$urto" sweep plan.yaml -o one.h5
expect_exit 0 mpirun --allow-run-as-root --oversubscribe -n 4 "$urto" sweep plan.yaml -o mpi.h5
for i in 1 2 3 4; do expect_text err "shard $i of 4, by OMPI_COMM_WORLD_RANK"; done
expect_exit 0 "$urto" sweep merge mpi.shard-*-of-4.h5 -o mpi.h5
h5diff one.h5 mpi.h5 || complain "h5diff finds something"
cmp -s one.h5 mpi.h5 || complain "another file than that of one process"
# again: everything is there
expect_exit 0 mpirun --allow-run-as-root --oversubscribe -n 4 "$urto" sweep plan.yaml -o mpi.h5
[ "$(grep -c "complete and whole" err)" = 4 ] || complain "$(cat err)"

shard_by() { # FILE VARIABLE...
    file=$1
    shift
    rm -f by*.h5
    expect_exit 0 env "$@" "$urto" sweep plan.yaml -o by.h5
    [ -e "$file" ] || complain "$*: $(ls by*)"
}
shard_by by.shard-2-of-3.h5 PMI_RANK=1 PMI_SIZE=3
shard_by by.shard-3-of-5.h5 SLURM_PROCID=2 SLURM_STEP_NUM_TASKS=5 SLURM_STEP_ID=0
shard_by by.h5 SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=5
shard_by by.shard-3-of-4.h5 SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_COUNT=4
shard_by by.h5 PMI_RANK=0 PMI_SIZE=1
cmp -s by.shard-1-of-3.h5 one.h5 && complain "a shard is the whole"
rm -f by*.h5
expect_exit 0 env PMI_RANK=1 PMI_SIZE=3 "$urto" sweep plan.yaml -o by.h5 --shard 1/1
cmp -s by.h5 one.h5 || complain "--shard 1/1 is not the whole"
finish
