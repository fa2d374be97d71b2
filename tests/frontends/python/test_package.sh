#!/bin/sh
# The wheel as a user gets it: built, installed in a venv of its own without a network, tested there with its doctests and notebooks.
#   test_package.sh SOURCE BUILD WORKDIR
set -eu
source=$1 build=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
"$source/tools/python-wheel" "$build" "$work/wheel"
/usr/bin/python3 -m venv --system-site-packages "$work/venv"
python=$work/venv/bin/python
"$python" -m pip install -q --no-index --no-deps --force-reinstall "$work"/wheel/*.whl
"$python" -m ipykernel install --sys-prefix >"$work/kernel.log" 2>&1
cd "$work" # not the source folder
"$python" -m pytest -q -p no:cacheprovider "$source/tests/frontends/python" --urto "$build/cli/urto"
package=$("$python" -c 'import os, urto; print(os.path.dirname(urto.__file__))')
case $package in "$work"/venv/*) ;; *)
    echo "FAILED: urto is imported from $package"
    exit 1
    ;;
esac
"$python" -m pytest -q -p no:cacheprovider --doctest-modules "$package"
for notebook in "$source"/frontends/python/notebooks/*.ipynb; do
    "$python" -m nbconvert --to html --execute "$notebook" --output-dir "$work/notebooks" >"$work/notebook.log" 2>&1 || {
        tail -n 30 "$work/notebook.log"
        echo "FAILED: $notebook"
        exit 1
    }
done
# the tree is as it was
[ -z "$(cd "$source" && git status --porcelain frontends/python 2>/dev/null | grep -E 'egg-info|/build/|\.so$' || true)" ] || {
    echo "FAILED: the build left files in the sources"
    exit 1
}
echo "$(ls "$work/notebooks" | wc -l) notebooks executed"
