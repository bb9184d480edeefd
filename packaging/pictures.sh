#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes the README's pictures of the fleet, of a recovery and of 5,000 machines anew, by keyboard, from a
# program that is built:
#
#     packaging/pictures.sh [PROGRAM]
#
# Needed are Xvfb, xdotool and ImageMagick. Look at what it wrote before that is committed.
set -euo pipefail

program=$(realpath "${1:-build/release/app/hollowlab}")
here=$(dirname "$(realpath "$0")")
away=$(mktemp -d /tmp/ada-XXXXXX)
export HOME=$away XDG_RUNTIME_DIR=$away/run QT_QPA_PLATFORM=xcb
export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME WAYLAND_DISPLAY
mkdir -p "$HOME/.config/hollowlab" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
server=
shown=
window=

end() {
    [[ -z $shown ]] || kill "$shown" 2> /dev/null || true
    [[ -z $server ]] || kill "$server" 2> /dev/null || true
    wait
    rm -rf "$away"
}
trap end EXIT

start_screen() {
    Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3> "$away/display" 2> /dev/null &
    server=$!
    until [[ -s $away/display ]]; do sleep 0.1; done
    DISPLAY=:$(< "$away/display")
    export DISPLAY
}

# size, options: the window is as large as that, and has the keys
open() {
    local size=$1
    shift
    "$program" "$@" > "$away/log" 2>&1 &
    shown=$!
    until window=$(xdotool search --onlyvisible --name 'Hollow Lab' | tail -n 1) && [[ -n $window ]]; do
        kill -0 "$shown"
        sleep 0.2
    done
    xdotool windowmove "$window" 0 0 windowsize "$window" "${size%x*}" "${size#*x}" windowfocus "$window"
    sleep 2
}

close() {
    kill "$shown"
    wait "$shown" || true
    shown=
}

press() { xdotool key --clearmodifiers --delay 120 "$@"; }

# what the palette is told
tell() {
    press ctrl+k
    sleep 0.7
    xdotool type --delay 30 "$1"
    sleep 0.7
    press Return
    sleep 1
}

take() {
    press ctrl+BackSpace ctrl+BackSpace # closes the notices
    sleep 1
    import -window "$window" -strip "$here/$1.png"
    echo "$here/$1.png"
}

# Nine sets in three zones beside the first one, and a part of one zone out.
five_thousand() {
    local head='apiVersion: machine.openshift.io/v1beta1' name count
    echo 'name: Five thousand'
    echo 'steps:'
    echo '  - apply:'
    for set in batch:180 infra:300 workers:1180; do
        for zone in a b c; do
            name=${set%:*}-$zone count=${set#*:}
            cat << END
      - $head
        kind: MachineSet
        metadata: {name: $name, labels: {machine.openshift.io/cluster-api-cluster: hollowlab}}
        spec:
          replicas: $count
          selector: {matchLabels: {machine.openshift.io/cluster-api-machineset: $name}}
          template:
            metadata:
              labels:
                all: "yes"
                machine.openshift.io/cluster-api-cluster: hollowlab
                machine.openshift.io/cluster-api-machineset: $name
            spec:
              providerSpec:
                value:
                  apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
                  kind: KubemarkMachineProviderConfig
                  metadata: {annotations: {hollowlab.io/zone: $zone}}
                  image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
END
        done
    done
    cat << END
      - $head
        kind: MachineHealthCheck
        metadata: {name: all}
        spec:
          selector: {matchLabels: {all: "yes"}}
          maxUnhealthy: 40%
          unhealthyConditions: [{type: Ready, status: "False", timeout: 5m}]
  - waitUntil: {nodes: {of: workers-b, Ready: 1180}, within: 120s}
  - fault: {node: first 400 Ready nodes of workers-b, kind: not-ready}
  - waitUntil: {nodes: {of: workers-b, NotReady: 400}, within: 60s}
END
}

theme() {
    local file=$HOME/.config/hollowlab/window.ini
    if [[ -e $file ]]; then
        sed -i "s/^theme=.*/theme=$1/" "$file"
    else
        printf '[window]\ntheme=%s\n' "$1" > "$file"
    fi
}

# One machine has been replaced, two more have just failed.
break_some() {
    press Escape
    tell 'scale workers 48'
    sleep 9
    press j u Return
    sleep 24
    press j j j u Return
    sleep 2
    press j j j u Return
    sleep 5
}

start_screen
theme light
open 1440x900 --timing demo --seed 7
break_some
take screenshot
xdotool windowsize "$window" 1000 640
sleep 1
take screenshot-small
sleep 25
close
theme dark
open 1440x900
press j ctrl+e
sleep 0.5
press Down
take screenshot-recovery
close
theme light
five_thousand > "$away/five-thousand.yaml"
open 1440x900 --lab five-thousand --timing demo --scenario "$away/five-thousand.yaml"
sleep 60 # the verdict leaves after a while
take screenshot-wall
close
