# urto render: options, the same file twice, and what happens when a file cannot be written.
. "$(dirname "$0")/../support/common.sh"

short="--seconds 0.2"
for kind in wav flac ogg; do
    expect_exit 0 "$urto" render hammer-string $short -o one.$kind
    expect_exit 0 "$urto" render hammer-string $short --out two.$kind
    cmp -s one.$kind two.$kind || complain "two .$kind files differ"
done
[ "$(head -c 4 one.wav)$(head -c 4 one.flac)$(head -c 4 one.ogg)" = "RIFFfLaCOggS" ] ||
    complain "formats of the files"
expect_exit 0 "$urto" render glass-bar marimba-bar $short --json
expect_json out 'length == 2 and .[0].scene == "glass-bar" and .[1].frames == 9600'
[ -s glass-bar.wav ] && [ -s marimba-bar.wav ] || complain "files of two scenes"
# contacts that cannot be solved: said, counted, and the energy balances all the same
cat >jammed.yaml <<'YAML'
seconds: 0.02
rate: 44100
bodies:
  speck: {type: mass, mass: 1e-9, velocity: 1}
contacts:
  floor: {between: [wall, speck], stiffness: 1e12, exponent: 1, damping: 0.1, distance: -1 m}
  lid: {between: [speck, wall], stiffness: 1e12, exponent: 1, damping: 0.1, distance: -1 m}
probes:
  - {hear: speck}
YAML
expect_exit 0 "$urto" render jammed.yaml --json
expect_text err 'jammed.yaml: the contacts could not be solved in'
expect_json out '.solver.unsolved > 100 and .ledger.residual_max_relative < 1e-11 and .contacts.force_min >= 0'

# several at once: the same files and the same words however many processes there are
mkdir j1 j2 j9
for jobs in 1 2 9; do
    expect_exit 0 "$urto" render tanpura glass-bar marimba-bar hammer-string $short --jobs $jobs -o j$jobs
    sed "s|j$jobs/||; s|,.*||" out >words.$jobs
done
for name in tanpura glass-bar marimba-bar hammer-string; do
    cmp j1/$name.wav j2/$name.wav && cmp j1/$name.wav j9/$name.wav || complain "$name differs by --jobs"
done
[ "$(xargs <words.2)" = "tanpura.wav: 0.20 s glass-bar.wav: 0.20 s marimba-bar.wav: 0.20 s hammer-string.wav: 0.20 s" ] ||
    complain "order of the reports: $(cat words.2)"
cmp -s words.1 words.2 && cmp -s words.1 words.9 || complain "reports differ by --jobs"

