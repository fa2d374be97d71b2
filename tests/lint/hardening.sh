#!/bin/sh
# The program and the modules that hosts load: position independent, no lazy binding, relocations read-only, no
# executable stack, canaries.
set -eu
bad=0
for file in "$2/cli/urto" "$2/src/liburto.so" $(find "$2/frontends" -name '*.clap' -o -name 'urto*.so' -o -name '*.pd_linux'); do
    headers=$(readelf -hldW "$file")
    for wanted in 'Type: *DYN' GNU_RELRO 'NOW' 'GNU_STACK .* RW '; do
        echo "$headers" | grep -qE "$wanted" || { echo "$file has no $wanted"; bad=1; }
    done
    case $file in
    */liburto.so) ;;
    *) nm -D "$file" | grep -q __stack_chk_fail || { echo "$file has no canaries"; bad=1; } ;;
    esac
done
exit $bad
