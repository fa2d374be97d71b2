# check and render agree about what is valid, and about what is wrong with the rest: random scenes.
. "$(dirname "$0")/../support/common.sh"
random=$4

good=0
bad=0
for seed in $(seq 1 40); do
    "$random" write "$seed" >scene.yaml
    checked=0
    "$urto" scene check scene.yaml >out 2>said || checked=$?
    rendered=0
    "$urto" render scene.yaml -o sound.wav >out 2>err || rendered=$?
    [ $checked = $rendered ] || complain "seed $seed: check $checked, render $rendered"
    if [ $checked = 0 ]; then
        good=$((good + 1))
        [ -s sound.wav ] || complain "seed $seed: no sound"
        if grep -q 'warning: nothing is heard' said; then
            expect_text err "warning: nothing was heard in"
        fi
        grep warning said | grep -v 'nothing is heard' >warned || true
        grep -F -f warned err >both || true
        [ "$(wc -l <warned)" = "$(wc -l <both)" ] || complain "seed $seed: other warnings: $(cat said err)"
    else
        bad=$((bad + 1))
        cmp -s said err || complain "seed $seed: other errors: $(cat said err)"
        [ -e sound.wav ] && complain "seed $seed: a sound of what is wrong"
    fi
    rm -f sound.wav
done
[ $good -gt 5 ] && [ $bad -gt 5 ] || complain "$good good and $bad bad scenes"
finish
