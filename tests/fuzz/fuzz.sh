# Runs a fuzzer for some seconds from files that make sense.
#   fuzz.sh FUZZER FOLDER SECONDS LONGEST DICTIONARY SEED...      DICTIONARY may be empty
set -eu
fuzzer=$1
folder=$2
seconds=$3
longest=$4
dictionary=$5
shift 5
rm -rf "$folder"
mkdir -p "$folder/found" "$folder/seeds"
for seed; do # two may have one name
    cp "$seed" "$folder/seeds/$#-${seed##*/}"
    shift
done
cd "$folder"
UBSAN_OPTIONS=halt_on_error=1 "$fuzzer" -max_total_time="$seconds" -max_len="$longest" \
    ${dictionary:+-dict="$dictionary"} -rss_limit_mb=1500 -malloc_limit_mb=1000 -timeout=60 -print_final_stats=1 -verbosity=0 found seeds
