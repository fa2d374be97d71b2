#!/bin/bash
# Runs in a clean Debian, in a folder with what `make dist` makes: installs and unpacks each, uses it once, and removes it.
set -euo pipefail
step() { echo "$(date +%T) $*"; }
fail() { echo "FAILED: $*"; exit 1; }
install() { apt-get install -y "$@" >/tmp/apt.log 2>&1 || { tail -n 20 /tmp/apt.log; fail "apt-get install $*"; }; }
sound() { # FILE: a WAV file with something in it
    [ "$(head -c 4 "$1")" = RIFF ] && [ "$(tail -c +100 "$1" | tr -d '\0' | wc -c)" -gt 1000 ] || fail "$1 is no sound"
}
ours() { find / -xdev \( -path /given -o -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /var/cache/apt \) -prune -o -name '*urto*' -print; }
listed() { # FORMAT COUNT ENVIRONMENT...: so many of a format are installed, and load
    local format=$1 count=$2 found
    shift 2
    env "$@" "$urto" plugins --json >/tmp/plugins.json
    found=$({ grep -o "\"format\": \"$format\"[^}]*\"loads\": true" /tmp/plugins.json || true; } | wc -l)
    [ "$found" -ge "$count" ] || { cat /tmp/plugins.json; fail "$format: $found load, not $count"; }
}
given=$PWD
cd "$given"
sha256sum --quiet -c SHA256SUMS
version=$(echo urto_*.deb | sed 's/urto_\(.*\)-1_.*/\1/')
cat >/tmp/main.c <<'C'
#include <stdio.h>
#include <urto/urto.h>
int main(void)
{
    const UrtoImpact impact = urto_impact_def();
    UrtoImpactExact exact;
    if (urto_impact_exact(&impact, &exact, NULL) != URTO_OK) {
        return 1;
    }
    printf("%s %.15g\n", urto_version(), exact.contact_time);
    return 0;
}
C
answer="$version 0.000132898235925867"

step "tarball: with libsndfile and libasound, nothing else"
install xz-utils libsndfile1 libasound2
mkdir /tmp/any
tar -xJf urto-"$version"-linux-*.tar.xz -C /tmp/any
folder=$(echo /tmp/any/*)
urto=$folder/bin/urto
[ "$("$urto" --version)" = "urto $version" ] || fail "the tarball is of another version"
(cd /tmp && "$urto" render glass-bar --seconds 0.2 -o tarball.wav >/dev/null)
sound /tmp/tarball.wav
(cd /tmp && "$urto" sweep impact-times --dry-run >/dev/null) || fail "urto sweep of the tarball"
(cd /tmp && "$urto" midi "$folder/share/urto/scenes/tunes/mallet.mid" mallet -o tune.wav >/dev/null)
sound /tmp/tune.wav
licence() { # FILE WORDS: a licence that is handed out with what it is of
    grep -qi "$2" "$1" || fail "$1 is not there, or does not say $2"
}
for package in libyaml-dev libhdf5-dev zlib1g-dev libebur128-1 libkissfft-float131; do
    licence "$folder/share/doc/urto/licences/$package.txt" copyright
done
grep -q "^glibc 2\.[0-9]* or later" "$folder/README.txt" || fail "README.txt does not say which glibc"
listed lv2 1 LV2_PATH="$folder/lib/lv2"
listed clap 1 CLAP_PATH="$folder/lib/clap"
install gcc libc6-dev pkg-config
pkgconfig=$folder/lib/pkgconfig
gcc -o /tmp/shared /tmp/main.c $(PKG_CONFIG_PATH=$pkgconfig pkg-config --cflags --libs urto)
[ "$(LD_LIBRARY_PATH=$folder/lib /tmp/shared)" = "$answer" ] || fail "a program with the shared library of the tarball"
gcc -o /tmp/static /tmp/main.c -I"$folder/include" "$folder/lib/liburto.a" -lm
[ "$(/tmp/static)" = "$answer" ] || fail "a program with the static library of the tarball"
rm -rf /tmp/any /tmp/shared

step "package urto"
install ./urto_*.deb
urto=/usr/bin/urto
(cd /tmp && urto render glass-bar --seconds 0.2 -o package.wav >/dev/null)
sound /tmp/package.wav
dpkg -L urto | grep -q man1/urto.1 || fail "no man page"
[ "$(dpkg-query -W -f '${Version}' urto)" = "$version-1" ] || fail "the package is of another version"

step "packages liburto, liburto-dev"
install ./liburto[0-9]*.deb ./liburto-dev_*.deb
[ "$(pkg-config --modversion urto)" = "$version" ] || fail "urto.pc is of another version"
gcc -o /tmp/shared /tmp/main.c $(pkg-config --cflags --libs urto)
[ "$(/tmp/shared)" = "$answer" ] || fail "a program against liburto-dev"
gcc -o /tmp/static /tmp/main.c $(pkg-config --cflags urto) -l:liburto.a -lm
[ "$(/tmp/static)" = "$answer" ] || fail "a static program against liburto-dev"

for format in lv2 clap pd; do
    step "package of $format"
    case $format in pd) install ./pd-urto_*.deb ;; *) install ./urto-"$format"_*.deb ;; esac
    listed $format 1
done

step "package python3-urto"
install ./python3-urto_*.deb
cat >/tmp/use.py <<'P'
import sys, numpy as np, urto
assert urto.__version__ == sys.argv[1], urto.__version__
sound = urto.Scene("glass-bar").render(seconds=0.2)
assert 0 < np.abs(np.asarray(sound)).max() < np.inf
assert urto.Instrument("mallet", preset="marimba").play([(60, 0.0, 0.1)], seconds=0.2).features
P
(cd /tmp && python3 use.py "$version")

step "package urto-doc"
install ./urto-doc_*.deb
pages=/usr/share/doc/urto-doc
[ -s $pages/docs/scenes.md ] && [ -s $pages/docs/media/mallet.ogg ] || fail "no documentation"
! find $pages/docs $pages/examples -name '*.gz' | grep . || fail "compressed: links to it do not hold"

step "all removed"
apt-get purge -y '^(lib|pd-|python3-)?urto' >/tmp/apt.log 2>&1 || { tail -n 5 /tmp/apt.log; fail "apt-get purge"; }
! dpkg -l | awk '$2 ~ /urto/' | grep . || fail "packages are left"
[ -z "$(ours)" ] || { ours; fail "files are left"; }

step "wheel, in a venv"
install python3-venv python3-numpy python3-cffi libebur128-1 libkissfft-float131
python3 -m venv --system-site-packages /tmp/venv
/tmp/venv/bin/python -m pip install -q --no-index --no-deps urto-*.whl
(cd /tmp && venv/bin/python use.py "$version")
licence "$(echo /tmp/venv/lib/python3*/site-packages/urto-*.dist-info/LICENSE)" MIT
licence "$(echo /tmp/venv/lib/python3*/site-packages/urto-*.dist-info/libyaml-dev.txt)" copyright
rm -rf /tmp/venv

