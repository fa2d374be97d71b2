# fish completion for urto. The program knows its commands, options and names; this asks it.

function __urto_complete
    set -l current (commandline -ct)
    for line in (urto --complete (commandline -opc)[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files*'
                for kind in (string split ' ' -- (string replace ':files ' '' -- $line))
                    __fish_complete_suffix $current .$kind
                end
            case ':folders'
                __fish_complete_directories $current
            case '*'
                echo $line
        end
    end
end

complete -c urto -f -a '(__urto_complete)'
