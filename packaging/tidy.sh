#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tidy.sh [--minutes N] [FILE…]: installs clang-tidy and looks at the files, or at all that are not yet
# known to be clean; with --minutes the rest is for another commit's turn after that time. Builds nothing.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

newest_tidy() { compgen -c clang-tidy- | grep -x 'clang-tidy-[0-9]*' | sort -t- -k3 -n | tail -n 1; }

bash "$project_root/packaging/deps.sh" --tidy
bash "$project_root/packaging/ksyntaxhighlighting.sh"
configure_preset release
exec python3 "$project_root/packaging/tidy.py" --build "$project_root/build/release" \
    --cache "$cache_root/tidy" --tool "$(newest_tidy)" --moc "$(qmake6 -query QT_HOST_LIBEXECS)/moc" "$@"
