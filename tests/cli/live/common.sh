# Sourced by the tests of live sound, after tests/support/common.sh: a dummy JACK server of their own.
tools=$4
# JACK keeps a list of eight servers and takes those that were killed from it only when a server of
# the same name ends in order: one name for each folder, and clean_up.
server=urto-$(echo "$folder" | cksum | cut -d ' ' -f 1)
export JACK_NO_AUDIO_RESERVATION=1 JACK_DEFAULT_SERVER=$server
unset JACK_PROMISCUOUS_SERVER NO_COLOR
jackd_pid=

# start_server [PERIOD]: waits for its clients rather than play on without them
start_server() {
    jackd ${mode---sync} --no-realtime -t 5000 -n "$server" -d dummy -r 48000 -p "${1:-512}" >jackd.log 2>&1 &
    jackd_pid=$!
    jack_wait -s "$server" -w -t 15 >/dev/null 2>&1 || { cat jackd.log; complain "no JACK server"; exit 1; }
}

# stop_server SIGNAL
stop_server() {
    [ -n "$jackd_pid" ] || return 0
    [ "$1" = TERM ] || touch killed
    kill -"$1" "$jackd_pid" 2>/dev/null || true
    [ "$1" = STOP ] || { wait "$jackd_pid" 2>/dev/null || true; jackd_pid=; }
}

clean_up() {
    stop_server KILL
    if [ -e killed ]; then
        mode=
        start_server 512
        stop_server TERM
    fi
    rm -rf /dev/shm/jack_sem.*_"$server"_* /dev/shm/jack_"$server"_* || true
}
trap clean_up EXIT

# appears FILE: within five seconds
appears() {
    for _ in $(seq 100); do
        [ -e "$1" ] && return 0
        sleep 0.05
    done
    complain "$1 does not appear"
    return 1
}

# hears FILE FROM TO HZ EXPRESSION: what is heard in a part of a file
hears() {
    "$tools/hear" "$1" "$2" "$3" "$4" >heard || { complain "$1 cannot be heard"; return 0; }
    jq -e "$5" heard >/dev/null || complain "$1 from $2 to $3 s: not $5: $(cat heard)"
}

no_traces() {
    [ -z "$(find . -name '.urto-*')" ] || complain "left behind: $(find . -name '.urto-*')"
}
