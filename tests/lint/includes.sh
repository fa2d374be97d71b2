#!/bin/sh
# Who includes whom, against the map in CONTRIBUTING.md.
#   includes.sh PROJECT
# Fails on an include that no row of the map allows, on one written against the rule (see the map), on
# a folder with C files and no row, on a row without a folder, on two .c files of one name, and on an
# exception that nothing needs any more.
set -euf
cd "$1"
map=CONTRIBUTING.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The rows: "row FOLDER MAY..." of the map, "except FROM TO" of the exceptions below it.
awk -F'|' '
    /^<!-- map -->/ { on = 1 }
    /^<!-- end of map -->/ { on = 0 }
    /^\| folder / { kind = "row" }
    /^\| from / { kind = "except" }
    on && /^\| `/ {
        text = kind == "row" ? $2 " " $5 : $2 " " $3
        line = kind
        while (match(text, /`[^`]*`/)) {
            line = line " " substr(text, RSTART + 1, RLENGTH - 2)
            text = substr(text, RSTART + RLENGTH)
        }
        print line
    }' "$map" >"$work/map"
grep -q '^row ' "$work/map" || { echo "$map: there is no map"; exit 1; }

# Top folders with C files; what is built or hidden is not ours.
find . -mindepth 1 -maxdepth 1 -type d ! -name '.*' ! -name build ! -name demo | while read -r top; do
    find "${top#./}" -name '*.[ch]' -o -name '*.inc'
done | sort >"$work/files"

for folder in $(sed -n 's/^row \([^ ]*\).*/\1/p' "$work/map"); do
    [ -d "${folder%/\*}" ] || echo "$map: the row \`$folder\` has no folder"
done >"$work/wrong"

xargs grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]+("[^"]+"|<urto/[^>]+>)' /dev/null \
    <"$work/files" >"$work/includes" || true

awk '
    function folder_of(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "." }
    # a/b/../c is a/c
    function plain(path) {
        while (match(path, /[^\/]+\/\.\.\//)) { path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH) }
        return path
    }
    # the row of a folder: its own, or the longest `folder/*` above it
    function row_of(folder,   up) {
        if (folder in may) { return folder }
        for (up = folder; up ~ /\//; ) {
            up = folder_of(up)
            if ((up "/*") in may) { return up "/*" }
        }
        return ""
    }
    function allowed(row, to, header,   list, i, n) {
        n = split(may[row], list, " ")
        for (i = 1; i <= n; i++) {
            if (list[i] == to || list[i] == header || (list[i] == "*" && to !~ /^tests(\/|$)/)) { return 1 }
        }
        return 0
    }
    FILENAME ~ /map$/ && $1 == "row" {
        may[$2] = " "
        for (i = 3; i <= NF; i++) { may[$2] = may[$2] $i " " }
        next
    }
    FILENAME ~ /map$/ {
        for (i = 3; i <= NF; i++) { except[$2 " " $i] = 1 }
        next
    }
    FILENAME ~ /files$/ {
        exists[$1] = 1
        folder = folder_of($1)
        if (row_of(folder) == "" && !(folder in told)) {
            print $1 ": the folder " folder " has no row in the map"
            told[folder] = 1
        }
        if ($1 ~ /\.c$/) {
            # shells of formats mirror each other, and so do tests: twins are their way
            twin = substr($1, match($1, /[^\/]*$/))
            if ($1 !~ /^tests\// && ($1 !~ /^frontends\// || $1 ~ /^frontends\/host\//)) {
                if (twin in first) {
                    pair = first[twin] " " $1
                    if (pair in except) { used[pair] = 1 }
                    else { print $1 ": has the name of " first[twin] }
                } else { first[twin] = $1 }
            }
        }
        next
    }
    {
        split($0, part, ":")
        file = part[1]
        place = part[1] ":" part[2]
        match($0, /["<][^">]+[">][^">]*$/)
        name = substr($0, RSTART + 1)
        sub(/[">].*/, "", name)
        public = $0 ~ /</
        from = folder_of(file)
        header = ""
        if (public) {
            path = "include/" name
            header = name
        } else if (name !~ /\//) {
            path = from "/" name
        } else {
            path = from ~ /^src\// ? plain(from "/" name) : name
        }
        if (!(path in exists)) {
            print place ": \"" name "\" is not written as the map says: a plain name in the same folder, relative inside src, else from the root"
            next
        }
        to = folder_of(path)
        row = row_of(from)
        if (to == from || row == "" || allowed(row, to, header)) { next }
        if ((from " " to) in except) { used[from " " to] = 1; next }
        if (public && (from " " header) in except) { used[from " " header] = 1; next }
        print place ": " from " -> " (public ? header : to) " is not in the map; the row `" row "` allows:" may[row]
    }
    END {
        for (pair in except) {
            if (!(pair in used)) {
                split(pair, two, " ")
                print "the exception " two[1] " -> " two[2] " is not needed any more: take it out of the map"
            }
        }
    }' "$work/map" "$work/files" "$work/includes" >>"$work/wrong"

if [ -s "$work/wrong" ]; then
    cat "$work/wrong"
    exit 1
fi
