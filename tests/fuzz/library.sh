# Compiles sources for fuzzers into one archive.
#   library.sh ARCHIVE FOLDER SOURCE... -- COMPILER FLAG...
set -eu
archive=$1
folder=$2
shift 2
rm -rf "$folder" "$archive"
mkdir -p "$folder"
sources=
while [ "$1" != -- ]; do
    sources="$sources $1"
    shift
done
shift
cd "$folder"
# several folders have sources of the same name, so objects are numbered
number=0
for source in $sources; do
    number=$((number + 1))
    echo "$source -o $number.o"
done | xargs -n 3 -P "$(nproc)" "$@" -c
ar rc "$archive" ./*.o
