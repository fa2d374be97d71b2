# The JSON of urto impact: keys, values against known numbers, determinism, refusals.
. "$(dirname "$0")/../support/common.sh"

expect_exit 0 "$urto" impact --mass 0.01 --stiffness 1e9 --damping .5 --exponent 1.5 --velocity 1 --json
mv out a.json
expect_json a.json 'def near(b): (. - b) | fabs < 1e-12 * (b | fabs);
    .exact | (.contact_time | near(0.000132898235925867)) and (.exit_velocity | near(-0.748434931597434))
    and (.max_compression | near(3.89257377822397e-5)) and (.exit_energy | near(0.00280077423417628))'
expect_json a.json '.exact | keys == ["contact_time","exit_energy","exit_velocity","exit_velocity_approx","max_compression"]'
expect_json a.json '.parameters | keys == ["corrected","damping","exponent","gravity","mass","matched","phase","rate","rebounds","spring","stiffness","velocity"]'
expect_json a.json '.parameters == {mass: 0.01, stiffness: 1e9, damping: 0.5, exponent: 1.5,
    velocity: 1, rate: 44100, phase: 0, gravity: 0, spring: 0, rebounds: 0, matched: false, corrected: false}'
expect_json a.json 'all(.schemes[]; keys == ["contact_time","exit_energy","exit_velocity",
    "iterations_max","iterations_mean","max_compression","max_energy_rise","power_evaluations",
    "rebound_times","samples_inside","scheme","unconverged"])'
expect_json a.json '[.schemes[].scheme] == ["trapezoidal","implicit-midpoint","verlet","heun","rk4","two-point","three-point",
    "quadratised","quadratised-capped","midpoint","log-two-point","log-midpoint","event"]'
expect_json a.json 'all(.schemes[]; .exit_velocity < 0 and .unconverged == 0)'
expect_json a.json '.exact.exit_velocity as $v | .schemes[] | select(.scheme == "log-two-point")
    | (.exit_velocity / $v - 1) | fabs < 1e-9'
expect_json a.json '.refused == []'
expect_exit 0 "$urto" impact --json
cmp -s a.json out || complain "the defaults are not the case above, or the output varies"

# options that some schemes cannot take: the others run, these say why
expect_exit 0 "$urto" impact --json --matched
expect_json out '(.refused | length) > 0 and (.schemes | length) > 0'
expect_json out '(.refused | length) + (.schemes | length) == 13'
expect_json out 'all(.refused[]; (.reason | length) > 10 and (keys == ["reason","scheme"]))'

# rebounds, in order, and a chosen list in the order asked for
expect_exit 0 "$urto" impact --json --stiffness 1e7 --damping .1 --exponent 1.1 --velocity .3 \
    --gravity 9.81 --rebounds 5 --scheme rk4,log-two-point
expect_json out '[.schemes[].scheme] == ["rk4","log-two-point"]'
expect_json out 'all(.schemes[]; (.rebound_times | length) == 5 and (.rebound_times == (.rebound_times | sort)))'
expect_json out '.schemes[1].rebound_times[0] - 0.060131628 | fabs < 4e-6'

# no exit, no values of it
expect_exit 0 "$urto" impact --json --gravity 100 --velocity 1e-6 --scheme two-point
expect_json out '.schemes[0] | .exit_velocity == null and .contact_time == null and .exit_energy == null
    and .max_compression > 0'

expect_exit 0 "$urto" impact --list --json
expect_json out 'length == 13 and all(.[]; .scheme and .summary and .source and (.accepts | type == "array"))'

# extreme but allowed values still give JSON without NaN
for arguments in "--stiffness 1e30" "--damping 1e12" "--velocity 1e6" "--rate 1" "--mass 1e-12"; do
    code=0
    # word splitting is meant
    "$urto" impact --json $arguments >out 2>err || code=$?
    case $code in
    0) jq -e . out >/dev/null || complain "invalid JSON: $arguments" ;;
    2) [ "$(wc -l <err)" = 1 ] || complain "not one line: $arguments" ;;
    *) complain "exit $code: $arguments" ;;
    esac
done
finish
