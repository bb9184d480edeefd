#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the scripts in packaging/, .ci/ and tests/realcluster/ share: sourced, never run. What they fetch or
# build beside Hollow Lab itself goes below `cache_root`, never into the checkout.

export HOME="${HOME:-$(getent passwd "$EUID" | cut -d: -f6)}"
cache_root="${XDG_CACHE_HOME:-$HOME/.cache}/hollowlab"
project_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

die() {
    say "${0##*/}: $*"
    exit 1
}

# as_root COMMAND…: runs it as root, through sudo when somebody else is logged in.
as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "root rights are needed for: $* (and there is no sudo)"
    fi
}

# logged LOG COMMAND…: appends all output to LOG; when the command fails, ends with LOG's last lines.
logged() {
    local log=$1
    shift
    if ! "$@" >>"$log" 2>&1 </dev/null; then
        tail -n "${LOG_TAIL:-40}" "$log" >&2
        die "failed: $* (log: $log)"
    fi
}

# new_log NAME: prints the path of an emptied log file.
new_log() {
    mkdir -p "$cache_root/log"
    : >"$cache_root/log/$1.log"
    printf '%s\n' "$cache_root/log/$1.log"
}

# os_field NAME: a field of os-release, in a subshell, because that file sets many variables.
# shellcheck disable=SC1091
os_field() { (. /etc/os-release && printf '%s\n' "${!1:-}"); }

is_installed() { dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

apt_install() {
    local log=$1
    shift
    # Another apt may be at work (unattended upgrades): wait for it rather than fail.
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y)
    apt+=(-o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)
    as_root "${apt[@]}" update >>"$log" 2>&1 </dev/null ||
        say "apt-get update failed, going on with the old lists"
    logged "$log" as_root "${apt[@]}" install --no-install-recommends "$@"
}

# install_missing PACKAGE…: installs those that are not there; silent when all are.
install_missing() {
    local missing=() package log
    for package; do
        is_installed "$package" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    say "installing: ${missing[*]}"
    log=$(new_log apt)
    apt_install "$log" "${missing[@]}"
}

# debian_mirror: the address of the Debian mirror that this machine's apt uses.
# shellcheck disable=SC2016
debian_mirror() {
    local codename
    codename=$(os_field VERSION_CODENAME)
    apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        awk -v codename="$codename" '
            $2 == "main" && ($1 == codename || $1 ~ /^(old)?stable$/) && $3 ~ /debian/ {
                found = found ? found : $3
            }
            END { print found ? found : "http://deb.debian.org/debian/" }'
}

# private_apt_lists DIR LINE…: package lists of their own in DIR, so that the machine's apt configuration
# stays as it is. A LINE is `deb SUITE` or `deb-src SUITE`.
private_apt_lists() {
    local dir=$1 line
    shift
    mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
    for line; do
        printf '%s [signed-by=%s] %s %s main\n' "${line% *}" /usr/share/keyrings/debian-archive-keyring.gpg \
            "$(debian_mirror)" "${line#* }"
    done >"$dir/sources.list"
    private_apt "$dir" update
}

# private_apt DIR ARGUMENT…: apt-get with the lists in DIR.
private_apt() {
    local dir=$1
    shift
    apt-get -q -o Acquire::Retries=3 -o Dir::Etc::sourcelist="$dir/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::Lists="$dir/lists" -o Dir::Cache="$dir/cache" -o APT::Sandbox::User=root "$@"
}

# progress: shows the build steps that it reads on one line of the terminal, if there is one.
progress() {
    local line width
    [[ -t 2 ]] || exec cat >/dev/null
    width=$(tput cols 2>/dev/null || echo 80)
    while IFS= read -r line; do
        [[ $line != \[* ]] || printf '\r\e[K%.*s' "$((width - 1))" "$line" >&2
    done
    printf '\r\e[K' >&2
}

# configure_preset PRESET: silent, unless it fails.
configure_preset() {
    logged "$(new_log "configure-$1")" env -C "$project_root" cmake --preset "$1"
}

# in_time COMMAND…: runs it until `deadline`, if that is set (it counts like SECONDS), and then ends it with
# 124, or with 137 when it does not heed that.
in_time() {
    if [[ ${deadline-} ]]; then
        timeout --kill-after=20 "$((deadline > SECONDS ? deadline - SECONDS : 1))" "$@"
    else
        "$@"
    fi
}

# build_preset PRESET [TARGET…]: configures and builds in time; silent but for the progress, unless it fails.
build_preset() {
    local build="$project_root/build/$1" log status=0
    log=$(new_log "build-$1")
    [[ -d $build ]] || say "building Hollow Lab ($1; this takes a few minutes the first time, log: $log)"
    configure_preset "$1"
    shift
    in_time cmake --build "$build" ${1:+--target "$@"} 2>&1 </dev/null | tee -a "$log" | progress || status=$?
    ((status != 124 && status != 137)) || return 124
    if ((status)); then
        tail -n 80 "$log" >&2
        die "the build failed (log: $log)"
    fi
}

# from_another_one: the lines that it reads, beginning elsewhere for each commit; neighbours stay together.
from_another_one() {
    local names start
    mapfile -t names
    start=$((16#$(git rev-parse --short=8 HEAD 2>/dev/null || date +%Y%m%d) % ${#names[@]}))
    printf '%s\n' "${names[@]:start}" "${names[@]:0:start}"
}
