#!/bin/sh
# make install tells the system of the new library: as root, and where it is installed in earnest. cmake, id and ldconfig are played.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/source/build/release" "$work/source/tools"
cp "$1/Makefile" "$work/source"
touch "$work/source/build/release/build.ninja"
printf '#!/bin/sh\n' >"$work/bin/cmake"
printf '#!/bin/sh\necho "$WHO"\n' >"$work/bin/id"
printf '#!/bin/sh\necho called >>"%s/called"\n' "$work" >"$work/bin/ldconfig"
chmod +x "$work/bin"/*
calls() { # CALLS WHO DESTDIR
    : >"$work/called"
    env -u MAKEFLAGS -u MAKELEVEL PATH="$work/bin:$PATH" WHO="$2" make -s -C "$work/source" install DESTDIR="$3"
    [ "$(wc -l <"$work/called")" = "$1" ] || { echo "user $2, DESTDIR '$3': ldconfig not called $1 times"; exit 1; }
}
calls 1 0 ""
calls 0 0 /somewhere
calls 0 1000 ""
