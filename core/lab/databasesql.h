// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small steps between SQLite and the lab's values.

#include "core/lab/entry.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>
#include <string_view>

namespace core::lab {

inline std::int64_t sql(Revision revision)
{
    return static_cast<std::int64_t>(revision);
}

inline Revision revisionIn(const SQLite::Column &column)
{
    return static_cast<Revision>(column.getInt64());
}

inline void bindAt(SQLite::Statement &statement, int index, std::int64_t value)
{
    statement.bind(index, value);
}

inline void bindAt(SQLite::Statement &statement, int index, const std::string &text)
{
    statement.bindNoCopy(index, text);
}

inline void bindAt(SQLite::Statement &statement, int index, std::nullptr_t)
{
    statement.bind(index);
}

/// Runs the statement with these values.
template<typename... Values>
void run(SQLite::Statement &statement, const Values &...values)
{
    statement.tryReset(); // after an error it still stands where that happened
    int index = 0;
    (bindAt(statement, ++index, values), ...);
    statement.exec();
    statement.reset();
}

/// The checksum of a row's body tells when a bit has flipped. A version keeps its sum in the log.
std::int64_t sumOf(std::string_view collection, std::int64_t id, std::string_view body);

} // namespace core::lab
