# urto-listen: its messages, the marks in a file, gains, and that the docs have a row for each preset.
. "$(dirname "$0")/../support/common.sh"

expect_exit 2 "$urto" --loud
expect_text err "unknown option, see urto-listen --help: --loud"
expect_exit 2 "$urto" mallet/kazoo
expect_text err "no instrument or preset mallet/kazoo"
expect_exit 2 "$urto" --docs
expect_text err "a file must follow --docs"
expect_exit 2 "$urto" --sound "$0"
expect_text err "not a sound file of one or two channels"
expect_exit 0 "$urto" --help
expect_text out "Usage: urto-listen"

# a file without marks stays as it is
echo "no marks" >plain.md
expect_exit 2 "$urto" --docs plain.md mallet/wood-block
expect_text err "has no marks <!-- listen -->: plain.md"
[ "$(cat plain.md)" = "no marks" ] || complain "plain.md was changed"
# what stands between the marks is replaced, nothing else
printf 'before\n<!-- listen -->\nold\n<!-- end of listen -->\nafter\n' >marked.md
expect_exit 0 "$urto" --docs marked.md mallet/wood-block
"$urto" mallet/wood-block >table
{ printf 'before\n<!-- listen -->\n'; cat table; printf '<!-- end of listen -->\nafter\n'; } | cmp -s - marked.md ||
    complain "marked.md is not before, table, after"

# the docs: the heading, and a row for each preset in order
"$urto" --shape >shape
sed -n '/^<!-- listen -->/,/^<!-- end of listen -->/p' "$source_dir/docs/playing.md" | grep '^|' | grep -v '^| \*' |
    sed '3,$s/^\(| [^|]* |\).*/\1/' >docs
cmp -s shape docs || complain "docs/playing.md is not of this program, run make listen: $(diff shape docs | head -n 3)"
# and none of its figures breaks a rule
sed -n '/^<!-- listen -->/,/^<!-- end of listen -->/p' "$source_dir/docs/playing.md" | grep '^| [a-z][a-z-]*/' | sed 's/−/-/g' |
    awk -F ' *[|] *' '{ split($12, velocity, ","); most = split(velocity[1], span, "/")
        bad = $10 > 1.5 || $11 > 6 || velocity[2] > 4 || $13 > -6 || $14 != "free" || $15 + 0 >= 0.1 || $16 > 6 || $17 < 0
        for (i = 1; i <= most; i++) bad = bad || span[i] < 24 || span[i] > 36
        if (bad) { print $2 } n++ } END { if (n < 50) print "too few rows: " n }' >broken
[ ! -s broken ] || complain "docs/playing.md has figures that break a rule: $(cat broken)"

# gains: quarters of a decibel for 128 keys, added to those in use; other instruments keep theirs
expect_exit 0 "$urto" --trims trims.inc bounce/marble
expect_text out "trims.inc: "
row() { tr '\n' ' ' <trims.inc | sed "s/.*{\"$1\", 0, {\([^}]*\)}.*/\1/" | tr -d ' '; }
once=$(row bounce)
[ "$(echo "$once" | tr ',' '\n' | wc -l)" = 128 ] || complain "a row has not 128 keys"
[ "$(row mallet | tr ',' '\n' | sort -u)" = 0 ] || complain "mallet was not measured, and has gains"
expect_exit 0 "$urto" --trims trims.inc bounce/marble
twice=$(echo "$once" | tr ',' '\n' | awk '{ d = 2 * $1; print (d > 127 ? 127 : d < -127 ? -127 : d) }' | xargs | tr ' ' ,)
[ "$(row bounce)" = "$twice" ] || complain "gains are not added to those in use"
finish
