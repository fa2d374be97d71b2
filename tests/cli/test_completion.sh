# Completion: what the program offers, and what bash, zsh and fish make of it.
. "$(dirname "$0")/../support/common.sh"

needs bash
needs zsh
needs fish
PATH=${urto%/*}:$PATH
export PATH URTO_SCENES="$source_dir/scenes"
mkdir -p presets/mallet here
printf 'urto-preset 1\ninstrument = mallet\n' >presets/mallet/night-bells.txt
touch take.wav take.txt my.yaml tune.mid

# offers WORD... -- LINE...: the program offers exactly these
offers() {
    words=
    while [ "$1" != -- ]; do
        words="$words $1"
        shift
    done
    shift
    : >wanted
    [ $# = 0 ] || printf '%s\n' "$@" >wanted
    "$urto" --complete $words ${current+"$current"} >found
    cmp -s wanted found || complain "after$words ${current-}: $(tr '\n' ' ' <found)"
}

offers pl -- play plugins
offers --v -- --version
offers help sc -- scene
current=
offers bump --out -- ":files wav flac ogg"
offers scene -- check list show schema
offers midi -- ":files mid"
offers render --video -- ":files csv"
offers presets --lv2 -o -- ":folders"
unset current
offers play --se -- --set --seconds
offers play mari -- marimba marimba-bar ":files yaml"
offers play night -- night-bells ":files yaml"
offers play mallet/mar -- mallet/marimba ":files yaml"
offers play mallet --preset mar -- marimba
offers play marimba --preset nig -- night-bells
offers midi tune.mid mallet/marimba --set dec -- decay=
offers midi tune.mid wash -- washboard ":files yaml"
offers midi tune.mid bowed -- bowed-bar ":files yaml"
offers midi tune.mid glass-b -- ":files yaml"
offers bump in.wav out.wav --set resonator=t -- "resonator=tuned bar"
offers bump --body gla -- glass-bar:
offers render --solver i -- iterative
offers render glass -- glass-bar ":files yaml"
offers impact --scheme rk4,rk -- rk4,rk4
offers instruments sna -- snare
offers sweep bow -- bow-map ":files yaml"
offers sweep me -- merge ":files yaml"
offers sweep show x -- ":files h5"
offers nothing x --
current=
offers play --seconds --
unset current
# every parameter, preset, instrument and scene is offered
for name in $("$urto" instruments --brief); do
    for preset in $("$urto" instruments "$name" --brief); do
        [ "$name" = bump ] || "$urto" --complete play "$name/$preset" | grep -qx "$name/$preset" || complain "$name/$preset"
    done
    command="midi tune.mid $name"
    [ "$name" = bump ] && command=bump
    "$urto" --complete $command --set "" | tr -d = | sort >found
    "$urto" instruments "$name" --json | jq -r '.[0].parameters[].id' | sort >wanted
    cmp -s found wanted || complain "parameters of $name: $(cat found)"
done
for scene in $("$urto" scene list --brief); do
    "$urto" --complete play "$scene" | grep -qx "$scene" || complain "$scene"
done

# in_bash WORD... -- LINE...: what bash would offer; it cuts words at = and :
in_bash() {
    bash -c 'completion=$1; shift; words=(urto); while [ "$1" != -- ]; do words+=("$1"); shift; done; shift
        . "$completion"
        COMP_WORDS=("${words[@]}"); COMP_CWORD=$((${#words[@]} - 1)); _urto
        diff <(printf "%s\n" "$@") <(printf "%s\n" "${COMPREPLY[@]}")' bash "$source_dir/completions/urto.bash" "$@" >differing ||
        complain "bash: $* : $(cat differing)"
}
in_bash pl -- play plugins
in_bash play mallet --preset mar -- marimba
in_bash play mallet --set dec -- decay=
in_bash bump --set resonator = t -- 'tuned\ bar'
in_bash bump --set resonator = pl -- plate
in_bash play --record t -- take.wav
in_bash play my -- my.yaml
in_bash presets --lv2 -o h -- here/
in_bash midi tune.mid night -- night-bells

# fish answers the same without a terminal; of zsh the grammar is looked at
HOME=$PWD fish -c "source '$source_dir/completions/urto.fish'; complete -C 'urto play mallet --preset mar'" >found
[ "$(cut -f 1 found)" = marimba ] || complain "fish: $(cat found)"
HOME=$PWD fish -c "source '$source_dir/completions/urto.fish'; complete -C 'urto midi tune.mid mallet --set dec'" >found
grep -q '^decay=' found || complain "fish: $(cat found)"
zsh -n "$source_dir/completions/_urto" || complain "zsh cannot read its completion"
finish
