# The report: rows, files, exit codes.
. "$(dirname "$0")/../support/common.sh"

# the demo makes the whole report
"$source_dir/tools/demo" "$urto" demo >demo.out 2>&1 || complain "tools/demo failed"
steps=$((1 + $("$urto" instruments --brief | grep -vc '^bump$') + $("$urto" scene list --brief | wc -l)))
grep -q "^ *$steps of $steps  " demo.out || complain "the demo does not count to $steps: $(cat demo.out)"
expect_text demo.out "a second program of ours: $(jq '[.[] | select(.source == "second program")] | length' demo/papers/results.json)"
expect_text demo.out demo/index.html
for name in $("$urto" instruments --brief | grep -v '^bump$'); do
    [ -s demo/tune-$name.flac ] && [ -s demo/tune-$name.png ] || complain "the demo has no tune of $name"
    expect_text demo/index.html "tune-$name.png"
done
for name in $("$urto" scene list --brief); do
    [ -s demo/$name.png ] && grep -q "touch\|[0-9] ms" demo/$name-bodies.svg || complain "the demo has no pictures of $name"
    expect_text demo/index.html "<section id=\"$name\">"
done
grep -q 'More scenes' demo/index.html && complain "a scene that ships is in no chapter"
grep '<audio' demo/index.html | grep -vq 'aria-label="' && complain "a sound without a name"
grep -o 'src="[^"]*"' demo/index.html | sed 's/src="//; s/"//' | while read -r file; do [ -s "demo/$file" ] || echo "$file"; done >missing
[ -s missing ] && complain "files that are not there: $(cat missing)"
expect_text demo/index.html "are with the masses that flew away"
# without gnuplot or sox: a word, and a page; what fails leaves no page
mkdir bin
for program in $(ls /usr/bin /bin | grep -vx 'gnuplot\|gnuplot-nox\|sox\|soxi' | sort -u); do ln -sf "$(command -v "$program")" "bin/$program" 2>/dev/null || true; done
printf '#!/bin/sh\ncase "$1 $2" in "scene list") echo glass-bar ;; "instruments --brief") printf "mallet\\nbump\\n" ;; "render glass-bar") [ -e broken ] && { echo "no render" >&2; exit 1; }; exec "%s" "$@" ;; *) exec "%s" "$@" ;; esac\n' "$urto" "$urto" >few
chmod +x few
expect_exit 0 env PATH="$PWD/bin" "$source_dir/tools/demo" ./few less
expect_text out "gnuplot is not here (Debian: gnuplot-nox)"
expect_text less/index.html "The report was left out"
grep -q '<figure>' less/index.html && complain "pictures without gnuplot"
touch broken
expect_exit 1 env PATH="$PWD/bin" "$source_dir/tools/demo" ./few less
expect_text err "no render"
expect_text err "there is no page in less"
[ -e less/index.html ] && complain "a page after a step that failed"
results=demo/papers/results.json
page=demo/papers/index.html
expect_json $results 'type == "array" and length > 500'
expect_json $results 'all(.[]; (keys - ["because"]) == ["bound","id","ours","quantity","reference","source","tolerance","verdict","why"])'
expect_json $results '[.[].id] | length == (unique | length)'
expect_json $results '[.[].id[0:3]] | unique == ["000","001","002","004"]'
# every row has a source and says why; a tolerance above a tenth needs the paper's own words
expect_json $results 'all(.[]; .why != "" and (.source | IN("printed", "printed words", "equation", "second program", "our own finding")))'
expect_json $results 'all(.[] | select(.source != "printed words" and .reference != 0); .tolerance <= 0.1 * (.reference | fabs))'
# only a source that says so gives a bound that cannot fail on one side
expect_json $results 'all(.[] | select(.bound == "at most"); .source | IN("printed words", "our own finding"))'
# a row is judged by its own numbers
expect_json $results 'all(.[]; (.verdict == "agrees") == ((.ours - .reference) as $d
    | $d <= .tolerance and (.bound == "at most" or $d >= -.tolerance)))'
expect_json $results 'all(.[] | select(.verdict == "contradicts the paper"); .source | IN("printed", "printed words", "equation"))'
# what does not agree is explained, and known
expect_json $results 'all(.[] | select(.verdict != "agrees"); .because != "")'
expect_json $results '[.[] | select(.verdict != "agrees") | .id] | sort == ["001.table1.a.am1.h", "001.table1.a.numres",
    "001.table1.b.numres", "002.4.misprint", "002.iterations.most", "004.test.printed.1e10", "004.test.printed.1e12"]'
