# Front door: help, version, unknown words.
. "$(dirname "$0")/../support/common.sh"

expect_exit 0 "$urto" --help
expect_text out impact
expect_text out papers
expect_exit 0 "$urto" --version
grep -Eq '^urto [0-9]+\.[0-9]+\.[0-9]+$' out || complain "version: $(cat out)"
expect_exit 0 "$urto" impact --help
mv out impact.help
expect_exit 0 "$urto" help impact
cmp -s out impact.help || complain "urto help impact differs from urto impact --help"
expect_exit 0 "$urto" papers -h
expect_exit 2 "$urto"
[ -s out ] && complain "bare urto writes to stdout"
expect_text err "Usage: urto COMMAND"
expect_exit 2 "$urto" imapct
[ "$(cat err)" = 'urto: unknown sub-command "imapct", did you mean impact?' ] || complain "$(cat err)"
expect_exit 2 "$urto" help paperz
expect_text err "did you mean papers?"
expect_exit 2 "$urto" xyzzyxyzzy
expect_text err "urto --help"
[ "$(wc -l <err)" = 1 ] || complain "unknown sub-command: not one line"
if [ -e /dev/full ]; then
    code=0
    "$urto" impact --json >/dev/full 2>err || code=$?
    [ "$code" = 1 ] || complain "a full disk is not reported"
fi

# after -- nothing is an option
expect_exit 0 "$urto" instruments -- mallet
expect_exit 2 "$urto" scene list -- --brief
expect_text err 'list takes no scene, not "--brief"'
finish
