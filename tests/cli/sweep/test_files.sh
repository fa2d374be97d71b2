# The file of a sweep: the same for any number of workers, whole after kills, damage and a full disk.
. "$(dirname "$0")/common.sh"
needs h5diff
small_plan plan.yaml

# any number of workers, all shards, one process after another: the same bytes
expect_exit 0 "$urto" sweep plan.yaml -o one.h5 --jobs 1
[ ! -e one.h5.part ] || complain "the journal stays"
for jobs in 2 3 7; do
    expect_exit 0 "$urto" sweep plan.yaml -o many.h5 --jobs $jobs
    cmp -s one.h5 many.h5 || complain "$jobs workers write another file"
    rm many.h5
done
h5ls one.h5 >list 2>&1 || complain "h5ls cannot read it"
for name in parameters features sound lengths status; do grep -q "^$name " list || complain "no $name: $(cat list)"; done
for i in 1 2 3; do expect_exit 0 "$urto" sweep plan.yaml -o part.h5 --shard $i/3; done
expect_exit 0 "$urto" sweep merge part.shard-2-of-3.h5 part.shard-1-of-3.h5 part.shard-3-of-3.h5 -o merged.h5
cmp -s one.h5 merged.h5 || complain "merged shards are another file"
h5diff one.h5 merged.h5 || complain "h5diff finds something"
expect_exit 0 "$urto" sweep show one.h5
expect_text out "20 cases, 0 failed"

# more shards than cases
printf 'base: {impact: {}}\nvary: {velocity: [1, 2]}\nmeasure: [restitution]\n' >two.yaml
expect_exit 0 "$urto" sweep two.yaml -o whole.h5
for i in 1 2 3; do expect_exit 0 "$urto" sweep two.yaml -o t.h5 --shard $i/3; done
expect_exit 0 "$urto" sweep merge t.shard-*.h5 -o joined.h5
cmp -s whole.h5 joined.h5 || complain "an empty shard"

# a complete file is looked at and left alone; another plan is refused
cp -p one.h5 kept.h5
expect_exit 0 "$urto" sweep plan.yaml -o one.h5
expect_text err "complete and whole"
[ one.h5 -nt kept.h5 ] && complain "written again"
sed 's/4 g/5 g/' plan.yaml >other.yaml
expect_exit 2 "$urto" sweep other.yaml -o one.h5
expect_text err "of another plan"
cmp -s one.h5 kept.h5 || complain "the file of another plan is gone"

# damage: one bit anywhere, a cut, other bytes after the end
size=$(wc -c <kept.h5)
for at in 3 530 2000 9000 $((size / 2)) $((size - 1)); do
    cp kept.h5 one.h5
    byte=$(od -An -tu1 -j $at -N 1 one.h5 | tr -d ' ')
    printf "\\$(printf %03o $((byte ^ 16)))" | dd of=one.h5 bs=1 seek=$at conv=notrunc 2>/dev/null
    expect_exit 0 "$urto" sweep plan.yaml -o one.h5
    grep -q "one.h5: .*: done again" err || complain "a changed byte at $at is not seen: $(cat err)"
    cmp -s one.h5 kept.h5 || complain "not mended at $at"
done
head -c 10000 kept.h5 >one.h5
expect_exit 0 "$urto" sweep plan.yaml -o one.h5
expect_text err "one.h5: damaged"
printf x >>one.h5
expect_exit 0 "$urto" sweep plan.yaml -o one.h5
expect_text err "one.h5: damaged"
cmp -s one.h5 kept.h5 || complain "not mended"

# merge names what is damaged, missing, twice, of another plan; and writes nothing
rm merged.h5
cp part.shard-2-of-3.h5 good
printf x >>part.shard-2-of-3.h5
expect_exit 1 "$urto" sweep merge part.shard-*.h5 -o merged.h5
expect_text err "part.shard-2-of-3.h5: damaged"
expect_exit 0 "$urto" sweep plan.yaml -o part.h5 --shard 2/3
cmp -s good part.shard-2-of-3.h5 || complain "the shard done again is another"
expect_exit 1 "$urto" sweep merge part.shard-1*.h5 -o merged.h5
expect_text err "2 of 3 shards are missing: 2, 3"
expect_exit 2 "$urto" sweep merge part.shard-1*.h5 good part.shard-2*.h5 -o merged.h5
expect_text err "is shard 2, which is there already"
expect_exit 0 "$urto" sweep other.yaml -o o.h5 --shard 3/3
expect_exit 2 "$urto" sweep merge part.shard-1*.h5 o.shard-3*.h5 -o merged.h5
expect_text err "of another plan"
expect_exit 1 "$urto" sweep merge plan.yaml none.h5 -o merged.h5
expect_text err "plan.yaml: no file of urto sweep"
expect_text err "none.h5: "
[ ! -e merged.h5 ] || complain "merge wrote a file"

