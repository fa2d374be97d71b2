# sh test_examples.sh PROGRAMS WORK SOURCE MEASURE: the examples compile for strangers, and sound as they say.
set -eu
programs=$1 source=$3 measure=$4
rm -rf "$2" && mkdir -p "$2" && cd "$2"
failed=0
complain() { echo "FAILED: $*"; failed=1; }

for file in "$source"/examples/*.c; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 60 ] || complain "$file has $lines lines, more than 60"
    for how in "-std=c17 -x c" "-std=c++17 -nostdinc++ -x c++"; do
        clang $how -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$source" -I "$source/include" "$file" ||
            complain "$file with $how"
    done
done
# sounds FILE SECONDS [HZ]: neither silent nor clipped, as long as it should be; a partial within 5 cents
sounds() {
    "$measure" "$1" ${3:-} >one.json || complain "$1 cannot be measured"
    jq -e ".peak_db < -1 and .lufs > -50 and .frames == 48000 * $2" one.json >/dev/null || complain "$1: $(cat one.json)"
    [ -z "${3:-}" ] || jq -e "(.cents | fabs) < 5" one.json >/dev/null || complain "$1: no $3 Hz: $(cat one.json)"
}
"$programs/example_hit_a_bar" bar.wav >bar.txt || complain "hit_a_bar failed"
sounds bar.wav 2
grep -qE 'residual -?[0-9.]+e-1[4-9]' bar.txt || complain "hit_a_bar says $(cat bar.txt)"

"$programs/example_game_hits" hits.wav >hits.txt || complain "game_hits failed"
sounds hits.wav 3
for hit in 0 1 2 3 4 5 6 7 8 9; do
    at=$(awk -v hit=$hit 'BEGIN { printf "%.3f", 0.3 * hit + 100 / 48000 }')
    awk -v at="$at" '$1 >= at && $1 < at + 0.003 { found = 1 } END { exit !found }' hits.txt || complain "no hit at $at s: $(cat hits.txt)"
done
"$programs/example_voices" chord.wav || complain "voices failed"
for pitch in 220 277.18 329.63 440; do
    sounds chord.wav 2 $pitch
done
"$programs/example_scene_player" "$source/scenes/glass-bar.yaml" bar scene.wav || complain "scene_player failed"
sounds scene.wav 3
# what goes wrong is said
"$programs/example_scene_player" "$source/tests/data/bad/mass-zero.yaml" bar no.wav 2>error && complain "a bad scene was played"
grep -q '^scene_player: [0-9]*:[0-9]*: ' error || complain "a bad scene: $(cat error)"
"$programs/example_scene_player" nowhere.yaml bar no.wav 2>error && complain "no scene was played"
grep -q 'cannot read nowhere.yaml' error || complain "a missing scene: $(cat error)"
"$programs/example_scene_player" "$source/scenes/glass-bar.yaml" gong no.wav 2>error && complain "a body that is not there was struck"
grep -q 'gong' error || complain "a missing body: $(cat error)"
[ ! -e no.wav ] || complain "a refused scene left a file"
exit $failed
