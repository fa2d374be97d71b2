# urto bench: names, keys, what contacts do. Times are never judged.
. "$(dirname "$0")/../support/common.sh"

names="modal-kernel-128 modal-kernel-512 modal-contact-128 modal-contact-512 modal-contact-128-a23
    modal-contact-512-a23 modal-free-128 modal-free-512 modal-contact-3 modal-contact-3-quadratised
    modal-free-3 tromba-published-grid tromba-full-plate hammer-string-100 frets-modal-100 frets-grid
    backboard-grid snare ledger-contact-512 ledger-free-512 ledger-tromba voices-ringing voices-contact
    $("$urto" instruments --brief | grep -v "^bump$" | sed "s/^/instruments-/")"
expect_exit 0 "$urto" bench --list
[ "$(echo $names)" = "$(awk '{ print $1 }' out | xargs)" ] || complain "names: $(cat out)"

expect_exit 0 "$urto" bench --json --seconds 0.001
# a hammer that is promised to touch does, one that is far away never
[ -s err ] && complain "$(cat err)"
mv out all.json
[ "$(echo $names)" = "$(jq -r '.results[].name' all.json | xargs)" ] || complain "names of the JSON"
# instruments: all of them, with the time of a block
[ "$("$urto" instruments --brief | grep -v '^bump$' | sed 's/^/instruments-/' | sort)" = \
    "$(jq -r '.results[] | select(.block_median_ns) | .name' all.json | sort)" ] || complain "instruments of the JSON"
expect_json all.json 'all(.results[] | select(.block_median_ns); .block_worst_ns >= .block_median_ns and .items > 1)'
expect_json all.json '(.machine | type) == "string" and (.machine | length) > 10'
expect_json all.json '[.results[] | .ns_per_sample > 0 and .ns_per_item > 0 and .realtime_factor > 0
    and has("limit_fraction") and (.limit_fraction == null or .limit_fraction > 0)] | all'
expect_json all.json '[.results[] | (.ns_per_sample * .realtime_factor * .rate / 1e9 - 1 | fabs) < 1e-9
    and (.ns_per_item * .items / .ns_per_sample - 1 | fabs) < 1e-9] | all'
expect_items() {
    expect_json all.json "[.results[] | select(.name == \"$1\") | .items] == [$2]"
}
expect_items modal-kernel-128 128
expect_items modal-contact-512 512
expect_items modal-free-3 3
expect_items tromba-published-grid "226 + 129 * 12"
expect_items hammer-string-100 100
expect_items frets-modal-100 100
expect_items voices-ringing 30000
expect_items voices-contact 10000
expect_json all.json '[.results[] | select(.name | startswith("frets"), startswith("backboard")) | .touching > 0.005] | all'
expect_json all.json '[.results[] | select(.name | test("^modal-(free|contact)-[15]")) | .limit_fraction != null] | all'
# limits are what the measured throughput gives: 4 operations, 5 loads, 2 stores; 3 operations
expect_json all.json '.throughput as $t | ($t.operations > 0 and $t.loads > 0 and $t.stores > 0) and
    ([.results[] | select(.name == "modal-kernel-128", .name == "modal-free-512")
    | .limit_fraction * .ns_per_item] | (.[0] / ([4 / $t.operations, 5 / $t.loads, 2 / $t.stores] | max) - 1 | fabs) < 1e-9
    and (.[1] * $t.operations / 3 - 1 | fabs) < 1e-9)'

expect_exit 0 "$urto" bench modal-free-3 --seconds 0.001
[ "$(wc -l <out)" = 5 ] || complain "rows of a table: $(cat out)"
expect_text out "real time"
expect_exit 0 "$urto" bench modal-contact-3 frets --seconds 0.001 --json
[ "$(jq -r '.results[].name' out | xargs)" = "modal-contact-3 frets-modal-100 frets-grid" ] ||
    complain "a whole name and the start of two: $(cat out)"

refuse() {
    expect_exit 2 "$urto" bench "$2" "${3:-modal-free-3}"
    [ "$(wc -l <err)" = 1 ] && [ ! -s out ] || complain "not one line for $2"
    expect_text err "$1"
}
refuse "did you mean snare" snara
refuse "urto bench --list" xyzzyxyzzyxyzzy
refuse "0.001 to 3600" --seconds 0
refuse "unknown option" --worts
expect_exit 2 "$urto" bench modal-free-3 --lanes 3
expect_text err "lanes is 3, must be 0, 2, 4"
expect_exit 0 "$urto" bench modal-free-3 --lanes 2 --seconds 0.001

expect_exit 0 "$urto" bench --plots pictures/deep --seconds 0.001 --json
expect_json out '(.results | length) == 0 and ([.scaling[].name] == ["modes-contact", "modes-free",
    "string-points", "plate-points", "contacts-pressed", "contacts-far"])'
# all frets carry the string that is pressed on them, none the one that is far away
expect_json out '[.scaling[] | select(.name == "contacts-pressed").points[] | .active >= 0.99 * .size] | all'
expect_json out '[.scaling[] | select(.name == "contacts-far").points[] | .active == 0] | all'
expect_json out '[.scaling[].exponent | type == "number"] | all'
for text in "What a sample costs" "Modes: exponent" "Plate: exponent" "in contact"; do
    expect_text pictures/deep/scaling.svg "$text"
done
echo text >file
expect_exit 1 "$urto" bench --plots file --seconds 0.001
expect_text err "cannot make the folder file"

if "$urto" help render >/dev/null 2>&1; then
    expect_exit 0 "$urto" bench --worst --seconds 0.05 --json
    expect_json out '[.worst[].scene] == ["tromba-marina", "snare", "backboard", "hammer-string"]'
    expect_json out '[.worst[] | .median_ns > 0 and .p99_ns >= .median_ns and .worst_ns >= .p99_ns
        and (.ratio - .worst_ns / .median_ns | fabs) < 1e-9] | all'
    expect_exit 0 "$urto" bench --worst --seconds 0.01
    expect_text out "worst/median"
    expect_text out "##"
fi
finish
