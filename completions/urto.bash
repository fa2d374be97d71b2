# bash completion for urto                                                    -*- shell-script -*-

_urto_schemes()
{
    # the part after the last comma is completed, the names before it are kept
    local before=""
    [[ $1 == *,* ]] && before="${1%,*},"
    local names
    names="all $(urto impact --list --json 2>/dev/null | sed -n 's/.*"scheme": "\([^"]*\)".*/\1/p')"
    COMPREPLY=($(compgen -P "$before" -W "$names" -- "${1##*,}"))
}

_urto_scenes()
{
    COMPREPLY=($(compgen -W "$(urto scene list --brief 2>/dev/null) $2" -- "$1")
        $(compgen -f -X '!*.yaml' -- "$1") $(compgen -d -- "$1"))
}

_urto_presets()
{
    COMPREPLY=($(compgen -W "$(urto instruments "$2" --brief 2>/dev/null)" -- "$1"))
}

_urto()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local bench="--seconds --lanes --worst --plots --list --json --help"
    local impact="--mass --stiffness --damping --exponent --velocity --rate --phase --scheme
        --matched --corrected --gravity --rebounds --spring --list --survey --json --trajectory
        --plot --help"
    local bump="--preset --set --body --tail --list --help"
    local instruments="--brief --json --markdown --help"
    local midi="--out --preset --set --rate --tail --voices --mpe --help"
    local papers="--out --figure --list --help"
    local play="--jack --alsa --device --midi --preset --set --record --seconds --list-devices --help"
    local plugins="--json --help"
    local render="--out --seconds --rate --oversample --solver --gain --energy --trace --snapshots --video --set --jobs
        --limit --json --list --help"
    local scene="--text --brief --markdown --help"
    COMPREPLY=()

    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W "bench bump impact instruments midi papers play plugins render scene help --help --version" -- "$current"))
        return
    fi
    case ${COMP_WORDS[1]} in
    help)
        COMPREPLY=($(compgen -W "bench bump impact instruments midi papers play plugins render scene" -- "$current"))
        ;;
    bench)
        case $previous in
        --plots) COMPREPLY=($(compgen -d -- "$current")) ;;
        --seconds) ;;
        *) if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$bench" -- "$current"))
        else
            COMPREPLY=($(compgen -W "$(urto bench --list 2>/dev/null | sed 's/ .*//')" -- "$current"))
        fi ;;
        esac
        ;;
    bump)
        case $previous in
        --preset) _urto_presets "$current" bump ;;
        --body) COMPREPLY=($(compgen -S : -W "$(urto scene list --brief 2>/dev/null)" -- "$current")) ;;
        --set | --tail) ;;
        *) if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$bump" -- "$current"))
        else
            COMPREPLY=($(compgen -f -X '!*.@(wav|flac|ogg)' -- "$current") $(compgen -d -- "$current"))
        fi ;;
        esac
        ;;
    instruments)
        if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$instruments" -- "$current"))
        else
            COMPREPLY=($(compgen -W "$(urto instruments --brief 2>/dev/null)" -- "$current"))
        fi
        ;;
    midi)
        case $previous in
        --out | -o) COMPREPLY=($(compgen -f -X '!*.@(wav|flac|ogg)' -- "$current") $(compgen -d -- "$current")) ;;
        --preset) _urto_presets "$current" "${COMP_WORDS[3]}" ;;
        --set | --rate | --tail | --voices) ;;
        *) if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$midi" -- "$current"))
        elif [[ $COMP_CWORD -eq 3 ]]; then
            COMPREPLY=($(compgen -W "$(urto instruments --brief 2>/dev/null)" -- "$current"))
        else
            COMPREPLY=($(compgen -f -X '!*.mid' -- "$current") $(compgen -d -- "$current"))
        fi ;;
        esac
        ;;
    impact)
        case $previous in
        --scheme) _urto_schemes "$current" ;;
        --trajectory) COMPREPLY=($(compgen -f -X '!*.csv' -- "$current") $(compgen -d -- "$current")) ;;
        --plot) COMPREPLY=($(compgen -f -X '!*.@(svg|png)' -- "$current") $(compgen -d -- "$current")) ;;
        --mass | --stiffness | --damping | --exponent | --velocity | --rate | --phase | --gravity | \
            --rebounds | --spring) ;;
        *) COMPREPLY=($(compgen -W "$impact" -- "$current")) ;;
        esac
        ;;
    papers)
        case $previous in
        --out) COMPREPLY=($(compgen -d -- "$current")) ;;
        --figure) ;;
        *) COMPREPLY=($(compgen -W "000 001 002 004 $papers" -- "$current")) ;;
        esac
        ;;
    play)
        case $previous in
        --record) COMPREPLY=($(compgen -f -X '!*.@(wav|flac|ogg)' -- "$current") $(compgen -d -- "$current")) ;;
        --preset) _urto_presets "$current" "${COMP_WORDS[2]}" ;;
        --device | --midi | --set | --seconds) ;;
        *) if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$play" -- "$current"))
        else
            _urto_scenes "$current" "$(urto instruments --brief 2>/dev/null)"
        fi ;;
        esac
        ;;
    plugins)
        COMPREPLY=($(compgen -W "$plugins" -- "$current"))
        ;;
    render)
        case $previous in
        --out | -o) COMPREPLY=($(compgen -f -X '!*.@(wav|flac|ogg)' -- "$current") $(compgen -d -- "$current")) ;;
        --energy) COMPREPLY=($(compgen -f -X '!*.csv' -- "$current") $(compgen -d -- "$current")) ;;
        --trace) COMPREPLY=($(compgen -f -X '!*.@(csv|npy)' -- "$current") $(compgen -d -- "$current")) ;;
        --snapshots) COMPREPLY=($(compgen -f -X '!*.@(svg|png)' -- "$current") $(compgen -d -- "$current")) ;;
        --video) COMPREPLY=($(compgen -d -- "$current")) ;;
        --solver) COMPREPLY=($(compgen -W "midpoint quadratised iterative trapezoidal" -- "$current")) ;;
        --gain) COMPREPLY=($(compgen -W "auto" -- "$current")) ;;
        --seconds | --rate | --oversample | --set | --jobs | --limit) ;;
        *) if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$render" -- "$current"))
        else
            _urto_scenes "$current"
        fi ;;
        esac
        ;;
    scene)
        if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$scene" -- "$current"))
        elif [[ $COMP_CWORD -eq 2 ]]; then
            COMPREPLY=($(compgen -W "check list show schema" -- "$current"))
        else
            _urto_scenes "$current"
        fi
        ;;
    esac
}

complete -F _urto urto
