# MIDI files to sound files: tunes that ship, tempo, running status, type 1, and everything that is wrong.
. "$(dirname "$0")/../support/common.sh"

# what ships was made from its text
for tune in "$source_dir"/scenes/tunes/*.tune; do
    name=$(basename "$tune" .tune)
    "$source_dir/tools/tune-to-midi" "$tune" made.mid || complain "$name: no tune"
    cmp -s made.mid "$source_dir/scenes/tunes/$name.mid" || complain "$name.mid is not its tune"
done
# every instrument has a tune for one of its presets: eight bars or more, soft and loud
for name in $("$urto" instruments --brief | grep -v '^bump$'); do
    tune=$source_dir/scenes/tunes/$name.tune
    [ -f "$source_dir/scenes/tunes/$name.mid" ] && [ -f "$tune" ] || complain "no tune for $name"
    "$urto" instruments "$name" --brief | grep -qx "$(sed -n 's/^# preset: //p' "$tune")" || complain "$name.tune names no preset"
    awk '/^[0-9]/ { end = $1 + $3 > end ? $1 + $3 : end; if (!n++ || $4 < low) low = $4; high = $4 > high ? $4 : high }
        END { exit !(end >= 32 && high - low >= 40) }' "$tune" || complain "$name.tune is short or flat"
done
printf '0 C4 1 90\n0 H4 1 90\n' >bad.tune
expect_exit 1 "$source_dir/tools/tune-to-midi" bad.tune bad.mid
expect_text err 'bad.tune:2: "H4" is no note'

tunes=$source_dir/scenes/tunes
expect_exit 0 "$urto" midi "$tunes/mallet.mid" mallet -o one.wav --preset marimba --set hardness=0.7 --tail 1
expect_text out "one.wav: "
expect_text out "170 notes"
"$urto" midi "$tunes/mallet.mid" mallet --out two.wav --preset=marimba --set=hardness=0.7 --tail 1 >/dev/null
cmp -s one.wav two.wav || complain "the same tune sounds different"
expect_exit 0 "$urto" midi "$tunes/fretted-string.mid" fretted-string -o bend.flac --rate 22050 --tail 0.5
expect_exit 0 "$urto" midi "$tunes/tromba.mid" mallet --set "body=tuned bar" --tail 0.2
[ -s mallet.wav ] || complain "no mallet.wav"

# bytes of a header and of a track: head TYPE TRACKS DIVISION, then track BYTES
octal() { printf '\\%03o' "$1"; }
head() { printf "MThd\\000\\000\\000\\006\\000$(octal "$1")\\000$(octal "$2")$3"; }
track() { printf "MTrk\\000\\000\\000$(octal "$(printf "$1" | wc -c)")$1"; }
note='\000\220\074\144\140\074\000'
end='\000\377\057\000'
seconds() { "$urto" midi "$1" mallet -o timed.wav --tail 0 | sed 's/.*: \([0-9.]*\) s.*/\1/'; }
# 96 ticks a quarter at 120 a minute: half a second
{ head 0 1 '\000\140'; track "$note$end"; } >plain.mid
[ "$(seconds plain.mid)" = 0.50 ] || complain "plain: $(seconds plain.mid)"
# running status, a real note off, at a tempo of 60 after the first quarter, in a track of its own
{ head 1 2 '\000\140'; track '\140\377\121\003\017\102\100'"$end"
  track '\000\220\074\144\140\100\144\140\200\074\000\000\100\000'"$end"; } >tempo.mid
