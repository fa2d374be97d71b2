# What cannot be played: one line each, the right code, nothing written.
. "$(dirname "$0")/../../support/common.sh"
. "$(dirname "$0")/common.sh"

refuses() {
    code=$1 text=$2
    shift 2
    expect_exit "$code" timeout 20 "$urto" play "$@"
    [ "$(wc -l <err)" = 1 ] || complain "not one line: $* : $(cat err)"
    [ -s out ] && complain "standard output: $*"
    expect_text err "$text"
}

# no device: the command that renders instead, which works
echo 'pcm.!default { type hw card 77 }' >none.conf
export ALSA_CONFIG_PATH="$PWD/none.conf"
refuses 1 "no sound device" --record a.wav
expect_text err "To render to a file: $urto midi "
expect_text err "/tunes/mallet.mid mallet -o mallet.wav"
refuses 1 "To render to a file: $urto render glass-bar -o glass-bar.wav" glass-bar --record a.wav
eval "$(sed 's/.*To render to a file: //' err)" >/dev/null || complain "$(cat err)"
[ -s glass-bar.wav ] || complain "the command renders nothing"
refuses 1 "tunes/mallet.mid mallet -o mallet.wav --preset marimba --set decay=0.2" mallet \
    --preset marimba --set decay=0.2
eval "$(sed 's/.*To render to a file: //' err)" >/dev/null || complain "$(cat err)"
[ -s mallet.wav ] || complain "the command renders nothing"
refuses 1 "tunes/mallet.mid glass -o mallet.wav" glass # the word names the preset, --preset need not
eval "$(sed 's/.*To render to a file: //' err)" >/dev/null || complain "$(cat err)"
[ -e a.wav ] && complain "a recording of nothing"

# no shared memory, which JACK needs: still one line, and no crash
if unshare -m mount -t tmpfs -o ro none /dev/shm 2>/dev/null; then
    expect_exit 1 unshare -m sh -c 'mount -t tmpfs -o ro none /dev/shm; exec timeout 20 "$@"' sh "$urto" play
    [ "$(wc -l <err)" = 1 ] || complain "without /dev/shm not one line: $(cat err)"
    expect_text err "no JACK server answers"
    expect_exit 0 unshare -m sh -c 'mount -t tmpfs -o ro none /dev/shm; exec "$@"' sh "$urto" render glass-bar tanpura \
        --seconds 0.05 -o unshared/
    rm -r unshared
else
    echo "/dev/shm cannot be taken away here: a machine without it was not tried"
fi

refuses 2 'did you mean tromba?' tromab
refuses 2 'no instrument, preset or scene "xyzzyxyzzy", see urto instruments and urto scene list' xyzzyxyzzy
refuses 2 'no instrument, preset or scene "marimbo", did you mean mallet/marimba?' marimbo
refuses 2 'did you mean glass-bar?' glas-bar
refuses 2 '"drum" is a preset of several instruments, must be one of mallet/drum, roll/drum' drum
refuses 2 'mallet has no preset "marimbo", did you mean marimba?' mallet/marimbo
refuses 2 'marimba names a preset, and so does --preset' marimba --preset glass
refuses 2 'decay is "3Hz": Hz is the unit of a frequency, must be a time in s, ms, us, min' marimba --set decay=3Hz
refuses 2 'did you mean marimba?' mallet --preset marimbo
refuses 2 'did you mean hardness?' mallet --set hardnes=1
refuses 2 'hardness is "7"' mallet --set hardness=7
refuses 2 'a scene has no presets' glass-bar --preset x
refuses 2 'plays one instrument or scene' mallet tromba
refuses 2 'exclude each other' --jack --alsa
refuses 2 'must end in .wav, .flac or .ogg' --record a.mp3
refuses 2 'must end in .wav, .flac or .ogg' --record -
cp "$source_dir/scenes/glass-bar.yaml" bar.wav
refuses 2 'bar.wav is what is read' bar.wav --record bar.wav
cmp -s "$source_dir/scenes/glass-bar.yaml" bar.wav || complain "a scene was overwritten"
rm bar.wav
refuses 2 '--seconds is 0' --seconds 0
refuses 2 'did you mean --record?' --recrod a.wav
refuses 1 'cannot write no/such/folder/a.wav: No such file or directory' --record no/such/folder/a.wav
echo 'bodies: {' >bad.yaml
expect_exit 2 "$urto" play bad.yaml
expect_text err "bad.yaml:"
expect_exit 2 "$urto" play no-such-file.yaml
no_traces

expect_exit 0 timeout 20 "$urto" play --list-devices
[ -s err ] && complain "--list-devices: $(cat err)"
finish
