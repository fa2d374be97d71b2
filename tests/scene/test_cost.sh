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
# what is not refused does not go on for hours
refused() {
    expect_exit 1 sh -c 'ulimit -t 60; exec "$@"' sh "$urto" render "$@"
}
expect_exit 0 "$urto" scene check endless.yaml
grep -qE '^endless.yaml: fine; 600 s of sound in at most [0-9.]+ (min|h), [0-9.]+ MB$' out ||
    complain "$(cat out)"
refused endless.yaml --limit 60 -o sound.wav
grep -qE '^urto render: endless.yaml: would take up to [0-9.]+ (min|h), more than the limit of 1.0 min: lower ' err ||
    complain "$(cat err)"
expect_text err "--limit 0 renders it all the same"
[ -e sound.wav ] && complain "it was written"
# more than an hour is too much without being asked
sed -e 's/segments: 4096/segments: 4096, loss: 0, loss_high: 0/; s/points: 2048/points: 1024/; s/actions:/bows:\n  bow: {at: string@0.1, force: 5 N, velocity: 0.2}\nactions:/' -e '/oversample/d; s/^seconds: 600/&\noversample: 16/' endless.yaml >hours.yaml
expect_exit 0 "$urto" scene check hours.yaml
grep -qE '^hours.yaml: no errors, 1 warning; 600 s of sound in at most [0-9.]+ (days|h), [0-9.]+ MB$' out ||
    complain "$(cat out)"
expect_text err "hours.yaml:1:1: warning: it takes too long: lower the segments or modes of string ("
refused hours.yaml -o sound.wav
grep -qE '^urto render: hours.yaml: would take up to [0-9.]+ (days|h), more than the limit of 1.0 h: lower ' err ||
    complain "$(cat err)"
# a part of it may be had, and what has begun stops when it is told to
expect_exit 0 "$urto" render endless.yaml --seconds 2ms -o part.wav
expect_exit 2 "$urto" render endless.yaml --limit -1
# what it says is true and not far off, though the beginning is a hundred times harder than the rest
sed 's/seconds: 600/seconds: 5/' endless.yaml >short.yaml
expect_exit 0 "$urto" scene check short.yaml
sed -E 's/.* in at most ([0-9.]+) ([a-z]+),.*/\1 \2/' out >bound
expect_exit 0 "$urto" render short.yaml --limit 0 -o short.wav
awk 'BEGIN { split("ms 1e-3 s 1 min 60 h 3600", u); for (i = 1; i < 8; i += 2) unit[u[i]] = u[i + 1] }
    NR == FNR { bound = $1 * unit[$2]; next }
    { took = $2 / $4 }
    END { if (bound < took || bound > 5 * took) { print "at most " bound " s, took " took " s"; exit 1 } }' bound out >wrong ||
    complain "$(cat wrong)"
# what begins later counts as if it began at once, hands and controls alike
seconds_of() {
    sed -nE 's/.* in at most ([0-9.]+) ([a-z]+),.*/\1 \2/p' out | awk '{ split("ms 1e-3 s 1 min 60 h 3600 days 86400", u)
        for (i = 1; i < 10; i += 2) unit[u[i]] = u[i + 1]
        print $1 * unit[$2] }'
}
sed 's/displacement: 5 mm/&, time: 300 s/' endless.yaml >late.yaml
sed 's/^  - {do: pluck.*/  - {do: strike, at: string@0.2, impulse: 0, time: 300 s}/' endless.yaml >still.yaml
sed 's/model: modal/&, loss: 0/; s/^actions:/controls:\n  - {of: board.distance, points: [[0, 0.1], [300, 0.1], [301, -0.001]]}\n&/' still.yaml >pressed.yaml
for scene in late still pressed; do
    expect_exit 0 "$urto" scene check $scene.yaml
    seconds_of >$scene.bound
done
for scene in late pressed; do
    awk -v still="$(cat still.bound)" -v its="$(cat $scene.bound)" 'BEGIN { exit !(its > 1.5 * still) }' ||
        complain "$scene: $(cat $scene.bound) s, without it $(cat still.bound) s"
done
# what nobody can foresee, a hammer that flies for two seconds, is refused when it is seen; where other work made the
# beginning slow, before
sed 's/segments: 4096/&, loss: 0, loss_high: 0/; s/points: 2048/points: 2047/; /^actions/d; /do: pluck/d
    s/^barriers/  hammer: {type: mass, mass: 20 g, position: 6 m, velocity: -3 m\/s}\ncontacts:\n  felt: {between: [string@0.3, hammer], stiffness: 1e6}\n&/' endless.yaml >flies.yaml
expect_exit 0 "$urto" scene check flies.yaml
limit=$(seconds_of | awk '{ print 1.4 * $1 }')
refused flies.yaml --limit "$limit" -o sound.wav
grep -qE '^urto render: flies.yaml: would take (about|up to) [0-9.]+ (min|h), more than the limit of [0-9.]+ min: lower ' err ||
    complain "$(cat err)"
[ "$(ls | grep -c '^sound')" = 0 ] || complain "something was left: $(ls)"
stop() {
    "$urto" render "$2" --limit 0 -o "$3" >out 2>err &
    pid=$!
    until [ "$4" = compiling ] || grep -q "$4" err || ! kill -0 $pid 2>/dev/null; do
        sleep 0.1
    done
    sleep 1
    kill -"$1" $pid 2>/dev/null || true
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

# as an instrument: for one voice and for all, and how many would do
cat >heavy.yaml <<'END'
bodies:
  skin: {type: membrane, radius: 30 cm, model: modal, segments: 5000}
probes:
  - {hear: "skin@0.1,0.1"}
play:
  voices: 64
  strokes: [{do: strike, at: "skin@0.05,0", impulse: 0.05}]
END
expect_exit 0 "$urto" scene check heavy.yaml
sed -nE 's/^heavy.yaml: played, it needs ([0-9.]+) % of a processor for one voice, ([0-9.]+) % for all 64: it will crackle; voices: ([0-9]+) would do, or fewer modes or cells$/\1 \2 \3/p' out >load
awk '{ found = 1; fit = 64 * 80 / $2 } END { exit !(found && $2 > 8 * $1 && $3 <= fit + 0.5 && $3 >= fit - 1.5) }' load || complain "$(cat out)"
sed 's/voices: 64/voices: 1/; s/5000/50/' heavy.yaml >light.yaml
expect_exit 0 "$urto" scene check light.yaml
expect_text out "% for all 1"
grep -q crackle out && complain "one voice crackles: $(cat out)"

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
