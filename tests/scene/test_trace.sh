# urto render --trace: columns, units, rows, forces, the energy balance at every inner step, both formats.
. "$(dirname "$0")/../support/common.sh"
needs python3

cat >ball.yaml <<END
seconds: 0.02
rate: 48000
bodies:
  string: {type: string, length: 0.7, tension: 100, density: 6.3e-3, rigidity: 0, loss: 2, loss_high: 0.001}
  ball: {type: mass, mass: 5 g, position: -0.2 mm, velocity: 1 m/s}
contacts:
  felt: {between: [ball, string@0.2], stiffness: 1e8, exponent: 2, damping: 0.2}
probes:
  - {name: heard, hear: string@0.6, gain: 30 dB, pan: 1}
  - {hear: string@0.6}
  - {hear: string@0.6, gain: 0}
  - {hear: string@0.3, as: displacement}
  - {hear: string@0.3, as: acceleration}
  - {hear: felt, as: force}
  - {as: residual}
END

expect_exit 0 "$urto" render ball.yaml --gain 0 -o plain.wav
expect_exit 0 "$urto" render ball.yaml --gain 0 -o traced.wav --trace t.csv
cmp -s plain.wav traced.wav || complain "a trace changes the sound"
cat >columns <<END
time [s],heard [m/s],string@0.6.velocity [m/s],string@0.6.velocity 2 [m/s],string@0.3.displacement [m],\
string@0.3.acceleration [m/s^2],felt.force [N],residual [J],contacts.felt [N],energy.stored [J],energy.initial [J],\
energy.dissipated_body [J],energy.dissipated_contact [J],energy.dissipated_bow [J],energy.supplied_bow [J],\
energy.supplied_drive [J],energy.supplied_hand [J],energy.supplied_gravity [J],energy.supplied_change [J],energy.residual [J]
END
head -n 1 t.csv | cmp -s - columns || complain "columns: $(head -n 1 t.csv)"

# what the columns say, at a rate and an oversampling
check() {
    awk -F, -v steps="$2" -v rate="$3" '
        function size(x) { return x < 0 ? -x : x }
        function wrong(what) { print "row " NR ": " what; bad = 1; exit }
        NR == 1 { next }
        NF != 20 { wrong("fields") }
        size($1 * rate - (NR - 1)) > 1e-6 { wrong("time") }
        $2 != $3 || $2 != $4 { wrong("one place, three probes, whatever the gain") }
        $7 != $9 { wrong("a probe of the force is not the force") }
        $9 < 0 { wrong("the contact pulls") }
        $9 > 0 { pushed++; if (!first) first = $1; last = $1 }
        { left = $10 + $12 + $13 + $14 - $11 - $15 - $16 - $17 - $18 - $19 }
        size(left) > 1e-12 * $11 || size($20) > 1e-12 * $11 || $8 != $20 { wrong("balance " left " " $20) }
        $1 < 0.00019 && $9 != 0 { wrong("force before the touch") }
        $12 < lost || $13 < spent - 1e-15 * $11 { wrong("a loss that falls") }
        { lost = $12; spent = $13 }
        END {
            if (!bad && NR - 1 != steps) { print NR - 1 " rows, not " steps; bad = 1 }
            if (!bad && (pushed < 20 || first > 0.0003 || last > 0.015 || !(spent > 0) || !(lost > 0))) {
                print pushed " pushes, " first " to " last; bad = 1
            }
            exit bad
        }' "$1" >said || complain "$1: $(cat said)"
}
check t.csv 960 48000
expect_exit 0 "$urto" render ball.yaml --oversample 3 -o o.wav --trace o.csv
check o.csv 2880 144000
# 17 digits bring every bit back
awk -F, 'NR > 30 { for (i = 1; i <= NF; i++) { digits = $i; sub(/e.*/, "", digits); gsub(/[-.]/, "", digits); if (length(digits) > 16) found = 1 } }
    END { exit !found }' t.csv || complain "too few digits"

expect_exit 0 "$urto" render ball.yaml --oversample 3 -o o.wav --trace o.npy
python3 "$source_dir/tests/scene/trace.py" o.npy o.csv >said 2>&1 || complain "o.npy: $(tail -n 1 said)"

# a name with a comma
expect_exit 0 "$urto" render snare --seconds 0.005 -o o.wav --trace s.csv
expect_exit 0 "$urto" render snare --seconds 0.005 -o o.wav --trace s.npy
expect_text s.csv '"batter@-0.35,0.3.velocity [m/s]"'
python3 "$source_dir/tests/scene/trace.py" s.npy s.csv >said 2>&1 || complain "s.npy: $(tail -n 1 said)"

expect_exit 2 "$urto" render ball.yaml -o no.wav --trace t.txt
expect_text err "--trace is t.txt, must end in .csv or .npy"
expect_exit 2 "$urto" render glass-bar ball.yaml -o both/ --trace t.csv
expect_text err "--trace is t.csv, must be for one scene only"
# two outputs in one file, however it is written
ln -s . here
twice() {
    expect_exit 2 "$urto" render ball.yaml -o no.wav "$@"
    expect_text err "urto render: $first and $second are both "
    expect_text err ", must be two files"
    [ ! -e no.wav ] && [ ! -e twice.csv ] || complain "$*: something was written"
}
first=--energy second=--trace
twice --trace twice.csv --energy twice.csv
twice --trace ./twice.csv --energy "$PWD/twice.csv"
twice --trace here/twice.csv --energy twice.csv
twice --trace missing/twice.csv --energy missing/twice.csv
second=--video
twice --energy twice.csv --video twice.csv
first=--trace
twice --trace twice.csv --video twice.csv
mkdir -p beside
expect_exit 0 "$urto" render ball.yaml --seconds 0.01 -o o.wav --trace beside/e.csv --energy e.csv
mkdir taken.csv
expect_exit 1 "$urto" render ball.yaml -o no.wav --trace taken.csv
expect_text err "cannot write taken.csv: Is a directory"
expect_exit 1 "$urto" render ball.yaml -o no.wav --trace nowhere/t.csv
expect_text err "cannot write nowhere/t.csv"
[ ! -e no.wav ] || complain "a sound beside a trace that cannot be written"
[ -e /dev/full ] && {
    code=0
    (ulimit -f 100; exec "$urto" render ball.yaml -o small.wav --trace large.csv) >out 2>err || code=$?
    [ $code = 1 ] || complain "a file that may not grow: exit $code"
    [ ! -e large.csv ] || complain "half a trace"
}

# interrupted while it is written: whole rows, as many as there were
"$urto" render ball.yaml --seconds 60 --gain 0 -o i.wav --trace i.npy >out 2>err &
job=$!
until [ -e i.wav ] && [ -n "$(find . -name '.urto-*' -size +100k)" ]; do # its unfinished file
    kill -0 $job || break
    sleep 0.1
done
kill -INT $job
code=0
wait $job || code=$?
[ $code = 130 ] || complain "interrupted: exit $code"
expect_text err "stopped; i.npy has the first"
python3 -c '
import ast, struct
data = open("i.npy", "rb").read()
start = 12 + struct.unpack("<I", data[8:12])[0]
header = ast.literal_eval(data[12:start].decode())
assert 0 < header["shape"][0] < 60 * 48000
assert len(data) == start + 8 * header["shape"][0] * len(header["descr"])' || complain "an interrupted trace"
finish
