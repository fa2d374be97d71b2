#!/bin/sh
# packaging/licences copies what stands beside each package, and stops where one has none: test_licences.sh SOURCE
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
licences=$1/packaging/licences
modules=$work/node_modules
for package in @codemirror/view @fontsource-variable/inter @lezer/common @marijn/find-cluster-break codemirror crelt style-mod w3c-keyname; do
    mkdir -p "$modules/$package"
    echo "licence of $package" >"$modules/$package/LICENSE"
done
cd "$work"
"$licences" out libc6 --npm "$modules"
[ "$(cat out/npm-fontsource-variable-inter.txt)" = "licence of @fontsource-variable/inter" ] || fail "no licence of a font"
[ "$(ls out | wc -l)" = 9 ] || fail "not one text for each: $(ls out)"
grep -qi copyright out/libc6.txt || fail "no licence of a Debian package"
rm "$modules/crelt/LICENSE"
"$licences" two --npm "$modules" 2>said && fail "a package without a licence was accepted"
grep -q 'crelt has no licence' said || fail "says $(cat said)"
"$licences" three no-such-package 2>said && fail "a package that is not there was accepted"
grep -q '/usr/share/doc/no-such-package/copyright is not here' said || fail "says $(cat said)"
# what the page carries by the bill of materials has a licence here
for name in $(sed -n '/^CARRIED = /,/)/s/[^"]*"\([^"]*\)"[^"]*/\1 /gp' "$1/packaging/sbom"); do
    grep -q -e "$name" "$licences" || fail "packaging/licences does not know $name"
done
