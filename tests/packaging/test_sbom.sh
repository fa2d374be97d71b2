#!/bin/sh
# packaging/sbom writes SPDX 2.3 that has what the specification asks for, the same twice, and names what must be in it.
#   test_sbom.sh SOURCE
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/made"
printf 'one file' >"$work/made/urto-made.tar.xz"
commit=0123456789abcdef0123456789abcdef01234567
for name in one two; do
    SOURCE_DATE_EPOCH=1795049617 "$source/packaging/sbom" "$source" "$work/made" $commit >"$work/$name.json"
done
cmp "$work/one.json" "$work/two.json"
python3 - "$work/one.json" "$source" <<'P'
import hashlib, json, re, sys
from pathlib import Path
document = json.loads(Path(sys.argv[1]).read_text())
header = Path(sys.argv[2], "include/urto/version.h").read_text()
version = ".".join(re.search(rf"URTO_VERSION_{part} (\d+)", header).group(1) for part in ("MAJOR", "MINOR", "PATCH"))
identifier = re.compile(r"^SPDXRef-[A-Za-z0-9.-]+$")
bits = {"SHA1": 40, "SHA256": 64, "SHA512": 128}

assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
assert document["SPDXID"] == "SPDXRef-DOCUMENT" and document["name"] == f"urto-{version}"
assert re.match(r"^[a-z][a-z0-9+.-]*:[^#]+$", document["documentNamespace"])
made = document["creationInfo"]
assert re.match(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", made["created"]), made
assert all(re.match(r"^(Tool|Organization|Person): .", creator) for creator in made["creators"]) and made["creators"]

names = {}
for package in document["packages"]:
    for key in ("SPDXID", "name", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
        assert isinstance(package[key], str) and package[key], (key, package)
    assert identifier.match(package["SPDXID"]) and package["filesAnalyzed"] is False
    # an expression of licences by their SPDX names, or no word
    assert re.match(r"^(NOASSERTION|\(?[A-Za-z0-9.-]+( (AND|OR|WITH) [A-Za-z0-9.-]+)*\)?)$", package["licenseDeclared"]), package
    for sum_ in package.get("checksums", []):
        assert re.match(rf"^[0-9a-f]{{{bits[sum_['algorithm']]}}}$", sum_["checksumValue"]), package
    for reference in package.get("externalRefs", []):
        assert (reference["referenceCategory"], reference["referenceType"]) == ("PACKAGE-MANAGER", "purl"), reference
        assert re.match(r"^pkg:(deb/debian|npm)/[^@ ]+@[^@ ]+$", reference["referenceLocator"]), reference
    assert package["SPDXID"] not in names, f"twice: {package['SPDXID']}"
    names[package["SPDXID"]] = package
kinds = {"DESCRIBES", "GENERATED_FROM", "DEPENDS_ON", "BUILD_TOOL_OF"}
ends = set(names) | {"SPDXRef-DOCUMENT"}
touched = set()
for relation in document["relationships"]:
    assert relation["relationshipType"] in kinds and relation["spdxElementId"] in ends and relation["relatedSpdxElement"] in ends, relation
    touched |= {relation["spdxElementId"], relation["relatedSpdxElement"]}
assert touched == ends, ends - touched

found = {package["name"]: package for package in names.values()}
file = found["urto-made.tar.xz"]
assert file["checksums"][0]["checksumValue"] == hashlib.sha256(b"one file").hexdigest()
for name in ("urto", "libyaml-dev", "libsndfile1-dev", "cmake", "codemirror", "@codemirror/view", "typescript"):
    assert name in found, name
locked = json.loads(Path(sys.argv[2], "frontends/web/package-lock.json").read_text())["packages"]
assert sum("pkg:npm/" in json.dumps(package) for package in names.values()) == len(locked) - 1
depends = {relation["relatedSpdxElement"] for relation in document["relationships"] if relation["relationshipType"] == "DEPENDS_ON"}
assert found["libsndfile1-dev"]["SPDXID"] in depends and found["typescript"]["SPDXID"] not in depends
assert "://" not in json.dumps(document), "an address"
print(len(names), "packages")
P