[ "$(seconds tempo.mid)" = 1.50 ] || complain "tempo: $(seconds tempo.mid)"
# 25 frames of 40 ticks a second
{ head 0 1 '\347\050'; track '\000\220\074\144\207\150\074\000'"$end"; } >frames.mid
[ "$(seconds frames.mid)" = 1.00 ] || complain "frames: $(seconds frames.mid)"
# an unknown chunk and system exclusive are passed over
{ head 0 1 '\000\140'; printf 'XFIH\000\000\000\002ab'; track '\000\360\003\001\002\367'"$note$end"; } >other.mid
[ "$(seconds other.mid)" = 0.50 ] || complain "other: $(seconds other.mid)"
# 29 means the 29.97 of television: 1199 ticks, 40 a frame
{ head 0 1 '\343\050'; track '\000\220\074\144\211\057\074\000'"$end"; } >drop.mid
[ "$(seconds drop.mid)" = 1.00 ] || complain "drop frames: $(seconds drop.mid)"
# the longest track counts, wherever it is, and silence at its end too
{ head 1 2 '\000\140'; track '\000\220\074\144\140\074\000\140\377\057\000'; track "$end"; } >tracks.mid
[ "$(seconds tracks.mid)" = 1.00 ] || complain "tracks: $(seconds tracks.mid)"

# the tail is as long as the sound, at most as long as was said
tail_of() { "$urto" midi plain.mid mallet -o tail.wav "$@" | sed 's/.*: \([0-9.]*\) s.*/\1/'; }
[ "$(tail_of --tail 0.2)" = 0.70 ] || complain "a long tail: $(tail_of --tail 0.2)"
tail_of --tail 60 --set decay=0.1 | awk '{ exit !($1 < 10) }' || complain "a short tail: $(tail_of --tail 60 --set decay=0.1)"
# a key that is never let go ends with the file
{ head 0 1 '\000\140'; track '\000\220\074\144\140\377\057\000'; } >held.mid
"$urto" midi held.mid tromba -o held.wav --tail 60 | sed 's/.*: \([0-9.]*\) s.*/\1/' | awk '{ exit !($1 < 20) }' || complain "a key is held for ever"
# two channels, as many notes as there are, and a manager of others if it is said
od -An -v -tx1 -j44 -w6 tail.wav | awk '$1 $2 $3 != $4 $5 $6 { differ++ } END { exit !differ }' || complain "left is right"
{ head 0 1 '\000\140'; track '\000\221\074\144\000\221\100\144\000\340\000\120\140\221\074\000\000\100\000'"$end"; } >many.mid
"$urto" midi many.mid mallet -o many.wav --tail 0 >/dev/null
for option in "--voices 1" --mpe; do
    # shellcheck disable=SC2086 # two words
    "$urto" midi many.mid mallet -o other.wav --tail 0 $option >/dev/null
    cmp -s many.wav other.wav && complain "$option changes nothing"
done

refused() { # FILE MESSAGE
    expect_exit 1 "$urto" midi "$1" mallet -o refused.wav
    [ "$(wc -l <err)" = 1 ] || complain "$1: not one line: $(cat err)"
    expect_text err "$2"
    [ -e refused.wav ] && complain "$1 left a file"
    true
}
printf 'RIFF0000WAVEfmt ' >wave.mid
refused wave.mid "byte 0: no MIDI file"
: >empty.mid
refused empty.mid "byte 0: no MIDI file"
{ head 2 1 '\000\140'; track "$note$end"; } >two.mid
refused two.mid "byte 8: a file of type 2"
{ head 0 1 '\000\000'; track "$note$end"; } >still.mid
refused still.mid "byte 12: 0 ticks"
{ head 0 1 '\371\050'; track "$note$end"; } >film.mid
refused film.mid "byte 12: 7 frames a second, must be 24, 25, 29 or 30"
{ head 1 2 '\000\140'; track "$note$end"; } >missing.mid
refused missing.mid "the file ends before track 2 of 2"
{ head 0 1 '\000\140'; track '\000\074\144'; } >status.mid
refused status.mid "byte 23: a data byte without a status"
{ head 0 1 '\000\140'; track '\000\220\074\220'; } >data.mid
refused data.mid "byte 25: 0x90 where a data byte must be"
{ head 0 1 '\000\140'; track '\000\220\200\144'; } >first.mid
refused first.mid "byte 24: 0x80 where a data byte must be"
{ head 0 1 '\000\140'; track '\253\256\000\220\074\144'"$end"; } >hour.mid
refused hour.mid "3700 s long, at most an hour"
{ head 0 1 '\000\140'; track '\000\220\074\144\140\074'; } >running.mid
refused running.mid "the track ends inside a message"
{ head 0 1 '\000\140'; track '\377\377\377\377\377\000'; } >long.mid
refused long.mid "byte 26: a number of more than four bytes"
{ head 0 1 '\000\140'; track '\000\377\121\003\000\000\000'; } >zero.mid
refused zero.mid "a tempo of 0"
refused nothing.mid "cannot read nothing.mid"
# every truncation of a good file ends with one line, or plays
size=$(wc -c <"$tunes/tromba.mid")
for cut in 1 13 14 20 22 23 24 25 40 41 42 $((size - 5)) $((size - 1)); do
    dd if="$tunes/tromba.mid" of=cut.mid bs=1 count="$cut" 2>/dev/null
    refused cut.mid "cut.mid: byte "
