# In a pseudo-terminal: the screen, the keys, and the terminal as it was however it ends.
. "$(dirname "$0")/../../support/common.sh"
. "$(dirname "$0")/common.sh"

start_server 512

# play SIZE STEPS -- ARGUMENTS: result in ended
in_terminal() {
    "$tools/in_terminal" "$@" >ended 2>err || complain "in_terminal: $(cat err)"
    expect_json ended '.modes and .normal and .unknown == 0 and .overflows == 0'
}

# the screen at 80x24, keys that sound, parameters that move
in_terminal 80x24 wait:1 keys:n wait:0.2 screen:first keys:'\e[B\e[B\e[C' keys:'\t' wait:0.3 screen:second \
    wait:0.8 keys:'\e' -- "$urto" play mallet --record keys.wav
expect_json ended '.exit == 0 and .frames > 20 and .ended < 1.5'
expect_text first " urto play  mallet / "
expect_text first "JACK urto  48000 Hz"
for text in " L [" " R [" "load " "xruns " "energy " "contacts " "latency " "voices 1" "> " "Hardness" \
    "z  x  c  v  b  n  m" "velocity 100" "esc quit" "* keys.wav"; do
    expect_text first "$text"
done
grep -q 'L \[#####' first || complain "the meter shows nothing: $(grep 'L \[' first)"
cmp -s first second && complain "keys change nothing"
second_preset=$("$urto" instruments mallet --brief | sed -n 2p)
expect_text second "mallet / $second_preset"
# n is A: which one depends on where the keyboard begins
octave=$(sed -n 's/^  C\([0-9]\) .*/\1/p' first)
pitch=$(awk -v o="$octave" 'BEGIN { print 440 * 2 ^ (o - 4) }')
from=$("$tools/hear" keys.wav 0 60 | jq '.first / .rate + 0.02')
to=$(awk -v f="$from" 'BEGIN { print f + 0.3 }')
hears keys.wav "$from" "$to" "$pitch" '.peak > -40 and (.cents | fabs) < 3'

# other instruments and presets without leaving; a recording by a key; a preset of one's own
record=$(printf '\022') save=$(printf '\023')
own=$("$urto" instruments mallet --json | jq -r '.[0].presets[1].id')
in_terminal 80x24 wait:0.8 keys:"$record" wait:0.2 screen:began keys:n wait:0.4 keys:"$record" wait:0.4 screen:done \
    keys:'>' wait:0.4 screen:next keys:z wait:0.2 keys:'<' wait:0.4 screen:back keys:'<' wait:0.4 screen:before keys:'>' wait:0.3 \
    keys:'?' wait:0.2 screen:help keys:q wait:0.2 screen:closed \
    keys:'\e[B\e[C\e[C' wait:0.3 keys:"$save" wait:0.2 screen:naming keys:'Night bells' wait:0.2 keys:'\r' wait:0.4 screen:saved \
    keys:"$save" wait:0.2 screen:again keys:'\r' wait:0.2 screen:there keys:'\e' wait:0.1 keys:"$record" wait:0.3 keys:'\e' -- \
    "$urto" play "$own"
expect_json ended '.exit == 0'
expect_text began "recording to urto-001.wav"
expect_text done "recorded urto-001.wav"
hears urto-001.wav 0 60 440 '.peak > -40 and .seconds > 0.3 and .seconds < 5'
[ -s urto-002.wav ] || complain "no second recording: $(ls)"
expect_text done " urto play  mallet / $own"
expect_text next " urto play  hammered-string / "
expect_text back " urto play  mallet / "
expect_text before " urto play  scrape / "
for text in "z  x  c  v  b  n  m" "ctrl-r" "begin a recording" "ctrl-s" "the instrument before, the next" "any key: back"; do
    expect_text help "$text"
done
expect_text closed " urto play  mallet / "
expect_text naming " save as: Vib"
expect_text saved "saved as mallet/night-bells; urto presets says where"
expect_text there "is there already: return replaces it"
saved=$(find presets -name '*.txt')
[ "$(echo "$saved" | wc -l)" = 1 ] || complain "not one preset: $saved"
[ "$(sed -n 1,2p "$saved")" = "$(printf 'urto-preset 1\ninstrument = mallet')" ] || complain "$(cat "$saved")"
id=$(basename "$saved" .txt)
[ "$id" = night-bells ] || complain "the name of the preset: $saved"
expect_text saved " urto play  mallet / $id  Night bells"
[ -z "$(find presets -name '.*.new')" ] || complain "left behind: $(find presets)"
# what was saved is what sounded: hardness was moved twice, the rest is of the first preset
"$urto" instruments mallet --json >tables 2>err
[ -s err ] && complain "$(cat err)"
expect_json tables ".[0] | (.presets[] | select(.id == \"$id\")) as \$own | \$own.own and (\$own.values.hardness > 0)"
in_terminal 80x24 wait:0.6 screen:own keys:'\e' -- "$urto" play "$id"
expect_text own " urto play  mallet / $id"
# all keys on pages where there is little room
in_terminal 40x10 wait:0.6 keys:'?' wait:0.2 screen:page-1 keys:'?' wait:0.2 screen:page-2 size:20x5 wait:0.3 screen:page-3 keys:'\e' wait:0.2 screen:left \
    keys:'\e' -- "$urto" play
