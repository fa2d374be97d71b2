# docs/scenes.md holds the reference that the table of keys makes.
. "$(dirname "$0")/../support/common.sh"
"$urto" scene schema --markdown >reference
sed -n '/<!-- reference -->/,/<!-- end -->/p' "$source_dir/docs/scenes.md" | sed '1d;$d' >documented
cmp -s reference documented || {
    complain "docs/scenes.md is not what urto scene schema --markdown says:"
    diff documented reference >&2 || true
}
# every scene that ships is told of
for name in $("$urto" scene list --brief); do
    expect_text "$source_dir/docs/scenes.md" "\`$name\`"
done
finish
