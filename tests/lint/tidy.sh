#!/bin/sh
# clang-tidy over every C file of the library, the program and their companions.
set -eu
cd "$1"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! find src frontends output papers cli bench examples -name '*.c' |
    xargs -n 4 -P "$(nproc)" clang-tidy --quiet -p "$2" >"$log" 2>&1; then
    grep -E -A 3 'warning:|error:' "$log"
    exit 1
fi
