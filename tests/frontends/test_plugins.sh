# urto plugins: what is installed is found and loaded, what is broken is said.
#   test_plugins.sh URTO FOLDER SOURCE BUNDLE CLAP
. "$(dirname "$0")/../support/common.sh"
bundle=$4
clap=$5
export HOME=$PWD/home
unset LV2_PATH CLAP_PATH || true
mkdir -p home

# nothing yet; other folders than the home may have some
expect_exit 0 "$urto" plugins --json
expect_json out 'type == "array"'

mkdir -p home/.lv2 home/.clap
cp -r "$bundle" home/.lv2
cp "$clap" home/.clap
expect_exit 0 "$urto" plugins
expect_text out "lv2   $HOME/.lv2/urto.lv2: 11 plug-ins, all load"
expect_text out "clap  $HOME/.clap/urto.clap: 11 plug-ins, all load"
expect_exit 0 "$urto" plugins --json
expect_json out '[.[] | select(.format == "lv2")][0] | .loads and .plugins == 11'
expect_json out '[.[] | select(.format == "clap")][0] | .loads and .plugins == 11'

# the variables: LV2's stands for everything, CLAP's comes first
mkdir -p empty
LV2_PATH=$PWD/empty expect_exit 0 "$urto" plugins
expect_text out "lv2   not installed in $PWD/empty"
mkdir -p other
cp "$clap" other
CLAP_PATH=$PWD/other: expect_exit 0 "$urto" plugins
expect_text out "clap  $PWD/other/urto.clap: 11 plug-ins, all load"
expect_text out "clap  $HOME/.clap/urto.clap: 11 plug-ins, all load"

# broken ones: half a file, no manifest, another library, one plug-in that the manifest lacks
head -c 100000 "$clap" >home/.clap/urto.clap
expect_exit 1 "$urto" plugins
expect_text out "clap  $HOME/.clap/urto.clap: does not load: a part of a module: 100000 of $(wc -c <"$clap") bytes; install it again"
expect_text err "urto plugins: 1 of "
[ "$(wc -l <err)" = 1 ] || complain "more than one line: $(cat err)"
echo text >home/.clap/urto.clap
expect_exit 1 "$urto" plugins
expect_text out "does not load: urto.clap is no module"
rm home/.clap/urto.clap
mkfifo home/.clap/urto.clap
expect_exit 1 timeout 60 "$urto" plugins
expect_text out "does not load: urto.clap is no file"
rm home/.clap/urto.clap
# of another machine: the number of its kind, at byte 18
for module in home/.clap/urto.clap home/.lv2/urto.lv2/urto.so; do
    cp "$clap" $module
    printf '\363\000' | dd of=$module bs=1 seek=18 conv=notrunc 2>/dev/null
done
expect_exit 1 "$urto" plugins
[ "$(grep -c 'does not load: built for riscv, this machine is .*; `make install-user` builds it for this one' out)" = 2 ] ||
    complain "$(cat out)"
cp "$bundle/urto.so" home/.lv2/urto.lv2/urto.so
cp "$bundle/urto.so" home/.clap/urto.clap
expect_exit 1 "$urto" plugins
expect_text out "it has no clap_entry"
cp "$clap" home/.clap/urto.clap
sed -i 's/urn:urto:lv2:snare>/urn:urto:lv2:drum>/' home/.lv2/urto.lv2/manifest.ttl
expect_exit 1 "$urto" plugins --json
expect_json out '[.[] | select(.format == "lv2")][0] | .message == "manifest.ttl does not name urn:urto:lv2:snare"'
rm home/.lv2/urto.lv2/manifest.ttl
expect_exit 1 "$urto" plugins
expect_text out "manifest.ttl cannot be read"
cp "$clap" home/.lv2/urto.lv2/urto.so
cp "$bundle/manifest.ttl" home/.lv2/urto.lv2
expect_exit 1 "$urto" plugins
expect_text out "urto.so has no lv2_descriptor"

# Pd: a folder without externals, and one that Pd cannot load
mkdir -p home/.local/lib/pd/extra/urto
expect_exit 1 "$urto" plugins
expect_text out "pd    $HOME/.local/lib/pd/extra/urto: does not load: there is no external in it"
needs pd
echo broken >home/.local/lib/pd/extra/urto/urto.broken~.pd_linux
expect_exit 1 "$urto" plugins
expect_text out "does not load: Pd: "

expect_exit 2 "$urto" plugins --jason
expect_exit 2 "$urto" plugins word
finish
