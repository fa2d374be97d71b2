#!/bin/sh
# codespell over every text but what is misspelt on purpose. "fro" is in "to and fro".
set -eu
cd "$1"
git ls-files -z 2>/dev/null >"$2/spelling.files" || find . -path ./build -prune -o -type f -print0 >"$2/spelling.files"
grep -zvE '^(\./)?(tests/data/|frontends/web/package-lock\.json|tests/cli/test_help\.sh|tests/scene/test_render\.sh|scenes/tunes/)' "$2/spelling.files" |
    xargs -0 codespell --ignore-words-list=fro,ege,retuned
