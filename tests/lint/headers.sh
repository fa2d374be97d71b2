#!/bin/sh
# Each public header compiles alone, as C17 and as C++.
set -eu
for header in "$1"/include/urto/*.h; do
    name=urto/$(basename "$header")
    printf '#include <%s>\n' "$name" |
        clang -std=c17 -Wall -Wextra -Wpedantic -Wno-empty-translation-unit -Werror -fsyntax-only \
            -x c -I "$1/include" -
    printf '#include <%s>\n' "$name" |
        clang -std=c++17 -Wall -Wextra -Wpedantic -Werror -nostdinc++ -fsyntax-only -x c++ \
            -I "$1/include" -
done
