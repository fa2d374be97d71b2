# The list of instruments is the table of the library, and so is docs/playing.md.
. "$(dirname "$0")/../support/common.sh"

"$urto" instruments --markdown >reference
sed -n '/<!-- reference -->/,/<!-- end -->/p' "$source_dir/docs/playing.md" | sed '1d;$d' >documented
cmp -s reference documented || {
    complain "docs/playing.md is not what urto instruments --markdown says:"
    diff documented reference >&2 || true
}
expect_exit 0 "$urto" instruments --brief
[ "$(wc -l <out)" = 10 ] || complain "ten names: $(cat out)"
for name in $(cat out); do
    expect_text "$source_dir/docs/playing.md" "### $name"
    "$urto" instruments "$name" >shown
    for preset in $("$urto" instruments "$name" --brief); do
        expect_text shown "$preset"
    done
    [ "$("$urto" instruments "$name" --brief | wc -l)" -ge 5 ] || complain "$name has few presets"
done
expect_exit 0 "$urto" instruments --json
expect_json out 'length == 10 and (map(.parameters | length) | min) >= 8'
expect_json out '[.[] | .parameters[] | .default >= .minimum and .default <= .maximum] | all'
expect_json out '[.[] | .parameters[] | select(.curve == "discrete") | (.values | length) == .maximum + 1] | all'
# the default is what sounds where nothing is said: the first preset
expect_json out '[.[] | . as $one | .parameters[] | .default == $one.presets[0].values[.id]] | all'
"$urto" instruments mallet >shown
expect_text shown "vibraphone], controller 70"
expect_exit 0 "$urto" instruments snare --json
expect_json out '.[0].id == "snare" and (.[0].presets | map(.id) | index("slack")) != null'
expect_exit 2 "$urto" instruments malet
[ "$(cat err)" = 'urto instruments: unknown instrument "malet", did you mean mallet?' ] || complain "$(cat err)"
expect_exit 2 "$urto" instruments zzzzzzzz
[ "$(wc -l <err)" = 1 ] || complain "not one line: $(cat err)"
finish
