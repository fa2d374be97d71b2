# Bad scenes: exit 2, exactly the expected messages, no output file, bounded memory.
. "$(dirname "$0")/../support/common.sh"

count=0
for scene in "$source_dir"/tests/data/bad/*.yaml; do
    name=$(basename "$scene" .yaml)
    cp "$scene" .
    expect_exit 2 "$urto" render "$name.yaml" -o sound.wav
    cmp -s err "$source_dir/tests/data/bad/$name.txt" || {
        complain "$name.yaml says something else:"
        cat err >&2
    }
    [ -e sound.wav ] && complain "$name.yaml made a sound"
    rm -f "$name.yaml"
    count=$((count + 1))
done
[ $count -ge 80 ] || complain "only $count bad scenes"

# the large ones are made here; 300 MB of memory must do, unless a sanitizer needs more
limit="ulimit -v 300000;"
[ "${4:-}" = sanitized ] && limit=
expect_limited() {
    code=0
    sh -c "$limit exec \"\$@\"" sh "$urto" scene check "$1" >out 2>err || code=$?
    [ $code = 2 ] || complain "$1: exit $code"
    expect_text err "$1:$2"
}
truncate -s 1G zeros.yaml
expect_limited zeros.yaml "1:1: larger than 1 MiB"
head -c 100000 /dev/zero | tr '\0' '[' >deep.yaml
expect_limited deep.yaml "1:17: nested more than 16 deep"
{ printf 'a: &a0 [x]\n'; for i in $(seq 1 40); do
    printf 'b%s: &a%s [*a%s, *a%s]\n' $i $i $((i - 1)) $((i - 1)); done; } >bomb.yaml
expect_limited bomb.yaml "2:10: an alias"
{ echo "bodies:"; seq -f '  b%.0f: {type: mass}' 1 40000; } >many.yaml
expect_limited many.yaml "25001:11: more than 100000 values"
{ printf 'title: "'; head -c 2000000 /dev/zero | tr '\0' 'x'; echo '"'; } >long.yaml
expect_limited long.yaml "1:1: larger than 1 MiB"
{ echo "a:"; head -c 400000 /dev/zero | tr '\0' '-' | sed 's/-/- a\n/g'; } | head -c 1000000 >items.yaml
expect_limited items.yaml "99999:3: more than 100000 values"
expect_exit 2 "$urto" scene check .
expect_exit 2 "$urto" scene check none.yaml
expect_text err none.yaml
expect_exit 2 "$urto" render glas-bar
expect_text err "did you mean glass-bar"
finish
