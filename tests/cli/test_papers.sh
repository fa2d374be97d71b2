# The report: rows, files, exit codes.
. "$(dirname "$0")/../support/common.sh"

expect_exit 0 "$urto" papers -o report/deep
results=report/deep/results.json
page=report/deep/index.html
expect_json $results 'type == "array" and length > 100'
expect_json $results 'all(.[]; keys == ["item","ok","ours","paper","published","quantity","tolerance"])'
expect_json $results 'all(.[]; .ok == true)'
expect_json $results '[.[].paper] | unique == ["000","001","002","004"]'
expect_json $results '[.[] | .paper + " " + .item] | unique == ["000 fig 3","000 fig 4","000 fig 5",
    "000 fig 6","001 fig 1","001 fig 2","001 fig 3","001 fig 4","001 fig 5","001 fig 6","001 fig 7",
    "001 fig 8","001 table 1","002 fig 1","002 fig 2","002 fig 3","002 fig 4","002 fig 5",
    "004 fig 1","004 fig 10","004 fig 2","004 fig 3","004 fig 4","004 fig 5","004 fig 6","004 fig 7"]'
# a row is judged by its own numbers
expect_json $results 'all(.[] | select((.published | type) == "number");
    .ok == ((.ours - .published | fabs) <= .tolerance))'
# a reference that is not printed says where it is from, at the end
expect_json $results 'all(.[] | select(.quantity | test("independently")); .quantity | endswith(", computed independently"))'
expect_json $results 'all(.[] | select(.quantity | test("by eq")); .quantity | test(", by eq[.] [(][0-9]+[)]$"))'
expect_json $results '[.[] | select(.paper == "000" and (.item == "fig 3" or .item == "fig 5" or .item == "fig 6")
    and (.published | type == "number"))] | all(.quantity | test(", (computed independently|by [^,]*)$"))'
# table 1: 24 printed errors of schemes, six of them n.e., and two of the approximation
expect_json $results '[.[] | select(.item == "table 1" and .published != "past the paper")] | length == 26'
expect_json $results '[.[] | select(.item == "table 1" and .published == "n.e." and .ours == "n.e.")] | length == 6'
expect_json $results '.[] | select(.quantity == "(b) Heun: H error [%]") | .published == -9.164'

expect_text $page 'data:image/svg+xml;base64,'
expect_text $page 'prefers-color-scheme:dark'
expect_text $page 'name="viewport"'
grep -Eq '(src|href)="(http|/)' $page && complain "the page is not self-contained"
[ "$(grep -c '<article>' $page)" = 26 ] || complain "26 items in the page"

expect_exit 0 "$urto" papers 002 002 --out some
[ "$(grep -c '^002 ' out)" = 1 ] || complain "002 twice"
expect_json some/results.json '[.[].paper] | unique == ["002"]'
expect_exit 0 "$urto" papers --list
expect_text out "table 1"

echo file >blocked
expect_exit 1 "$urto" papers 002 --out blocked
[ "$(wc -l <err)" = 1 ] || complain "blocked: not one line"
mkdir empty
expect_exit 1 env PATH="$PWD/empty" "$urto" papers 002 --out nogp
expect_text err "gnuplot-nox"
[ -z "$(ls -A nogp)" ] || complain "half a report was written"

"$source_dir/tools/demo" "$urto" demo >demo.out 2>&1 || complain "tools/demo failed"
[ "$(wc -l <demo.out)" -le 3 ] || complain "tools/demo says more than three lines"
expect_text demo.out demo/index.html
[ -s demo/papers/index.html ] || complain "the demo has no report of the papers"
finish