if ls urto-web-*.tar.gz >/dev/null 2>&1; then
    step "page, served"
    mkdir /tmp/page
    tar -xzf urto-web-*.tar.gz -C /tmp/page
    cat >/tmp/serve.py <<'P'
import functools, http.server, pathlib, re, sys, threading, urllib.request
top = next(pathlib.Path("/tmp/page").iterdir())
class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=top))
threading.Thread(target=server.serve_forever, daemon=True).start()
get = lambda name: urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{name}").read()
# the service worker names every file of the page
named = re.findall(r'"([\w./-]+\.(?:js|css|wasm|woff2|svg|yaml|json|html|csv|png|css))"', get("sw.js").decode())
missing = [name for name in named if get(name) != (top / name).read_bytes()]
assert not missing, missing
there = {str(path.relative_to(top)) for path in top.rglob("*") if path.is_file()}
assert {"index.html", "app.js", "urto.wasm", "worklet.js"} <= there and len(named) > 20, named
unnamed = {name for name in there - set(named) if not name.startswith("licences/")}
assert unnamed <= {"index.html", "sw.js", "LICENSE"}, unnamed
assert get("urto.wasm")[:4] == b"\0asm"
print(len(named), "files")
P
    python3 /tmp/serve.py
    for family in inter jetbrains-mono; do
        licence /tmp/page/*/licences/npm-fontsource-variable-$family.txt "SIL Open Font License"
    done
    for name in npm-codemirror-view npm-lezer-common libyaml-dev wasi-libc; do
        licence /tmp/page/*/licences/$name.txt copyright
    done
    step "npm module, in node"
    install nodejs
    mkdir -p /tmp/node/node_modules
    tar -xzf urto-npm-*.tgz -C /tmp/node/node_modules
    mv /tmp/node/node_modules/package /tmp/node/node_modules/urto
    cat >/tmp/node/use.mjs <<'J'
import { readFileSync } from "node:fs";
import { Urto } from "urto";
const about = JSON.parse(readFileSync("node_modules/urto/package.json", "utf8"));
const bytes = readFileSync(new URL(import.meta.resolve ? await import.meta.resolve("urto/urto.wasm") : "node_modules/urto/dist/urto.wasm"));
if (typeof Urto.create !== "function" || about.version !== process.argv[2] || !WebAssembly.validate(bytes)) {
    throw new Error(`Urto.create is ${typeof Urto.create}, version ${about.version}`);
}
J
    licence /tmp/node/node_modules/urto/licences/wasi-libc.txt copyright
    licence /tmp/node/node_modules/urto/licences/libyaml-dev.txt copyright
    (cd /tmp/node && node use.mjs "$version")
else
    echo "the page and the npm module were not made: not tried"
fi
step "all used"
