#!/bin/sh
# `make dist` in two folders, whose names are not equally long, gives the same bytes.
#   test_reproducible.sh SOURCE WORK
set -eu
source=$1 work=$2
export CCACHE_DISABLE=1 # the second compiles, too
rm -rf "$work"
mkdir -p "$work/one" "$work/another-folder/below"
for folder in one another-folder/below; do
    git clone -q "$source" "$work/$folder/urto"
    # what npm and apt have fetched is not built, and need not be fetched again
    for fetched in frontends/web/node_modules build/web/libyaml; do
        [ ! -d "$source/$fetched" ] || { mkdir -p "$work/$folder/urto/$(dirname "$fetched")"; cp -a "$source/$fetched" "$work/$folder/urto/$fetched"; }
    done
    (cd "$work/$folder/urto" && packaging/dist build/dist)
    sleep 1 # another second, for what is dated by the clock
done
first=$work/one/urto/build/dist second=$work/another-folder/below/urto/build/dist
if ! cmp -s "$first/SHA256SUMS" "$second/SHA256SUMS"; then
    diff "$first/SHA256SUMS" "$second/SHA256SUMS" || true
    echo "FAILED: two builds differ"
    exit 1
fi
(cd "$second" && sha256sum -c SHA256SUMS)
# a folder that cannot be written stays as it was, and nothing is left beside it
echo "not a folder" >"$work/file"
if "$source/packaging/dist" "$work/file/dist" >"$work/log" 2>&1; then
    echo "FAILED: written below a file"
    exit 1
fi
rm -rf "$work"
