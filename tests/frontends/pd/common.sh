# Shared by the scripts that run Pd without a window.
#   urto: the folder of the externals; work: a folder of our own
rm -rf "$work"
mkdir -p "$work"
failed=0

complain()
{
    echo "$*"
    failed=1
}

# Runs a patch that ends by itself; what Pd prints is in $work/log.
run_pd()
{
    timeout 120 pd -nogui -stderr -noprefs -nosound -nomidi -batch -r "${rate:-48000}" \
        -path "$urto" -open "$1" >"$work/log" 2>&1 </dev/null || complain "$1: Pd ended with $?"
    if grep -E "couldn't create|no such|cannot|can't" "$work/log"; then
        complain "$1: Pd complains"
    fi
}
