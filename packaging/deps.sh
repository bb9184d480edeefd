#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# deps.sh [--test|--tidy|--fuzz]: makes sure that the Debian packages are there which building and running
# needs, with --test also those of the tests, with --tidy also clang-tidy, with --fuzz also clang. Installs
# what is missing, says nothing when nothing is. Debian 12 and 13; elsewhere it names the packages and ends
# with 2, unless HOLLOWLAB_SKIP_DEPS=1 says that they are there under other names.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build_packages() {
    printf '%s\n' g++ cmake ninja-build ccache lld pkg-config \
        qt6-base-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools \
        libgl1-mesa-dev libvulkan-dev \
        libexpected-dev libyaml-cpp-dev libsqlitecpp-dev libsqlite3-dev zlib1g-dev libssl-dev \
        libcli11-dev libjemalloc-dev libnghttp2-dev libre2-dev
    case $1 in
        # QtCharts asks for QtOpenGL, and its package does not say so.
        12) printf '%s\n' libboost1.81-dev libboost-json1.81-dev libqt6opengl6-dev ;;
        *) printf '%s\n' libboost-dev libboost-json-dev libkf6syntaxhighlighting-dev ;;
    esac
}

# What the libraries above do not bring: Wayland sessions, Qt's own texts in other languages, something to
# write with, authorities of clusters elsewhere.
run_packages() { printf '%s\n' qt6-wayland qt6-translations-l10n fonts-dejavu-core ca-certificates; }

test_packages() {
    printf '%s\n' xvfb xauth xdotool openssl curl python3-kubernetes
    printf '%s\n' fonts-droid-fallback # beside fonts-dejavu-core: what tests/data/pictures is written in
    # What the desktop, the shells and Debian say of the package.
    printf '%s\n' appstream dbus-daemon desktop-file-utils libglib2.0-bin lintian fish zsh
    command -v kubectl >/dev/null || printf '%s\n' kubernetes-client
}

# Debian 12's own version, 14, does not take the ranges of its standard library.
tidy_packages() {
    case $1 in
        12) printf '%s\n' clang-tidy-16 ;;
        *) printf '%s\n' clang-tidy-19 ;;
    esac
}

fuzz_packages() {
    case $1 in
        12) printf '%s\n' clang-16 libclang-rt-16-dev ;;
        *) printf '%s\n' clang-19 libclang-rt-19-dev ;;
    esac
}

all_packages() {
    build_packages "$1"
    run_packages
    [[ $2 != --test ]] || test_packages
    [[ $2 != --tidy ]] || tidy_packages "$1"
    [[ $2 != --fuzz ]] || fuzz_packages "$1"
}

elsewhere() {
    say "Packages are installed on Debian 12 and 13 only. Hollow Lab needs, by their names in Debian 13:"
    say "$(all_packages 13 "$1" | paste -sd ' ' | fold -s -w 100)"
    say "Once they are there: HOLLOWLAB_SKIP_DEPS=1"
    exit 2
}

main() {
    [[ -z ${HOLLOWLAB_SKIP_DEPS-} ]] || return 0
    local release packages
    release="$(os_field ID) $(os_field VERSION_ID)"
    [[ $release == "debian 12" || $release == "debian 13" ]] || elsewhere "$1"
    mapfile -t packages < <(all_packages "${release#* }" "$1")
    install_missing "${packages[@]}"
}

main "${1-}"
