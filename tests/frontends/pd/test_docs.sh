# docs/pd.md says what the objects do.
#   test_docs.sh URTO WORK PD_HELP DOCS
set -eu
mkdir -p "$2"
{
    "$3" --markdown
    echo
} >"$2/now"
sed -e '1,/^<!-- reference -->$/d' -e '/^<!-- end -->$/,$d' "$4/pd.md" >"$2/docs"
diff "$2/docs" "$2/now"
