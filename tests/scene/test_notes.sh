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
  - {hear: grain}
END
# sqrt(2.27e12/1e-8)/(2 pi) is 2.4e9 Hz
hard="grain.yaml:8:9: warning: hard: its own frequency is 2.4e+09 Hz at 2.67 m/s, 5.4e+04 times the 44100 steps/s"
expect_exit 0 "$urto" scene check grain.yaml
expect_text out "grain.yaml: no errors, 1 warning"
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
  ball: {type: mass, mass: 1e-6, position: 1 mm, velocity: -1}
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

# what would be silent, or cannot be meant
cat >silent.yaml <<'END'
bodies:
  bar: {type: bar, ends: cantilever}
  mallet: {type: mass, position: 1 mm}
  stick: {type: mass, position: 1 mm}
  string: {type: string}
  alone: {type: bar}
  drum: {type: membrane}
contacts:
  swapped: {between: [mallet, bar@0.5]}
  right: {between: [bar@0.2, stick]}
links:
  joint: {between: [bar@0.4, string@0.2]}
actions:
  - {do: throw, at: mallet, displacement: 2 mm, velocity: -2 m/s}
  - {do: throw, at: stick, displacement: 2 mm, velocity: 2 m/s, time: 0.1}
  - {do: strike, at: "drum@0,0", impulse: 1, time: 5}
probes:
  - {hear: bar@0.3, gain: 0}
  - {hear: alone@0.3}
  - {hear: string@1}
  - {hear: string@0.5}
  - {hear: bar@0}
  - {hear: bar@1}
  - {hear: "drum@0.6,0.8"}
  - {hear: "drum@0.1,0.1"}
END
expect_exit 0 "$urto" scene check silent.yaml
expect_text out "silent.yaml: no errors, 8 warnings"
cut -d: -f2-5 err | cut -c1-50 >told
cat >wanted <<'END'
9:12: warning: swapped is pressed at the start
10:10: warning: stick is thrown away from all it c
18:5: warning: this probe is off
19:5: warning: this probe hears nothing
20:5: warning: this probe hears nothing
22:5: warning: this probe hears nothing
24:5: warning: this probe hears nothing
25:5: warning: this probe hears nothing
END
diff told wanted >&2 || complain "silent.yaml: $(cat err)"
expect_text err "the edge holds bar there"
expect_text err "no action, bow, drive or moving mass reaches drum"
# a mass that its own velocity takes away, and actions that move nothing; one mass may come after another
cat >away.yaml <<'END'
bodies:
  head: {type: membrane, radius: 20 cm, model: modal, segments: 20}
  stick: {type: mass, position: 1 mm, velocity: 2 m/s}
  hammer: {type: mass, position: -1 mm, velocity: -2 m/s}
  string: {type: string}
  first: {type: mass, velocity: 1 m/s}
  second: {type: mass, position: -1 mm, velocity: 3 m/s}
contacts:
  tip: {between: ["head@0,0.05", stick]}
  felt: {between: [hammer, string@0.1]}
  chase: {between: [second, first]}
actions:
  - {do: strike, at: string@0}
  - {do: strike, at: string@1}
  - {do: pluck, at: string@0.3, displacement: 0}
  - {do: strike, at: string@0.3, impulse: 0}
  - {do: shape, at: string, displacement: 0}
  - {do: pluck, at: "head@0,1"}
  - {do: throw, at: first, displacement: 0, velocity: 0, time: 2}
probes:
  - {hear: stick}
