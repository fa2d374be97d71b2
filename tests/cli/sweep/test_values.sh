# The values of cases and what is measured: against closed forms, against urto render, and what samples must keep.
. "$(dirname "$0")/common.sh"
needs h5dump

# a grid: the last axis is the fastest; units are read
cat >grid.yaml <<'P'
base: {impact: {}}
vary:
  mass: [10 g, 0.02]
  velocity: {log: [1 m/s, 100], steps: 3}
measure: [restitution, max-compression, contact-time, max-force, exit-energy, exact-contact-time]
P
expect_exit 0 "$urto" sweep grid.yaml
[ "$(values grid.h5 /parameters/mass | tr '\n' ' ')" = "0.01 0.01 0.01 0.02 0.02 0.02 " ] || complain "mass: $(values grid.h5 /parameters/mass)"
values grid.h5 /parameters/velocity | awk '{ w = 10 ^ ((NR - 1) % 3); if ($1 < w * (1 - 1e-14) || $1 > w * (1 + 1e-14)) exit 1 }' ||
    complain "velocity: $(values grid.h5 /parameters/velocity)"
h5dump -a /parameters/mass/unit grid.h5 | grep -qF '"kg"' || complain "the unit of mass"
[ "$(values grid.h5 /status | sort -u)" = 1 ] || complain "status"

# closed forms as urto impact has them
row=0
for mass in 0.01 0.02; do
    for velocity in 1 10 100; do
        row=$((row + 1))
        "$urto" impact --mass $mass --velocity $velocity --json >one.json
        jq -r '.exact | .contact_time, .max_compression, .exit_energy' one.json >wanted
        for name in contact-time max-compression exit-energy; do values grid.h5 /features/$name | sed -n ${row}p; done >got
        paste wanted got | awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > 1e-10 * ($1 < 0 ? -$1 : $1)) exit 1 }' ||
            complain "mass $mass, velocity $velocity: $(paste wanted got)"
    done
done

# an undamped linear hit: half a period, m v = F tau / pi
cat >linear.yaml <<'P'
base: {impact: {mass: 1, stiffness: 100, exponent: 1, damping: 0, velocity: 2}}
vary: {scheme: [log-two-point, two-point], rate: [1e5]}
measure: [contact-time, exact-contact-time, max-force, restitution, exact-restitution]
P
expect_exit 0 "$urto" sweep linear.yaml
{ values linear.h5 /features/contact-time; values linear.h5 /features/exact-contact-time; } |
    awk '{ d = $1 - 0.314159265358979; if (d < 0) d = -d; if (d > 1e-5) exit 1 }' || complain "half a period"
values linear.h5 /features/max-force | awk '{ d = $1 - 20; if (d < 0) d = -d; if (d > 1e-2) exit 1 }' || complain "largest force"

# the largest force of the closed form, against a fine scheme
cat >force.yaml <<'P'
base: {impact: {damping: 0.8, exponent: 2, stiffness: 1e8}}
vary: {velocity: [0.5, 2, 8]}
measure: [max-force]
P
sed 's/impact: {/impact: {scheme: log-two-point, rate: 2e7, /' force.yaml >stepped.yaml
expect_exit 0 "$urto" sweep force.yaml
expect_exit 0 "$urto" sweep stepped.yaml
values force.h5 /features/max-force >a
values stepped.h5 /features/max-force >b
paste a b | awk '{ d = $1 / $2 - 1; if (d < 0) d = -d; if (d > 1e-3) exit 1 }' || complain "forces: $(paste a b)"

# the sound is that of urto render, to the last bit
cat >sound.yaml <<'P'
base: {scene: marimba-bar, set: {seconds: 0.3}}
vary:
  bodies.mallet.velocity: [1, 2.5 m/s]
keep: sound
P
expect_exit 0 "$urto" sweep sound.yaml --flac sounds
for case in 0 1; do
    velocity=$([ $case = 0 ] && echo 1 || echo 2.5)
    "$urto" render marimba-bar --seconds 0.3 --set bodies.mallet.velocity=$velocity --gain 0 -o r.flac >/dev/null
    cmp -s sounds/00000$case.flac r.flac || complain "case $case is not what urto render plays"
done
[ "$(head -n 2 sounds/metadata.csv | tr '\n' ' ')" = "file_name,bodies.mallet.velocity 000000.flac,1 " ] ||
    complain "metadata.csv: $(cat sounds/metadata.csv)"
expect_text sounds/README.md "| bodies.mallet.velocity | m/s | parameter |"
expect_exit 2 "$urto" sweep grid.yaml --flac sounds
expect_text err "keep: sound"

# levels
cat >level.yaml <<'P'
base: {scene: hammer-string, set: {seconds: 0.5}}
vary: {bodies.hammer.velocity: [0.5, 1, 4]}
measure: [loudness, gain]
level: -23 LUFS
fade: 20 ms
P
expect_exit 0 "$urto" sweep level.yaml
values level.h5 /features/loudness | awk '{ d = $1 + 23; if (d < 0) d = -d; if (d > 0.01) exit 1 }' || complain "loudness: $(values level.h5 /features/loudness)"
[ "$(values level.h5 /features/gain | sort -n | uniq | wc -l)" = 3 ] || complain "gains"

# words and places
cat >words.yaml <<'P'
base: {scene: hammer-string, set: {seconds: 0.1}}
vary:
  bodies.string.material: [steel, nylon]
  contacts.felt.between.1: {linear: [0.1, 0.3], steps: 3, as: "string@{}"}
measure: [centroid]
P
expect_exit 0 "$urto" sweep words.yaml
[ "$(values words.h5 /parameters/bodies.string.material | tr -d '\n')" = '"steel""steel""steel""nylon""nylon""nylon"' ] ||
    complain "words: $(values words.h5 /parameters/bodies.string.material)"
