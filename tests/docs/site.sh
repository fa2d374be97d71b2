#!/bin/sh
# The site builds without a warning, its links hold, nothing comes from elsewhere; search, formulas and names of C are in it.
#   site.sh SOURCE WORK
set -eu
"$1/tools/docs" "$2" >"$2.log" 2>&1 || { tail -n 40 "$2.log"; exit 1; }
html=$2/html
here=$(dirname "$0")
/usr/bin/python3 "$here/links.py" "$1" "$html"
expect() { # FILE TEXT
    grep -qF -e "$2" "$html/$1" || { echo "FAILED: $1 does not contain $2"; exit 1; }
}
expect searchindex.js urto_world_process
expect api/world.html 'id="c.urto_world_process"'
expect genindex.html urto_law_force
expect command-line.html 'Options of render'
expect worlds.html '<math '
expect changelog.html '0.2.0'
! grep -l 'class="problematic"\|system-message' -r "$html" --include='*.html' || { echo "FAILED: pages with errors in them"; exit 1; }
expect parameters.html 'id="mallet"'
expect web.html 'href="examples/web-page.html"'
# each program of the examples is shown, and the list of them leads there
for program in "$1"/examples/*.c; do
    name=$(basename "$program" .c)
    expect examples.html "href=\"examples/$name.html\""
    expect "examples/$name.html" UrtoDiagnostic
done
for program in "$1"/examples/python/*.py; do
    expect examples.html "href=\"examples/$(basename "$program" .py).html#in-python\""
done
for header in "$1"/include/urto/*.h; do
    [ -s "$html/api/$(basename "$header" .h).html" ] || { echo "FAILED: no page for $header"; exit 1; }
done
# each exported function has its place
for name in $(sed -nE 's/^URTO_API .*\<(urto_[a-z0-9_]+)\(.*/\1/p' "$1"/include/urto/*.h); do
    grep -qF "id=\"c.$name\"" "$html"/api/*.html || { echo "FAILED: $name is on no page"; exit 1; }
done
for font in inter jetbrains-mono math; do
    [ -s "$html/_static/fonts/$font.woff2" ] || { echo "FAILED: no font $font"; exit 1; }
done