# one bad scene among good ones: the others are rendered, the message says which, exit 2
echo 'bodies: {bar: {type: bar, lenth: 1 m}}' >bad.yaml
for jobs in 1 2; do
    rm -f j$jobs/*
    expect_exit 2 "$urto" render glass-bar bad.yaml nowhere marimba-bar $short --jobs $jobs -o j$jobs
    mv err err.$jobs
    [ "$(ls j$jobs | xargs)" = "glass-bar.wav marimba-bar.wav" ] || complain "files beside a bad scene"
done
expect_text err.1 'bad.yaml:1:'
expect_text err.1 'no scene "nowhere"'
[ "$(head -c 9 err.1)" = "bad.yaml:" ] || complain "order of the messages: $(cat err.1)"
cmp -s err.1 err.2 || complain "messages differ by --jobs"
expect_exit 2 "$urto" render glass-bar bad.yaml $short --json -o j2
expect_json out 'length == 1 and .[0].scene == "glass-bar"'
rm -r j1 j2 j9

expect_exit 0 "$urto" render glass-bar $short --rate 44.1kHz --oversample 2 --solver iterative \
    --gain -6 --set bodies.bar.material=steel --set probes.0.pan=-1 --json -o x.wav --energy e.csv
expect_json out '.rate == 44100 and .solver.name == "iterative" and .frames == 8820'
[ "$(wc -l <e.csv)" -gt 100 ] || complain "rows of e.csv"
awk -F, 'NR > 1 && NF != 13 { exit 1 }' e.csv || complain "columns of e.csv"
expect_exit 0 "$urto" render snare-wire --seconds 0.05 -o x.wav --snapshots x.svg
expect_exit 0 "$urto" render glass-bar --seconds 0.0015 -o v.wav --snapshots v.svg --video film/deep
[ "$(ls film/deep)" = "$(printf 'frame-000%d.png\n' 1 2 3 4 5 6 7)" ] || complain "frames: $(ls film/deep)"
[ "$(head -c 4 film/deep/frame-0001.png | tail -c 3)" = PNG ] || complain "a frame is no picture"
rm -r film
expect_exit 0 "$urto" render hammer-string --seconds 0.01 -o v.wav --video v.csv
[ "$(grep -c '^shape,' v.csv)" = 50 ] && [ "$(grep -c '^mass,' v.csv)" = 50 ] || complain "rows of v.csv: $(cut -d , -f 1 v.csv | sort | uniq -c)"
awk -F, '$1 == "shape" && NF != 166 { exit 1 }' v.csv || complain "columns of v.csv"
expect_text x.svg wire
expect_text x.svg "touch, 2.52 ms"
expect_exit 0 "$urto" render fretted-bass --seconds 0.05 -o x.wav --snapshots x.svg
for word in frets "touch, 0.42 ms" "deepest, 8.50 ms" "release, "; do expect_text x.svg "$word"; done
expect_exit 0 "$urto" render bowed-bar --seconds 0.3 -o x.wav --snapshots x.svg
expect_text x.svg ">bow<"
# a mallet that flies away keeps its energy: it is told apart from what sounds
expect_exit 0 "$urto" render marimba-bar --seconds 0.5 -o x.wav --energy e.csv
awk -F, 'END { exit !($13 > 0.9 * $2 && $13 <= $2) }' e.csv || complain "energy of the masses: $(tail -n 1 e.csv)"
expect_exit 0 "$urto" render --list
expect_text out tromba-marina
expect_exit 0 "$urto" scene show tanpura
expect_text out "2 steps a sample"
expect_exit 0 "$urto" scene schema
expect_json out '.properties.bodies and ."$defs".string.properties.pitch'

# what is asked for wrongly: exit 2, one line, no file
rm -f ./*
refuse() {
    text=$1
    shift
    expect_exit 2 "$urto" render "$@"
    [ "$(wc -l <err)" = 1 ] || complain "stderr has not one line for $*"
    expect_text err "$text"
    [ "$(ls -A | tr '\n' ' ')" = "err out " ] || complain "files were left: $(ls -A)"
}
refuse "must end in .wav, .flac or .ogg" glass-bar -o sound.mp3
refuse "must be a folder for several" glass-bar tanpura -o sound.wav
refuse "--gain is" glass-bar --gain loud
refuse "must end in .csv" glass-bar --energy e.txt
refuse "must end in .png or .svg" glass-bar --snapshots p.jpg
refuse "for one scene only" glass-bar tanpura --snapshots p.png
refuse "for one scene only" glass-bar tanpura --video film
refuse "--jobs is 0" glass-bar tanpura --jobs 0
refuse "--jobs is \"two\"" glass-bar tanpura --jobs two
refuse "would both become tanpura.wav" glass-bar tanpura "$source_dir/scenes/tanpura.yaml"
refuse "needs a scene"
refuse "seconds is \"x\"" glass-bar --seconds x
refuse "did you mean midpoint" glass-bar --solver midpont
refuse "has no \"bodies.baar\"" glass-bar --set bodies.baar.length=3
refuse "unknown key \"lenth\"" glass-bar --set bodies.bar.lenth=3
refuse "must be path=value" glass-bar --set nothing
refuse "unknown option" glass-bar --colour

# what cannot be written: exit 1, a message that names the file, nothing left
cannot() {
    expect_exit 1 "$urto" render glass-bar $short -o "$1"
    expect_text err "$1"
    ls -A | grep -q '^\.urto' && complain "a temporary file is left for $1"
    return 0
}
cannot none/sound.wav
mkdir folder.wav
rm -f out err
expect_exit 0 "$urto" render glass-bar $short -o folder.wav
[ -s folder.wav/glass-bar.wav ] || complain "a folder whose name looks like a file"
ln -s /dev/full full.wav
cannot full.wav
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
    for kind in wav flac ogg; do
        expect_exit 1 "$urto" render tanpura --seconds 2 -o small/sound.$kind
        expect_text err "small/sound.$kind"
        [ -z "$(ls -A small)" ] || complain "files on a full disk: $(ls -A small)"
    done
    umount small
fi

# a file that may not grow: an error, whether the signal is ignored or not
limited() {
    code=0
    (eval "$1"; ulimit -f 40; exec "$urto" render tanpura --seconds 1 -o large.wav) >out 2>err || code=$?
    [ -e large.wav ] && complain "half a file after: $1"
    [ $code = 1 ] || complain "exit $code for a file that may not grow: $1"
    expect_text err "cannot write large.wav: File too large"
    ls -A | grep -q '^\.urto' && complain "a temporary file is left: $1"
    return 0
}
limited "trap '' XFSZ"
limited "trap - XFSZ"

# killed while it works: nothing under the final name; interrupted: a shorter file that is valid
echo old >keep.wav
"$urto" render tromba-marina --seconds 60 -o keep.wav >out 2>err &
pid=$!
sleep 1
kill -9 $pid
wait $pid 2>/dev/null || true
[ "$(cat keep.wav)" = old ] || complain "keep.wav was changed by a killed render"
"$urto" render tanpura --seconds 600 -o early.wav >out 2>err &
pid=$!
sleep 1
kill -INT $pid 2>/dev/null
code=0
wait $pid || code=$?
[ $code = 130 ] || complain "interrupted: exit $code"
expect_text err early.wav
size=$(wc -c <early.wav)
[ "$size" -gt 1000 ] && [ "$(head -c 4 early.wav)" = RIFF ] || complain "early.wav is not valid"
said=$(od -An -tu4 -j4 -N4 early.wav | tr -d ' ')
[ $((said + 8)) = "$size" ] || complain "early.wav says $said of $size bytes"
# interrupted when the sound is there but not its file: all of it is written; again: it ends, and nothing is left
interrupt_writing() {
    rm -f late.ogg
    "$urto" render glass-bar --seconds 600 -o late.ogg >out 2>err &
    pid=$!
    until [ -n "$(find . -maxdepth 1 -name '.urto-*' -size +20k)" ]; do # its unfinished file
        kill -0 $pid || break
    done
    kill -INT $pid
    while [ "$1" = twice ] && kill -INT $pid 2>/dev/null; do
        sleep 0.1
    done
    code=0
    wait $pid || code=$?
    [ $code = 130 ] || complain "interrupted $1 while it writes: exit $code"
}
interrupt_writing once
expect_text err "interrupted when it was rendered; late.ogg has all of it"
expect_text out "late.ogg: 600.00 s"
[ -s late.ogg ] || complain "no late.ogg"
interrupt_writing twice
expect_text err "urto render: stopped; nothing was written"
[ "$(ls -A | grep -c -e '^late' -e '^\.urto')" = 0 ] || complain "left: $(ls -A)"
# several: those at work write what they have, the others are not begun
mkdir early
"$urto" render tanpura gong-roll glass-bar --jobs 2 --seconds 600 -o early >out 2>err &
pid=$!
sleep 1
kill -INT $pid 2>/dev/null
code=0
wait $pid || code=$?
[ $code = 130 ] || complain "several interrupted: exit $code"
expect_text err "stopped; 1 of 3 were not begun"
[ "$(ls -A early | xargs)" = "gong-roll.wav tanpura.wav" ] || complain "files: $(ls -A early)"
# the other signal has another code
for scenes in tanpura "tanpura gong-roll"; do
    rm -rf early
    "$urto" render $scenes --seconds 600 -o early/ >out 2>err &
    pid=$!
    sleep 1
    kill $pid
    code=0
    wait $pid || code=$?
    [ $code = 143 ] || complain "$scenes: exit $code after SIGTERM"
done
# killed: its processes end, and write nothing. They hold the pipe, so cat ends with the last of them.
rm -rf early
mkfifo alive
"$urto" render tanpura gong-roll --jobs 2 --seconds 600 -o early/ >alive 2>err &
pid=$!
timeout 20 cat alive >/dev/null &
reader=$!
sleep 1
kill -9 $pid
wait $pid 2>/dev/null || true
wait $reader || complain "processes go on after the program that started them"
[ -z "$(ls -A early)" ] || complain "files of a killed program: $(ls -A early)"
finish
