# Through ALSA devices that write a file, as fast as it comes.
. "$(dirname "$0")/../../support/common.sh"
. "$(dirname "$0")/common.sh"

cat >asound.conf <<CONF
pcm.null { type null hint { show on description "Nowhere" } }
pcm.floats { type file format raw file "$PWD/floats.raw" slave.pcm null hint { show on description "A file" } }
pcm.integers { type linear slave { pcm { type file format raw file "$PWD/integers.raw" slave.pcm null } format S16_LE } }
pcm.!default integers
CONF
export ALSA_CONFIG_PATH="$PWD/asound.conf"

expect_exit 0 "$urto" play --list-devices
expect_text out "ALSA:"
expect_text out "A file"

# samples FILE TYPE SIZE SCALE: largest of one second, and how many
check_samples() {
    od -An -v -t"$2" -w"$3" "$1" | awk -v scale="$4" '
        { a = $1 < 0 ? -$1 : $1; if (a > most) most = a; n++ }
        END { print n, most / scale; exit !(n >= 96000 && n <= 99000 && most / scale > 0.3 && most / scale <= 1) }' \
        >counted || complain "$1: $(cat counted)"
}

# JACK does not answer, so ALSA plays; a scene at the rate of the device, which is written as S16
expect_exit 0 timeout 60 "$urto" play glass-bar --seconds 1
grep -qxE 'urto play: glass-bar needs up to [0-9]+ % of a processor' err && [ "$(wc -l <err)" = 1 ] ||
    complain "$(cat err)"
[ "$(wc -l <out)" = 1 ] || complain "not one line: $(cat out)"
expect_text out "glass-bar: 1.00 s, peak -"
check_samples integers.raw d2 2 32768
expect_exit 0 timeout 60 "$urto" play glass-bar --alsa --device floats --seconds 1
check_samples floats.raw f4 4 1

# without a terminal it plays until it is told to end
"$urto" play mallet --alsa --device null >status 2>err &
player=$!
sleep 0.5
kill -TERM "$player"
code=0
wait "$player" || code=$?
[ "$code" = 143 ] || complain "exit $code after SIGTERM"
expect_text status "mallet: "
expect_text status "0 notes, peak silent"

expect_exit 1 "$urto" play --alsa --device no-such-device
expect_text err "ALSA device no-such-device:"
expect_exit 2 "$urto" play --alsa --midi 14:0
expect_text err '--midi is "14:0"'
finish
