# What is measured of a case, each against a number that is known without it; and what files and pictures say of it.
. "$(dirname "$0")/common.sh"
needs h5dump
needs jq

# near FILE FEATURE ROW NUMBER RELATIVE
near() {
    values "$1" "/features/$2" | sed -n "$3p" | awk -v w="$4" -v e="$5" '{ d = $1 - w; if (d < 0) d = -d; if (w < 0) w = -w; exit !(d <= e * w) }' ||
        complain "$1: $2 is $(values "$1" "/features/$2" | sed -n "$3p"), must be $4"
}

# a ball of 10 g at 2 and 3 m/s onto a wall without losses
cat >ball.yaml <<'P'
base:
  bodies: {ball: {type: mass, mass: 10 g, position: 1 mm, velocity: -2 m/s}}
  contacts: {floor: {between: [wall, ball], stiffness: 1e8}}
  probes: [{hear: ball}]
  seconds: 0.02
vary: {bodies.ball.velocity: [-2, -3]}
measure: [impulse, impact-speed, contacts]
P
expect_exit 0 "$urto" sweep ball.yaml
near ball.h5 impulse 1 0.04 1e-6
near ball.h5 impulse 2 0.06 1e-6
near ball.h5 impact-speed 1 2 1e-6
near ball.h5 impact-speed 2 3 1e-6
near ball.h5 contacts 1 1 0

# of impacts, as urto impact has it
cat >impact.yaml <<'P'
base: {impact: {scheme: log-two-point, mass: 20 g, velocity: 3 m/s}}
vary: {damping: [0.5]}
measure: [exit-velocity, exact-exit-velocity, exit-energy, exact-exit-energy, exact-restitution]
P
expect_exit 0 "$urto" sweep impact.yaml
"$urto" impact --scheme log-two-point --mass 0.02 --velocity 3 --damping 0.5 --json >one.json
near impact.h5 exit-velocity 1 "$(jq '.schemes[0].exit_velocity' one.json)" 1e-12
near impact.h5 exit-energy 1 "$(jq '.schemes[0].exit_energy' one.json)" 1e-12
near impact.h5 exact-exit-velocity 1 "$(jq '.exact.exit_velocity' one.json)" 1e-12
near impact.h5 exact-exit-energy 1 "$(jq '.exact.exit_energy' one.json)" 1e-12
near impact.h5 exact-restitution 1 "$(jq '-.exact.exit_velocity / 3' one.json)" 1e-12

# the level is of the peak or of the loudness, as its unit says; the gain is what was missing
for level in '-40 dBFS' '-40 LUFS'; do
    printf 'base: {scene: hammer-string, set: {seconds: 0.3}}\nvary: {bodies.hammer.velocity: [1, 4]}\nlevel: %s\nmeasure: [peak, loudness, gain]\n' "$level" >level.yaml
    rm -f level.h5
    expect_exit 0 "$urto" sweep level.yaml
    case $level in *dBFS) name=peak; other=loudness ;; *) name=loudness; other=peak ;; esac
    for row in 1 2; do near level.h5 $name $row -40 1e-5; done
    values level.h5 /features/$other | awk '{ d = $1 + 40; if (d * d < 0.01) exit 1 }' || complain "$level: the $other is -40, too"
done
values level.h5 /features/gain | sort -u | wc -l | grep -qx 2 || complain "one gain for two sounds"

# a fade takes from the end, and nothing that is not said
for fade in 0 '290 ms'; do
    printf 'base: {scene: hammer-string, set: {seconds: 0.3}}\nvary: {bodies.hammer.velocity: [1, 1]}\nfade: %s\nkeep: sound\nmeasure: [centroid]\n' "$fade" >fade.yaml
    rm -f fade.h5
    expect_exit 0 "$urto" sweep fade.yaml
    values fade.h5 /sound | tail -n 2 | tail -n 1 >"end$(echo $fade | tr -d ' ')"
done
awk '{ exit !($1 * $1 > 1e-12) }' end0 || complain "a fade that nobody asked for: $(cat end0)"
awk '{ exit !($1 * $1 < 1e-12) }' end290ms || complain "no fade: $(cat end290ms)"

