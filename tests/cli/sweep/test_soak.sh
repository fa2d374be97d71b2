# 10 000 cases in shards whose tasks are killed at random every few seconds, with a full disk once: nothing is lost, nothing is there twice.
. "$(dirname "$0")/common.sh"
needs h5diff
shards=8
long_plan plan.yaml 10000 1
sed -i 's/measure: .*/measure: [max-force, peak, centroid]\nkeep: sound/;s/seconds: 1/seconds: 0.2/' plan.yaml
expect_exit 0 "$urto" sweep plan.yaml -o wanted.h5

# a task begins again until its shard is there
task() {
    until [ -e "out.shard-$1-of-$shards.h5" ]; do
        "$urto" sweep plan.yaml -o out.h5 --shard "$1/$shards" --jobs 1 --quiet >>log 2>&1 &
        echo $! >pid.$1
        wait $! || echo "shard $1: ended with $?" >>ends
    done
    rm -f pid.$1
}
# once with room for half of a shard only
code=0
(ulimit -f 50000; exec "$urto" sweep plan.yaml -o out.h5 --shard 1/$shards --jobs 1 --quiet) 2>err || code=$?
[ $code = 1 ] || complain "the disk was not full: exit $code: $(cat err)"
expect_text err "the same command goes on"
tasks=
for i in $(seq $shards); do
    task $i 2>/dev/null &
    tasks="$tasks $!"
done
kills=0
seed=1
while ls pid.* >/dev/null 2>&1 || [ $kills = 0 ]; do
    sleep 1
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    i=$((seed / 65536 % shards + 1))
    [ -e pid.$i ] || continue
    pid=$(cat pid.$i)
    worker=$(cat /proc/$pid/task/$pid/children 2>/dev/null || true)
    # the writer, or its worker
    [ $((seed / 1024 % 2)) = 0 ] && [ -n "$worker" ] && pid=${worker%% *}
    kill -KILL "$pid" 2>/dev/null && kills=$((kills + 1))
done
for one in $tasks; do wait "$one" || true; done
echo "$kills processes were killed"
[ $kills -ge 5 ] || complain "only $kills were killed"
expect_exit 0 "$urto" sweep merge out.shard-*-of-$shards.h5 -o out.h5
expect_text out "10000 cases of $shards shards"
h5diff wanted.h5 out.h5 || complain "h5diff finds something"
cmp -s wanted.h5 out.h5 || complain "another file"
[ "$(values out.h5 /status | sort | uniq -c | tr -s ' ')" = " 10000 1" ] || complain "status"
ls out*.part >/dev/null 2>&1 && complain "journals are left: $(ls out*.part)"
finish
