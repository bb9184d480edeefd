#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test.sh [--asan|--realcluster]: installs what building and testing needs, builds, and runs the tests; with
# --asan those of the build with the address and undefined-behaviour sanitizers instead, with --realcluster those
# on a real API server, whose programs it fetches. No test shows a window.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case $* in
    '') build=release tests=release ;;
    --asan) build=asan tests=asan ;;
    --realcluster) build=release tests=realcluster ;;
    *) say "usage: ${0##*/} [--asan|--realcluster]" && exit 2 ;;
esac

bash "$project_root/packaging/deps.sh" --test
bash "$project_root/packaging/ksyntaxhighlighting.sh"
build_preset "$build"
[[ $tests != realcluster ]] || bash "$project_root/tests/realcluster/fetch.sh"
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
cd "$project_root"
exec ctest --preset "$tests"
