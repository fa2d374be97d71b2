# Pd opens every help patch without a complaint and plays it: sound is there, finite and not too loud.
#   test_help.sh URTO WORK COMPARE
set -eu
urto=$1
work=$2
compare=$3
. "$(dirname "$0")/common.sh"

# stands in for the loudspeakers: keeps two seconds and a half, then ends Pd
cat >"$work/record.pd" <<PD
#N canvas 0 0 450 300 10;
#X obj 10 10 inlet~;
#X obj 110 10 inlet~;
#X obj 10 100 tabwrite~ left;
#X obj 110 100 tabwrite~ right;
#X obj 10 130 table left 120000;
#X obj 110 130 table right 120000;
#X obj 210 10 loadbang;
#X msg 210 40 \\; pd dsp 1;
#X obj 310 10 del 2600;
#X msg 310 40 write -wave -bytes 4 $work/heard.wav left right;
#X obj 310 70 soundfiler;
#X msg 310 100 \\; pd quit;
#X connect 0 0 2 0;
#X connect 1 0 3 0;
#X connect 6 0 7 0;
#X connect 6 0 2 0;
#X connect 6 0 3 0;
#X connect 6 0 8 0;
#X connect 8 0 9 0;
#X connect 9 0 10 0;
#X connect 10 0 11 0;
PD
count=0
for patch in "$urto"/*-help.pd; do
    name=$(basename "$patch" -help.pd)
    [ -e "$urto/$name.pd_linux" ] || complain "$name: there is a help patch, but no object"
    # the first page plays; a scene is found beside the patch
    sed '0,/ dac~;/s// record;/' "$patch" >"$work/help.pd"
    cp "$urto"/*.yaml "$work"
    rm -f "$work/heard.wav"
    run_pd "$work/help.pd"
    if grep error "$work/log"; then
        complain "$name: errors"
    fi
    "$compare" "$work/heard.wav" >"$work/result" 2>&1 || complain "$name: no good sound"
    echo "$name: $(cat "$work/result")"
    count=$((count + 1))
done
for external in "$urto"/urto.*.pd_linux; do
    [ -e "${external%.pd_linux}-help.pd" ] || [ "$(basename "$external")" = urto.pd_linux ] ||
        complain "$external has no help patch"
done
[ "$count" -ge 9 ] || complain "only $count help patches"
exit $failed
