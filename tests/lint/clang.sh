#!/bin/sh
# Clean with clang's warnings as errors too, in a build of its own.
set -eu
dir="$2/lint-clang"
cmake -S "$1" -B "$dir" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Release \
    -DURTO_WERROR=ON -DURTO_REQUIRE_TESTS=ON -DURTO_FUZZ=OFF >/dev/null
cmake --build "$dir" -j "$(nproc)"
