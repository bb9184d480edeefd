#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# menu.sh install PROGRAM | remove: puts Hollow Lab into the menu of this user alone, with its icons, or takes
# it out. The entry starts PROGRAM, and does not show once that is gone.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

id=io.hollowlab.hollowlab
desktop="$project_root/packaging/desktop"
data="${XDG_DATA_HOME:-$HOME/.local/share}"
entry="$data/applications/$id.desktop"
icon="$data/icons/hicolor/scalable/apps/$id.svg"
symbolic="$data/icons/hicolor/symbolic/apps/$id-symbolic.svg"

# as_value TEXT: as a value in a desktop file.
as_value() { printf '%s' "${1//\\/\\\\}"; }

# as_argument TEXT: as a quoted argument in the value of Exec.
as_argument() {
    local text=${1//%/%%} character
    for character in \\ \" \` \$; do
        text=${text//"$character"/"\\$character"}
    done
    as_value "\"$text\""
}

entry_for() {
    local line
    while IFS= read -r line; do
        case $line in
            Type=*) printf '%s\nTryExec=%s\n' "$line" "$(as_value "$1")" ;;
            Exec=hollowlab*) printf 'Exec=%s%s\n' "$(as_argument "$1")" "${line#Exec=hollowlab}" ;;
            *) printf '%s\n' "$line" ;;
        esac
    done <"$desktop/$id.desktop"
}

case ${1-} in
    install)
        program=$(realpath --no-symlinks "$2")
        install -D -m 644 "$desktop/icons/$id.svg" "$icon"
        install -D -m 644 "$desktop/icons/$id-symbolic.svg" "$symbolic"
        install -D -m 644 <(entry_for "$program") "$entry"
        say "The menu has an entry Hollow Lab now ($entry). It starts $program"
        ;;
    remove)
        rm -f "$entry" "$icon" "$symbolic"
        say "The menu has no entry of this script any more."
        ;;
    *) say "usage: ${0##*/} install PROGRAM | remove" && exit 2 ;;
esac
