#!/bin/sh
# Each public header compiles alone, as C17 and as C++; says of each function from which thread to call it; and
# begins with an example that compiles.
set -eu
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in "$1"/include/urto/*.h; do
    name=urto/$(basename "$header")
    printf '#include <%s>\n' "$name" |
        clang -std=c17 -Wall -Wextra -Wpedantic -Wno-empty-translation-unit -Werror -fsyntax-only \
            -x c -I "$1/include" -
    printf '#include <%s>\n' "$name" |
        clang -std=c++17 -Wall -Wextra -Wpedantic -Werror -nostdinc++ -fsyntax-only -x c++ \
            -I "$1/include" -
    # the thread: in the comment of the function, or for all of them in that of the file
    grep -q 'All functions are \[any\]' "$header" || awk -v name="$name" '
        /^\/\*\*/ { comment = "" }
        { comment = comment $0 }
        /^URTO_API/ { if (comment !~ /\[(setup|audio|any)\]/) { print name ": no thread is named for: " $0; bad = 1 }; comment = "" }
        END { exit bad }' "$header" || failed=1
    case $name in
    urto/api.h | urto/urto.h | urto/version.h) continue ;;
    esac
    # indented blocks of the first comment that hold statements
    awk '
        function end() { if (block ~ /;/) printf "%s", block; block = "" }
        /^ \*      / { block = block substr($0, 9) "\n"; next }
        { end() }
        /\*\/$/ { exit }' "$header" >"$work/example"
    [ -s "$work/example" ] || { echo "$name has no example"; failed=1; continue; }
    {
        echo '#include <stdio.h>'
        echo '#include <urto/scene_instrument.h>'
        echo '#include <urto/urto.h>'
        cat <<'C'
void *my_allocate(void *context, size_t bytes);
void my_release(void *context, void *memory);
int my_pool;
UrtoDiagnostic why;
UrtoWorldDef *def;
UrtoWorld *world;
UrtoInstrument *instrument;
const float *const *in;
float *const *out;
void example(void);
void example(void)
{
C
        cat "$work/example"
        echo '}'
    } >"$work/example.c"
    clang -std=c17 -Wall -Wextra -Werror -Wno-unused-variable -Wno-unused-but-set-variable -Wno-shadow -fsyntax-only \
        -I "$1/include" "$work/example.c" || { echo "the example of $name does not compile"; cat "$work/example"; failed=1; }
done
exit $failed