# a note that is held is another than one that is let go
cat >hold.yaml <<'P'
base: {instrument: hammered-string, seconds: 1}
vary: {hold: [0.05 s, 0.8 s]}
measure: [loudness, gain]
P
expect_exit 0 "$urto" sweep hold.yaml
values hold.h5 /features/loudness | awk '{ l[NR] = $1 } END { exit !(l[2] > l[1] + 1) }' || complain "hold: $(values hold.h5 /features/loudness)"
# notes are keys
for note in 69.5 A4x -1 128; do
    sed "s/hold: \[.*/note: [$note]}/" hold.yaml >note.yaml
    expect_exit 2 "$urto" sweep note.yaml
    sed "s/seconds: 1/seconds: 1, note: $note/" hold.yaml >note.yaml
    expect_exit 2 "$urto" sweep note.yaml
done

# Sobol's sequence in as many dimensions as a plan may have, and another with another seed
{
    printf 'base:\n  seconds: 1 ms\n  probes: [{hear: m1}]\n  bodies:\n'
    for i in $(seq 12); do printf '    m%s: {type: mass, mass: 1, velocity: 1}\n' "$i"; done
    printf 'vary:\n'
    for i in $(seq 12); do printf '  bodies.m%s.mass: {linear: [1, 129]}\n' "$i"; done
    printf 'sample: sobol\ncount: 128\nmeasure: [contacts]\n'
} >sobol.yaml
expect_exit 0 "$urto" sweep sobol.yaml --quiet
{ cat sobol.yaml; echo 'seed: 9'; } >shifted.yaml
expect_exit 0 "$urto" sweep shifted.yaml --quiet
{ cat sobol.yaml; echo 'seed: 10'; } >other.yaml
expect_exit 0 "$urto" sweep other.yaml --quiet
for i in $(seq 12); do
    sed '/^#/d' "$source_dir/tests/data/sobol.txt" | cut -d ' ' -f "$i" >wanted
    values sobol.h5 /parameters/bodies.m$i.mass >mass
    awk '{ print int($1 - 1) }' mass >got
    cmp -s wanted got || complain "sobol, axis $i: $(paste -d ' ' wanted got | head -n 8)"
    for seeds in sobol:shifted shifted:other; do
        values ${seeds%:*}.h5 /parameters/bodies.m$i.mass >a
        values ${seeds#*:}.h5 /parameters/bodies.m$i.mass >b
        cmp -s a b && complain "sobol, axis $i: $seeds are one"
    done
done

# sounds beyond full scale are counted; words with quotes are doubled in metadata.csv
cat >loud.yaml <<'P'
base: {scene: hammer-string, set: {seconds: 0.1}}
vary: {title: ['a "b", c', plain]}
keep: sound
level: -1 dBFS
P
expect_exit 0 "$urto" sweep loud.yaml --flac soft
grep -q "full scale" err && complain "-1 dBFS is not beyond full scale: $(cat err)"
expect_text soft/metadata.csv '000000.flac,"a ""b"", c"'
expect_text soft/metadata.csv '000001.flac,plain'
sed 's/-1 dBFS/60 dB/' loud.yaml >louder.yaml
expect_exit 0 "$urto" sweep louder.yaml --flac cut
expect_text err "full scale"

# a case that takes down its worker three times has failed; the others are done
cat >dies.yaml <<'P'
base: {scene: hammer-string}
vary: {seconds: [600, 0.1]}
measure: [contacts]
P
"$urto" sweep dies.yaml --quiet --jobs 1 >out 2>err &
pid=$!
for _ in 1 2 3; do
    worker=
    until [ -n "$worker" ] || ! [ -d /proc/$pid ]; do
        worker=$(cut -d ' ' -f 1 /proc/$pid/task/$pid/children 2>/dev/null) || true
        sleep 0.02
    done
    sleep 0.3 # it has its case
    [ -z "$worker" ] || kill -KILL "$worker"
    while [ -n "$worker" ] && kill -0 "$worker" 2>/dev/null; do sleep 0.02; done
done
wait $pid || complain "a case that dies ends the sweep"
expect_text err "case 0: its process was killed 3 times"
[ "$(values dies.h5 /status | tr '\n' ' ')" = "2 1 " ] || complain "status: $(values dies.h5 /status)"
[ "$(values dies.h5 /features/contacts | head -n 1)" = nan ] || complain "a feature of a case that died"
finish
