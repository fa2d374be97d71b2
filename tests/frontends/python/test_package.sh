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
# the wheel has its licence; a library that is missing is named, with what to install: the program is told to look for one that nobody has
"$python" -m zipfile -l "$work"/wheel/*.whl | grep -q 'dist-info/.*LICENSE' || { echo "FAILED: the wheel has no licence"; exit 1; }
for library in libebur128.so.1 libkissfft-float.so.131 libyaml-0.so.2; do
    mkdir -p "$work/without"
    rm -rf "$work/without/urto"
    cp -r "$package" "$work/without/urto"
    sed -i "s/$library/${library%?}X/" "$work"/without/urto/_library*.so
    PYTHONPATH=$work/without "$python" -c 'import urto' >"$work/without/said" 2>&1 && { echo "FAILED: urto loads without $library"; exit 1; }
    grep -q "ImportError: urto needs the shared library ${library%%[-.]*}: install lib" "$work/without/said" || {
        echo "FAILED: without $library: $(cat "$work/without/said")"
        exit 1
    }
done
# the tree is as it was
[ -z "$(cd "$source" && git status --porcelain frontends/python 2>/dev/null | grep -E 'egg-info|/build/|\.so$' || true)" ] || {
    echo "FAILED: the build left files in the sources"
    exit 1
}
echo "$(ls "$work/notebooks" | wc -l) notebooks executed"
