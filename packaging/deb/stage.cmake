# SPDX-License-Identifier: GPL-3.0-or-later
# Run by cpack on the staged files: the man page and the changelog are compressed, and the completions for zsh
# lie where Debian's zsh looks.
file(GLOB man_page "${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/man1/*.1")
set(documents "${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/hollowlab")
set(zsh "${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/changelog" DESTINATION "${documents}"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
execute_process(COMMAND gzip -9n ${man_page} "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${zsh}/site-functions" "${zsh}/vendor-completions")
