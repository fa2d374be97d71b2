# Files: trajectory, plots, atomic writing.
. "$(dirname "$0")/../support/common.sh"

expect_exit 0 "$urto" impact --scheme rk4,two-point --trajectory t.csv
[ "$(head -n 1 t.csv)" = "scheme,index,time,compression,velocity,force,energy,iterations" ] ||
    complain "header of t.csv"
awk -F, 'NR > 1 && NF != 8 { bad = 1 } NR > 1 { seen[$1]++ }
    END { exit bad || seen["rk4"] < 7 || seen["two-point"] < 7 }' t.csv || complain "rows of t.csv"
awk -F, '$1 == "rk4" && $2 == 0 { exit !($4 == 0 && $5 == 1) }' t.csv || complain "first sample"

expect_exit 0 "$urto" impact --plot p.svg
[ "$(head -c 5 p.svg)" = "<?xml" ] || complain "p.svg is no SVG"
for text in "Phase portrait" "Force loop" "Energy" "Displacement" "log-two-point" "exact"; do
    expect_text p.svg "$text"
done
expect_exit 0 "$urto" impact --plot p.png --scheme rk4
[ "$(head -c 8 p.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || complain "p.png is no PNG"

# odd names are only names
expect_exit 0 "$urto" impact --scheme rk4 --plot "a'b \$(touch x).svg"
[ -s "a'b \$(touch x).svg" ] || complain "a file with an odd name"
[ -e x ] && complain "a file name was run by a shell"

# what cannot be written leaves nothing behind
mkdir folder.csv folder.svg
before=$(ls -A)
expect_one_line() {
    [ "$(wc -l <err)" = 1 ] || complain "stderr has not one line for $1"
    expect_text err "$1"
}
expect_exit 1 "$urto" impact --trajectory none/t.csv
expect_one_line none/t.csv
expect_exit 1 "$urto" impact --plot none/p.svg
expect_one_line none/p.svg
expect_exit 1 "$urto" impact --trajectory folder.csv
expect_one_line folder.csv
expect_exit 1 "$urto" impact --plot folder.svg
expect_one_line folder.svg
ln -s t.csv link.csv
expect_exit 1 "$urto" impact --trajectory link.csv
expect_one_line "link.csv: it is a symbolic link"
[ -L link.csv ] || complain "a link was replaced"
rm link.csv
expect_exit 2 "$urto" impact --plot p.pdf
expect_one_line p.pdf
expect_exit 2 "$urto" impact --trajectory t.txt
expect_one_line t.txt
[ "$before" = "$(ls -A)" ] || complain "files were left: $(ls -A)"
if [ "$(id -u)" != 0 ]; then
    mkdir locked
    chmod 555 locked
    expect_exit 1 "$urto" impact --trajectory locked/t.csv
    [ -z "$(ls -A locked)" ] || complain "files in a locked folder"
fi

# a file that is there stays as it was when a new one cannot be made
echo old >keep.svg
mkdir empty
expect_exit 1 env PATH="$PWD/empty" "$urto" impact --plot keep.svg
expect_text err "gnuplot-nox"
[ "$(cat keep.svg)" = old ] || complain "keep.svg was changed"
ls -A | grep -q '^\.urto' && complain "a temporary file is left"

# what is drawn: 10 g at 1 m/s without losses, 43.53 um deep; 287 N; 5 mJ all the time, exact and computed
mkdir bin
printf '#!/bin/sh\ncat >"%s/script"\necho "<?xml"\n' "$PWD" >bin/gnuplot
chmod +x bin/gnuplot
expect_exit 0 env PATH="$PWD/bin:$PATH" "$urto" impact --scheme two-point --damping 0 --plot drawn.svg
awk '/^\$data/ { panel += $1 == "$data0"; at = panel substr($1, 6); next } /^END/ { at = "" }
    at != "" && NF == 2 {
        if (!(at in n) || $1 < left[at]) left[at] = $1
        if (!(at in n) || $1 > right[at]) right[at] = $1
        if (!(at in n) || $2 < low[at]) low[at] = $2
        if (!(at in n) || $2 > high[at]) high[at] = $2
        n[at]++
    }
    END { for (at in n) print at, left[at], right[at], low[at], high[at] }' script | sort >drawn
# panel and curve (0 exact, 1 computed), number of a column of its extent, least, most
while read -r curve column least most; do
    awk -v curve="$curve" -v column="$column" -v least="$least" -v most="$most" \
        '$1 == curve { found = $column >= least && $column <= most } END { exit !found }' drawn ||
        complain "curve $curve: $(grep "^$curve " drawn)"
done <<'END'
10 5 43.52 43.54
11 5 43 43.6
20 3 43.52 43.54
20 4 -1.001 -0.999
20 5 0.999 1.001
21 4 -1.001 -0.999
21 3 43 43.6
30 5 286 288
31 5 230 288
40 4 4.999 5.001
40 5 4.999 5.001
41 4 4.999 5.001
41 5 4.999 5.001
END
finish
