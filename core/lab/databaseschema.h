// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables of a lab's database, in every version that a program has written.

#include <SQLiteCpp/SQLiteCpp.h>

#include <map>
#include <string>

namespace core::lab {

inline constexpr int applicationId = 0x484c6162; // "HLab"
inline constexpr int schemaVersion = 4;

/// Leads from one version of the schema, 0 for none, to another.
void raiseSchema(SQLite::Database &database, int from, int to);
/// "table objects", and the words that it was made with.
std::map<std::string, std::string> schemaOf(SQLite::Database &database);

} // namespace core::lab
