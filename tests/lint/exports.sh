#!/bin/sh
# The libraries have urto_ names only, shared and static; the headers' URTO_API functions are all there and
# there is no other; the core needs nothing but libm and libc.
set -eu
library="$2/src/liburto.so"
exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort)
archives="$2/src/liburto.a"
[ ! -f "$2/src/liburto_scene.a" ] || archives="$archives $2/src/liburto_scene.a"
global=$(nm -g --defined-only $archives | awk 'NF == 3 { print $3 }' | sort -u)
strange=$(printf '%s\n%s\n' "$exported" "$global" | grep -v '^urto_' || true)
[ -z "$strange" ] || { echo "visible by mistake: $strange"; exit 1; }
declared() { # HEADER...
    cat "$@" | tr '\n' ' ' | sed 's/URTO_API/\n&/g' |
        sed -n 's/^URTO_API [^(;]*[ *]\(urto_[a-z0-9_]*\)(.*/\1/p' | sort
}
core=$(declared $(ls "$1"/include/urto/*.h | grep -v '/scene'))
[ "$core" = "$exported" ] || { printf 'declared < and exported > differ:\n'
    echo "$core" >"$2/declared"; echo "$exported" >"$2/exported"; diff "$2/declared" "$2/exported"; exit 1; }
if [ -f "$2/src/liburto_scene.a" ]; then
    scene=$(nm -g --defined-only "$2/src/liburto_scene.a" | awk 'NF == 3 { print $3 }' | sort -u)
    [ "$(declared "$1"/include/urto/scene*.h)" = "$scene" ] || { echo "scene*.h and liburto_scene.a differ"; exit 1; }
fi
needed=$(readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^lib(m|c)\.so' || true)
[ -z "$needed" ] || { echo "the core needs $needed"; exit 1; }
soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
minor=$(sed -n 's/^#define URTO_VERSION_M[AI][JN]OR \([0-9]*\).*/\1/p' "$1/include/urto/version.h" | paste -sd.)
[ "$soname" = "liburto.so.$minor" ] || { echo "the soname is $soname, not liburto.so.$minor"; exit 1; }
