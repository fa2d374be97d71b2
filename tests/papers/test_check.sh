#!/bin/sh
# The quick programs of papers/check agree with papers/reference.txt, and see it when they do not.
set -eu
source=$1
work=$2
"$source/papers/check/run" --short

rm -rf "$work"
mkdir -p "$work/papers"
cp -R "$source/papers/check" "$work/papers/check"
# a scalar that is off by 4e-8, a count by one, a key that is gone, and one that nobody computes
sed -e 's/^000.fig5.beta.two-point = 0.22978637/000.fig5.beta.two-point = 0.22978638/' \
    -e 's/^000.fig3.two-point.inside.1e9 = 5$/000.fig3.two-point.inside.1e9 = 6/' \
    -e '/^000.fig3.three-point.speed.1e9 /d' \
    -e 's/^000.fig3.two-point.speed.1e9 /000.fig3.nobody = 1\n&/' \
    "$source/papers/reference.txt" >"$work/papers/reference.txt"
cp "$work/papers/reference.txt" "$work/before"
if "$work/papers/check/run" --short >"$work/out" 2>&1; then
    echo "a wrong file was accepted"
    exit 1
fi
for wrong in '000.fig5.beta.two-point: value 1 is 0.2297' '000.fig3.two-point.inside.1e9: value 1 is 5, the file has 6' \
    '000.fig3.three-point.speed.1e9: is not in the file' '000.fig3.nobody: is computed no more' 'run: 4 lines differ'; do
    grep -qF "$wrong" "$work/out" || { echo "not said: $wrong"; cat "$work/out"; exit 1; }
done
cmp "$work/papers/reference.txt" "$work/before"

if "$work/papers/check/run" 000.fig33 >"$work/out" 2>&1 || ! grep -q "no item 000.fig33" "$work/out"; then
    echo "an item that does not exist was not refused"
    exit 1
fi
