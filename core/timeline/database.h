// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The timeline's SQLite file: schema, reading, writing one batch. Used from one thread; errors of SQLite come
// out as base::Error. Times are stored as nanoseconds since 1970.

#include "core/base/result.h"
#include "core/timeline/timeline.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <memory>

namespace core::timeline {

class Database
{
public:
    static base::Result<std::unique_ptr<Database>> open(const std::string &path);

    base::Result<History> read();
    /// One transaction. Facts and episodes that are there already are replaced.
    base::Result<> write(const std::vector<History> &batch);

private:
    explicit Database(const std::string &path);

    void compact();
    void put(const Fact &fact);
    void put(const Episode &episode);
    void put(const Gap &gap);
    void putSeen(api::Time until);

    SQLite::Database m_database;
    std::unique_ptr<SQLite::Statement> m_putFact;
    std::unique_ptr<SQLite::Statement> m_putEpisode;
    std::size_t m_sinceCompaction = 0;
};

} // namespace core::timeline
