# Every scene that ships, whole length: energy, contacts, loudness, ends, pitch, decay, brightness.
. "$(dirname "$0")/../support/common.sh"
measure=$4

# expect_number FILE EXPRESSION: like expect_json, but shows the file when it is not true
expect_number() {
    jq -e "$2" "$1" >/dev/null || complain "$3: not true: $2 in $(cat "$1")"
}

names="backboard bouncing-ball bowed-bar fretted-bass glass-bar gong-roll hammer-string marimba-bar
    piano-note prepared-string snare snare-wire tanpura tom-tom tromba-marina"
[ "$(echo $names)" = "$("$urto" scene list --brief | LC_ALL=C sort | xargs)" ] || complain "other scenes ship"
mkdir sounds
"$urto" render $names --json -o sounds >all.json || complain "render failed"
for name in $names; do
    jq ".[] | select(.scene == \"$name\")" all.json >one.json
    limit=1e-11
    [ $name = tromba-marina ] && limit=1e-10
    expect_number one.json ".ledger.residual_max_relative <= $limit" $name
    expect_number one.json ".nonfinite == 0" $name
    expect_number one.json ".contacts.force_min >= 0" $name
    expect_number one.json "has(\"frames\") and has(\"rate\") and has(\"cpu_seconds\")
        and has(\"realtime_factor\") and (.ledger | has(\"stored\") and has(\"dissipated\")
        and has(\"supplied\")) and (.contacts | has(\"max_active\") and has(\"force_max\"))
        and (.solver | has(\"name\") and has(\"iterations_max\") and has(\"residual_max\") and .unsolved == 0)" $name
    expect_number one.json "((.ledger.stored + .ledger.dissipated - .ledger.supplied) | fabs)
        <= 1e-9 * .ledger.supplied" $name
    "$measure" sounds/$name.wav >sound.json || complain "$name cannot be measured"
    expect_number sound.json ".peak_db <= -0.99 and .lufs >= -23 and .lufs <= -14" $name
    # no direct current, no click at the ends
    expect_number sound.json ".dc <= 1e-3 and .first <= 0.01 and .last <= 1e-4" $name
done

# expect_pitch NAME HZ CENTS: what the physics says. The gong: pi/2 (1/a^2 + 1/b^2) sqrt(D/rho). The
# tromba marina: the same string on the same bridge, plucked instead of bowed.
expect_pitch() {
    "$measure" sounds/$1.wav $2 >sound.json
    expect_number sound.json "(.cents | fabs) <= $3" $1
}
expect_pitch backboard 90.000 3
expect_pitch fretted-bass 41.2034 3
expect_pitch glass-bar 880 3
expect_pitch gong-roll 43.025 3
expect_pitch hammer-string 110 3
expect_pitch marimba-bar 261.6256 3
expect_pitch piano-note 220 3
expect_pitch tanpura 138.5913 3
expect_pitch tromba-marina 36.746 3

# decay of the lowest partial: loss + loss_high (pi/L)^2; of the marimba's: its decay
"$measure" sounds/hammer-string.wav 110 >sound.json
expect_number sound.json "(.decay / 0.302 - 1 | fabs) < 0.02" hammer-string
"$measure" sounds/marimba-bar.wav 261.6256 >sound.json
expect_number sound.json "(.decay / 4 - 1 | fabs) < 0.02" marimba-bar

# a harder hammer is brighter
last=0
for stiffness in 1e6 1e7 1e8 1e9 1e10; do
    "$urto" render hammer-string --seconds 1 --set contacts.felt.stiffness=$stiffness -o hard.wav >out
    "$measure" hard.wav >sound.json
    expect_number sound.json ".brightness > $last" "stiffness $stiffness"
    last=$(jq .brightness sound.json)
done
finish
