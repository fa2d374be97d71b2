#!/bin/sh
# Every row of tests/mutations.txt applies to the code as it is, once, and names tests that there are; and a row that does
# not is found.
set -eu
mutate=$1/tools/mutate
build=$2
"$mutate" --check "$build"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# refuse ROW WORDS: a table of this row alone is refused with these words
refuse()
{
    printf '%s\n' "$1" >"$scratch/table"
    if "$mutate" --table "$scratch/table" --check "$build" >"$scratch/said" 2>&1; then
        echo "accepted: $1"
        exit 1
    fi
    if ! grep -q -- "$2" "$scratch/said"; then
        echo "does not say '$2': $(cat "$scratch/said")"
        exit 1
    fi
}
refuse 'src/base/constants.h @ no such text @ other @ base_base' '0 times'
refuse 'src/base/constants.h @ BASE_CONSTANTS_H @ other @ base_base' '2 times'
refuse 'src/base/nothing.c @ one @ other @ base_base' 'is not there'
refuse 'src/base/constants.h @ define PI @ define PI @ base_base' 'becomes itself'
refuse 'src/base/constants.h @ define PI @ define PIE @ no_such_test' 'no test no_such_test'
refuse 'src/base/constants.h @ define PI @ define PIE @ midi_fuzz' 'no test midi_fuzz'
refuse 'src/base/constants.h @ define PI' 'needs FILE'
