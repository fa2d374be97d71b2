#!/bin/sh
# Install to an empty place and use it from there: program, man page, completion, documentation, plug-ins, and a
# program that links the library through pkg-config and through CMake; then the same into a home.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/prefix"
cmake --install "$2" --prefix "$prefix" >/dev/null
"$prefix/bin/urto" --version
ls "$prefix/share/man/man1/urto.1" "$prefix/share/bash-completion/completions/urto" \
    "$prefix/share/zsh/site-functions/_urto" "$prefix/share/fish/vendor_completions.d/urto.fish" \
    "$prefix/share/doc/urto/docs/scenes.md" "$prefix/share/doc/urto/examples/hit_a_bar.c" "$prefix/share/doc/urto/LICENSE" >/dev/null
# links of the installed pages hold: those that stay, and those to programs
python3 - "$prefix/share/doc/urto" <<'P'
import os, re, sys
top, missing = sys.argv[1], []
pages = [os.path.join(folder, f) for folder, _, files in os.walk(top) for f in files if f.endswith(".md")]
for page in pages:
    text = re.sub(r"^(```+).*?^\1|`[^`\n]*`", "", open(page, encoding="utf-8").read(), flags=re.S | re.M)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not re.match(r"[a-z]+:", target) and not os.path.exists(os.path.join(os.path.dirname(page), target)):
            missing.append(f"{os.path.relpath(page, top)}: {target}")
sys.exit("\n".join(missing) or 0)
P
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
version=$("$prefix/bin/urto" --version | cut -d ' ' -f 2)
for name in urto urto-scene; do
    [ "$(PKG_CONFIG_PATH="$pc" pkg-config --modversion $name)" = "$version" ] || { echo "$name.pc is not of $version"; exit 1; }
done
# moved, to a name with a blank, and without the shared library: static, and with scenes
moved="$work/moved away"
cp -r "$prefix" "$moved"
find "$moved" -name 'liburto.so*' -exec rm {} +
pc=$(dirname "$(find "$moved" -name urto.pc)")
eval "cc -std=c17 -o '$work/static' '$work/main.c' $(PKG_CONFIG_PATH="$pc" pkg-config --static --cflags --libs urto-scene)"
eval "cc -std=c17 -o '$work/static' '$work/main.c' $(PKG_CONFIG_PATH="$pc" pkg-config --static --cflags --libs urto)"
result=$("$work/static")
[ "$result" = 0.000132898235925867 ] || { echo "pkg-config --static: $result"; exit 1; }
[ "$(PKG_CONFIG_PATH="$pc" pkg-config --variable=includedir urto-scene)" != "" ] || { echo "urto-scene.pc has no includedir"; exit 1; }
# a build without the shared library, and with folders outside of the prefix
cmake -S "$1" -B "$work/other" -G Ninja -DURTO_BUILD_SHARED=OFF -DURTO_BUILD_PROGRAM=OFF -DURTO_BUILD_PLUGINS=OFF \
    -DCMAKE_INSTALL_PREFIX=/opt/urto -DCMAKE_INSTALL_LIBDIR=/opt/lib64 >/dev/null
flags=$(PKG_CONFIG_PATH="$work/other/src" pkg-config --cflags --libs urto | xargs)
[ "$flags" = "-I/opt/urto/include -L/opt/lib64 -lurto -lm" ] || { echo "urto.pc without a shared library: $flags"; exit 1; }
cat >"$work/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(urto VERSION_WANTED EXACT REQUIRED)
add_executable(user main.c)
target_link_libraries(user urto::static)
C
sed -i "s/VERSION_WANTED/$version/" "$work/CMakeLists.txt"
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

# homes that cannot be written: a message before anything is built or copied
refused() { # TEXT ENVIRONMENT...
    text=$1
    shift
    for how in --look "$build"; do
        if env "$@" "$source/tools/install-user" "$how" >"$work/log" 2>&1; then
            echo "installed with $*"
            exit 1
        fi
        [ "$(wc -l <"$work/log")" = 1 ] && grep -qF -e "$text" "$work/log" || { cat "$work/log"; exit 1; }
    done
}
source=$1
build=$2
touch "$work/file"
refused "HOME is not set" -u HOME
refused "cannot write to $work/file; HOME is $work/file/home" HOME="$work/file/home"
# read-only: by its mode for a user, by its file system for root
mkdir "$work/sealed"
chmod 555 "$work/sealed"
if [ "$(id -u)" != 0 ]; then
    refused "cannot write to $work/sealed" HOME="$work/sealed"
elif mount --bind -o ro "$work/sealed" "$work/sealed" 2>/dev/null; then
    (refused "cannot write to $work/sealed" HOME="$work/sealed") || { umount "$work/sealed"; exit 1; }
    HOME="$work/sealed" "$prefix/bin/urto" plugins --json >"$work/plugins" || { umount "$work/sealed"; exit 1; }
    umount "$work/sealed"
else
    echo "no file system can be mounted here: a read-only home was not tried"
fi
# the program needs no home
(cd "$work" && env -u HOME "$prefix/bin/urto" render glass-bar --seconds 0.05 >/dev/null && [ -s glass-bar.wav ])
env -u HOME LV2_PATH="$prefix/lib/lv2" CLAP_PATH="$prefix/lib/clap" "$prefix/bin/urto" plugins --json >"$work/plugins"
listed lv2 "$lv2"
listed clap "$clap"
