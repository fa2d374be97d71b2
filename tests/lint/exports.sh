#!/bin/sh
# The shared library exports urto_ names only, needs nothing but libm and libc, and the headers'
# URTO_API functions are all there.
set -eu
library="$2/src/liburto.so"
exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort)
strange=$(echo "$exported" | grep -v '^urto_' || true)
[ -z "$strange" ] || { echo "exported by mistake: $strange"; exit 1; }
declared=$(cat "$1"/include/urto/*.h | tr '\n' ' ' | sed 's/URTO_API/\n&/g' |
    sed -n 's/^URTO_API [^(;]*[ *]\(urto_[a-z0-9_]*\)(.*/\1/p' | sort)
missing=$(for name in $declared; do echo "$exported" | grep -qx "$name" || echo "$name"; done)
[ -z "$missing" ] || { echo "declared but not exported: $missing"; exit 1; }
[ "$(echo "$declared" | wc -l)" = "$(echo "$exported" | wc -l)" ] || { echo "undeclared exports"; exit 1; }
needed=$(readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^lib(m|c)\.so' || true)
[ -z "$needed" ] || { echo "the core needs $needed"; exit 1; }
