# sh test_live.sh PROGRAM WORK SOURCE TOOLS: the example that plays live, under a dummy JACK server: MIDI in, sound out.
. "$(dirname "$0")/../support/common.sh"
. "$(dirname "$0")/../cli/live/common.sh"

expect_exit 1 "$urto" </dev/null
expect_text err "live_callback: no JACK server"
start_server 512
expect_exit 1 "$urto" kazoo </dev/null
expect_text err "live_callback: mallet has no such preset"
mkfifo enter
"$urto" vibes <enter >said 2>err &
player=$!
exec 3>enter
# A4, and 24000 frames later the key up
"$tools/jack_probe" live_callback heard.wav 1 9601:90455a 33601:804500 || complain "the probe failed: $(cat err)"
exec 3>&-
code=0
wait "$player" || code=$?
[ "$code" = 0 ] || complain "exit $code after the end of input"
expect_text said "connect live_callback:midi"
hears heard.wav 0 0.19 440 '.peak < -150'
hears heard.wav 0.25 0.65 440 '.peak > -40 and .peak < 0 and (.cents | fabs) < 3'
stop_server TERM
finish
