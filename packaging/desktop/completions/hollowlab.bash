# SPDX-License-Identifier: GPL-3.0-or-later
# Completes hollowlab's command line in bash.

_hollowlab_options() {
    case $1 in
        explain) printf '%s\n' -h --help -n --namespace --kubeconfig --lab -o --output ;;
        experiment) printf '%s\n' -h --help -o --output --share --report --variant --seed ;;
        *)
            printf '%s\n' -h --help --version --lab --kubeconfig --context --allow-file --allow-exec \
                --namespace --headless --listen --kubeconfig-out --viewer-kubeconfig-out --controllers \
                --concurrent-syncs --max-machines --metrics-listen --scenario --report --pace --timing \
                --seed --exit-after --screenshot --authorization --unknown-cel --read-only --fresh \
                --print-paths -v --verbose
            ;;
    esac
}

# The program's own list.
_hollowlab_controllers() {
    "${COMP_WORDS[0]}" --help 2>/dev/null | sed -n 's/.*comma list of \(.*\); or all.*/\1/p' | sed 's/, /\n/g'
}

# The names of the labs on disk.
_hollowlab_labs() {
    local lab
    for lab in "${XDG_DATA_HOME:-$HOME/.local/share}"/hollowlab/labs/*/; do
        [[ ! -d $lab ]] || basename "$lab"
    done
}

# _hollowlab_offer CURRENT HEAD: of the words that it reads, those that go on from CURRENT, each after HEAD.
_hollowlab_offer() {
    local IFS=$'\n'
    mapfile -t COMPREPLY < <(compgen -P "$2" -W "$(cat)" -- "$1")
}

_hollowlab() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' head word
    [[ $current != = ]] || current=
    [[ $previous != = ]] || previous=${COMP_WORDS[COMP_CWORD - 2]}
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $word != explain && $word != experiment ]] || command=$word
    done
    case $previous in
        --lab) _hollowlab_offer "$current" '' < <(_hollowlab_labs && printf '%s\n' default :memory:) ;;
        --kubeconfig | --allow-file | --kubeconfig-out | --viewer-kubeconfig-out | --scenario | --screenshot)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            ;;
        --report)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            ;;
        --controllers)
            word=${current##*,} head=${current%"${current##*,}"}
            [[ $word != -* ]] || head+=-
            compopt -o nospace 2>/dev/null
            _hollowlab_offer "${word#-}" "$head" < <(printf '%s\n' all none && _hollowlab_controllers)
            ;;
        --concurrent-syncs)
            word=${current##*,} head=${current%"${current##*,}"}
            compopt -o nospace 2>/dev/null
            _hollowlab_offer "$word" "$head" < <(_hollowlab_controllers | sed 's/$/=/')
            ;;
        --authorization) _hollowlab_offer "$current" '' < <(printf '%s\n' owner rbac) ;;
        --timing) _hollowlab_offer "$current" '' < <(printf '%s\n' demo realistic fast) ;;
        --unknown-cel) _hollowlab_offer "$current" '' < <(printf '%s\n' warn refuse) ;;
        -o | --output) _hollowlab_offer "$current" '' < <(printf '%s\n' text json) ;;
        --context | --namespace | -n | --listen | --max-machines | --metrics-listen | --pace | --seed | \
            --exit-after | --share | --variant) ;;
        *)
            if [[ $command == experiment && $current != -* ]]; then
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            elif [[ $current == -* || -n $command ]]; then
                _hollowlab_offer "$current" '' < <(_hollowlab_options "$command")
            else
                _hollowlab_offer "$current" '' < <(printf '%s\n' explain experiment && _hollowlab_options)
            fi
            ;;
    esac
}

complete -F _hollowlab hollowlab
