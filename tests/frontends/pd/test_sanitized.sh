# Externals that were built with a sanitizer, in Pd itself: help patches, and objects that come and go.
# Pd was not built so; what the sanitizer needs is loaded before it.
#   test_sanitized.sh URTO WORK RUNTIME
set -eu
urto=$1
work=$2
runtime=$3
. "$(dirname "$0")/common.sh"

# Pd itself leaks; what our objects leak is seen in the host of our own
run_sanitized()
{
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 LD_PRELOAD="$runtime" \
        timeout 300 pd -nogui -stderr -noprefs -nosound -nomidi -batch -path "$urto" \
        -open "$1" >"$work/log" 2>&1 </dev/null || complain "$1: Pd ended with $?"
    if grep -E "Sanitizer|runtime error|couldn't create|^error" "$work/log"; then
        complain "$1: $(cat "$work/log")"
    fi
}

# one second of each help patch
cp "$urto"/*.yaml "$work"
for patch in "$urto"/*-help.pd; do
    {
        cat "$patch"
        cat <<PD
#N canvas 0 0 450 300 ending 0;
#X obj 10 10 loadbang;
#X msg 10 40 \\; pd dsp 1;
#X obj 110 10 del 1000;
#X msg 110 40 \\; pd quit;
#X connect 0 0 1 0;
#X connect 0 0 2 0;
#X connect 2 0 3 0;
#X restore 900 10 pd ending;
PD
    } >"$work/help.pd"
    run_sanitized "$work/help.pd"
done

cat >"$work/lives.pd" <<PD
#N canvas 0 0 450 300 10;
#N canvas 0 0 450 300 nest 0;
#X restore 10 200 pd nest;
#X obj 10 10 loadbang;
#X msg 10 40 \\; pd dsp 1;
#X obj 110 40 metro 5;
#X obj 110 70 t b b;
#X msg 110 100 \\; pd-nest clear;
#X msg 210 100 \\; pd-nest obj 10 10 urto.mallet~ 2 \\; pd-nest obj 10 70 urto.bump~ \\; pd-nest obj 10 100 urto.impact~ string \\; pd-nest obj 10 130 urto.world~ hammer-string.yaml;
#X obj 310 40 del 100;
#X msg 310 70 \\; pd quit;
#X connect 1 0 2 0;
#X connect 1 0 3 0;
#X connect 3 0 4 0;
#X connect 4 0 5 0;
#X connect 4 1 6 0;
#X connect 1 0 7 0;
#X connect 7 0 8 0;
PD
run_sanitized "$work/lives.pd"
exit $failed
