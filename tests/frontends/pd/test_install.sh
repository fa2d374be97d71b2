# What make install puts below ~/.local is found by a Pd that knows nothing of us: by path and name, and
# with declare.
#   test_install.sh URTO WORK BUILD
set -eu
urto=/nowhere
work=$2
. "$(dirname "$0")/common.sh"
cmake --install "$3" --prefix "$work/home/.local" >/dev/null
for file in urto.mallet~.pd_linux urto.mallet~-help.pd urto-meta.pd LICENSE README.txt; do
    [ -e "$work/home/.local/lib/pd/extra/urto/$file" ] || complain "$file is not installed"
done
cat >"$work/declared.pd" <<PD
#N canvas 0 0 450 300 10;
#X declare -path urto;
#X obj 10 10 declare -path urto;
#X obj 10 40 urto.mallet~;
#X obj 10 70 urto.string~ fretted harp;
#X obj 110 10 loadbang;
#X msg 110 40 \\; pd quit;
#X connect 3 0 4 0;
PD
cat >"$work/named.pd" <<PD
#N canvas 0 0 450 300 10;
#X obj 10 40 urto/urto.mallet~ glass;
#X obj 10 70 urto/urto.roll~ scrape comb;
#X obj 110 10 loadbang;
#X msg 110 40 \\; pd quit;
#X connect 2 0 3 0;
PD
HOME="$work/home"
export HOME
for patch in declared named; do
    run_pd "$work/$patch.pd"
    if grep error "$work/log"; then
        complain "$patch: errors"
    fi
done
# below /usr/local Pd looks elsewhere
DESTDIR="$work/root" cmake --install "$3" --prefix /usr/local >/dev/null
[ -e "$work/root/usr/local/lib/pd-externals/urto/urto.mallet~.pd_linux" ] ||
    complain "not where Pd looks below /usr/local"
rm -rf "$work/home" "$work/root"
exit $failed
