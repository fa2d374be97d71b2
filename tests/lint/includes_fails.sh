#!/bin/sh
# includes.sh can fail: each kind of fault is planted into a copy of the project, and named.
#   includes_fails.sh PROJECT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# plant MESSAGE COMMAND: what the command does to a fresh copy is found, with this message
plant() {
    rm -rf "$work/copy"
    mkdir "$work/copy"
    cp -R "$1"/CONTRIBUTING.md "$1"/include "$1"/src "$1"/output "$1"/features "$1"/listen "$1"/papers "$1"/bench "$1"/cli \
        "$1"/frontends "$1"/tests "$1"/examples "$work/copy"
    (cd "$work/copy" && eval "$3")
    code=0
    sh "$here/includes.sh" "$work/copy" >"$work/said" 2>&1 || code=$?
    if [ "$code" != "$4" ] || { [ -n "$2" ] && ! grep -qF -e "$2" "$work/said"; }; then
        echo "FAILED: $3: exit $code, and said:"
        cat "$work/said"
        failures=$((failures + 1))
    fi
}
finds() { plant "$project" "$1" "$2" 1; }
project=$1

plant "$project" "" : 0
finds "src/law/power.c:1: src/law -> src/world is not in the map; the row \`src/law\` allows: src/base" \
    'sed -i "1i #include \"../world/world.h\"" src/law/power.c'
finds "src/law/power.c:1: src/law -> urto/world.h is not in the map" \
    'sed -i "1i #include <urto/world.h>" src/law/power.c'
finds "cli/main.c:1: cli -> tests/support is not in the map" \
    'sed -i "1i #include \"tests/support/suite.h\"" cli/main.c'
finds "tests/law/test_law.c:1: tests/law -> tests/world is not in the map" \
    'touch tests/world/own.h; sed -i "1i #include \"tests/world/own.h\"" tests/law/test_law.c'
finds "cli/main.c:1: \"../output/text.h\" is not written as the map says" \
    'sed -i "1i #include \"../output/text.h\"" cli/main.c'
finds "src/law/power.c:1: \"src/base/sum.h\" is not written as the map says" \
    'sed -i "1i #include \"src/base/sum.h\"" src/law/power.c'
finds "the folder src/attic has no row in the map" 'mkdir src/attic; touch src/attic/old.c'
finds "the folder cli/attic has no row in the map" 'mkdir cli/attic; touch cli/attic/old.h'
finds "the row \`examples\` has no folder" 'rm -r examples'
finds "src/law/arena.c: has the name of src/base/arena.c" 'touch src/law/arena.c'
finds "the exception src/law -> src/world is not needed any more" \
    'sed -i "s#^<!-- end of map -->#| from | to | why |\n|---|---|---|\n| \`src/law\` | \`src/world\` | none |\n&#" CONTRIBUTING.md'
finds "there is no map" 'sed -i "/^| .*/d" CONTRIBUTING.md'
[ "$failures" = 0 ]
