# Under a dummy JACK server: MIDI in, sound out and recorded, the server taken away.
. "$(dirname "$0")/../../support/common.sh"
. "$(dirname "$0")/common.sh"

start_server 512
expect_exit 0 "$urto" play --list-devices
alsa=false
if grep -q '^ALSA:' out; then alsa=true; else echo "urto play is built without ALSA: not tried"; fi
expect_text out "JACK: 48000 Hz, 512 frames"
expect_text out "system:playback_1"
expect_exit 2 "$urto" play --jack --device nowhere
expect_text err 'no JACK port that takes sound has it in its name'
expect_exit 2 "$urto" play --jack --midi nowhere
expect_text err 'no JACK port that gives MIDI has it in its name'

# A4 twice, 36111 frames apart, with the key up in between and silence after it
"$urto" play mallet/vibes --set release=30ms --set tremolo=0dB --jack --record played.wav >status 2>err &
player=$!
"$tools/jack_probe" urto heard.wav 2.7 9601:90455a 28801:804500 45712:90455a 64912:804500 ||
    complain "the probe failed: $(cat err)"
kill -INT "$player"
code=0
wait "$player" || code=$?
[ "$code" = 0 ] || complain "exit $code after SIGINT"
[ -s err ] && complain "$(cat err)"
[ "$(wc -l <status)" = 1 ] || complain "status: $(cat status)"
expect_text status "mallet: "
expect_text status ", 2 notes, peak -"
expect_text status "; recorded in played.wav"
hears heard.wav 0 0.19 440 '.peak < -150'
hears heard.wav 0.25 0.58 440 '.peak > -40 and .peak < 0 and (.cents | fabs) < 3'
hears heard.wav 1.0 1.18 440 '.first > 45712 and .peak > -40'
hears heard.wav 2.3 2.7 440 '.peak < -60'
hears played.wav 0 60 440 '.rate == 48000 and .channels == 2 and .seconds > 2.7 and .peak > -40'
# the second stroke is where it was asked for, to the frame
"$tools/hear" heard.wav 0.1 0.9 >first
"$tools/hear" heard.wav 0.9 1.5 >second
apart=$(jq -s '.[1].first - .[0].first' first second)
[ "$apart" -ge 36109 ] && [ "$apart" -le 36113 ] || complain "strokes are $apart frames apart"

# a scene plays once and the recording is as long as it
expect_exit 0 timeout 60 "$urto" play glass-bar --record scene.flac
expect_text out "glass-bar: 3.00 s"
hears scene.flac 0 60 440 '.seconds == 3 and .peak > -20 and .peak < 0'
expect_exit 0 timeout 60 "$urto" play "$source_dir/scenes/marimba-bar.yaml" --seconds 0.5 --record scene.ogg
hears scene.ogg 0 60 440 '.peak > -30'

# a file that cannot grow: the sound goes on, the message comes at the end
(ulimit -f 100 && exec "$urto" play glass-bar --seconds 1 --record full.wav) >status 2>err && complain "a full disk goes unseen"
expect_text err "urto play: cannot write full.wav: File too large"
expect_text status "glass-bar: 1.00 s"
[ -e full.wav ] && complain "half a recording"

# through ALSA's plugin for JACK, whose pace is that of the server
echo 'pcm.jack { type jack playback_ports { 0 system:playback_1 1 system:playback_2 } }' >asound.conf
if $alsa; then
    expect_exit 0 env ALSA_CONFIG_PATH="$PWD/asound.conf" "$urto" play glass-bar --alsa --device jack --seconds 1 \
        --record alsa.wav
    hears alsa.wav 0 60 440 '.seconds == 1 and .peak > -20 and .peak < 0'
fi

# a server that goes away: message, code and a complete recording within two seconds
for signal in KILL TERM STOP; do
    [ -n "$jackd_pid" ] || start_server 512
    "$urto" play tanpura --jack --record "gone-$signal.wav" >status 2>err &
    player=$!
    "$tools/jack_probe" urto unused.wav 0.3 10:90306a 2>/dev/null || true
    before=$(date +%s%N)
    stop_server $signal
    code=0
    wait "$player" || code=$?
    after=$(date +%s%N)
    [ "$code" = 1 ] || complain "SIG$signal to the server: exit $code"
    [ $(((after - before) / 1000000)) -lt 2000 ] || complain "SIG$signal: ended after $(((after - before) / 1000000)) ms"
    [ "$(cat err)" = "urto play: the JACK server went away while it was playing" ] || complain "SIG$signal: $(cat err)"
    hears "gone-$signal.wav" 0 60 131 '.peak > -60 and .seconds > 0.2'
done
stop_server KILL

# the same through ALSA
if $alsa; then
    start_server 512
    ALSA_CONFIG_PATH="$PWD/asound.conf" "$urto" play --alsa --device jack >status 2>err &
    player=$!
    sleep 1
    before=$(date +%s%N)
    stop_server KILL
    code=0
    wait "$player" || code=$?
    after=$(date +%s%N)
    [ "$code" = 1 ] || complain "ALSA device lost: exit $code"
    [ $(((after - before) / 1000000)) -lt 2000 ] || complain "ALSA: ended after $(((after - before) / 1000000)) ms"
    expect_text err "urto play: the ALSA device went away while it was playing"
fi

# a recording is complete even when the program is killed
mode= # a server that waits would wait for the dead
for signal in KILL SEGV HUP; do
    [ -n "$jackd_pid" ] || start_server 512
    "$urto" play snare --record "killed-$signal.flac" >status 2>err &
    player=$!
    "$tools/jack_probe" urto unused.wav 0.5 10:90266a 2>/dev/null || true
    kill -$signal "$player" || complain "no process"
    wait "$player" 2>/dev/null || true
    stop_server KILL
    appears "killed-$signal.flac" && hears "killed-$signal.flac" 0 60 100 '.seconds > 0.3 and .peak > -60'
done
no_traces
finish
