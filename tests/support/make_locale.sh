#!/bin/sh
# A locale that writes 0.5 as 0,5, for the tests: make_locale.sh FOLDER
set -eu
[ ! -d "$1/de_DE.UTF-8" ] || exit 0
mkdir -p "$1"
localedef -i de_DE -f UTF-8 "$1/de_DE.UTF-8" || {
    echo "no locale: the tests need localedef and its sources (Debian: locales)" >&2
    exit 1
}
