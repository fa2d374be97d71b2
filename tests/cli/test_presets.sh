# Presets of one's own: found by every command, for LV2 hosts too; wrong files are named and skipped.
. "$(dirname "$0")/../support/common.sh"

tune=$source_dir/scenes/tunes/mallet.mid
mkdir -p presets/mallet presets/bump
cat >presets/mallet/night-bells.txt <<'TEXT'
# far away
urto-preset 1
instrument = mallet
name = Night "bells"
description = Glass, far away.
body = glass
decay = 12000 ms
level = -6 dB
TEXT
printf 'urto-preset 1\ninstrument = bump\npitch = A3\n' >presets/bump/low.txt
expect_exit 0 "$urto" presets
expect_text out "presets of your own are in $URTO_PRESETS"
expect_text out 'mallet/night-bells  Night "bells": Glass, far away.'
expect_text out 'bump/low  low: A preset of your own.'
expect_exit 0 "$urto" instruments mallet
expect_text out "presets of your own"
expect_text out 'night-bells    Night "bells": Glass, far away.'
expect_exit 0 "$urto" instruments mallet --brief
[ "$(tail -n 1 out)" = night-bells ] || complain "$(cat out)"
expect_exit 0 "$urto" instruments --json
expect_json out '[.[] | .presets[] | select(.own) | .id] == ["night-bells", "low"]'
expect_json out '.[0].presets[] | select(.id == "night-bells") | .values.decay == 12 and .values.level == -6'
expect_json out '.[-1].presets[] | select(.id == "low") | .values.pitch == 220'
"$urto" instruments --markdown | grep -q night-bells && complain "the reference has presets of a user"

# the same sound by all names, and by its values
"$urto" midi "$tune" mallet --preset night-bells --tail 0.1 -o a.wav >/dev/null
"$urto" midi "$tune" mallet/night-bells --tail 0.1 -o b.wav >/dev/null
"$urto" midi "$tune" night-bells --tail 0.1 >/dev/null
"$urto" midi "$tune" mallet --set body=glass --set decay=12s --set level=-6dB --tail 0.1 -o d.wav >/dev/null
cmp -s a.wav b.wav || complain "mallet/night-bells is another sound"
cmp -s a.wav night-bells.wav || complain "night-bells is another sound"
cmp -s a.wav d.wav || complain "its values are another sound"
"$urto" bump a.wav low.wav --preset low --tail 0.1 >/dev/null || complain "no preset of one's own for the effect"
"$urto" bump a.wav set.wav --set pitch=220Hz --tail 0.1 >/dev/null
cmp -s low.wav set.wav || complain "the preset of the effect is another sound"
expect_exit 0 "$urto" bump --list
expect_text out "low        A preset of your own."

# wrong files are named once and skipped, the others are there
printf 'urto-preset 2\nmagic = yes\n' >presets/mallet/newer.txt
printf 'urto-preset 1\ninstrument = mallet\ndecay = 3 Hz\n' >presets/mallet/wrong.txt
head -c 300 /dev/urandom >presets/mallet/noise.txt
expect_exit 1 "$urto" presets
expect_text out "mallet/night-bells"
[ "$(wc -l <err)" = 3 ] || complain "not three lines: $(cat err)"
expect_text err "urto presets: $URTO_PRESETS/mallet/newer.txt:1: made by a newer urto: version 2, must be 1; skipped"
expect_text err "mallet/wrong.txt:3: decay is \"3 Hz\": Hz is the unit of a frequency, must be a time in s, ms, us, min; skipped"
expect_exit 0 "$urto" midi "$tune" night-bells --tail 0.1 -o e.wav
cmp -s a.wav e.wav || complain "wrong files change others"
[ -s err ] && complain "told where nobody asks: $(cat err)"
expect_exit 2 "$urto" midi "$tune" mallet --preset wrong
expect_text err "wrong.txt:3:"
expect_text err 'mallet has no preset "wrong"'
rm presets/mallet/newer.txt presets/mallet/wrong.txt presets/mallet/noise.txt

# what is no file, and whose folder it is not
mkfifo presets/mallet/pipe.txt
mkdir presets/malet presets/.hidden
expect_exit 1 timeout 60 "$urto" presets
expect_text err "presets/mallet/pipe.txt: no regular file; skipped"
expect_text err "presets/malet: no instrument has this name, did you mean mallet?; skipped"
[ "$(wc -l <err)" = 2 ] || complain "$(cat err)"
rm -r presets/mallet/pipe.txt presets/malet presets/.hidden

# for LV2 hosts
expect_exit 0 "$urto" presets --lv2 -o bundles
expect_text out "bundles/urto-presets.lv2: 2 presets"
bundle=bundles/urto-presets.lv2
grep -q '<urn:urto:lv2:mallet#user_night-bells>' $bundle/manifest.ttl || complain "$(cat $bundle/manifest.ttl)"
grep -qF 'rdfs:label "Night \"bells\""' $bundle/mallet.ttl || complain "$(cat $bundle/mallet.ttl)"
HOME=$PWD/home "$urto" presets --lv2 >/dev/null || complain "no bundle at home"
cmp -s home/.lv2/urto-presets.lv2/mallet.ttl $bundle/mallet.ttl || complain "another bundle at home"
shipped=${urto%/cli/urto}/frontends/lv2/bundles
if [ -e "$shipped/urto.lv2/manifest.ttl" ] && command -v lv2info >/dev/null; then
    LV2_PATH="$shipped:$PWD/bundles:/usr/lib/lv2" lv2info urn:urto:lv2:mallet >info 2>&1 || complain "lv2info"
    expect_text info 'Night "bells"'
    grep -qi 'error\|warning' info && complain "$(cat info)"
    LV2_PATH=/usr/lib/lv2 lv2_validate "$shipped"/urto.lv2/*.ttl $bundle/*.ttl >log 2>&1 || true
    grep -q '^Found 0 errors' log || complain "lv2_validate: $(cat log)"
else
    echo "LV2 or its tools are not here: no host has looked at the bundle"
fi
expect_exit 2 "$urto" presets -o bundles
expect_exit 1 "$urto" presets --lv2 -o /dev/null
expect_text err "cannot write /dev/null/urto-presets.lv2"
finish
