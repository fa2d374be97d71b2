#!/bin/sh
# packaging/dist when something goes wrong: a message, an exit that says so, and the packages of before as they were.
#   test_failure.sh SOURCE
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree" "$work/bin" "$work/out"
cp -r "$source/packaging" "$source/include" "$work/tree"
echo before >"$work/out/before"
refused() { # CODE TEXT ARGUMENT...
    wanted=$1 text=$2 code=0
    shift 2
    PATH="$work/bin:$PATH" "$work/tree/packaging/dist" "$@" >"$work/log" 2>&1 || code=$?
    [ "$code" = "$wanted" ] && grep -qF -e "$text" "$work/log" || { echo "exit $code, not $wanted with \"$text\":"; cat "$work/log"; exit 1; }
    [ "$(ls "$work/out")" = before ] && [ ! -e "$work/out.work" ] || { ls -R "$work/out" "$work/out.work"; exit 1; }
}
refused 2 "usage: packaging/dist FOLDER"
refused 2 "usage: packaging/dist FOLDER" ''
refused 1 "is no git clone" "$work/out"
(cd "$work/tree" && git init -q . && git add . && git -c user.name=test -c user.email=test@localhost commit -qm test)
# a build that fails when the source is packed already
printf '#!/bin/sh\necho "no compiler"\nexit 1\n' >"$work/bin/cmake"
chmod +x "$work/bin/cmake"
refused 1 "no compiler" "$work/out"
refused 1 "dist: failed: env" "$work/out"
mkdir "$work/busy"
refused 1 "$work/busy is there already" "$work/out" "$work/busy"
[ -d "$work/busy" ] || { echo "another run's folder is gone"; exit 1; }
