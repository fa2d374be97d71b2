#!/bin/sh
# install-packages waits, with a word, for another program that installs; and says what else goes wrong. apt is played.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat >"$work/bin/apt-get" <<'S'
#!/bin/sh
echo "$*" >>"$WORK/asked"
[ "$(wc -l <"$WORK/asked")" -gt "$LOCKED" ] && exit "$THEN"
echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"
exit 100
S
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\necho "$*" >>"$WORK/slept"\n' >"$work/bin/sleep"
printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/sudo"
chmod +x "$work/bin"/*
install() { # LOCKED THEN: so many refusals, and how apt ends after them
    rm -f "$work/asked" "$work/slept"
    touch "$work/slept"
    code=0
    PATH="$work/bin:$PATH" WORK=$work LOCKED=$1 THEN=$2 "$source/tools/install-packages" report >"$work/log" 2>&1 || code=$?
    waits=$(grep -c "another program is installing" "$work/log" || true)
    slept=$(wc -l <"$work/slept")
}
expect() { # CODE WAITS SLEPT
    [ "$code $waits $slept" = "$*" ] || { echo "exit, words, waits: $code $waits $slept, not $*"; cat "$work/log"; exit 1; }
}
source=$1
install 0 0
expect 0 0 0
install 3 0
expect 0 1 3
grep -q "^install -y --no-install-recommends .*gnuplot-nox" "$work/asked" || { cat "$work/asked"; exit 1; }
install 0 100
expect 1 0 0
install 1000 0
expect 1 1 120
grep -q "Could not get lock" "$work/log" || { cat "$work/log"; exit 1; }
