# bash completion for urto                                                    -*- shell-script -*-
# The program knows its commands, options and names; this asks it.

_urto()
{
    # bash cuts words at = and :, which we need whole: decay=3, SCENE:BODY
    local words=() word joined=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ${#words[@]} -gt 0 && (-n $joined || $word == [=:]) ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        joined=
        [[ $word == [=:] ]] && joined=yes
    done
    local current=${words[${#words[@]} - 1]} kept= line
    [[ $COMP_WORDBREAKS == *=* && $current == *=* ]] && kept=${current%"${current##*=}"}
    [[ $COMP_WORDBREAKS == *:* && $current == *:* ]] && kept=${current%"${current##*:}"}
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :files*)
            local kinds=${line#:files }
            while IFS= read -r word; do
                COMPREPLY+=("$word")
            done < <(
                shopt -s extglob
                compgen -f -X "!*.@(${kinds// /|})" -- "$current"
                compgen -d -S / -- "$current"
            )
            ;;
        :folders)
            while IFS= read -r word; do
                COMPREPLY+=("$word")
            done < <(compgen -d -S / -- "$current")
            ;;
        *)
            line=${line#"$kept"}
            [[ $line == *' '* ]] && printf -v line %q "$line"
            COMPREPLY+=("$line")
            ;;
        esac
    done < <(urto --complete "${words[@]}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[0]} == *[=:/] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

complete -F _urto urto
