#!/bin/sh
# The functions of the shared library are those of packaging/debian/liburto.symbols: one that is gone breaks programs, and
# a new one is written down with the version that brought it.
#   test_symbols.sh SOURCE BUILD
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$build/src/liburto.so" | awk '{ print $3 }' | sort >"$work/built"
sed -n 's/^ \(urto_[a-z0-9_]*\)@Base [0-9.]*$/\1/p' "$source/packaging/debian/liburto.symbols" | sort >"$work/known"
[ -s "$work/known" ] || { echo "liburto.symbols names no function"; exit 1; }
if ! diff "$work/known" "$work/built" >"$work/diff"; then
    version=$("$build/cli/urto" --version | cut -d ' ' -f 2)
    sed -n "s/^> \(.*\)/not in packaging\/debian\/liburto.symbols, add \" \1@Base $version\"/p; s/^< \(.*\)/gone from the library, which needs a new soname (docs\/platforms.md): \1/p" "$work/diff"
    exit 1
fi
