#!/bin/sh
# clang-tidy, over every C file of the compilation database that belongs to the library or program.
set -eu
cd "$1"
find src cli papers bench examples -name '*.c' |
    xargs -n 4 -P "$(nproc)" clang-tidy --quiet -p "$2" 2>&1 | { ! grep -E 'warning:|error:'; }