done
expect_exit 2 "$urto" midi plain.mid
expect_exit 2 "$urto" midi plain.mid mallett
expect_text err "did you mean mallet?"
expect_exit 2 "$urto" midi plain.mid mallet -o out.mp3
expect_exit 2 "$urto" midi plain.mid mallet --preset vibs
expect_text err "did you mean vibes?"
expect_exit 2 "$urto" midi plain.mid mallet --set hardnes=1
expect_text err "did you mean hardness?"
expect_exit 2 "$urto" midi plain.mid mallet --set hardness=7
expect_text err "must be 0 to 1"
expect_exit 2 "$urto" midi plain.mid mallet --set hardness=nan
expect_exit 2 "$urto" midi plain.mid mallet --set body=jelly
expect_text err "must be bar, tuned bar, membrane, plate, glass"
expect_exit 2 "$urto" midi plain.mid mallet --set hardness
expect_exit 2 "$urto" midi plain.mid mallet --rate 12

# a scene with a play block is an instrument; one without, or one that is wrong, is refused
cp "$source_dir/scenes/tom-tom.yaml" mine.yaml
expect_exit 0 "$urto" midi "$tunes/mallet.mid" mine.yaml -o mine.wav
expect_text out "mine.wav: "
expect_exit 0 "$urto" midi "$tunes/mallet.mid" tom-tom -o other.wav
cmp -s mine.wav other.wav || complain "the file and the name differ"
expect_exit 0 "$urto" midi "$tunes/mallet.mid" mine.yaml --set tip=1e5 --set bodies.stick.mass=30g --set oversample=2 -o soft.wav
cmp -s mine.wav soft.wav && complain "nothing was set"
expect_exit 2 "$urto" midi "$tunes/mallet.mid" mine.yaml --set tip=1 -o none.wav
expect_text err "mine.yaml: --set tip is \"1\", must be 100000 to 1e+08 N/m^a"
expect_exit 2 "$urto" midi "$tunes/mallet.mid" mine.yaml --preset vibes -o none.wav
expect_text err "a scene has no presets"
expect_exit 2 "$urto" midi "$tunes/mallet.mid" glass-bar -o none.wav
expect_text err "the scene glass-bar has no play block"
sed 's/tune: head/tune: heed/' mine.yaml >wrong.yaml
expect_exit 2 "$urto" midi "$tunes/mallet.mid" wrong.yaml -o none.wav
expect_text err 'wrong.yaml:21:9: no body has the name "heed", did you mean head?'
[ -e none.wav ] && complain "a sound was written all the same"
expect_exit 0 "$urto" scene check mine.yaml
grep -qE '^mine.yaml: played, it needs [0-9.]+ % of a processor for one voice, [0-9.]+ % for all 6$' out || complain "$(cat out)"
finish
