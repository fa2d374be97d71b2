# Man page and completion list exactly the options of --help.
. "$(dirname "$0")/../support/common.sh"

man_page=$source_dir/docs/urto.1
completion=$source_dir/completions/urto.bash
commands="bench bump impact instruments midi papers play plugins presets render scene sweep"
if ! "$urto" play --help >/dev/null 2>&1; then
    echo "urto play is not built: its options are not compared"
    commands=$(echo $commands | sed 's/ play / /')
fi
for command in $commands; do
    options=$("$urto" $command --help | sed -n 's/^  --\([a-z0-9-]*\).*/\1/p')
    [ -n "$options" ] || complain "no options in the help of $command"
    section="OPTIONS OF $(echo $command | tr a-z A-Z)"
    listed=$(awk -v section=".SH $section" '/^\.SH/ { on = $0 == section } on' "$man_page" |
        sed -n 's/^\.BI* \\-\\-\([a-z0-9\\-]*\).*/\1/p' | tr -d '\\\\')
    [ "$(echo $options)" = "$(echo $listed)" ] || complain "man page of $command: $(echo $listed)"
    words=$(PATH=${urto%/*}:$PATH bash -c '. "$1"; COMP_WORDS=(urto "$2" --); COMP_CWORD=2; _urto; echo "${COMPREPLY[@]}"' \
        bash "$completion" $command | tr ' ' '\n' | sed 's/^--//' | sort)
    [ "$(echo $words)" = "$(echo $(printf '%s\n' $options | sort))" ] ||
        complain "completion of $command: $(echo $words)"
done

# the keyboard in the documentation is the one on the screen
if "$urto" play --keys >keys 2>/dev/null; then
    sed -n '/<!-- keys -->/,/<!-- end of keys -->/p' "$source_dir/docs/playing.md" | sed '1,2d;$d' | sed '$d' >documented
    cmp -s keys documented || { complain "docs/playing.md is not what urto play --keys says:"; diff documented keys >&2 || true; }
fi

# ranges and defaults of the help are in the man page
"$urto" impact --help | sed -n 's/^  --\([a-z]*\).*; \(.*\) \[\([0-9][0-9.e]*\)\]$/\1|\2|\3/p' >ranges
[ "$(wc -l <ranges)" = 10 ] || complain "ten options with a range in the help: $(cat ranges)"
while IFS='|' read -r option range value; do
    sed -n "/^\.BI \\\\-\\\\-$option /,/^\.TP/p" "$man_page" | sed 's/\\-/-/g' >entry
    expect_text entry " $range."
    expect_text entry "Default $value."
done <ranges
needs groff
groff -man -Tutf8 -ww -z "$man_page" 2>err || complain "groff cannot read the page"
[ -s err ] && complain "$(cat err)"

# the survey in docs/schemes.md is what the program measures: errors, not times
"$urto" impact --survey | grep '^| [a-z]' | grep -v '^| scheme' >survey
grep '^| [a-z]' "$source_dir/docs/schemes.md" | grep 'all |$' >documented
[ "$(wc -l <survey)" = "$(wc -l <documented)" ] || complain "docs/schemes.md has other rows"
paste -d '|' survey documented | awk -F'|' '
    function differs(a, b) { d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; return d > 0.02 * s + 1e-6 }
    { half = NF / 2
      for (i = 2; i <= 6; i++) {
          if (i <= 3 ? $i != $(i + half) : differs($i + 0, $(i + half) + 0)) print "docs/schemes.md:" $0 } }' >differing
[ -s differing ] && complain "$(cat differing)"
finish
