# Every wrong argument: exit 2, nothing on stdout, exactly one line that says what would be right.
. "$(dirname "$0")/../support/common.sh"

# message|arguments, separated by spaces; '' is an empty argument
while IFS='|' read -r message arguments; do
    [ -n "$message" ] || continue
    eval "set -- $arguments"
    expect_exit 2 "$urto" impact "$@" --trajectory left.csv
    [ -s out ] && complain "something on stdout: $arguments"
    [ "$(wc -l <err)" = 1 ] || complain "not one line: $arguments: $(cat err)"
    expect_text err "urto impact: $message"
    [ -e left.csv ] && complain "a file was written: $arguments"
done <<'TABLE'
--mass is -1, must be 1e-30 to 1e12|--mass -1
--mass is 0, must be 1e-30 to 1e12|--mass 0
--mass is 1e13, must be 1e-30 to 1e12|--mass 1e13
--mass is "nan", must be a number, 1e-30 to 1e12|--mass nan
--mass is "inf", must be a number, 1e-30|--mass inf
--mass is "1e999", must be a number, 1e-30|--mass 1e999
--mass is "1kg", must be a number, 1e-30|--mass 1kg
--mass is "1 ", must be a number, 1e-30|--mass '1 '
--mass is " 1", must be a number, 1e-30|--mass ' 1'
--mass is "", must be a number, 1e-30|--mass ''
--mass is "0x10", must be a number, 1e-30|--mass 0x10
--mass is "1,5", must be a number, 1e-30|--mass=1,5
--mass is "1?2", must be a number, 1e-30|--mass "$(printf '1\n2')"
--stiffness is 0, must be 1e-30 to 1e30|--stiffness 0
--stiffness is 1e31, must be 1e-30 to 1e30|--stiffness 1e31
--damping is -0.1, must be 0 to 1e12|--damping -0.1
--exponent is 0.99, must be 1 to 10|--exponent 0.99
--exponent is 11, must be 1 to 10|--exponent 11
--velocity is -1, must be 1e-30 to 1e6|--velocity -1
--velocity is 0, must be 1e-30 to 1e6|--velocity 0
--rate is 0, must be 1e-6 to 1e12|--rate 0
--rate is -44100, must be 1e-6 to 1e12|--rate -44100
--rate is 1e12, must be |--rate 1e12
--rate is 1e12, must be |--rate=1e12 --scheme rk4
--rate is 44100, must be |--stiffness 1e30
--rate is 44100, must be |--stiffness 1e30 --matched
--phase is -0.5, must be 0 to 1e6|--phase -0.5
--phase is 1e7, must be 0 to 1e6|--phase 1e7
--gravity is -9.81, must be 0 to 1e6|--gravity -9.81
--spring is -1, must be 0 to 1e30|--spring -1
--rebounds is 65, must be 0 to 64|--gravity 9.81 --rebounds 65
--rebounds is "1.5", must be a whole number, 0 to 64|--gravity 9.81 --rebounds 1.5
--rebounds is 2, must be 0 without gravity or spring|--rebounds 2
--scheme is "", must be all, or names|--scheme ''
--scheme is "rk5", did you mean rk4, must be all or of: trapezoidal, implicit-midpoint|--scheme rk5
--scheme is "qqqqqqqqqqqqqqqq", must be all or of: trapezoidal|--scheme qqqqqqqqqqqqqqqq
--scheme is "", must be all or of|--scheme rk4,
--scheme is "rk5", did you mean rk4|--scheme all,rk5
--scheme rk4: --matched: rk4 does not take matched|--scheme rk4 --matched
--scheme three-point: --corrected: three-point does not take|--scheme two-point,three-point --corrected
--scheme rk4: --spring is 1e20, must be below|--scheme rk4 --spring 1e20
no scheme can do this; --matched: log-two-point can match contacts longer than 1 sample|--matched --stiffness 1e15
--survey writes Markdown, --json is not offered|--survey --json
--scheme two-point: --matched: |--scheme two-point --exponent 1 --damping 0 --stiffness 1e13 --matched
unknown option --masss, did you mean --mass?|--masss 1
unknown option -m,|-m 1
--json takes no value|--json=1
unexpected word "1"|1
TABLE

expect_exit 2 "$urto" impact --mass
[ "$(cat err)" = "urto impact: --mass needs a value: M, 1e-30 to 1e12" ] || complain "$(cat err)"

expect_exit 2 "$urto" papers 003
expect_text err 'unknown paper "003", must be of: 000, 001, 002, 004'
expect_exit 2 "$urto" papers --out ''
[ "$(wc -l <err)" = 1 ] || complain "papers --out '': not one line"
[ -e papers-report ] && complain "a refused report made its folder"
finish
