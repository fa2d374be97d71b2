#!/bin/sh
# Every function that the headers declare has a row in a table of bad input, and no row is of another.
# complete.sh SOURCE PROGRAM...
set -eu
source=$1
shift
declared=$(cat "$source"/include/urto/*.h | tr '\n' ' ' | sed 's/URTO_API/\n&/g' |
    sed -n 's/^URTO_API [^(;]*[ *]\(urto_[a-z0-9_]*\)(.*/\1/p' | sort)
rows=$(for program; do "$program" --list; done | sort)
[ "$declared" = "$rows" ] && exit 0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "$declared" >"$folder/declared"
echo "$rows" >"$folder/rows"
echo "declared (<) and in a table (>):"
diff "$folder/declared" "$folder/rows"
