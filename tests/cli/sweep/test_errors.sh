# What is wrong in a plan is said with its place before anything runs, and nothing is written.
. "$(dirname "$0")/common.sh"

# a plan comes through a pipe, whose shell cannot count failures
complain() {
    echo "FAILED: $*" >&2
    echo "$*" >>failed
}

# refused PLACE TEXT: the plan on standard input
refused() {
    cat >plan.yaml
    expect_exit 2 "$urto" sweep plan.yaml -o out.h5
    grep -F "plan.yaml:$1: " err | grep -qF "$2" || complain "$1: $2: $(cat err)"
    [ ! -e out.h5 ] && [ ! -e out.h5.part ] || complain "$1: something was written"
}

base='base: {scene: hammer-string, set: {seconds: 0.1}}'
axis='vary: {contacts.felt.stiffness: [1e6, 1e7]}'
refused 1:1 "an empty file" </dev/null
printf 'base: [\n' | refused 2:1 "not YAML"
printf '%s\n%s\nmeasur: [peak]\n' "$base" "$axis" | refused 3:1 'no "measur", did you mean measure?'
printf '%s\nmeasure: [peak]\n' "$base" | refused 1:1 "a plan needs vary"
printf '%s\nmeasure: [peak]\n' "$axis" | refused 1:1 "a plan needs base"
printf 'base: hammer-strng\n%s\nmeasure: [peak]\n' "$axis" | refused 1:7 "did you mean hammer-string?"
printf 'base: {scene: hammer-string, sett: 1}\n%s\n' "$axis" | refused 1:30 'no "sett" beside scene'
printf '%s\nvary:\n  contacts.felt.stifness: [1e6]\nmeasure: [peak]\n' "$base" | refused 3:3 "did you mean stiffness?"
printf '%s\nvary:\n  contacts.flet.stiffness: [1e6]\nmeasure: [peak]\n' "$base" | refused 3:3 'the scene has no "contacts.flet"'
printf '%s\nvary:\n  contacts.felt.exponent: {linear: [1, 20], steps: 3}\nmeasure: [peak]\n' "$base" |
    refused 3:3 "must be 1 to 10"
printf '%s\nvary:\n  contacts.felt.exponent: {linear: [1, 2]}\nmeasure: [peak]\n' "$base" | refused 3:27 "needs steps"
printf '%s\nvary:\n  contacts.felt.exponent: {liner: [1, 2], steps: 3}\nmeasure: [peak]\n' "$base" |
    refused 3:28 "did you mean linear?"
printf '%s\nvary:\n  contacts.felt.stiffness: {log: [0, 2], steps: 3}\nmeasure: [peak]\n' "$base" |
    refused 3:34 "both must be above 0"
printf '%s\nvary:\n  contacts.felt.stiffness: {log: [1, x y], steps: 3}\nmeasure: [peak]\n' "$base" |
    refused 3:38 "must be a number"
printf '%s\nvary:\n  contacts.felt.stiffness: {log: [1], steps: 3}\nmeasure: [peak]\n' "$base" | refused 3:34 "two values"
printf '%s\nvary:\n  contacts.felt.stiffness: []\nmeasure: [peak]\n' "$base" | refused 3:28 "an empty list"
printf '%s\nvary:\n  contacts.felt.between.1: {linear: [0, 1], steps: 2, as: string}\nmeasure: [peak]\n' "$base" |
    refused 3:59 "must have {}"
printf '%s\n%s\nmeasure: [peek]\n' "$base" "$axis" | refused 3:11 'no "peek", did you mean peak?'
printf '%s\n%s\nmeasure: [peak, peak]\n' "$base" "$axis" | refused 3:17 "a second time"
printf '%s\n%s\nmeasure: [restitution]\n' "$base" "$axis" | refused 3:11 'no "restitution"'
printf '%s\n%s\nmeasure: [slips]\n' "$base" "$axis" | refused 3:11 "needs a probe"
bowed() { # MODEL
    printf 'base:\n  bodies: {string: {type: string, model: %s, pitch: A3}}\n' "$1"
    printf '  bows: {bow: {at: string@0.1}}\n  probes: [{hear: bow, as: slip}]\n  seconds: 0.1\n'
    printf 'vary: {bows.bow.force: [1, 2]}\nmeasure: [peak, slips, regime]\n'
}
bowed grid | refused 7:17 "slips needs the period"
expect_text err "plan.yaml:7:24: regime needs the period"
bowed modal >plan.yaml
expect_exit 0 "$urto" sweep plan.yaml -o modal.h5
rm -f modal.h5
printf '%s\n%s\n' "$base" "$axis" | refused 1:1 "nothing to measure"
printf '%s\n%s\nkeep: sounds\n' "$base" "$axis" | refused 3:7 "must be sound or nothing"
printf '%s\n%s\nkeep: sound\nlevel: -3 dBA\n' "$base" "$axis" | refused 4:8 "must be a loudness"
printf '%s\n%s\nkeep: sound\nfade: 3 m\n' "$base" "$axis" | refused 4:7 "a length"
printf '%s\n%s\nsample: latn\ncount: 3\nmeasure: [peak]\n' "$base" "$axis" | refused 3:9 "did you mean latin?"
printf '%s\n%s\nsample: latin\nmeasure: [peak]\n' "$base" "$axis" | refused 3:1 "needs a count"
printf '%s\n%s\ncount: 3\nmeasure: [peak]\n' "$base" "$axis" | refused 3:1 "a grid has no count"
printf '%s\n%s\nseed: 3\nmeasure: [peak]\n' "$base" "$axis" | refused 3:1 "a grid has no seed"
printf '%s\n%s\nsample: sobol\ncount: 1.5\nmeasure: [peak]\n' "$base" "$axis" | refused 4:8 "a whole number"
printf '%s\nvary:\n  contacts.felt.stiffness: {log: [1, 2], steps: 100000}\n  contacts.felt.exponent: {linear: [1, 2], steps: 11}\nmeasure: [peak]\n' "$base" |
    refused 2:1 "1100000 cases, must be at most 1000000"
