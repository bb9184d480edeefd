#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh [hollowlab argument…]: installs what building needs, builds, and starts Hollow Lab. Where there is no
# display and no argument, it plays the self-healing demo without a window instead and leaves a report in
# ./hollowlab-report.
# run.sh --install-menu-entry | --remove-menu-entry: builds and puts it into this user's menu; takes it out.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

demo=(--lab :memory: --headless --scenario "$project_root/resources/scenarios/self-healing-101.yaml")
report=./hollowlab-report

has_display() { [[ -n ${DISPLAY-} || -n ${WAYLAND_DISPLAY-} ]]; }

play_demo() {
    local status=0
    "$hollowlab" "${demo[@]}" --report "$report" || status=$?
    [[ ! -d $report ]] || say "report: $(cd "$report" && pwd)"
    exit "$status"
}

[[ ${1-} != --remove-menu-entry ]] || exec bash "$project_root/packaging/menu.sh" remove
bash "$project_root/packaging/deps.sh"
bash "$project_root/packaging/ksyntaxhighlighting.sh"
build_preset release hollowlab
hollowlab="$project_root/build/release/app/hollowlab"
[[ ${1-} != --install-menu-entry ]] || exec bash "$project_root/packaging/menu.sh" install "$hollowlab"

has_display || export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
if (($#)) || has_display; then
    exec "$hollowlab" "$@"
fi
say "There is no display: playing the self-healing demo without a window."
play_demo
