# Every object plays a piece in Pd and gives what the library gives; block sizes of 1 and 1024 as well.
#   test_same.sh URTO WORK REFERENCE COMPARE WORLDS SCENES
set -eu
urto=$1
work=$2
reference=$3
compare=$4
worlds=$5
scenes=$6
. "$(dirname "$0")/common.sh"

# same NAME OBJECT BLOCK DELAY [OUTLET]: what is in NAME.score, NAME.raw and NAME.raw.in
same()
{
    input=
    [ -e "$work/$1.raw.in" ] && input="$work/$1.raw.in"
    awk -v object="$2" -v block="$3" -v rate="${rate:-48000}" -v out="$work/$1.wav" \
        -v input="$input" -v outlet="${5:-0}" -f "$(dirname "$0")/score_patch.awk" \
        "$work/$1.score" >"$work/$1.pd"
    run_pd "$work/$1.pd"
    if grep error "$work/log"; then
        complain "$2: errors"
    fi
    "$compare" "$work/$1.raw" "$work/$1.wav" "$4" 1e-6 >"$work/result" 2>&1 ||
        complain "$2, blocks of $3: not what the library gives"
    echo "$2, ${rate:-48000} Hz, blocks of $3: $(cat "$work/result")"
}

# plugin PLUGIN OBJECT BLOCK DELAY
plugin()
{
    "$reference" "$1" "${rate:-48000}" "$work/$1.raw" >"$work/$1.score"
    same "$@"
}

plugin mallet "urto.mallet~" 64 0
plugin hammered-string "urto.string~ hammered" 64 0
plugin fretted-string "urto.string~ fretted" 64 0
plugin tanpura "urto.tanpura~" 64 0
plugin snare "urto.snare~" 64 0
plugin tromba "urto.tromba~" 64 0
plugin bounce "urto.bounce~" 64 0
plugin roll "urto.roll~ roll" 64 0
plugin scrape "urto.roll~ scrape" 64 0
plugin bump "urto.bump~" 64 0
plugin mallet "urto.mallet~" 1 0
plugin mallet "urto.mallet~" 1024 960
plugin fretted-string "urto.string~ fretted" 1024 960
plugin bump "urto.bump~" 1 0
rate=96000
plugin snare "urto.snare~" 64 0
rate=48000
for outlet in 0 1; do
    "$worlds" impact 48000 "$outlet" "$work/impact.raw" >"$work/impact.score"
    same impact "urto.impact~ plate" 64 0 "$outlet"
    same impact "urto.impact~ plate" 1 0 "$outlet"
done
if [ -e "$urto/urto.world~.pd_linux" ]; then
    "$worlds" "$scenes/hammer-string.yaml" 48000 0 "$work/world.raw" >"$work/world.score"
    same world "urto.world~ $scenes/hammer-string.yaml" 64 0
    same world "urto.world~ $scenes/hammer-string.yaml" 1 0
fi
exit $failed