printf '%s\nvary:\n  a: 1\n  a: 2\nmeasure: [peak]\n' "$base" | refused 4:3 "a second time"
printf '%s\nvary: &x {a: 1}\nmeasure: *x\n' "$base" | refused 3:10 "an alias"
printf -- '%s\n---\n%s\n' "$base" "$base" | refused 2:1 "a second document"
printf '%s\nvary:\n  rate: [44100, 48000]\nkeep: sound\n' "$base" | refused 3:3 "must have one rate"

# an inline scene: its places are those of the plan
printf 'base:\n  bodies:\n    bar: {type: bar, matterial: steel}\n  probes: [{hear: bar@0}]\n%s\nmeasure: [peak]\n' "$axis" |
    refused 3:22 "did you mean material?"
printf '# \303\244\303\266\nbase: {bodies: {bar: {type: bar, lngth: 1}}, probes: [{hear: bar@0}]}\n%s\nmeasure: [peak]\n' "$axis" |
    refused 2:34 "did you mean length?"

# impacts and phrases
printf 'base: {impact: {mas: 1}}\nvary: {velocity: [1]}\nmeasure: [restitution]\n' | refused 1:17 "did you mean mass?"
printf 'base: {impact: {mass: 1 m}}\nvary: {velocity: [1]}\nmeasure: [restitution]\n' | refused 1:23 "mass"
printf 'base: {impact: {}}\nvary: {velocty: [1]}\nmeasure: [restitution]\n' | refused 2:8 "did you mean velocity?"
printf 'base: {impact: {}}\nvary: {velocity: [-1]}\nmeasure: [restitution]\n' | refused 2:19 "velocity is -1"
printf 'base: {impact: {}}\nvary: {scheme: [magic]}\nmeasure: [restitution]\n' | refused 2:17 "no scheme"
printf 'base: {impact: {}}\nvary: {velocity: [1]}\nmeasure: [restitution]\nkeep: sound\n' | refused 4:1 "no sound"
printf 'base: {impact: {scheme: two-point, gravity: 9}}\nvary: {phase: [-1]}\nmeasure: [restitution]\n' | refused 2:16 "phase"
printf 'base: {instrument: malet}\nvary: {velocity: [1]}\nmeasure: [peak]\n' | refused 1:20 "did you mean mallet?"
printf 'base: {instrument: mallet, preset: mrimba}\nvary: {velocity: [1]}\nmeasure: [peak]\n' | refused 1:36 "did you mean marimba?"
printf 'base: {instrument: mallet}\nvary: {hardnes: [1]}\nmeasure: [peak]\n' | refused 2:8 "did you mean hardness?"
printf 'base: {instrument: mallet}\nvary: {note: [H4]}\nmeasure: [peak]\n' | refused 2:15 "note"
printf 'base: {instrument: mallet}\nvary: {velocity: [2]}\nmeasure: [peak]\n' | refused 2:19 "must be 0 to 1"
printf 'base: {instrument: mallet, tune: none.mid}\nvary: {velocity: [1]}\nmeasure: [peak]\n' | refused 1:34 "cannot read"

# several errors at once
printf '%s\nvary:\n  contacts.felt.exponent: {linear: [1, 2]}\nmeasure: [peek]\nkeep: x\n' "$base" >plan.yaml
expect_exit 2 "$urto" sweep plan.yaml
[ "$(wc -l <err)" = 3 ] || complain "three errors: $(cat err)"

# the command line
small_plan good.yaml
for line in "nothing.yaml" "good.yaml -o x.csv" "good.yaml --shard 0/3" "good.yaml --shard 4/3" "good.yaml --shard x" "good.yaml --jobs 0" \
    "good.yaml extra.yaml" "merge -o x.h5" "merge a.h5" "show" "show good.yaml" "show good.yaml -o x.pdf" "good.yaml --slurm" "" \
    "good.yaml --flac f --shard 1/2" "no-such-plan"; do
    expect_exit 2 "$urto" sweep $line
    [ "$(wc -l <err)" = 1 ] || complain "not one line for $line: $(cat err)"
done

# how many, how long, how large, and nothing is done
expect_exit 0 "$urto" sweep good.yaml --dry-run
expect_text err "good: 20 cases; about "
grep -q 's with [0-9]* worker' err || complain "how long: $(cat err)"
expect_text err "0.769 MB"
[ ! -e good.h5 ] || complain "--dry-run wrote a file"
[ ! -e failed ] || failures=1
finish
