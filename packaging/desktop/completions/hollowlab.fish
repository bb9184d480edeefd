# SPDX-License-Identifier: GPL-3.0-or-later
# Completes hollowlab's command line in fish.

# The program's own list.
function __hollowlab_controllers
    set -l program (commandline -opc)[1]
    string split ', ' ($program --help 2>/dev/null | string replace -fr '.*comma list of (.*); or all.*' '$1')
end

# The names of the labs on disk.
function __hollowlab_labs
    set -l data $HOME/.local/share
    set -q XDG_DATA_HOME; and set data $XDG_DATA_HOME
    for lab in $data/hollowlab/labs/*/
        basename $lab
    end
    echo default
end

# __hollowlab_list WORD…: these words, after what a comma list has already.
function __hollowlab_list
    set -l head (string replace -r '[^,=]*$' '' -- (commandline -ct))
    string replace -r '^' "$head" -- $argv
end

complete -c hollowlab -f
complete -c hollowlab -s h -l help -d 'Print the options'

set -l main 'not __fish_seen_subcommand_from explain experiment'
complete -c hollowlab -n $main -a explain -d 'Tell why a controller does, or does not yet, act on an object'
complete -c hollowlab -n $main -a experiment -d 'Answer a question by many runs of a scenario'
complete -c hollowlab -n $main -l version -d 'Print the version'
complete -c hollowlab -n $main -l lab -x -a '(__hollowlab_labs) :memory:' -d 'Lab to open'
complete -c hollowlab -n $main -l kubeconfig -r -F -d 'Work on the cluster of this kubeconfig'
complete -c hollowlab -n $main -l context -x -d 'Context of the kubeconfig'
complete -c hollowlab -n $main -l allow-file -r -F -d 'File that the kubeconfig may send as a token'
complete -c hollowlab -n $main -l allow-exec -d 'Let the kubeconfig run its log-in command'
complete -c hollowlab -n $main -l namespace -x -d 'Namespace for what is created'
complete -c hollowlab -n $main -l headless -d 'No window'
complete -c hollowlab -n $main -l listen -x -d 'Port of the lab\'s API server'
complete -c hollowlab -n $main -l kubeconfig-out -r -F -d 'Also write the lab\'s kubeconfig here'
complete -c hollowlab -n $main -l viewer-kubeconfig-out -r -F -d 'Write a kubeconfig for those who only look'
complete -c hollowlab -n $main -l controllers -x -d 'Controllers that run' \
    -a '(__hollowlab_list all none (__hollowlab_controllers) -(__hollowlab_controllers))'
complete -c hollowlab -n $main -l concurrent-syncs -x -d 'Plans of a controller under way' \
    -a '(__hollowlab_list (__hollowlab_controllers)=)'
complete -c hollowlab -n $main -l max-machines -x -d 'Make no more machines than these'
complete -c hollowlab -n $main -l metrics-listen -x -d 'Port of metrics over plain HTTP'
complete -c hollowlab -n $main -l scenario -r -F -d 'Run this scenario'
complete -c hollowlab -n $main -l report -x -a '(__fish_complete_directories)' -d 'Write the scenario\'s report here'
complete -c hollowlab -n $main -l pace -x -d 'Virtual seconds per second'
complete -c hollowlab -n $main -l timing -x -a 'demo realistic fast' -d 'How quickly machines boot and fail'
complete -c hollowlab -n $main -l seed -x -d 'Seed of all chance in the lab'
complete -c hollowlab -n $main -l authorization -x -a 'owner rbac' -d 'Who may do what in a lab'
complete -c hollowlab -n $main -l unknown-cel -x -a 'warn refuse' -d 'What a lab does with rules in CEL'
complete -c hollowlab -n $main -l exit-after -x -d 'Leave after this time'
complete -c hollowlab -n $main -l screenshot -r -F -d 'Write a picture of the window here'
complete -c hollowlab -n $main -l read-only -d 'Change nothing'
complete -c hollowlab -n $main -l fresh -d 'Begin the lab anew, keep the old one aside'
complete -c hollowlab -n $main -l print-paths -d 'Print where files are kept'
complete -c hollowlab -n $main -s v -l verbose -d 'Log decisions to standard error'

set -l explain '__fish_seen_subcommand_from explain'
complete -c hollowlab -n $explain -s n -l namespace -x -d 'Namespace of the object'
complete -c hollowlab -n $explain -l kubeconfig -r -F -d 'Ask the lab of this kubeconfig'
complete -c hollowlab -n $explain -l lab -x -a '(__hollowlab_labs)' -d 'Ask the lab of this name or directory'
complete -c hollowlab -n $explain -s o -l output -x -a 'text json' -d 'Form of the answer'

set -l experiment '__fish_seen_subcommand_from experiment'
complete -c hollowlab -n $experiment -F
complete -c hollowlab -n $experiment -s o -l output -x -a 'text json' -d 'Form of the answer'
complete -c hollowlab -n $experiment -l share -x -d 'Carry only this share of the runs out'
complete -c hollowlab -n $experiment -l report -r -F -d "Write one run's report here"
complete -c hollowlab -n $experiment -l variant -x -d 'Of that run'
complete -c hollowlab -n $experiment -l seed -x -d 'Of that run'
