#!/bin/sh
# Compilers that are there and cannot build, as after half an installation: the build says so and goes without what they
# are for; where the tests are required, it says what is missing.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
for name in clang clang-20 clang-21 clang-22; do
    printf '#!/bin/sh\necho "cannot find libclang_rt" >&2\nexit 1\n' >"$work/bin/$name"
    chmod +x "$work/bin/$name"
done
configure() {
    PATH="$work/bin:$PATH" CC=cc cmake -S "$1" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DURTO_BUILD_TESTS=ON \
        -DURTO_REQUIRE_TESTS="$2" >"$work/log" 2>&1
}
configure "$1" OFF || { cat "$work/log"; exit 1; }
for text in "going without $work/bin/clang-22: it cannot build with -fsanitize=realtime" \
    "going without $work/bin/clang: it cannot build with -fsanitize=thread" \
    "going without $work/bin/clang: it cannot build with -fsanitize=address,undefined,fuzzer"; do
    grep -qF -e "$text" "$work/log" || { echo "not said: $text"; cat "$work/log"; exit 1; }
done
if grep -F "$work/bin/" "$work/build/build.ninja"; then
    echo "a compiler that cannot build is used"
    exit 1
fi
if configure "$1" ON; then
    echo "the tests of real time are required, and left out"
    exit 1
fi
grep -q "need clang with RealtimeSanitizer" "$work/log" || { cat "$work/log"; exit 1; }
