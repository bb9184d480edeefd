#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs javascript.js with the official client for JavaScript, which it takes from the npm registry into the
# cache the first time. Ends with 77 where there is no Node.js or no registry.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/../../packaging source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../packaging/lib.sh"

sources="$project_root/tests/clients"
folder="$cache_root/clients-javascript"

fetch() {
    cp "$sources/package.json" "$sources/package-lock.json" "$folder/"
    npm ci --omit=dev --no-audit --no-fund --prefix "$folder" >"$(new_log npm)" 2>&1 || return
    cp "$sources/package-lock.json" "$folder/fetched.json"
}

[[ $(command -v node) && $(command -v npm) ]] || {
    say "there is no Node.js with npm"
    exit 77
}
mkdir -p "$folder"
exec {lock}>"$folder.lock"
flock "$lock"
cmp -s "$sources/package-lock.json" "$folder/fetched.json" || fetch || {
    say "npm can't fetch the client (log: $cache_root/log/npm.log)"
    exit 77
}
cp "$sources/javascript.js" "$folder/"
exec node "$folder/javascript.js"
