#!/bin/sh
# The build of the page says whether its tools are missing (77) or it is wrong (1), and `make test` goes on after the first
# only; make and make demo ask for none of its tools.
#   test_build.sh ROOT WORK
set -eu
root=$1
work=$2
fail() {
    echo "$1" >&2
    exit 1
}
rm -rf "$work"
mkdir -p "$work/tree/frontends/web" "$work/bin"
cd "$work"

# a copy of what builds the page, in this tree's place
for entry in "$root"/*; do
    case ${entry##*/} in build | frontends) ;; *) ln -s "$entry" tree/ ;; esac
done
(cd "$root/frontends/web" && cp -r $(ls | grep -vx -e node_modules -e dist) "$work/tree/frontends/web")
build() { # expected status; the page of before stays
    mkdir -p tree/frontends/web/dist
    echo before >tree/frontends/web/dist/index.html
    status=0
    PATH=$work/bin:$PATH tree/frontends/web/build folder >out 2>&1 || status=$?
    [ "$status" = "$1" ] || fail "build exits with $status, must with $1: $(cat out)"
    [ "$(cat tree/frontends/web/dist/index.html)" = before ] || fail "the page of before is gone"
}
stub() { # NAME, its text on standard input
    { echo '#!/bin/sh' && cat; } >"bin/$1"
    chmod +x "bin/$1"
}
echo 'exit 1' | stub npm
build 77
[ -s folder/without ] || fail "nothing tells the tests"
if [ -f /usr/lib/wasm32-wasi/crt1-reactor.o ] && command -v wasm-ld-22 >/dev/null; then
    echo 'mkdir -p node_modules && touch node_modules/.package-lock.json' | stub npm
    mkdir -p folder/libyaml/libyaml-0.2.5/src
    touch folder/libyaml/libyaml-0.2.5/src/api.c
    echo 'echo "this is not C" >&2; exit 1' | stub clang-22
    build 1
    [ ! -e folder/without ] || fail "the tests are told to leave themselves out"
fi

# what make test does then
mkdir -p make/tools make/frontends/web
cp "$root/Makefile" make/
for name in npm cmake tools/install-packages; do
    stub true </dev/null
    case $name in tools/*) cp bin/true "make/$name" ;; *) cp bin/true "bin/$name" ;; esac
done
tested() { # status of the build, expected status of make
    printf '#!/bin/sh\nexit %s\n' "$1" >make/frontends/web/build
    chmod +x make/frontends/web/build
    status=0
    (cd make && PATH=$work/bin:$PATH MAKEFLAGS= make web-tested) >out 2>&1 || status=1
    [ "$status" = "$2" ] || fail "after a build of the page that exits with $1, make exits with $status: $(cat out)"
}
tested 0 0
tested 77 0
grep -q "WITHOUT the tests of the page" out || fail "it does not say what is left out"
tested 1 1

# nobody needs node to build the program
(cd make && MAKEFLAGS= make -n && MAKEFLAGS= make -n demo) >out 2>&1 || fail "$(cat out)"
! grep -E 'node|npm|chromium' out || fail "make or make demo asks for the tools of the page"
! awk '!/^#/ && ($2 == "build" || $2 == "report")' "$root/packages.txt" | grep -E '^(node|npm|chromium)' ||
    fail "the groups build and report have tools of the page"
