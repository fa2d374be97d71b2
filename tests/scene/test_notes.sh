# Scenes in which nothing is wrong but something is to be known: exit 0, a note or a warning.
. "$(dirname "$0")/../support/common.sh"

cat >grain.yaml <<'END'
rate: 44100
bodies:
  below: {type: mass, mass: 206 g, velocity: 2.54 m/s, position: -1 mm}
  grain: {type: mass, mass: 1e-8, velocity: 2.67 m/s}
  above: {type: mass, mass: 119 g, velocity: -1.71 m/s, position: 1 mm}
  head: {type: membrane, radius: 5 cm}
contacts:
  hard: {between: [below, grain], stiffness: 2.27e12, exponent: 1}
  soft: {between: [grain, above], stiffness: 1e4, exponent: 1}
probes:
  - {hear: "head@0,0"}
END
# sqrt(2.27e12/1e-8)/(2 pi) is 2.4e9 Hz
hard="grain.yaml:8:9: warning: hard: its own frequency is 2.4e+09 Hz at 2.67 m/s, 5.4e+04 times the 44100 steps/s"
expect_exit 0 "$urto" scene check grain.yaml
expect_text out "grain.yaml: fine"
expect_text err "$hard"
expect_text err "2.41e+06 steps/s (rate times oversample) would do"
expect_text err "grain.yaml:6:9: note: head: modal, as its grid would have fewer than 62 cells across"
[ "$(wc -l <err)" = 2 ] || complain "not two lines: $(cat err)"
# a sound is made, with the warning alone
expect_exit 0 "$urto" render grain.yaml --seconds 0.01 -o sound.wav
[ -s sound.wav ] || complain "no sound"
expect_text err "$hard"
[ "$(grep -c : err)" = 1 ] || complain "render says more: $(cat err)"
# the rate that would do does, a little less does not; a grid that is asked for stays
sed 's/rate: 44100/rate: 150700\noversample: 16/; s/radius: 5 cm/&, model: grid/' grain.yaml >fine.yaml
expect_exit 0 "$urto" scene check fine.yaml
[ -s err ] && complain "fine.yaml: $(cat err)"
sed 's/rate: 44100/rate: 149000\noversample: 16/; s/radius: 5 cm/&, segments: 30/' grain.yaml >less.yaml
expect_exit 0 "$urto" scene check less.yaml
expect_text err "less.yaml:9:9: warning: hard: "
[ "$(wc -l <err)" = 1 ] || complain "less.yaml: $(cat err)"
# speeds of throws count: 206 times the rate at 1 m/s, 2065 times at 1000 m/s
cat >throw.yaml <<'END'
rate: 44100
bodies:
  ball: {type: mass, mass: 1e-6, position: 1 mm}
contacts:
  floor: {between: [wall, ball], stiffness: 2e17, exponent: 2}
probes:
  - {hear: ball}
END
expect_exit 0 "$urto" scene check throw.yaml
[ -s err ] && complain "throw.yaml: $(cat err)"
printf 'actions:\n  - {do: throw, at: ball, velocity: -1000 m/s, displacement: 1 mm}\n' >>throw.yaml
expect_exit 0 "$urto" scene check throw.yaml
expect_text err "throw.yaml:5:10: warning: floor: "
# nothing that ships has one
for name in $("$urto" scene list --brief); do
    expect_exit 0 "$urto" scene check "$name"
    [ -s err ] && complain "$name: $(cat err)"
done
finish
