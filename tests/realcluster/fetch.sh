#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes sure that the programs of a real control plane are in the cache: etcd, kube-apiserver,
# kube-controller-manager, kube-scheduler, kubemark, kubectl; tests/clients/clientgo; and of a newer
# Kubernetes a kubectl and the same clientgo. The first come from Debian 12 alone; the servers and clientgo
# are built from Debian's source package of Kubernetes, which takes about ten minutes the first time. The
# newer ones come from Debian 13, in three minutes. Says nothing when nothing is to be done.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/../../packaging source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../packaging/lib.sh"

version=1.20.2
target="$cache_root/kubernetes-$version"
newer="$cache_root/kubectl-debian-13"
newer_clientgo="$cache_root/clientgo-debian-13"
newer_go=1.24
built=(kube-apiserver kube-controller-manager kube-scheduler kubemark clientgo)
unpacked=(etcd kubectl)
packages=(dpkg-dev gcc golang-github-modern-go-reflect2-dev golang-go jq libc6-dev make rsync)

complete() {
    local program
    for program in "${built[@]}" "${unpacked[@]}"; do
        [[ -x $target/$program ]] || return 1
    done
}

require_debian_12() {
    [[ $(os_field ID) == debian && $(os_field VERSION_ID) == 12 ]] && return
    say "${0##*/}: a real control plane is built on Debian 12 only; elsewhere put these programs into $target"
    say "yourself: ${built[*]} ${unpacked[*]}"
    exit 2
}

# Unpacked rather than installed: installing etcd-server would start a daemon on this machine.
unpack_debian_programs() {
    local package
    (cd "$work" && logged "$log" private_apt "$work/apt" download etcd-server kubernetes-client)
    for package in "$work"/*.deb; do
        logged "$log" dpkg-deb -x "$package" "$work/root"
    done
    for package in "${unpacked[@]}"; do
        logged "$log" install -m 755 "$work/root/usr/bin/$package" "$work/bin/$package"
    done
}

unpack_source() {
    (cd "$work" && logged "$log" private_apt "$work/apt" source --download-only kubernetes)
    mkdir -p "$work/go/src/k8s.io"
    (cd "$work" && logged "$log" dpkg-source -x ./kubernetes_*.dsc "$source_tree")
}

# The vendored reflect2 predates Go 1.18: the API server built with it crashes on the first custom resource.
replace_reflect2() {
    local vendored="$source_tree/vendor/github.com/modern-go/reflect2"
    rm -rf "$vendored"
    logged "$log" cp -rL /usr/share/gocode/src/github.com/modern-go/reflect2 "$vendored"
}

build_programs() {
    local settings=(GO111MODULE=off GOPATH="$work/go" GOCACHE="$work/gocache" KUBE_GIT_VERSION="v$version"
        KUBE_GIT_MAJOR=1 KUBE_GIT_MINOR=20 KUBE_GIT_TREE_STATE=archive KUBE_GIT_COMMIT=debian)
    logged "$log" env -C "$source_tree" "${settings[@]}" nice make WHAT="${built[*]/#/cmd/}"
    local program
    for program in "${built[@]}"; do
        logged "$log" install -m 755 "$source_tree/_output/bin/$program" "$work/bin/$program"
    done
    logged "$log" "$work/bin/kube-apiserver" --version
}

remove_work() {
    [[ -e $work ]] || return 0
    # Go marks what it unpacks as read-only.
    chmod -R u+w "$work" && rm -rf "$work"
}

make_complete() {
    install_missing "${packages[@]}"
    say "building Kubernetes $version for the tests on a real API server (about ten minutes, once)"
    log=$(new_log kubernetes)
    work=$(mktemp -d "$target.build.XXXXXX")
    source_tree="$work/go/src/k8s.io/kubernetes"
    trap remove_work EXIT
    mkdir -p "$work/bin"
    logged "$log" private_apt_lists "$work/apt" "deb bookworm" "deb-src bookworm"
    unpack_debian_programs
    unpack_source
    replace_reflect2
    cp -r "$project_root/tests/clients/clientgo" "$source_tree/cmd/"
    build_programs
    mkdir -p "$target"
    mv "$work/bin"/* "$target/"
    complete || die "something is missing in $target (log: $log)"
}

# What is installed here counts for nothing: another kubectl may be.
fetch_newer_kubectl() {
    log=$(new_log kubectl)
    work=$(mktemp -d "$newer.build.XXXXXX")
    trap remove_work EXIT
    logged "$log" private_apt_lists "$work/apt" "deb trixie"
    (cd "$work" && logged "$log" private_apt "$work/apt" -o Dir::State::status=/dev/null download kubectl)
    logged "$log" dpkg-deb -x "$work"/kubectl_*.deb "$work/root"
    mkdir -p "$newer"
    mv "$work/root/usr/bin/kubectl" "$newer/kubectl"
    remove_work
}

# Go and its libraries are unpacked, not installed: another Go may be.
build_newer_clientgo() {
    say "building a program with a newer client-go for the tests (about three minutes, once)"
    log=$(new_log clientgo)
    work=$(mktemp -d "$newer_clientgo.build.XXXXXX")
    trap remove_work EXIT
    logged "$log" private_apt_lists "$work/apt" "deb trixie"
    logged "$log" private_apt "$work/apt" -o Dir::State::status=/dev/null -o Debug::NoLocking=1 -y \
        --no-install-recommends --download-only install golang-k8s-client-go-dev "golang-$newer_go-go"
    local package
    for package in "$work"/apt/cache/archives/golang-*.deb; do
        logged "$log" dpkg-deb -x "$package" "$work/root"
    done
    local go="$work/root/usr/lib/go-$newer_go"
    local settings=(GO111MODULE=off GOTOOLCHAIN=local CGO_ENABLED=0 GOROOT="$go" GOCACHE="$work/gocache"
        GOPATH="$work/root/usr/share/gocode")
    logged "$log" env "${settings[@]}" nice "$go/bin/go" build -o "$work/clientgo" \
        "$project_root"/tests/clients/clientgo/*.go
    mkdir -p "$newer_clientgo"
    mv "$work/clientgo" "$newer_clientgo/clientgo"
    remove_work
}

complete && [[ -x $newer/kubectl && -x $newer_clientgo/clientgo ]] && exit
require_debian_12
mkdir -p "$cache_root"
exec {lock}>"$target.lock"
flock "$lock"
[[ -x $newer/kubectl ]] || (fetch_newer_kubectl) ||
    say "${0##*/}: without the newer kubectl; only tst_answers needs it"
[[ -x $newer_clientgo/clientgo ]] || (build_newer_clientgo) ||
    say "${0##*/}: without the newer client-go; only tst_clients needs it"
complete || make_complete
