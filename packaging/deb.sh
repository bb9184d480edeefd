#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# deb.sh: installs what building needs, builds, and leaves a package for this release of Debian in
# build/release.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

bash "$project_root/packaging/deps.sh"
bash "$project_root/packaging/ksyntaxhighlighting.sh"
install_missing dpkg-dev file
build_preset release hollowlab
build_preset release desktop_icons
log=$(new_log cpack)
cd "$project_root/build/release"
logged "$log" cpack --config CPackConfig.cmake
say "$(realpath hollowlab_*.deb)"
