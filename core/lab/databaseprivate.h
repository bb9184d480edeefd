// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What Database holds: databaseopening.cpp makes and checks the file, databaseloading.cpp reads it,
// database.cpp writes.

#include "core/lab/ballast.h"
#include "core/lab/database.h"
#include "core/lab/databasefiles.h"
#include "core/lab/databasesql.h"

#include <optional>
#include <unordered_map>

struct sqlite3;

namespace core::lab {

/// Renewals a thousand times a second: of leases only the newest version reaches the disk (docs/design.md
/// D11), in a table of their own.
inline constexpr std::string_view withoutHistory = "coordination.k8s.io/leases";

struct Database::Private {
    Private(const std::string &filePath, bool isNewFile, std::unique_ptr<LabLock> labLock)
        : lock(std::move(labLock))
        , path(filePath)
        , isMade(isNewFile)
        , newLog(filePath + "-wal")
        , database(filePath, SQLite::OPEN_READWRITE)
    {
    }

    base::Result<> commit(const std::vector<Record> &records);
    base::Result<> prepare();
    void withBallast(const std::function<void()> &write);
    bool isAtItsLimit();
    static int shorten(void *self, sqlite3 *handle, const char *name, int pages);
    std::uintmax_t pagesOfLongLog() const;
    void emptyLog();
    base::Result<> check();
    base::Result<> checkNew();
    api::Saying strangeness(int version);
    void noteLoss(Revision revision);
    void create();
    void upgrade(int version);
    struct LogRow {
        Revision revision;
        base::Time time;
        std::size_t bytes;
    };
    struct Unreadable {
        std::string table;
        std::int64_t id;
        std::string why;
    };

    base::Result<> loadAll(Store &store);
    std::vector<Unreadable> loadObjects(Store &store);
    void loadTable(const std::string &table, Store &store, std::vector<Unreadable> &unreadable);
    std::optional<Revision> loadLog(Store &store);
    void setAside(const std::vector<Unreadable> &objects);
    void forgetLog(Revision upTo);
    void listSetAside();
    void loadGaps(Store &store);

    void loadCollections();
    std::int64_t idOf(const Collection &collection);
    void write(const Record &record);
    void append(const LogRow &row);
    std::size_t spareRows() const;
    struct Statements {
        explicit Statements(SQLite::Database &theDatabase) : db(theDatabase) { }

        SQLite::Database &db;
        SQLite::Statement addCollection {db, "INSERT INTO collections (name) VALUES (?)"};
        SQLite::Statement putObject {db, "INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?)"};
        SQLite::Statement dropObject {db, "DELETE FROM objects WHERE id = ?"};
        SQLite::Statement putLease {db, "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?)"};
        SQLite::Statement dropLease {db, "DELETE FROM leases WHERE id = ?"};
        SQLite::Statement logAdded {db, "INSERT INTO log VALUES (?, ?, ?, 0, ?, NULL, NULL, NULL, NULL)"};
        SQLite::Statement logReplaced {
            db, "INSERT INTO log SELECT ?, id, collection, ?, ?, body, ?, sum, ? FROM objects WHERE id = ?"};
        SQLite::Statement trimLog {db, "DELETE FROM log WHERE revision <= ?"};
        SQLite::Statement putRevision {db, "UPDATE state SET revision = ?"};
        SQLite::Statement putFloor {db, "UPDATE state SET floor = ?"};
        SQLite::Statement addGap {db, "INSERT INTO gaps VALUES (?, ?)"};
        SQLite::Statement trimGaps {db, "DELETE FROM gaps WHERE next <= ?"};
    };

    std::unique_ptr<LabLock> lock;
    std::string path;
    bool isMade; ///< there was no file
    NewLog newLog;
    SQLite::Database database;
    std::optional<Statements> statements;
    std::unordered_map<std::string, std::int64_t> collections;
    std::deque<LogRow> log; ///< what the log table holds
    std::size_t logBytes = 0;
    Ballast ballast {path + ".ballast"};
    DatabaseFiles files {path};
    Revision committed = 0; ///< by this process, perhaps to files that were not in their place any more
    bool isFull = false; ///< the disk, when it was last tried
    bool isShort = false; ///< the ballast has been given
    bool isLogStuck = false;
    std::vector<api::Saying> keptAside;
    std::vector<LostObject> lostObjects;
    bool lost = false;
};

} // namespace core::lab