"$urto" render hammer-string --seconds 0.1 --set contacts.felt.between.1=string@0.3 --set bodies.string.material=nylon -o r.wav >/dev/null
[ "$(values words.h5 /features/centroid | sort -u | wc -l)" = 6 ] || complain "the place changes nothing"

# latin: each part of each axis is hit once; sobol: each quarter of each pair of axes by as many
samples() { # KIND COUNT SEED
    cat >"$1.yaml" <<P
base: {impact: {}}
vary:
  mass: {linear: [1, 2]}
  velocity: {linear: [1, 2]}
  exponent: {linear: [1, 2]}
  damping: {linear: [1, 2]}
  rate: {linear: [1, 2]}
sample: $1
count: $2
seed: $3
measure: [restitution]
P
    rm -f "$1.h5"
    expect_exit 0 "$urto" sweep "$1.yaml"
}
samples latin 50 7
samples sobol 64 0
for axis in mass velocity exponent damping rate; do
    for kind in latin:50 sobol:64; do
        n=${kind#*:}
        [ "$(values ${kind%:*}.h5 /parameters/$axis | awk -v n=$n '{ print int(($1 - 1) * n) }' | sort -n | uniq | wc -l)" = $n ] ||
            complain "$kind does not hit each part of $axis once"
    done
    values sobol.h5 /parameters/mass >a
    values sobol.h5 /parameters/$axis >b
    [ $axis = mass ] || [ "$(paste a b | awk '{ print int(($1 - 1) * 2), int(($2 - 1) * 2) }' | sort | uniq -c | awk '{ print $1 }' | uniq)" = 16 ] ||
        complain "sobol: mass and $axis are not even"
done
# the first points of the sequence, as in Joe and Kuo's own program: 0, 1/2, 3/4, 1/4
values sobol.h5 /parameters/velocity | head -n 4 | awk '{ printf "%.3f ", $1 - 1 }' >got
[ "$(cat got)" = "0.000 0.500 0.250 0.750 " ] || complain "sobol begins with $(cat got)"
values latin.h5 /parameters/mass >one
samples latin 50 8
values latin.h5 /parameters/mass >two
cmp -s one two && complain "the seed changes nothing"
samples sobol 64 9
[ "$(values sobol.h5 /parameters/damping | awk '{ print int(($1 - 1) * 64) }' | sort -n | uniq | wc -l)" = 64 ] || complain "shifted sobol is not even"

# a phrase
cat >phrase.yaml <<'P'
base: {instrument: mallet, preset: marimba, seconds: 0.6}
vary: {note: [A3, 69]}
measure: [pitch]
P
expect_exit 0 "$urto" sweep phrase.yaml
values phrase.h5 /features/pitch | awk 'NR == 1 { w = 220 } NR == 2 { w = 440 } { d = $1 / w - 1; if (d < 0) d = -d; if (d > 0.01) exit 1 }' ||
    complain "pitch: $(values phrase.h5 /features/pitch)"
cat >tune.yaml <<P
base: {instrument: mallet, tune: $source_dir/scenes/tunes/mallet.mid, seconds: 2}
vary: {hardness: {linear: [0.2, 0.8], steps: 2}}
measure: [centroid]
P
expect_exit 0 "$urto" sweep tune.yaml
[ "$(values tune.h5 /features/centroid | sort -u | wc -l)" = 2 ] || complain "a tune: $(values tune.h5 /features/centroid)"

# a case that cannot be has failed, with the reason; the others are there
cat >fails.yaml <<'P'
base: {impact: {scheme: log-two-point}}
vary:
  stiffness: [1e9, 1]
  rate: [44100, 1e12]
measure: [restitution]
P
expect_exit 0 "$urto" sweep fails.yaml
expect_text out "2 failed"
expect_text err "case 3: rate is 1e+12"
[ "$(values fails.h5 /status | tr '\n' ' ')" = "1 2 1 2 " ] || complain "status: $(values fails.h5 /status)"
[ "$(values fails.h5 /features/restitution | tail -n 1)" = nan ] || complain "a feature of a case that failed"
[ "$(values fails.h5 /messages | tail -n 1 | wc -c)" -gt 10 ] || complain "no message"

# a map is drawn of a grid, with the edges of its regions; of samples that are no grid there is none
bowed() { # VARY...
    printf 'base:\n  bodies: {string: {type: string, model: modal, pitch: A3}}\n'
    printf '  bows: {bow: {at: string@0.1, velocity: 0.1}}\n  probes: [{hear: bow, as: slip}]\n  seconds: 0.1\n'
    printf '%s\n' "$@" 'measure: [regime, slips]'
}
bowed 'vary: {bows.bow.force: {linear: [0, 2], steps: 12}, bows.bow.velocity: {linear: [0.1, 0.2], steps: 5}}' >map.yaml
bowed 'vary: {bows.bow.force: {linear: [0, 2]}, bows.bow.velocity: {linear: [0.1, 0.2]}}' 'sample: sobol' 'count: 60' >cloud.yaml
for name in map cloud; do
    expect_exit 0 "$urto" sweep $name.yaml
    expect_exit 0 "$urto" sweep show $name.h5 --feature regime -o $name.svg
    grep -o "<use xlink:href='#gpPt[0-9]*'" $name.svg | wc -l >$name.marks
    grep -q " edge " out && echo edges >>$name.marks
done
# two panels, over each axis, instead of one over both
[ "$(cat cloud.marks)" -ge 120 ] || complain "samples are drawn as a map: $(cat cloud.marks)"
[ "$(head -n 1 map.marks)" -lt 120 ] || complain "a grid is not drawn as a map: $(cat map.marks)"
finish
