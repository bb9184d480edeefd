// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files with secrets: only their owner can read them, whatever the umask says, and they are whole or absent
// (reliability.md T3, T15).

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace core::base {

/// Makes the directory, and those above it that are missing, with mode 0700. Forbidden when it exists and
/// belongs to another user, or others can write to it.
Result<> makePrivateDirectory(const std::string &path);

/// Replaces the file by the content with mode 0600, in one step; its directory is made as above.
Result<> writePrivateFile(const std::string &path, std::string_view content);

} // namespace core::base
