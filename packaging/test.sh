#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test.sh [--asan [--minutes N]|--realcluster]: installs what building and testing needs, builds, and runs the
# tests; with --asan those of the build with the address and undefined-behaviour sanitizers instead, with
# --realcluster those on a real API server, whose programs it fetches. With --minutes it builds and runs a few
# at a time, those that changed lately first, and ends when the time is up; the rest is for another commit's
# turn. No test shows a window.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

at_a_time=6
commits_looked_at_first=3

case $* in
    '') build=release tests=release ;;
    --asan | '--asan --minutes '[1-9]*) build=asan tests=asan ;;
    --realcluster) build=release tests=realcluster ;;
    *) say "usage: ${0##*/} [--asan [--minutes N]|--realcluster]" && exit 2 ;;
esac
minutes=${3-}

test_names() { ctest --preset "$tests" -N | sed -n 's/^ *Test *#[0-9]*: //p'; }

changed_lately() {
    git log "-$commits_looked_at_first" --format= --name-only 2>/dev/null |
        sed -n 's|.*/\(tst_[a-z]*\)\.cpp$|\1|p'
}

in_turn() {
    local names
    names=$(test_names)
    { changed_lately | grep -Fx "$names" || true; from_another_one <<<"$names"; } | awk '!seen[$0]++'
}

# A test that is late on a slow build gets a second try, what a sanitizer or an assertion (Qt's two, the
# library's) finds does not: a release has no assertions, so here is the only place where one can fail.
has_findings() {
    grep -qE -e 'ERROR: (Address|Leak)Sanitizer|: runtime error: ' \
        -e "ASSERT: \"|ASSERT failure in |: Assertion [\`'].*' failed" "$1"
}

# Whether a test passes is for the build without sanitizers to say, which is not late; and time may run out in
# the middle of one.
run_part() {
    local log
    log=$(new_log tests)
    in_time ctest --preset "$tests" -R "^($(IFS='|' && echo "$*"))\$" | tee "$log" || true
    ! has_findings "$log"
}

run_in_turn() {
    local deadline=$((SECONDS + minutes * 60)) names part failed=0 done=0
    configure_preset "$build"
    mapfile -t names < <(in_turn)
    while ((done < ${#names[@]} && SECONDS < deadline)); do
        part=("${names[@]:done:at_a_time}")
        build_preset "$build" "${part[@]}" || break
        run_part "${part[@]}" || failed=1
        done=$((done + ${#part[@]}))
    done
    say "tests in turn: $done of ${#names[@]}"
    return "$failed"
}

bash "$project_root/packaging/deps.sh" --test
bash "$project_root/packaging/ksyntaxhighlighting.sh"
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
cd "$project_root"
if [[ $minutes ]]; then
    run_in_turn
    exit
fi
build_preset "$build"
[[ $tests != realcluster ]] || bash "$project_root/tests/realcluster/fetch.sh"
[[ $tests == asan ]] || exec ctest --preset "$tests"
log=$(new_log tests)
ctest --preset "$tests" | tee "$log"
! has_findings "$log" || die "a sanitizer or an assertion found something: see $log"
