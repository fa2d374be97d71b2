# A real Slurm, started here: an array job on three nodes, one of which dies in the middle; the merged file is that of one process.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
needs h5diff

# what is submitted, without a cluster
long_plan plan.yaml 450 30
expect_exit 0 "$urto" sweep plan.yaml -o out.h5 --slurm --nodes 3 --sbatch=--partition=long --dry-run
for line in "#SBATCH --array=1-3" "#SBATCH --requeue" "#SBATCH --partition=long" "--dependency=afterany:JOB" "'out.shard-3-of-3.h5'"; do
    expect_text out "$line"
done
[ ! -e out.slurm-array.sh ] || complain "--dry-run wrote a script"
PATH=/bin expect_exit 1 "$urto" sweep plan.yaml -o out.h5 --slurm --nodes 3
expect_text err "sbatch did not take"
rm -f out.*

missing=$(slurm_missing)
if [ -n "$missing" ]; then
    echo "$missing" >&2
    complain "this machine cannot run Slurm: its part was not tested"
    finish
fi
trap slurm_stop EXIT INT TERM
slurm_start "$folder/slurm" || { complain "Slurm does not start"; tail -n 20 slurm/*.out slurm/*.log slurm/munge/log >&2; finish; }

done_bytes() { cat out.shard-$1-of-3.h5.part 2>/dev/null | wc -c; }
expect_exit 0 "$urto" sweep plan.yaml -o out.h5 --slurm --nodes 3 --sbatch=--exclusive
cat out
for _ in $(seq 300); do [ "$(done_bytes 2)" -gt 300 ] && break; sleep 0.1; done
[ "$(done_bytes 2)" -gt 300 ] || { complain "shard 2 does not begin"; squeue >&2; tail -n 5 slurm/ctld.log >&2; }
node=$(squeue -h -r -o '%K %N' | awk '$1 == 2 { print $2 }')
slurm_node_kill "$node"
[ ! -e out.shard-2-of-3.h5 ] || complain "shard 2 was done before its node $node died"
held=$(done_bytes 2)
echo "node $node died with $held bytes of shard 2 done"
sleep 8
slurm_node_start "$node"
# Slurm lets a task whose node died wait two minutes
expect_exit 0 "$urto" sweep plan.yaml -o wanted.h5 --jobs 1
for _ in $(seq 900); do
    [ -e out.h5 ] && break
    sleep 0.2
done
[ -e out.h5 ] || { complain "no merged file"; squeue >&2; tail -n 20 slurm/ctld.log *.log >&2; finish; }
grep -q "[1-9][0-9]* are done" out.slurm-2.log || complain "shard 2 began anew: $(cat out.slurm-2.log)"
h5diff wanted.h5 out.h5 || complain "h5diff finds something"
cmp -s wanted.h5 out.h5 || complain "another file than that of one process"
finish
