# Objects in a running Pd: the library as a whole, wrong messages, dsp off and on, other rates, and
# objects that come and go hundreds of times.
#   test_live.sh URTO WORK MEMORY
set -eu
urto=$1
work=$2
memory=$3
. "$(dirname "$0")/common.sh"

# [declare -lib urto] makes all objects known
cat >"$work/library.pd" <<PD
#N canvas 0 0 450 300 10;
#X declare -lib urto;
#X obj 10 10 declare -lib urto;
#X obj 10 40 urto.mallet~;
#X obj 10 70 urto.string~ fretted;
#X obj 10 100 urto.tanpura~;
#X obj 10 130 urto.snare~;
#X obj 10 160 urto.tromba~;
#X obj 10 190 urto.bounce~;
#X obj 10 220 urto.roll~ scrape;
#X obj 10 250 urto.bump~;
#X obj 10 280 urto.impact~;
#X obj 110 10 loadbang;
#X msg 110 40 \\; pd quit;
#X connect 10 0 11 0;
PD
run_pd "$work/library.pd"
if grep error "$work/log"; then
    complain "the library does not load"
fi

# wrong messages: one complaint each, and the parameter keeps its value
cat >"$work/wrong.pd" <<PD
#N canvas 0 0 450 300 10;
#X obj 10 100 urto.mallet~ glass;
#X obj 10 130 print answer;
#X obj 10 10 loadbang;
#X msg 10 40 strike 0.3 \\, note \\, note x \\, bend \\, preset kazoo \\, strike \\, strike 7 \\, strike x \\, kazoo 1 \\, restore nothing \\, 60 \\, get strike;
#X obj 210 10 del 100;
#X msg 210 40 \\; pd quit;
#X connect 0 2 1 0;
#X connect 2 0 3 0;
#X connect 2 0 4 0;
#X connect 3 0 0 0;
#X connect 4 0 5 0;
PD
timeout 60 pd -nogui -stderr -noprefs -nosound -nomidi -batch -path "$urto" -open "$work/wrong.pd" \
    >"$work/log" 2>&1 || complain "wrong messages end Pd"
[ "$(grep -c '^error: urto.mallet~: ' "$work/log")" = 10 ] ||
    complain "not one complaint for each wrong message: $(cat "$work/log")"
grep -qx 'answer: strike 0.3' "$work/log" || complain "a wrong message changed something"

# dsp off and on, blocks and rates that change while a note sounds; parameters stay
cat >"$work/rates.pd" <<PD
#N canvas 0 0 450 300 10;
#N canvas 0 0 450 300 sub 0;
#X obj 10 10 inlet;
#X obj 110 10 inlet;
#X obj 10 100 urto.mallet~ marimba;
#X obj 110 100 block~ 64 1 1;
#X obj 10 160 outlet~;
#X obj 90 160 outlet;
#X connect 0 0 2 0;
#X connect 1 0 3 0;
#X connect 2 0 4 0;
#X connect 2 2 5 0;
#X restore 10 100 pd sub;
#X obj 10 10 loadbang;
#X msg 10 40 \\; pd dsp 1;
#X msg 60 70 strike 0.3 \\, note 60 100;
#X obj 110 40 del 20;
#X msg 110 70 set 64 1 2;
#X obj 210 40 del 40;
#X msg 210 70 set 1024 4 1;
#X obj 310 40 del 60;
#X msg 310 70 \\; pd dsp 0;
#X obj 410 40 del 80;
#X msg 410 70 \\; pd dsp 1;
#X obj 510 40 del 100;
#X msg 510 70 set 1 1 1;
#X obj 610 40 del 120;
#X msg 610 70 get strike;
#X obj 710 40 del 200;
#X msg 710 70 \\; pd quit;
#X obj 10 130 print answer;
#X obj 10 160 print~;
#X obj 110 160 env~ 1024;
#X connect 1 0 2 0;
#X connect 1 0 3 0;
#X connect 3 0 0 0;
#X connect 1 0 4 0;
#X connect 4 0 5 0;
#X connect 5 0 0 1;
#X connect 1 0 6 0;
#X connect 6 0 7 0;
#X connect 7 0 0 1;
#X connect 1 0 8 0;
#X connect 8 0 9 0;
#X connect 1 0 10 0;
#X connect 10 0 11 0;
#X connect 1 0 12 0;
#X connect 12 0 13 0;
#X connect 13 0 0 1;
#X connect 1 0 14 0;
#X connect 14 0 15 0;
#X connect 15 0 0 0;
#X connect 1 0 16 0;
#X connect 16 0 17 0;
#X connect 0 1 18 0;
#X connect 0 0 20 0;
PD
run_pd "$work/rates.pd"
if grep error "$work/log"; then
    complain "rates and blocks: errors"
fi
grep -qx 'answer: strike 0.3' "$work/log" || complain "rates: a parameter was lost: $(cat "$work/log")"

# objects that come and go while dsp is on: so many times, and ten times as often
lives()
{
    cat >"$work/lives.pd" <<PD
#N canvas 0 0 450 300 10;
#N canvas 0 0 450 300 nest 0;
#X restore 10 200 pd nest;
#X obj 10 10 loadbang;
#X msg 10 40 \\; pd dsp 1;
#X msg 110 40 $1;
#X obj 110 70 until;
#X obj 110 100 t b b;
#X msg 110 130 \\; pd-nest clear;
#X msg 210 130 \\; pd-nest obj 10 10 urto.mallet~ 2 \\; pd-nest obj 10 40 urto.string~ fretted 1 \\; pd-nest obj 10 70 urto.bump~ \\; pd-nest obj 10 100 urto.impact~ string \\; pd-nest obj 10 100 urto.tromba~ 1;
#X obj 310 40 del 100;
#X msg 310 70 \\; pd quit;
#X connect 1 0 2 0;
#X connect 1 0 3 0;
#X connect 3 0 4 0;
#X connect 4 0 5 0;
#X connect 5 0 6 0;
#X connect 5 1 7 0;
#X connect 1 0 8 0;
#X connect 8 0 9 0;
PD
    "$memory" timeout 100 pd -nogui -stderr -noprefs -nosound -nomidi -batch -path "$urto" \
        -open "$work/lives.pd" 2>"$work/log" || complain "lives: Pd ended badly"
    if grep -E "error|couldn't" "$work/log" >&2; then
        complain "lives: errors"
    fi
}
few=$(lives 20)
many=$(lives 220)
echo "memory after 20 lives $few KiB, after 220 $many KiB"
[ "$many" -lt $((few + 4096)) ] || complain "memory grows from life to life"
exit $failed
