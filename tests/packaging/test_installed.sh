#!/bin/sh
# What `make dist` makes, in a clean Debian: see use_packages.sh.
#   test_installed.sh SOURCE WORK
# It takes what is in SOURCE/build/dist if that is of this commit, and else makes it.
set -eu
source=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
commit=$(git -C "$source" rev-parse HEAD)
made=$source/build/dist
if ! grep -qs "urn:urto:spdx:[0-9.]*:$commit" "$made"/*.spdx.json; then
    made=$work/dist
    "$source/packaging/dist" "$made"
fi
cp -r "$made" "$work/given"
cp "$source/tests/packaging/use_packages.sh" "$work/given/"
"$source/packaging/clean-debian" "$work/given" "bash ./use_packages.sh"
rm -rf "$work"
