# The bundle as others see it: lv2_validate, lv2info, lv2bench.
#   test_lv2_tools.sh BUNDLE PLUGINS
set -eu
bundle=$1
plugins=$2
export LV2_PATH="$(dirname "$bundle"):/usr/lib/lv2"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

fail() {
    cat "$log"
    echo "FAILED: $*" >&2
    exit 1
}

# it exits with 0 whatever it finds
lv2_validate "$bundle"/*.ttl >"$log" 2>&1
grep -q '^Found 0 errors' "$log" || fail "lv2_validate finds errors"
! grep -q 'warning' "$log" || fail "lv2_validate has warnings"

uris=$(lv2ls | grep '^urn:urto:lv2:')
[ "$(echo "$uris" | wc -l)" = "$plugins" ] || fail "not $plugins plug-ins: $uris"
for uri in $uris; do
    lv2info "$uri" >"$log" 2>&1 || fail "lv2info $uri"
    ! grep -qi 'error\|warning' "$log" || fail "lv2info $uri complains"
    grep -q 'Author: *The Urto authors$' "$log" || fail "lv2info $uri names no author"
done

lv2bench -n 48000 -b 256 >"$log" 2>&1 || fail "lv2bench"
for uri in $uris; do
    grep -q "^[0-9.]* $uri$" "$log" || fail "lv2bench does not run $uri"
done
