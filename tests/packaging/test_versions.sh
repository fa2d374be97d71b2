#!/bin/sh
# include/urto/version.h says the version; what is written by hand elsewhere, and what was built, says the same. What is
# made by `make dist` reads the header: see use_packages.sh. CITATION.cff is valid.
#   test_versions.sh SOURCE BUILD
set -eu
source=$1 build=$2
version=$(sed -n 's/^#define URTO_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\).*/\2/p' "$source/include/urto/version.h" | paste -sd.)
echo "$version" | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+$' || { echo "version.h: $version"; exit 1; }
bad=0
same() { # WHERE WHAT
    [ "$2" = "$version" ] || { echo "$1 says \"$2\", version.h $version"; bad=1; }
}
release=$(sed -n 's/^## \[\([0-9.]*\)\] - \([0-9-]*\)$/\1 \2/p' "$source/CHANGELOG.md" | head -n 1)
same CHANGELOG.md "${release% *}"
same CITATION.cff "$(sed -n 's/^version: //p' "$source/CITATION.cff")"
same docs/urto.1 "$(sed -n 's/^\.TH .*"urto \([0-9.]*\)".*/\1/p' "$source/docs/urto.1")"
same frontends/web/package/package.json "$(jq -r .version "$source/frontends/web/package/package.json")"
same "urto --version" "$("$build/cli/urto" --version | cut -d ' ' -f 2)"
same urto.pc "$(sed -n 's/^Version: //p' "$build/src/urto.pc")"
same "the file of the library" "$(basename "$(readlink -f "$build/src/liburto.so")" | sed 's/^liburto\.so\.//')"
for dated in "CITATION.cff $(sed -n 's/^date-released: //p' "$source/CITATION.cff")" \
    "docs/urto.1 $(sed -n 's/^\.TH URTO 1 "\([0-9-]*\)".*/\1/p' "$source/docs/urto.1")"; do
    [ "${dated#* }" = "${release#* }" ] || { echo "${dated% *} is of ${dated#* }, CHANGELOG.md of ${release#* }"; bad=1; }
done
grep -q "^| ${version%.*} | yes |" "$source/SECURITY.md" || { echo "SECURITY.md does not support ${version%.*}"; bad=1; }
# what the format of citations asks for
/usr/bin/python3 - "$source/CITATION.cff" <<'P' || bad=1
import sys, yaml
cff = yaml.safe_load(open(sys.argv[1]))
assert cff["cff-version"] == "1.2.0" and cff["type"] == "software"
for work in (cff, *cff["references"]):
    people = work["authors"]
    assert work["title"] and people and all("name" in person or {"family-names", "given-names"} <= set(person) for person in people), work
assert cff["message"] and len(cff["references"]) == 4
assert all(work["type"] in ("article", "conference-paper") and isinstance(work["year"], int) for work in cff["references"])
P
exit $bad
