# Sourced by every test: sh test_X.sh URTO FOLDER SOURCE
set -eu
urto=$1
folder=$2
source_dir=$3
failures=0
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
export URTO_PRESETS="$folder/presets" # not those of whoever runs the test

complain() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# expect_text FILE PATTERN: the file has a line that contains the fixed string
expect_text() {
    grep -qF -e "$2" "$1" || complain "$1 does not contain: $2"
}

# expect_exit CODE COMMAND...: output in out, errors in err
expect_exit() {
    wanted=$1
    shift
    code=0
    "$@" >out 2>err || code=$?
    [ "$code" = "$wanted" ] || complain "exit $code, not $wanted: $*"
}

# expect_json FILE EXPRESSION: jq finds it true
expect_json() {
    jq -e "$2" "$1" >/dev/null || complain "$1: not true: $2"
}

# needs PROGRAM: what a test cannot do without; packages.txt lists it
needs() {
    command -v "$1" >/dev/null 2>&1 || complain "$1 is not installed, see packages.txt"
}

finish() {
    [ "$failures" = 0 ] || exit 1
}