expect_json ended '.exit == 0'
expect_text page-1 " - =         an octave down, up"
expect_text page-1 " ? more, other key: back"
expect_text page-2 "ctrl-s"
expect_text page-3 " ? more, other key"
expect_text left " urto play  mallet"
rm -r presets urto-00*.wav

# a bowed note lasts as long as its length says, longer while its key repeats, and ends
in_terminal 80x24 wait:0.8 keys:'{{{' keys:x wait:0.25 keys:x wait:0.05 keys:x wait:1.5 keys:'\e' -- \
    "$urto" play tromba --set decay=0.1 --record gate.wav
expect_json ended '.exit == 0'
start=$("$tools/hear" gate.wav 0 60 | jq '.first / .rate')
hears gate.wav "$(awk -v s="$start" 'BEGIN { print s + 0.4 }')" "$(awk -v s="$start" 'BEGIN { print s + 0.5 }')" 440 '.peak > -50'
hears gate.wav "$(awk -v s="$start" 'BEGIN { print s + 1.4 }')" "$(awk -v s="$start" 'BEGIN { print s + 1.6 }')" 440 '.peak < -60'

# other sizes, also while it runs
in_terminal 40x12 wait:0.6 screen:small size:20x4 wait:0.3 size:132x50 wait:0.3 screen:large keys:'\e' -- \
    "$urto" play tromba
expect_text small "> Bow force"
expect_text small "How firmly the bow is pressed"
grep -q '> Bow force .* N *$' small || complain "no value at 40 columns: $(grep force small)"
# 20x5: the chosen parameter and its value; what a key did takes the place of the title
in_terminal 20x5 wait:0.8 screen:tiny keys:a wait:0.2 screen:told keys:'\e' -- "$urto" play mallet
expect_json ended '.exit == 0'
expect_text tiny " urto play  mallet"
grep -q '^ > Body *[a-z]* *$' tiny || complain "20x5: $(cat tiny)"
grep -q '^   Hardness *0[.0-9]* *$' tiny || complain "20x5: $(cat tiny)"
expect_text told " hold: a key begin"
in_terminal 1x1 wait:0.6 keys:z wait:0.2 keys:'\e' -- "$urto" play glass-bar
expect_json ended '.exit == 0'
expect_text large "How firmly the bow is pressed"
expect_text large "k l bow force"

# a scene, played again
in_terminal 80x24 wait:0.8 keys:'\r' wait:0.5 screen:scene keys:'\e' -- "$urto" play glass-bar --record again.wav
expect_json ended '.exit == 0'
expect_text scene "return play again"
expect_text scene "of 3.0 s"
hears again.wav 0 60 440 '.peak > -20'

# however it ends, the terminal is as before
in_terminal 80x24 wait:0.8 keys:'\c' -- "$urto" play
expect_json ended '.exit == 0 and .ended < 1.5'
for signal in 15 1; do
    in_terminal 80x24 wait:0.8 signal:$signal -- "$urto" play
    expect_json ended ".exit == 128 + $signal and .ended < 1.5"
done
mode= # a server that waits would wait for the dead
for signal in 11 6 8; do
    stop_server KILL
    start_server 512
    in_terminal 80x24 wait:0.8 keys:z wait:0.2 signal:$signal -- "$urto" play --record crash-$signal.wav
    expect_json ended ".signal == $signal"
    appears crash-$signal.wav && hears crash-$signal.wav 0 60 440 '.seconds > 0.3 and .peak > -60'
done

# the server goes away
stop_server KILL
start_server 512
(sleep 1.5; kill -KILL "$jackd_pid") &
in_terminal 80x24 wait:1.5 -- "$urto" play
expect_json ended '.exit == 1 and .ended < 2'
wait
touch killed
jackd_pid=

# and without a device the terminal is never touched
in_terminal 80x24 wait:0.1 -- "$urto" play --jack
expect_json ended '.exit == 1 and .frames == 0'
no_traces
finish
