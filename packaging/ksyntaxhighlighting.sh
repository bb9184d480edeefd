#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Debian 12 has KSyntaxHighlighting for Qt 5 only: builds it for Qt 6, from the source package of Debian 13,
# as a static library below the cache. Does nothing where the distribution has one for Qt 6, or when it is
# built already. Without it the YAML editor falls back to a small highlighter of its own; therefore a failure
# ends only a CI run (CI=true).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

version=5.116.0
prefix="$cache_root/ksyntaxhighlighting-$version"
packages=(dpkg-dev extra-cmake-modules perl xz-utils)

is_built() { [[ -f $prefix/lib/cmake/KF5SyntaxHighlighting/KF5SyntaxHighlightingConfig.cmake ]]; }

is_needed() { [[ $(os_field ID) == debian && $(os_field VERSION_ID) == 12 ]]; }

fetch_source() {
    logged "$log" private_apt_lists "$work/apt" "deb-src trixie"
    cd "$work"
    logged "$log" private_apt "$work/apt" source --download-only --tar-only ksyntax-highlighting
    mkdir source
    logged "$log" tar -C source --strip-components=1 -xf "ksyntax-highlighting_$version.orig.tar.xz"
    # The build asks for the extra-cmake-modules of its own release; those of Debian 12 are enough for it.
    sed -i 's/find_package(ECM 5[0-9.]* /find_package(ECM 5.100 /' source/CMakeLists.txt
}

build() {
    logged "$log" cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DQT_MAJOR_VERSION=6 -DBUILD_TESTING=OFF \
        -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Quick=ON
    logged "$log" nice cmake --build "$work/build"
    # Staged, so that the prefix is complete or not there at all.
    logged "$log" env DESTDIR="$work/staged" cmake --install "$work/build"
    rm -rf "$prefix"
    mv "$work/staged$prefix" "$prefix"
}

make_built() {
    install_missing "${packages[@]}"
    say "building KSyntaxHighlighting $version for Qt 6 (about a minute, once)"
    work=$(mktemp -d "$prefix.build.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    log=$(new_log ksyntaxhighlighting)
    fetch_source
    build
}

main() {
    is_needed || return 0
    is_built && return
    mkdir -p "$cache_root"
    exec {lock}>"$prefix.lock"
    flock "$lock"
    is_built || make_built
}

# In a subshell, since a failure ends it; not in a condition, since that would make it go on after one.
set +e
(
    set -e
    main
)
status=$?
set -e
((status == 0)) && exit
[[ ${CI-} != true ]] || die "KSyntaxHighlighting could not be built"
say "KSyntaxHighlighting could not be built: going on with the small built-in highlighter"
