#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# fuzz.sh [FEED…] [--minutes N]: installs clang, builds libFuzzer's program with the address and
# undefined-behaviour sanitizers, and gives each feed (all without names) a minute, beginning with its folder
# of tests/fuzz/seeds. With --minutes it ends when the time is up; the feeds that are left are for another
# commit's turn. Inputs that led further are kept outside the project; so is one that breaks something, and it
# is named.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

seconds_each=60

feeds=()
while (($#)); do
    case $1 in
        --minutes) deadline=$((SECONDS + ${2:?} * 60)) && shift ;;
        -*) say "usage: ${0##*/} [FEED…] [--minutes N]" && exit 2 ;;
        *) feeds+=("$1") ;;
    esac
    shift
done

newest_clang() { compgen -c clang++- | grep -x 'clang++-[0-9]*' | sort -t- -k2 -n | tail -n 1; }

is_late() { [[ ${deadline-} ]] && ((SECONDS + seconds_each > deadline)); }

# A second is much for an input, ten are for a computer that is busy.
feed() {
    local kept="$cache_root/fuzz/$1" log
    log=$(new_log "fuzz-$1")
    mkdir -p "$kept/found"
    HOLLOWLAB_FUZZ=$1 build/fuzz/tests/fuzz/hollowlab-fuzz -max_total_time="$seconds_each" -timeout=10 \
        -rss_limit_mb=3000 -max_len=8192 -print_final_stats=1 -artifact_prefix="$kept/broken-" \
        "$kept/found" "tests/fuzz/seeds/$1" >"$log" 2>&1 || {
        tail -n 60 "$log"
        return 1
    }
    say "$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
}

bash "$project_root/packaging/deps.sh" --fuzz
bash "$project_root/packaging/ksyntaxhighlighting.sh"
CXX=$(newest_clang)
export CXX QT_QPA_PLATFORM=offscreen
cd "$project_root"
build_preset fuzz hollowlab-fuzz || {
    (($? == 124)) && say "no time left for any feed" && exit
    exit 1
}
all_feeds() { find tests/fuzz/seeds -mindepth 1 -maxdepth 1 -printf '%f\n' | sort; }
((${#feeds[@]})) || mapfile -t feeds < <(all_feeds | from_another_one)
broken=()
for name in "${feeds[@]}"; do
    ! is_late || break
    feed "$name" || broken+=("$name")
done
((${#broken[@]} == 0)) || die "broken: ${broken[*]}; see $cache_root/fuzz/*/broken-*"
