# sh test_examples.sh PROGRAMS WORK SOURCE MEASURE: the examples compile for strangers, and sound as they say.
set -eu
programs=$1 source=$3 measure=$4
rm -rf "$2" && mkdir -p "$2" && cd "$2"
failed=0
complain() { echo "FAILED: $*"; failed=1; }

# the headers once more, each function that gives a status marked: who does not look at it gets a warning. What a description refuses,
# urto_world_create says
mkdir strict
cp -r "$source/include/urto" strict
sed -i -E '/urto_world_def_create/! s/^URTO_API UrtoStatus/URTO_API URTO_NODISCARD UrtoStatus/' strict/urto/*.h
grep -q '^URTO_API URTO_NODISCARD UrtoStatus urto_world_throw_at' strict/urto/world.h || complain "no header is strict"

# the programs of the pages are held to the same
python3 - "$source" <<'P' || complain "the programs of the pages"
import sys
sys.path.insert(0, f"{sys.argv[1]}/tests/docs")
sys.dont_write_bytecode = True
import blocks
for page in ("README.md", "docs/tutorials/game.md"):
    for block in blocks.read(f"{sys.argv[1]}/{page}", page):
        if block.language == "c" and block.words.get("file"):
            open(block.words["file"], "w").write(block.text)
P
for file in hit.c hits.c; do
    clang -std=c17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I strict "$file" || complain "$file of the pages"
done

for file in "$source"/examples/*.c; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 80 ] || complain "$file has $lines lines, more than 80"
    name=$(basename "$file" .c)
    grep -q "examples/$name.c" "$source/docs/examples.md" || complain "docs/examples.md does not know $name"
    # without JACK there is no live_callback; examples_live tests it
    [ -e "$programs/example_$name" ] || [ "$name" = live_callback ] || complain "$name is not built"
    for how in "-std=c17 -x c" "-std=c++17 -nostdinc++ -x c++"; do
        clang $how -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$source" -I strict "$file" ||
            complain "$file with $how"
    done
done
for script in "$source"/examples/python/*.py; do
    grep -q "examples/python/$(basename "$script")" "$source/docs/examples.md" || complain "docs/examples.md does not know $script"
done
# the program that docs/examples.md shows in full
sed -n '/^```c file=/,/^```$/p' "$source/docs/examples.md" | sed '1d;$d' | cmp -s - "$source/examples/hit_a_bar.c" || complain "docs/examples.md shows another hit_a_bar.c"
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

"$programs/example_bounce" bounce.wav >bounce.txt || complain "bounce failed"
sounds bounce.wav 3
# between two bounces the ball flies for 2 v / g, within the time of two contacts and what the bar moves
awk '/m\/s/ { if (NR > 1 && $3 > 0.4) { fly = 2 * $3 / 9.81; gap = $1 - last; n++; if (gap - fly > 0.004 || fly - gap > 0.004) { print "flies " gap " s, not " fly; bad = 1 } }
    if (NR > 1 && $3 >= speed && speed > 0.4) { print "faster than before at " $1; bad = 1 }; last = $1; speed = $3 }
    END { exit bad || n < 5 }' bounce.txt || complain "bounces: $(cat bounce.txt)"

"$programs/example_frets" frets.wav >frets.txt && "$programs/example_frets" open.wav 5 >open.txt || complain "frets failed"
sounds frets.wav 2 110
sounds open.wav 2 110
grep -q '^[1-9][0-9]* hits, [0-9.]* of' frets.txt || complain "no fret is hit: $(cat frets.txt)"
grep -q '^0 hits, 0 of' open.txt || complain "frets out of reach: $(cat open.txt)"
for file in frets open; do "$measure" $file.wav >$file.json; done
jq -es '.[0].brightness > 2 * .[1].brightness' frets.json open.json >/dev/null || complain "frets do not rattle: $(cat frets.json open.json)"

"$programs/example_bowed_string" bow.wav >bow.txt || complain "bowed_string failed"
sounds bow.wav 2 196
awk '{ gave = $4; rest = $8 + $11 + $12 } END { exit !(gave > 1 && (gave - rest) ^ 2 < (0.002 * gave) ^ 2) }' bow.txt ||
    complain "the energy of the bow: $(cat bow.txt)"

"$programs/example_midi_instrument" tune.wav >tune.txt || complain "midi_instrument failed"
grep -q ' 3 notes' tune.txt || complain "midi_instrument says $(cat tune.txt)"
sounds tune.wav 2.6666666666666665 369.99 # E4, a whole tone up
"$programs/example_midi_instrument" no.wav nothing 2>error && complain "a preset that is not there was played"
grep -q 'fretted-string has no preset nothing' error || complain "no preset: $(cat error)"

"$programs/example_energy_plot" energy.csv energy.svg >energy.txt || complain "energy_plot failed"
awk -F, 'NR > 1 { n++; d = ($2 + $3) / 0.016 - 1; if (d > 1e-9 || d < -1e-9) bad = 1; if ($3 < lost) bad = 1; lost = $3 } END { exit bad || n != 961 || lost < 5e-3 }' energy.csv ||
    complain "the energy does not add up: $(tail -n 3 energy.csv)"
python3 -c 'import sys, xml.dom.minidom as m; sys.exit(len(m.parse("energy.svg").getElementsByTagName("polyline")) != 2)' || complain "energy.svg"
grep -q 'closed to [0-9]e-1[2-9] of it' energy.txt || complain "energy_plot says $(cat energy.txt)"

"$programs/example_compare_solvers" >solvers.txt || complain "compare_solvers failed"
# passive solvers balance, the K-method does not; a finer grid is nearer by more than 50 times (second order: 256)
awk 'NR > 1 { n++; passive = $1 != "trapezoidal"; if (passive != ($6 < 1e-12) || $2 ^ 2 < (50 * $4) ^ 2 || $2 ^ 2 > 4) { print; bad = 1 } } END { exit bad || n != 4 }' solvers.txt ||
    complain "solvers: $(cat solvers.txt)"

"$programs/example_batch_threads" 1 >one.txt && "$programs/example_batch_threads" 4 >four.txt || complain "batch_threads failed"
cmp one.txt four.txt || complain "four threads find something else than one"
awk '{ if ($3 <= force) { print; bad = 1 }; force = $3; bright = $5 } NR == 1 { dull = $5 } END { exit bad || NR != 40 || bright < 1.5 * dull }' one.txt ||
    complain "harder is not louder and brighter: $(cat one.txt)"
exit $failed
