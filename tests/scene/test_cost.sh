# What a scene costs: said before the work, refused if it is too much, stopped at once.
. "$(dirname "$0")/../support/common.sh"

cat >endless.yaml <<'END'
seconds: 600
bodies:
  string: {type: string, model: modal, tension: 100 N, density: 5 g/m, segments: 4096}
barriers:
  board: {under: string, profile: [-0.0001], stiffness: 1e8, points: 2048}
actions:
  - {do: pluck, at: string@0.3, displacement: 5 mm}
probes:
  - {hear: string@0.1}
END
expect_exit 0 "$urto" scene check endless.yaml
grep -qE '^endless.yaml: no errors, 1 warning; 600 s of sound in at most [0-9.]+ (days|h), [0-9.]+ MB$' out ||
    complain "$(cat out)"
expect_text err "endless.yaml:1:1: warning: it takes too long: lower the segments or modes of string ("
expect_exit 1 "$urto" render endless.yaml -o sound.wav
grep -qE '^urto render: endless.yaml: would take up to [0-9.]+ (days|h), more than the limit of 1.0 h: lower ' err ||
    complain "$(cat err)"
expect_text err "--limit 0 renders it all the same"
[ -e sound.wav ] && complain "it was written"
# a part of it may be had, and what has begun stops when it is told to
expect_exit 0 "$urto" render endless.yaml --seconds 2ms -o part.wav
expect_exit 2 "$urto" render endless.yaml --limit -1
stop() {
    "$urto" render "$2" --limit 0 -o "$3" >out 2>err &
    pid=$!
    until [ "$4" = compiling ] || grep -q "$4" err; do
        sleep 0.1
    done
    sleep 1
    kill -"$1" $pid
    code=0
    wait $pid || code=$?
}
stop TERM endless.yaml stopped.wav 'takes up to'
[ $code = 143 ] || complain "SIGTERM: exit $code"
expect_text err "stopped; stopped.wav has the first"
[ -s stopped.wav ] || complain "nothing of it was written"
# also while it is compiled, which takes minutes here
sed 's/type: string.*/type: membrane, radius: 10 m, model: modal, segments: 65536}/; s/points: 2048/points: 400/; s/under: string/under: "string@-0.5,0..0.5,0"/
    s/string@0.3/"string@0.3,0"/; s/string@0.1/"string@0.1,0"/' endless.yaml >large.yaml
stop INT large.yaml large.wav compiling
[ $code = 130 ] || complain "SIGINT: exit $code, $(cat err)"
expect_text err "urto render: stopped"
[ "$(ls | grep -c 'large\.wav')" = 0 ] || complain "something was left: $(ls)"
# and with nobody to tell
"$urto" render large.yaml --limit 0 -o large.wav >out 2>&- &
pid=$!
sleep 1
kill -INT $pid
code=0
wait $pid || code=$?
[ $code = 130 ] || complain "SIGINT, standard error closed: exit $code"

# a scene that can be rendered: time and memory; what was heard
expect_exit 0 "$urto" scene check glass-bar
grep -qE ': fine; 3 s of sound in at most [0-9.]+ ms, 1.2 MB$' out || complain "$(cat out)"
expect_exit 0 "$urto" render glass-bar -o glass.wav
grep -qE '^glass.wav: 3.00 s, [0-9.]+ x real time, peak -[0-9.]+ dBFS, -1[89].[0-9] LUFS, heard for [0-2].[0-9]+ s$' out ||
    complain "$(cat out)"
printf 'seconds: 0.1\nbodies:\n  bar: {type: bar}\nprobes:\n  - {hear: bar@0.5}\n' >still.yaml
expect_exit 0 "$urto" render still.yaml
grep -qE '^still.wav: 0.10 s, [0-9.]+ x real time, silent$' out || complain "$(cat out)"
expect_text err "urto render: still.yaml: warning: nothing was heard in 0.10 s"
finish
