# SPDX-License-Identifier: GPL-3.0-or-later
# What cpack makes of the installed files: one package, which stage.cmake brings into Debian's form.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Hollow Lab maintainers <maintainers@hollowlab.io>")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/stage.cmake)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, fonts-dejavu-core, qt6-translations-l10n, qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS kubernetes-client)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "laboratory for Kubernetes machine management")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Within seconds there is a live cluster of hollow nodes, with nothing else
installed: machines come from MachineSets, each becomes exactly one hollow
node, the node joins, heartbeats, and fails on command or by recipe. Health
checks replace it, and a chart shows the moment and the recovery time.

The lab speaks the Kubernetes API on loopback, so that kubectl and one's own
machine controllers work on it; the same window works on a real cluster.")
include(CPack)
