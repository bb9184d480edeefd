// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files with secrets: only their owner can read them, whatever the umask says, and they are whole or absent
// (docs/faults-and-threats.md T3, T14, T15). What was not made here is never adjusted: it is fit, or refused.

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace core::base {

/// Makes the directory, and those above it that are missing, with mode 0700. Forbidden when it exists and
/// belongs to another user, or others can write to it, or a link of another user's leads to it.
Result<> makePrivateDirectory(const std::string &path);

/// Makes a directory with mode 0700 and a name that nobody could foresee, and answers its path. Forbidden
/// when others could put something in its place.
Result<std::string> makeTemporaryDirectory(const std::string &parent, const std::string &prefix);

/// Replaces the file by the content with mode 0600, in one step; its directory is made as above.
Result<> writePrivateFile(const std::string &path, std::string_view content);

/// The file lies in a directory that is there and is the user's concern. A link is replaced, not followed.
Result<> replaceFile(const std::string &path, std::string_view content);

/// It is a file of ours, no link, and nobody else can have written it.
bool isPrivateFile(const std::string &path);

/// Renames a file that is damaged, with what SQLite keeps beside it, to "….damaged", "….damaged-2" and so on;
/// the answer is that path.
std::string setAside(const std::string &path);

} // namespace core::base
