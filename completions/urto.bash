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

_urto()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local impact="--mass --stiffness --damping --exponent --velocity --rate --phase --scheme
        --matched --corrected --gravity --rebounds --spring --list --survey --json --trajectory
        --plot --help"
    local papers="--out --list --help"
    COMPREPLY=()

    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W "impact papers help --help --version" -- "$current"))
        return
    fi
    case ${COMP_WORDS[1]} in
    help)
        COMPREPLY=($(compgen -W "impact papers" -- "$current"))
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
        *) COMPREPLY=($(compgen -W "000 001 002 004 $papers" -- "$current")) ;;
        esac
        ;;
    esac
}

complete -F _urto urto
