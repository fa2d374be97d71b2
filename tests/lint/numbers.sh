#!/bin/sh
# Numbers as text do not depend on the locale of a host: library and shells read and write them by urto/number.h, and
# nothing sets a locale. What only runs while we build (describe.c, help.c, patch.c) is in the locale "C".
set -eu
cd "$1"
bad=0
if grep -rnE '\<(set|use|new)locale *\(' --include='*.[ch]' src include frontends output cli papers bench; then
    bad=1
fi
for file in $(find src include/urto frontends/clap frontends/lv2 frontends/pd -name '*.[ch]' |
    grep -vE '/(describe|help|patch|base/number_text)\.c$'); do
    # a statement a line, without comments
    statements=$(sed 's|^ *[/ ]\*.*||' "$file" | tr '\n' ' ' | sed 's/;/;\n/g')
    if echo "$statements" | grep -aE '\<(strto(d|f|ld)|atof|v?f?s?scanf|v(sn?|f)?printf) *\(' ||
        echo "$statements" | grep -aE '\<(sn?|f)?printf *\(.*%[-+ #0]*[0-9*]*(\.[0-9*]*)?L?[aefgAEFG]'; then
        echo "$file: numbers depend on the locale here, see urto/number.h"
        bad=1
    fi
done
exit $bad
