# Sound files through PhonoBump.
. "$(dirname "$0")/../support/common.sh"

"$urto" midi "$source_dir/scenes/tunes/mallet.mid" mallet -o in.wav --tail 0.5 >/dev/null
expect_exit 0 "$urto" bump in.wav out.wav --preset glass --set mix=1 --set mass=2
expect_text out "out.wav: "
expect_exit 0 "$urto" bump in.wav out.flac
"$urto" bump in.wav again.wav --preset=glass --set=mix=1 --set mass=2 >/dev/null
cmp -s out.wav again.wav || complain "the same sound comes out different"
cmp -s in.wav out.wav && complain "nothing happened"
cp in.wav same.wav
expect_exit 0 "$urto" bump same.wav same.wav --preset glass --set mix=1 --set mass=2
cmp -s same.wav out.wav || complain "into its own place it comes out different"
needs sox
sox in.wav -c 1 mono.wav
expect_exit 0 "$urto" bump mono.wav mono-out.wav --tail 2
[ "$(soxi -c mono-out.wav)" = 1 ] || complain "mono became stereo"
# a click rings on as long as it is told to
sox -n -r 48000 -c 1 -b 24 short.wav synth 1s square 1 pad 0 0.01
for tail in 0 0.1; do
    "$urto" bump short.wav "tail-$tail.wav" --preset glass --set mix=1 --set drive=100 --tail "$tail" >/dev/null
    soxi -s "tail-$tail.wav" >>lengths
done
awk '{ n[NR] = $1 } END { exit !(n[1] == 481 && n[2] == 5281) }' lengths || complain "tails: $(cat lengths)"
sox -n -r 48000 -c 2 silence.wav trim 0 0.2
expect_exit 0 "$urto" bump silence.wav silent.wav
sox silent.wav -n stat 2>stat
grep -Eq 'Maximum amplitude: +0\.0+$' stat || complain "silence sounds: $(cat stat)"
# the recipe of docs/playing.md: loud syllables reach the skin, soft ones do not
for syllable in "110 0" "110 -30" "220 0" "220 -20"; do
    sox -R -n -r 48000 voice.wav synth 0.3 sawtooth "${syllable% *}" lowpass 800 fade h 0.1 0.3 0.1 norm "${syllable#* }"
    "$urto" bump voice.wav drum.wav --preset snare --set mix=1 --set drive=8 --set distance=0.5 >/dev/null
    sox drum.wav -n stat 2>stat
    heard=1
    grep -Eq 'Maximum amplitude: +0\.0+$' stat && heard=0
    [ "$heard" = "$([ "${syllable#* }" = 0 ] && echo 1 || echo 0)" ] || complain "a voice of $syllable dB: $(cat stat)"
done
# 100 samples of 0.5, and 100 of each of: not a number, infinity, minus infinity
for sample in '\000\000\000\077' '\000\000\300\177' '\000\000\200\177' '\000\000\200\377'; do
    for i in 0 1 2 3 4 5 6 7 8 9; do
        for j in 0 1 2 3 4 5 6 7 8 9; do
            printf "$sample"
        done
    done
done >spoilt.raw
sox -t raw -r 48000 -c 1 -e floating-point -b 32 -L spoilt.raw spoilt.wav 2>/dev/null
size=$(($(wc -c <spoilt.wav) - 1600))
head -c "$size" spoilt.wav >floats.wav
cat spoilt.raw >>floats.wav
expect_exit 0 "$urto" bump floats.wav heard.wav
expect_text err "floats.wav: samples that are no numbers, taken as 0: 300"
[ "$(wc -l <err)" = 1 ] || complain "not one line: $(cat err)"
[ -s heard.wav ] || complain "no file was written"
expect_exit 0 "$urto" bump mono.wav mono-out.wav
[ -s err ] && complain "numbers are called none: $(cat err)"
sox -n -r 48000 -c 3 three.wav trim 0 0.1
expect_exit 1 "$urto" bump three.wav out.wav
expect_text err "must be 1 or 2"
# a body of a scene is the resonator
expect_exit 0 "$urto" bump in.wav gong.wav --body gong-roll:gong --set mix=1 --tail 1
expect_exit 0 "$urto" bump in.wav string.wav --body hammer-string:string --set mix=1 --tail 1
cmp -s gong.wav string.wav && complain "a gong sounds like a string"
sed -n '/^```yaml/,/^```/p' "$source_dir/docs/playing.md" | grep -v '^```' >bell.yaml
sox -n -r 48000 -c 1 -b 24 click.wav synth 1s square 1 pad 0 0.5
expect_exit 0 "$urto" bump click.wav bell.wav --preset bonded --body bell.yaml:bell --set mix=1 --set place=0 --set drive=60
# it has its own modes, and not the pitch of the preset
for pitch in 220 440 523 150; do
    sox bell.wav -n sinc -t 10 $((pitch - 15))-$((pitch + 10)) stat 2>stat
    eval "at_$pitch=$(awk '/RMS     amp/ { print $3 }' stat)"
done
awk "BEGIN { quiet = 20 * $at_150; exit !($at_220 > quiet && $at_440 > quiet && $at_523 > quiet) }" ||
    complain "a bell of $at_220 at 220 Hz, $at_440 at 440 Hz, $at_523 at 523 Hz, $at_150 at 150 Hz"
# refuse_body MESSAGE ARGUMENT...: exit 2, one line, no file
refuse_body() {
    message=$1
    shift
    expect_exit 2 "$urto" bump in.wav refused.wav "$@"
    expect_text err "$message"
    [ "$(wc -l <err)" = 1 ] || complain "not one line: $(cat err)"
    [ -e refused.wav ] && complain "a file was left by $*"
    rm -f refused.wav
}
refuse_body 'must be SCENE:BODY, as in marimba-bar:bar' --body gong-roll
refuse_body 'must be SCENE:BODY, as in marimba-bar:bar' --body gong-roll:
refuse_body 'no scene "gong-rol", did you mean gong-roll?' --body gong-rol:gong
refuse_body 'gong-roll has no body "gon", must be one of: gong, mallet-1, mallet-2' --body gong-roll:gon
refuse_body 'tanpura:string: the body is on a grid, its model must be modal' --body tanpura:string
refuse_body 'gong-roll:mallet-1: the body is a mass, must be one that has modes' --body gong-roll:mallet-1
refuse_body 'must be one of them' --body gong-roll:gong --set resonator=bar
sed 's/decay: 3/decay: 0/' bell.yaml >rings.yaml
refuse_body "the body's mode at 440 Hz has a decay of 0 1/s, must be at least" --body rings.yaml:bell
sed 's/decay: 3/decay: x/' bell.yaml >bad.yaml
refuse_body 'bad.yaml:6:' --body bad.yaml:bell
expect_exit 0 "$urto" bump --list
expect_text out marimba
expect_exit 2 "$urto" bump in.wav
expect_exit 2 "$urto" bump in.wav out.mp3
expect_exit 2 "$urto" bump in.wav out.wav --preset glas
expect_text err "did you mean glass?"
expect_exit 2 "$urto" bump in.wav out.wav --set drive=0
expect_text err "must be 0.001 to 1000 N"
expect_exit 1 "$urto" bump nothing.wav new.wav
[ "$(wc -l <err)" = 1 ] || complain "not one line: $(cat err)"
[ -e new.wav ] && complain "a file was left"
printf 'no sound' >text.wav
expect_exit 1 "$urto" bump text.wav new.wav
finish
