#!/bin/sh
# Install to an empty place and use it from there: program, man page, completion, and a program that
# links the library through pkg-config and through CMake.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/prefix"
cmake --install "$2" --prefix "$prefix" >/dev/null
"$prefix/bin/urto" --version
ls "$prefix/share/man/man1/urto.1" "$prefix/share/bash-completion/completions/urto" >/dev/null
cat >"$work/main.c" <<'C'
#include <stdio.h>
#include <urto/urto.h>
int main(void)
{
    const UrtoImpact impact = urto_impact_def();
    UrtoImpactExact exact;
    if (urto_impact_exact(&impact, &exact, NULL) != URTO_OK) {
        return 1;
    }
    printf("%.15g\n", exact.contact_time);
    return 0;
}
C
pc=$(dirname "$(find "$prefix" -name urto.pc)")
flags=$(PKG_CONFIG_PATH="$pc" pkg-config --define-variable=prefix="$prefix" --cflags --libs urto)
cc -std=c17 -o "$work/shared" "$work/main.c" $flags
result=$(LD_LIBRARY_PATH=$(dirname "$pc") "$work/shared")
[ "$result" = 0.000132898235925867 ] || { echo "pkg-config: $result"; exit 1; }
cat >"$work/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(urto REQUIRED)
add_executable(user main.c)
target_link_libraries(user urto::static)
C
cmake -S "$work" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/build" >/dev/null
result=$("$work/build/user")
[ "$result" = 0.000132898235925867 ] || { echo "CMake: $result"; exit 1; }
