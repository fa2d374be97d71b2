# sh test_media.sh BUILD WORK SOURCE MEASURE: what tools/media makes is what docs/media holds. Pictures byte by byte; sounds, which an encoder may write
# otherwise, within 0.5 dB of loudness, 1 dB of peak, 5 % of brightness and 10 ms of length.
set -eu
build=$1 source=$3 measure=$4
rm -rf "$2" && mkdir -p "$2" && cd "$2"
failed=0
complain() { echo "FAILED: $*"; failed=1; }

"$source/tools/media" "$build" made >log 2>&1 || { cat log; exit 1; }
[ -s log ] && complain "tools/media says: $(cat log)"
kept=$(ls "$source/docs/media" | grep -v '^web-') # those of the page are web_pictures'
[ "$(ls made)" = "$kept" ] || complain "files: $({ ls made; echo "$kept"; } | sort | uniq -u)"
for file in made/*; do
    kept=$source/docs/media/$(basename "$file")
    case $file in
    *.svg) cmp "$file" "$kept" || complain "$kept is another; make media writes it anew" ;;
    *)
        "$measure" "$file" >new.json && "$measure" "$kept" >old.json || complain "$file cannot be measured"
        jq -es 'def near(k; d): ((.[0][k] - .[1][k]) | fabs) <= d; near("lufs"; 0.5) and near("peak_db"; 1) and near("frames"; 320) and
            near("brightness"; 0.05 * .[1].brightness) and .[0].peak_db < 0 and .[0].lufs > -50' new.json old.json >/dev/null ||
            complain "$kept sounds otherwise; make media writes it anew: $(cat new.json old.json)"
        ;;
    esac
    limit=150000
    case $file in */strip.svg) limit=200000 ;; */hammer.svg) limit=500000 ;; esac
    [ "$(wc -c <"$file")" -le $limit ] || complain "$file has more than $limit bytes"
done
for picture in strip hammer; do
    python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' made/$picture.svg || complain "$picture.svg is no XML"
    grep -q 'prefers-color-scheme:dark' made/$picture.svg || complain "$picture.svg has no dark colours"
done
grep -q 'prefers-reduced-motion' made/hammer.svg || complain "hammer.svg moves where motion is not wanted"
mkdir bin && ln -s "$(command -v dirname)" bin/
PATH="$PWD/bin" /bin/sh "$source/tools/media" "$build" none >log 2>&1 && complain "media without sox"
grep -q "sox is not here (Debian: sox)" log && [ ! -e none ] || complain "without sox: $(cat log)"
exit $failed
