# The readable table, --list and --survey.
. "$(dirname "$0")/../support/common.sh"

expect_exit 0 "$urto" impact
expect_text out "exact: x_max 38.9257 µm, v_out -0.7484349 m/s"
expect_text out "5.8608 samples"
for scheme in $("$urto" impact --list --json | jq -r '.[].scheme'); do
    grep -q "^$scheme " out || complain "no row for $scheme"
done
[ -s err ] && complain "the table writes to stderr"
line=$(grep '^rk4 ' out)
case $line in *–*) ;; *) complain "rk4 has no iterations, the cell should say so: $line" ;; esac

# cells never run together: every row has nine, whatever the numbers, and comes soon
while read -r arguments; do
    # word splitting is meant
    expect_exit 0 timeout 20 "$urto" impact $arguments
    awk -v arguments="$arguments" '
        /^scheme / { on = 1 }
        on && (NF == 0 || /:/) { on = 0 }
        on && NF != (/mean\/max/ ? 8 : 9) { print arguments ": " $0; bad = 1 }
        on { rows++ }
        END { exit bad || rows < 3 }' out >cells || complain "cells: $(cat cells)"
done <<'TABLE'
--stiffness 1e8
--exponent 10
--stiffness 1e4 --scheme verlet
--stiffness 1e14
--stiffness 1e15 --scheme heun
--damping 1e6
--damping 0 --exponent 10 --stiffness 1
--phase 1e6
--gravity 100 --velocity 1e-6
--spring 1e20
TABLE

# a scheme that is named twice is one row
expect_exit 0 "$urto" impact --scheme two-point,rk4,two-point
[ "$(grep -c '^two-point ' out)" = 1 ] || complain "two-point twice"
expect_exit 0 "$urto" impact --scheme two-point,all
[ "$(awk '/mean.max/ { on = 1; next } on && NF == 9' out | wc -l)" = 13 ] || complain "two-point,all is not all"

# a mass that stays says so
expect_exit 0 "$urto" impact --gravity 100 --velocity 1e-6 --scheme two-point
expect_text out "two-point: the mass did not leave the wall"
expect_exit 0 "$urto" impact --gravity 9.81 --rebounds 2 --scheme rk4
expect_text out "no closed form"
expect_text out "Rebounds, ms after the first touch"
expect_exit 0 "$urto" impact --matched
expect_text out "Cannot do this:"
expect_exit 0 "$urto" impact --list
expect_text out "log-two-point"

# a run that overflows says so, in words
expect_exit 0 "$urto" impact --scheme rk4 --mass 0.00321309 --stiffness 2.65767e14 --damping 8.1682 \
    --exponent 2.28164 --velocity 0.198724 --phase 0.867686
grep -qw 'nan\|inf' out && complain "the table has a value that is no number"

expect_exit 0 "$urto" impact --survey
expect_text out "| log-two-point | |"
grep -qi 'nan\|inf' out && complain "the survey has a value that is no number"
finish
