# Output: looked at before the work, to standard output, never over what is read; signals; streams that are closed.
. "$(dirname "$0")/../support/common.sh"
needs sox
scenes=$source_dir/scenes
tune=$scenes/tunes/mallet.mid

# refused COMMAND...: exit 1 and a message before minutes of work, which timeout would end
refused() {
    text=$1
    shift
    expect_exit 1 timeout 20 "$urto" "$@"
    expect_text err "$text"
}
# five minutes of silence, and one note after them
printf 'MThd\0\0\0\006\0\0\0\001\0\140MTrk\0\0\0\016\203\325\000\220\074\144\140\200\074\100\0\377\057\0' >slow.mid
sox -n -r 48000 -c 1 long.wav synth 600 noise 2>/dev/null
mkdir taken.csv taken.svg report report/results.json
touch out err
before=$(ls -A . report)
refused "cannot write none/x.wav: No such file" render tromba-marina --seconds 600 -o none/x.wav
refused "cannot write taken.csv: Is a directory" render tromba-marina --seconds 600 -o x.wav --energy taken.csv
refused "cannot write taken.svg: Is a directory" render tromba-marina --seconds 600 -o x.wav --snapshots taken.svg
refused "cannot make the folder long.wav/film" render tromba-marina --seconds 600 -o x.wav --video long.wav/film
refused "cannot write none/x.wav" midi slow.mid tromba -o none/x.wav --tail 600
refused "cannot write none/x.wav" bump long.wav none/x.wav --tail 600
mkdir plots plots/scaling.svg
refused "cannot write plots/scaling.svg: Is a directory" bench --plots plots
rm -r plots
refused "cannot write none/t.csv" impact --trajectory none/t.csv
refused "cannot write report/results.json: Is a directory" papers -o report
[ "$before" = "$(ls -A . report)" ] || complain "files were left: $(ls -A . report)"
rm -rf long.wav slow.mid taken.csv taken.svg report

# not over what is read; bump may
cp "$scenes/glass-bar.yaml" bar.wav
cp "$tune" tune.wav
ln bar.wav link.wav
for output in bar.wav link.wav; do
    expect_exit 2 "$urto" render bar.wav -o $output
    expect_text err "$output is what is read, give the output another name"
done
expect_exit 2 "$urto" midi tune.wav mallet -o tune.wav
expect_text err "tune.wav is what is read"
cmp -s bar.wav "$scenes/glass-bar.yaml" && cmp -s tune.wav "$tune" || complain "an input was changed"
rm link.wav

# standard output and input, and a value in the same word
short="--seconds 0.1"
expect_exit 0 "$urto" render glass-bar $short -oplain.wav
[ -s plain.wav ] || complain "-oplain.wav"
"$urto" render glass-bar $short -o - >piped.wav 2>err || complain "render -o -"
expect_text err "0.10 s"
cmp -s plain.wav piped.wav || complain "standard output has another sound"
"$urto" render - $short -o - <"$scenes/glass-bar.yaml" 2>err | cmp -s - plain.wav || complain "a scene from standard input"
echo nonsense | expect_exit 2 "$urto" render - -o -
expect_text err "stdin:1:"
[ -s out ] && complain "standard output after an error"
expect_exit 2 "$urto" render glass-bar -o - --json
expect_text err "must be a file where --json is printed"
expect_exit 2 "$urto" render glass-bar tanpura -o -
expect_exit 0 "$urto" scene check - <"$scenes/glass-bar.yaml"
expect_text out "stdin: fine"
"$urto" midi "$tune" mallet --tail 0.1 -o tune.wav >/dev/null || complain "midi"
"$urto" midi - mallet --tail 0.1 -o - <"$tune" 2>err | cmp -s - tune.wav || complain "midi from and to a pipe"
"$urto" bump tune.wav bumped.wav --tail 0.1 >/dev/null || complain "bump"
cat tune.wav | "$urto" bump - - --tail 0.1 2>err | cmp -s - bumped.wav || complain "bump from and to a pipe"
sox tune.wav tune.flac
cat tune.flac | "$urto" bump - - --tail 0.1 2>err | cmp -s - bumped.wav || complain "FLAC from a pipe"
printf '' | expect_exit 1 "$urto" bump - x.wav
"$urto" impact --scheme rk4 --trajectory t.csv >/dev/null || complain "impact"
"$urto" impact --scheme rk4 --trajectory - 2>err | cmp -s - t.csv || complain "samples to a pipe"
expect_exit 2 "$urto" impact --trajectory - --json
expect_exit 2 "$urto" render glass-bar $short --out
expect_exit 2 "$urto" render glass-bar $short -x

# a folder that is missing is made, but not for a scene that is wrong
expect_exit 0 "$urto" render glass-bar tanpura $short -o new/deep/
[ "$(ls new/deep | xargs)" = "glass-bar.wav tanpura.wav" ] || complain "files: $(ls new/deep)"
expect_exit 2 "$urto" render no-such-scene -o other/
[ -e other ] && complain "a folder for nothing"

# signals while a file is written: none of it is left. gnuplot waits here as long as it must.
mkdir bin
printf '#!/bin/sh\ntouch "%s/drawing"\nexec sleep 30\n' "$PWD" >bin/gnuplot
chmod +x bin/gnuplot
for signal in TERM:143 INT:130 HUP:129; do
    rm -f drawing
    # a shell lets what it starts in the background ignore SIGINT
    PATH=$PWD/bin:$PATH sh -c 'trap - INT; exec "$0" "$@"' env --default-signal=INT "$urto" impact --plot slow.svg >out 2>err &
    pid=$!
    for wait in $(seq 200); do
        [ ! -e drawing ] || break
        sleep 0.05
    done
    [ "$(ls -A | grep -c '^\.urto')" = 1 ] || complain "no temporary file while it draws: $(ls -A)"
    kill -${signal%:*} $pid
    code=0
    wait $pid || code=$?
    [ "$code" = "${signal#*:}" ] || complain "exit $code after ${signal%:*}"
    ls -A | grep -q '^\.urto' && complain "a temporary file is left after ${signal%:*}"
done

# standard output that is closed: a message, and nothing of it in a file that is written meanwhile
for words in --version --help "scene list" "render glass-bar $short -o closed.wav" "render glass-bar $short -o -" \
    "render glass-bar tanpura $short -o new/" "impact --json" "instruments"; do
    code=0
    "$urto" $words >&- 2>err || code=$?
    [ "$code" = 1 ] || complain "$words: exit $code with a closed output"
    expect_text err "standard output"
done
cmp -s closed.wav plain.wav || complain "closed.wav has another sound"
"$urto" render glass-bar $short -o closed.wav >out 2>&- || complain "closed errors"
"$urto" render glass-bar $short -o closed.wav <&- >out || complain "closed input"
cmp -s closed.wav plain.wav || complain "closed.wav has another sound"
expect_exit 2 sh -c '"$0" scene check - <&-' "$urto"
finish
