#!/bin/sh
# Install to an empty place and use it from there: program, man page, completion, plug-ins, and a
# program that links the library through pkg-config and through CMake; then the same into a home.
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
flags=$(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs urto)
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

# plug-ins, below the prefix and in a home
listed() { # FORMAT COUNT: so many that load are listed in $work/plugins
    found=$(jq "[.[] | select(.format == \"$1\" and .loads and (.path | startswith(\"$work\")))] | length" "$work/plugins")
    [ "$found" = "$2" ] || { echo "$1: $found installed, not $2"; cat "$work/plugins"; exit 1; }
}
lv2=$([ -d "$2/frontends/lv2/bundles" ] && echo 1 || echo 0)
clap=$([ -f "$2/frontends/clap/urto.clap" ] && echo 1 || echo 0)
pd=$([ -d "$2/frontends/pd/urto" ] && echo 1 || echo 0)
mkdir "$work/home"
HOME="$work/home" LV2_PATH="$prefix/lib/lv2" CLAP_PATH="$prefix/lib/clap" "$prefix/bin/urto" plugins --json \
    >"$work/plugins"
listed lv2 "$lv2"
listed clap "$clap"
HOME="$work/home" "$1/tools/install-user" "$2" >/dev/null
HOME="$work/home" "$1/tools/install-user" "$2" >/dev/null # again: it replaces
HOME="$work/home" "$work/home/.local/bin/urto" plugins --json >"$work/plugins"
listed lv2 "$lv2"
listed clap "$clap"
listed pd "$pd"