# the list at the top of the page counts each of them
listed=$(sed -n '/What does not agree/,/<\/ul>/p' $page | awk '/<li>/ { n++ } match($0, /same holds for [0-9]+/) { n += substr($0, RSTART + 15) } END { print n + 0 }')
[ "$listed" = 7 ] || complain "the page lists $listed results that do not agree, not 7"
# table 1: 24 printed errors of schemes, six of them n.e.
expect_json $results '[.[] | select((.id | startswith("001.table1")) and (.why | test("table 1[(][ab][)]$")))] | length == 24'
expect_json $results '[.[] | select(.why | test("^n.e."))] | length == 6'
expect_json $results '.[] | select(.id == "001.table1.b.heun.h") | .reference == -9.164'
# the last line, the page and the file have the same counts
sentence=$(tail -n 1 demo/papers.log)
expect_text $page "$sentence"
expect_text demo.out "$sentence"
[ "${sentence%% *}" = "$(jq length $results)" ] || complain "the last line counts otherwise: $sentence"

[ "$(wc -c <$page)" -le 2000000 ] || complain "the page is larger than 2 MB"
expect_text $page 'prefers-color-scheme: dark'
expect_text $page 'name="viewport"'
grep -Eq '(src|href)="(http:|/)' $page && complain "the page is not self-contained"
grep -o 'src="[^"]*"' $page | sort -u | sed 's/src="//; s/"//' | while read -r picture; do
    [ -s "demo/papers/$picture" ] || echo "$picture"
done >missing
[ -s missing ] && complain "pictures that are not there: $(cat missing)"
grep '<img' $page | grep -vq 'loading="lazy"' && complain "a picture is not loaded when seen"
[ "$(grep -c '<section ' $page)" = "$("$urto" papers --list | grep -c '^     ')" ] || complain "a section for every item"

expect_exit 0 "$urto" papers 002 002 --out some
[ "$(grep -c '^002 ' out)" = 1 ] || complain "002 twice"
expect_json some/results.json '[.[].id[0:3]] | unique == ["002"]'
expect_exit 0 "$urto" papers --list
expect_text out "001.table1"

expect_exit 0 "$urto" papers --figure 000.5 -o report/one
expect_json report/one/results.json 'length > 3 and all(.[]; .id | startswith("000.5."))'
expect_exit 2 "$urto" papers --figure 004.8 -o none
expect_text err "004.6"
[ "$(wc -l <err)" = 1 ] || complain "unknown figure: not one line"
expect_exit 2 "$urto" papers --figure tabel1 -o none
expect_text err "must be of: 001.table1"
expect_exit 2 "$urto" papers --figure 9 -o none
expect_text err "urto papers --list"
[ -e none ] && complain "a folder for a figure that does not exist"

echo file >blocked
expect_exit 1 "$urto" papers 002 --out blocked
[ "$(wc -l <err)" = 1 ] || complain "blocked: not one line"
# a full disk: one message, nothing stays
code=0
(ulimit -f 8 && "$urto" papers --figure 000.3 -o full >out 2>err) || code=$?
[ "$code" = 1 ] || complain "a full disk is not an error"
[ "$(wc -l <err)" = 1 ] || complain "full: not one line"
[ -z "$(find full -type f)" ] || complain "half a report was written: $(find full -type f)"
# neither does a folder, nor after Ctrl-C
[ ! -e full ] || complain "an empty folder was left: $(find full)"
mkdir kept
for folder in stopped/below kept; do
    env --default-signal=INT "$urto" papers -o $folder >out 2>err &
    pid=$!
    sleep 1
    kill -INT $pid
    code=0
    wait $pid || code=$?
    [ "$code" = 130 ] || complain "papers: exit $code after SIGINT"
done
[ ! -e stopped ] && [ -d kept ] && [ -z "$(ls -A kept)" ] || complain "after Ctrl-C: $(find stopped kept)"
# without gnuplot the numbers are written, and the pictures that are missing are counted
mkdir empty
expect_exit 0 env PATH="$PWD/empty" "$urto" papers 002 --out nogp
expect_text err "gnuplot-nox"
expect_text err "002.1-1.svg"
expect_json nogp/results.json 'length > 30'
grep -q '<img' nogp/index.html && complain "the page asks for pictures that are not there"
# what replaces a file of an earlier report stays when the disk is full
cp -R report/one both
code=0
(ulimit -f 8 && "$urto" papers --figure 000.3 -o both >out 2>err) || code=$?
[ "$code" = 1 ] || complain "a full disk is not an error beside an old report"
[ -s both/index.html ] && [ -s both/pictures/000.5-1.svg ] || complain "an old report was taken apart"
[ -z "$(ls -A nogp/pictures)" ] || complain "pictures without gnuplot"

finish
