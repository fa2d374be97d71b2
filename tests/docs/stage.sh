#!/bin/sh
# What the blocks of the pages find: an installed urto and a Python that has the package.
#   stage.sh SOURCE BUILD STAGE
set -eu
rm -rf "$3"
mkdir -p "$3"
stage=$(cd "$3" && pwd)
cmake --install "$2" --prefix "$stage/prefix" >/dev/null
dirname "$(dirname "$(find "$stage/prefix" -name urto.pc)")" >"$stage/libdir"
"$1/tools/python-wheel" "$2" "$stage/wheel"
/usr/bin/python3 -m venv --system-site-packages "$stage/venv"
"$stage/venv/bin/python" -m pip install -q --no-index --no-deps --force-reinstall "$stage"/wheel/*.whl
