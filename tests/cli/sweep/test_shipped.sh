# The plans that ship: all are right, and what they say is true. The bow map has the slopes of Schelleng's lines, and the picture in
# the documentation is the one of these numbers.
. "$(dirname "$0")/common.sh"
needs h5dump
for plan in "$source_dir"/scenes/plans/*.yaml; do
    name=$(basename "$plan" .yaml)
    expect_exit 0 "$urto" sweep "$name" --dry-run
    expect_text err "urto sweep: $name: "
    expect_text "$source_dir/docs/sweeps.md" "| \`$name\` |"
done

# closed forms beside: where a contact has many samples the scheme agrees
expect_exit 0 "$urto" sweep impact-times
for name in contact-time exact-contact-time restitution exact-restitution samples-inside; do
    values impact-times.h5 /features/$name >$name
done
paste contact-time exact-contact-time restitution exact-restitution samples-inside | awk '
    $5 > 200 { n++; t = $1 / $2 - 1; r = $3 - $4; if (t * t > 1e-6 || r * r > 1e-6) { print; bad = 1 } }
    $4 <= 0 || $4 > 1 + 1e-12 { print; bad = 1 }
    END { exit bad || n < 50 }' >differing || complain "impact-times: $(head -n 3 differing)"

# harder is brighter, at every place
expect_exit 0 "$urto" sweep hammer-brightness
values hammer-brightness.h5 /features/centroid | awk '(NR - 1) % 5 == 0 { soft = $1 } (NR - 1) % 5 == 4 && $1 < 1.2 * soft { exit 1 }' ||
    complain "a hard hammer is not brighter"

# stimuli are equally loud, in full scale, and have rows
expect_exit 0 "$urto" sweep listening-test --flac stimuli
expect_text err "about"
grep -q "full scale" err && complain "stimuli are cut"
values listening-test.h5 /features/loudness | awk '{ d = $1 + 26; if (d * d > 1e-6) exit 1 }' || complain "not equally loud"
[ "$(ls stimuli/*.flac | wc -l)" = 48 ] || complain "48 sounds"
[ "$(wc -l <stimuli/metadata.csv)" = 49 ] || complain "49 rows"
expect_text stimuli/README.md "Stimuli of one hit each"

# a part of the set of hits
expect_exit 0 "$urto" sweep bar-hits --shard 7/500
[ "$(values bar-hits.shard-7-of-500.h5 /status | sort | uniq -c | tr -d ' \n')" = 201 ] || complain "hits fail"
values bar-hits.shard-7-of-500.h5 /features/contacts | awk '$1 < 1 { exit 1 }' || complain "a hit that does not touch"

# Schelleng
expect_exit 0 "$urto" sweep bow-map
"$urto" sweep show bow-map.h5 -o bow-map.svg --feature regime >shown || complain "it cannot be drawn"
slope() { sed -n "s/.*Helmholtz, $1: slope \([-0-9.]*\) .*/\1/p" shown; }
slope upper | awk '{ exit !($1 > -1.25 && $1 < -0.75) }' || complain "the largest force: slope $(slope upper), known -1"
slope lower | awk '{ exit !($1 > -2.25 && $1 < -1.75) }' || complain "the least force: slope $(slope lower), known -2"
for side in upper lower; do
    grep -q "force | −[12] | $(slope $side | sed 's/-/−/') |" "$source_dir/docs/sweeps.md" || complain "docs/sweeps.md has another slope than $(slope $side)"
done
# the places and shapes of all marks
marks() { grep -o "<use xlink:href='#gpPt[0-9]*' transform='[^']*'" "$1" | sort; }
[ "$(marks bow-map.svg | wc -l)" -gt 500 ] || complain "the picture has no marks"
marks bow-map.svg >a
marks "$source_dir/docs/images/bow-map.svg" >b
cmp -s a b || complain "docs/images/bow-map.svg has other marks"
[ "$(wc -c <"$source_dir/docs/images/bow-map.svg")" -lt 100000 ] || complain "the picture is too large"
finish