END
expect_exit 0 "$urto" scene check away.yaml
cut -d: -f2-5 err >told
cat >wanted <<'END'
9:8: warning: stick is thrown away from all it could hit
10:9: warning: hammer is thrown away from all it could hit
13:5: warning: this strike moves nothing
14:5: warning: this strike moves nothing
15:5: warning: this pluck moves nothing
16:5: warning: this strike moves nothing
17:5: warning: this shape moves nothing
18:5: warning: this pluck moves nothing
END
diff told wanted >&2 || complain "away.yaml: $(cat err)"
expect_text err "the edge holds string there"
expect_text err "its impulse is 0"
for toward in 's/velocity: 2 m/velocity: -2 m/' 's/-2 m/2 m/' 's/velocity: 2 m/&/; s/position: 1 mm/&, gravity: -9.81/'; do
    sed "$toward" away.yaml >toward.yaml
    expect_exit 0 "$urto" scene check toward.yaml
    [ "$(grep -c 'is thrown away' err)" = 1 ] || complain "$toward: $(cat err)"
done
# moves alone are no sound: the second mode has a node in the middle
printf 'seconds: 0.1\nbodies:\n  string: {type: string, model: modal}\nactions:\n  - {do: shape, at: string, mode: 2}\nprobes:\n  - {hear: string@0.5}\n' >node.yaml
expect_exit 0 "$urto" scene check node.yaml
expect_text err "node.yaml:1:1: warning: nothing is heard (the peak is below -180 dBFS), but no reason was found"
expect_text out "node.yaml: no errors, 1 warning"
# rounding is no sound, and is not made one
expect_exit 0 "$urto" render node.yaml
expect_text out "x real time, silent"
expect_text err "warning: nothing was heard in 0.10 s"
sed 's/string@0.5/&, as: displacement, gain: 1e-9/; s/mode: 2/mode: 1, displacement: 1.3 m/' node.yaml >below.yaml
expect_exit 0 "$urto" render below.yaml
expect_text out "x real time, silent"
sed 's/1.3 m/1.5 m/' below.yaml >above.yaml
expect_exit 0 "$urto" render above.yaml
grep -q 'x real time, peak -[0-9.]* dBFS' out || complain "$(cat out)"
[ -s err ] && complain "$(cat err)"
# a control may raise what is 0 at the start; a negative distance is meant; gravity brings back
cat >meant.yaml <<'END'
bodies:
  string: {type: string}
  ball: {type: mass, position: 1 mm, gravity: -9.81}
bows:
  bow: {at: string@0.1, force: 0}
contacts:
  floor: {between: [wall, ball]}
  damper: {between: [wall, string@0.9], distance: -1 um}
actions:
  - {do: throw, at: ball, displacement: 2 mm, velocity: 2 m/s}
controls:
  - {of: bow.force, points: [[0, 0], [1, 1]]}
  - {of: ear.gain, points: [[0, 0], [1, 1]]}
probes:
  - {name: ear, hear: string@0.5, gain: 0}
  - {hear: damper, as: force}
  - {as: stored}
END
expect_exit 0 "$urto" scene check meant.yaml
[ -s err ] && complain "meant.yaml: $(cat err)"
printf 'bodies:\n  bar: {type: bar}\nactions:\n  - {do: strike, at: bar@0, time: 9, impulse: 1}\nprobes:\n  - {hear: bar@0.5}\n' >still.yaml
expect_exit 0 "$urto" scene check still.yaml
expect_text err "still.yaml:1:1: warning: nothing moves"
# a surface whose modes are not counted has the lowest
cat >modes.yaml <<'END'
bodies:
  drum: {type: membrane, radius: 30 cm, model: modal}
actions:
  - {do: strike, at: "drum@0,0.2", impulse: 1}
probes:
  - {hear: "drum@0.3,0"}
END
expect_exit 0 "$urto" scene check modes.yaml
expect_text err "modes.yaml:2:9: note: drum: its lowest 5000 modes, up to "
expect_exit 0 "$urto" scene show modes.yaml
expect_text out "5000 degrees of freedom"
sed 's/model: modal/&, segments: 5001/' modes.yaml >more.yaml
expect_exit 0 "$urto" scene show more.yaml
expect_text out "5001 degrees of freedom"
# nothing that ships has one
for name in $("$urto" scene list --brief); do
    expect_exit 0 "$urto" scene check "$name"
    [ -s err ] && complain "$name: $(cat err)"
done
finish
