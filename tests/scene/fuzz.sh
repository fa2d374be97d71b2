# Runs the fuzzer for some seconds from the scenes that ship and the bad ones.
#   fuzz.sh FUZZER SOURCE FOLDER SECONDS
set -eu
rm -rf "$3"
mkdir -p "$3/found" "$3/seeds"
cp "$2"/scenes/*.yaml "$2"/tests/bad/*.yaml "$3/seeds"
cd "$3"
UBSAN_OPTIONS=halt_on_error=1 "$1" -max_total_time="$4" -max_len=8192 -rss_limit_mb=1500 \
    -malloc_limit_mb=1000 -timeout=60 -print_final_stats=1 -verbosity=0 found seeds
