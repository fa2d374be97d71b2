#!/bin/sh
# The library as a guest: in a project that takes it by add_subdirectory or FetchContent, and from an installed
# prefix that has been moved, by find_package and by pkg-config. The host program has functions of its own with
# names that the library uses inside.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/host"
cat >"$work/host/main.c" <<'C'
#include <stdio.h>
#include <urto/scene.h>
#include <urto/urto.h>
double clamp(double x);
double clamp(double x)
{
    return x < 1.0 ? x : 1.0;
}
void status_fail(void);
void status_fail(void)
{
}
int main(void)
{
    static const char text[] = "bodies:\n  bar: {type: bar}\nprobes:\n  - {hear: bar@0.1}\n";
    const UrtoImpact impact = urto_impact_def();
    UrtoImpactExact exact;
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;
    if (urto_impact_exact(&impact, &exact, NULL) != URTO_OK ||
        urto_scene_load(&scene, text, sizeof text - 1, NULL, 0) != URTO_OK ||
        urto_player_create(&player, scene, NULL, NULL) != URTO_OK) {
        return 1;
    }
    urto_player_process(player, NULL, 64);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    status_fail();
    printf("%.15g %.1f\n", exact.contact_time, clamp(2.0));
    return 0;
}
C
expect() { # HOW PROGRAM
    result=$("$2") || { echo "$1: the program failed"; exit 1; }
    [ "$result" = "0.000132898235925867 1.0" ] || { echo "$1: $result"; exit 1; }
}
project() { # NAME LINES: configures and builds a host project, which sets no build type
    mkdir "$work/$1"
    cp "$work/host/main.c" "$work/$1/"
    { echo 'cmake_minimum_required(VERSION 3.25)'; echo "project($1 C)"; echo "$2"
      echo 'add_executable(host main.c)'; echo 'target_link_libraries(host urto::urto urto::scene)'; } >"$work/$1/CMakeLists.txt"
    shift 2
    folder=$(ls -dt "$work"/*/ | head -1)
    cmake -S "$folder" -B "$folder/build" -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@" >"$work/log" 2>&1 &&
        cmake --build "$folder/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
guest() { # FOLDER: what a guest must not do
    ! grep -q -e '-Werror' "$1/build/compile_commands.json" || { echo "a guest builds with -Werror"; exit 1; }
    grep -q -e '-O3' "$1/build/compile_commands.json" || { echo "a guest is not optimised"; exit 1; }
    [ ! -e "$1/build/CTestTestfile.cmake" ] || { echo "a guest brings tests"; exit 1; }
    ! find "$1/build" -name 'urto' -type f -perm -u+x | grep . || { echo "a guest builds the program"; exit 1; }
}

project subdirectory "add_subdirectory($source urto)"
expect add_subdirectory "$work/subdirectory/build/host"
guest "$work/subdirectory"
project fetched "include(FetchContent)
FetchContent_Declare(urto SOURCE_DIR $source)
FetchContent_MakeAvailable(urto)"
expect FetchContent "$work/fetched/build/host"
guest "$work/fetched"

# installed below a DESTDIR, then moved: neither place is known to what was built
DESTDIR="$work/stage" cmake --install "$2" --prefix /opt/urto >/dev/null
mv "$work/stage/opt/urto" "$work/moved"
project found "find_package(urto 0.2 REQUIRED)" -DCMAKE_PREFIX_PATH="$work/moved"
expect find_package "$work/found/build/host"
pc=$(dirname "$(find "$work/moved" -name urto.pc)")
flags=$(PKG_CONFIG_PATH="$pc" pkg-config --cflags --libs urto-scene)
echo "$flags" | grep -q "$work/moved" || { echo "pkg-config says $flags"; exit 1; }
! grep -rl "$work" "$pc" || { echo "a .pc file knows its folder"; exit 1; }
cc -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$work/shared" "$work/host/main.c" $flags
result=$(LD_LIBRARY_PATH=$(dirname "$pc"); export LD_LIBRARY_PATH; "$work/shared")
[ "$result" = "0.000132898235925867 1.0" ] || { echo "pkg-config: $result"; exit 1; }
