#!/bin/sh
# Every C file is formatted as .clang-format says.
set -eu
cd "$1"
find include src frontends output papers cli tests bench examples -name '*.[ch]' | xargs clang-format --dry-run --Werror