# what a case costs is known from the beginning of a long note, and while a case is prepared for that, Ctrl-C ends it
printf 'base: {instrument: tromba, seconds: 600, hold: 600}\nvary: {velocity: [0.5, 1]}\nmeasure: [peak]\n' >note.yaml
expect_exit 0 sh -c 'ulimit -t 30; exec "$1" sweep note.yaml --dry-run' sh "$urto"
grep -qE '2 cases; about [0-9.]+ (s|min) with' err || complain "$(cat err)"
cat >heavy.yaml <<'P'
base:
  bodies:
    skin: {type: membrane, radius: 10 m, model: modal, segments: 65536}
  barriers:
    board: {under: "skin@-0.5,0..0.5,0", profile: [-0.0001], stiffness: 1e8, points: 400}
  actions:
    - {do: pluck, at: "skin@0.3,0", displacement: 5 mm}
  probes:
    - {hear: "skin@0.1,0"}
vary: {actions.0.displacement: [5 mm, 6 mm]}
measure: [peak]
P
for number in INT:130 note.yaml:INT:130 TERM:143; do
    plan=heavy.yaml
    case $number in note*) plan=note.yaml; number=${number#note.yaml:} ;; esac
    rm -f stopped.h5.part
    # a shell that is no terminal's ignores SIGINT in what it starts with &
    (ulimit -t 30; exec env --default-signal=INT "$urto" sweep $plan -o stopped.h5 >out 2>err) &
    pid=$!
    sleep 1
    kill -${number%:*} $pid
    code=0
    wait $pid || code=$?
    [ "$code" = "${number#*:}" ] || complain "$plan: exit $code after $number: $(cat err)"
    [ ! -e stopped.h5 ] || complain "half a file is there"
    [ $plan = note.yaml ] || [ ! -e stopped.h5.part ] || complain "a journal of nothing is left"
done
rm -f stopped.h5.part

# interrupted: what is done stays, the same command goes on
long_plan long.yaml 60 1
expect_exit 0 "$urto" sweep long.yaml -o wanted.h5
wait_for_part() { # BYTES
    for _ in $(seq 600); do
        [ -e long.h5.part ] && [ "$(wc -c <long.h5.part)" -ge "$1" ] && return
        sleep 0.02
    done
}
"$urto" sweep long.yaml -o long.h5 --jobs 1 2>err &
pid=$!
wait_for_part 500
kill -TERM $pid
code=0
wait $pid || code=$?
if [ "$code" = 0 ]; then
    complain "it was done before it could be stopped"
else
    [ "$code" = 143 ] || complain "exit $code after SIGTERM: $(cat err)"
    expect_text err "the same command goes on"
    [ ! -e long.h5 ] || complain "half a file is there"
    before=$(wc -c <long.h5.part)
    # killed without a word, in the middle; a torn record at the end is dropped
    "$urto" sweep long.yaml -o long.h5 --jobs 2 2>/dev/null &
    pid=$!
    wait_for_part $((before + 400))
    kill -KILL $pid
    wait $pid 2>/dev/null || true
    [ ! -e long.h5 ] || complain "half a file is there"
    head -c 50 /dev/urandom >>long.h5.part
    expect_exit 2 sh -c '"$1" sweep long.yaml -o long.h5 --shard x' sh "$urto"
    sed 's/seed: 5/seed: 6/' long.yaml >seed.yaml
    expect_exit 1 "$urto" sweep seed.yaml -o long.h5
    expect_text err "begun with another plan"
fi
expect_exit 0 "$urto" sweep long.yaml -o long.h5
grep -q "60 cases, [1-9][0-9]* are done;" err || complain "nothing was done before: $(cat err)"
cmp -s long.h5 wanted.h5 || complain "interrupted, the file is another"

# a worker that is killed: its cases are done again
rm -f long.h5
"$urto" sweep long.yaml -o long.h5 --jobs 2 2>/dev/null >/dev/null &
pid=$!
wait_for_part 300
for _ in 1 2; do
    for worker in $(cat /proc/$pid/task/$pid/children 2>/dev/null); do kill -KILL $worker 2>/dev/null || true; break; done
    sleep 0.05
done
wait $pid || complain "a killed worker ends the sweep"
cmp -s long.h5 wanted.h5 || complain "after killed workers the file is another"

# two programs at one file
rm -f long.h5
"$urto" sweep long.yaml -o long.h5 --jobs 1 2>/dev/null >/dev/null &
pid=$!
wait_for_part 1
"$urto" sweep long.yaml -o long.h5 2>err >/dev/null && [ -d /proc/$pid ] && complain "two wrote one file"
wait $pid || complain "the first was disturbed"
cmp -s long.h5 wanted.h5 || complain "two programs at one file"

# a disk that is full, as a limit of the size of files: while cases come in, and while the file is written
rm -f one.h5
full=0
for blocks in 100 1200 1600; do
    code=0
    (ulimit -f $blocks; exec "$urto" sweep plan.yaml -o one.h5 --quiet) 2>err >/dev/null || code=$?
    [ "$code" = 0 ] && continue
    full=$((full + 1))
    [ "$code" = 1 ] || complain "exit $code with a full disk of $blocks: $(cat err)"
    expect_text err "the same command goes on"
    [ ! -e one.h5 ] || complain "half a file is there"
    [ "$(ls | grep -c '^one.h5')" = 1 ] || complain "more than the journal is left: $(ls)"
done
[ $full -ge 2 ] || complain "the disk was full $full times"
expect_exit 0 "$urto" sweep plan.yaml -o one.h5
cmp -s one.h5 kept.h5 || complain "after a full disk the file is another"
expect_exit 1 "$urto" sweep plan.yaml -o /nowhere/x.h5
finish
