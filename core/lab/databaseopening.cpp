// SPDX-License-Identifier: GPL-3.0-or-later
// Makes, checks and upgrades the file (docs/api-semantics.md Q).
#include "core/api/troubles.h"
#include "core/lab/databaseprivate.h"
#include "core/lab/databaseschema.h"
#include "core/lab/lablog.h"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>

namespace core::lab {

namespace {

constexpr int mostRowBytes = 64 * 1024 * 1024;
constexpr Revision mostRevision = Revision(1) << 62U;
constexpr std::uintmax_t longLog = 1000; ///< pages
constexpr std::uintmax_t pageBytes = 4096;

} // namespace

base::Result<> Database::Private::prepare()
{
    sqlite3 *handle = database.getHandle();
    database.setBusyTimeout(2000);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr); // what is refused stays as it is
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, mostRowBytes);
    for (const char *pragma : {"trusted_schema = OFF", "cell_size_check = ON", "locking_mode = EXCLUSIVE"})
        database.exec(std::string("PRAGMA ") + pragma);
    const bool isNew = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
    if (auto checked = isNew ? checkNew() : check(); !checked)
        return checked;
    newLog.keep();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
    for (const char *pragma : {"journal_mode = WAL", "synchronous = FULL", "journal_size_limit = 16777216"})
        database.exec(std::string("PRAGMA ") + pragma);
    sqlite3_wal_hook(handle, shorten, this);
    if (isNew)
        create();
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version < schemaVersion)
        upgrade(version);
    statements.emplace(database);
    withBallast([this] { database.exec("UPDATE state SET revision = revision"); }); // makes the log
    if (!ballast.hasRoomBeside() && ballast.give())
        isShort = true; // the log of a program that was killed has room; what lies beside it needs some, too
    files.remember();
    return {};
}

/// What a log holds has to fit into the database when there is no room but the ballast, with some to spare
/// for deletions.
std::uintmax_t Database::Private::pagesOfLongLog() const
{
    return ballast.held() == 0 ? longLog : std::min(longLog, ballast.held() / 2 / pageBytes);
}

/// This comes after every commit that left a long log: what fails is tried again after the next.
int Database::Private::shorten(void *self, sqlite3 *handle, const char *name, int pages)
{
    auto &mine = *static_cast<Private *>(self);
    if (static_cast<std::uintmax_t>(pages) < mine.pagesOfLongLog())
        return SQLITE_OK;
    const auto checkpoint = [&] {
        return sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    };
    int done = checkpoint();
    if (done == SQLITE_FULL && mine.ballast.give()) { // before the log has become longer than that
        mine.isShort = true;
        done = checkpoint();
    }
    if (done != SQLITE_OK && !mine.isLogStuck)
        qCWarning(labLog) << base::str(
            "the log of " + mine.path + " cannot be shortened: " + sqlite3_errstr(done));
    mine.isLogStuck = done != SQLITE_OK;
    return SQLITE_OK;
}

/// What was lost must not look like what never was (docs/faults-and-threats.md X26).
base::Result<> Database::Private::checkNew()
{
    if (lock->written() == 0 || (isMade && lock->beginsAnew()))
        return {};
    if (!isMade)
        return damaged(path, api::troubleSaying("EmptyThoughWritten", lock->written()));
    keptAside.push_back(api::troubleSaying("BeginsAnew", lock->written()));
    return {};
}

base::Result<> Database::Private::check()
{
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (database.execAndGet("PRAGMA application_id").getInt() != applicationId)
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("NotADatabase", path));
    if (version < 1 || version > schemaVersion)
        return api::failWith(
            base::ErrorKind::Invalid, api::troubleSaying("NewerDatabase", path, version, schemaVersion));
    if (const api::Saying why = strangeness(version); !why.empty())
        return damaged(path, why);
    for (const char *pragma : {"PRAGMA quick_check(1)", "PRAGMA integrity_check(collections)"}) {
        if (const std::string found = database.execAndGet(pragma).getString(); found != "ok")
            return damaged(path, found);
    }
    const std::string stored = version < 4
        ? "objects"
        : "(SELECT collection, revision FROM objects UNION ALL SELECT collection, revision FROM leases)";
    SQLite::Statement state(database,
        "SELECT revision, floor, (SELECT max(revision) FROM " + stored
            + "), (SELECT max(revision) FROM log), EXISTS (SELECT 1 FROM " + stored
            + " WHERE collection NOT IN (SELECT id FROM collections)) FROM state");
    if (!state.executeStep())
        return damaged(path, api::troubleSaying("NoCounter"));
    const Revision revision = revisionIn(state.getColumn(0));
    const auto isBeyond = [&](int column) { return revisionIn(state.getColumn(column)) > revision; };
    if (revision > mostRevision || isBeyond(1) || isBeyond(2) || isBeyond(3))
        return damaged(path, api::troubleSaying("WrongCounter"));
    if (state.getColumn(4).getInt() != 0)
        return damaged(path, api::troubleSaying("StrangeObject"));
    if (revision < lock->written())
        noteLoss(revision);
    return {};
}

/// Nothing in the file may act by itself, or for something else (docs/faults-and-threats.md T20).
api::Saying Database::Private::strangeness(int version)
{
    SQLite::Database model(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    raiseSchema(model, 0, version);
    const auto expected = schemaOf(model);
    const auto actual = schemaOf(database);
    for (const auto &[name, sql] : actual) {
        const auto found = expected.find(name);
        if (found == expected.end() || found->second != sql)
            return api::troubleSaying("StrangePart", name);
    }
    for (const auto &[name, sql] : expected) {
        if (!actual.contains(name))
            return api::troubleSaying("MissingPart", name);
    }
    return {};
}

/// The file lacks its write-ahead log, or was put back from a copy. SQLite drops a log from the first wrong
/// sum on.
void Database::Private::noteLoss(Revision revision)
{
    const std::string wal = path + "-wal";
    if (std::filesystem::exists(wal) && std::filesystem::file_size(wal) > 0) {
        const std::string kept = path + "-wal." + std::to_string(revision);
        std::filesystem::copy_file(wal, kept, std::filesystem::copy_options::skip_existing);
        keptAside.push_back(api::troubleSaying("EndsEarly", revision, lock->written(), kept));
    } else {
        keptAside.push_back(api::troubleSaying("EndsEarly", revision, lock->written()));
    }
}

void Database::Private::create()
{
    SQLite::Transaction transaction(database);
    raiseSchema(database, 0, schemaVersion);
    database.exec("PRAGMA application_id = " + std::to_string(applicationId));
    transaction.commit();
}

/// The older program can still read the copy that stays beside (docs/api-semantics.md Q7).
void Database::Private::upgrade(int version)
{
    const std::string kept = path + ".schema" + std::to_string(version);
    std::filesystem::remove(kept);
    SQLite::Statement copy(database, "VACUUM INTO ?");
    copy.bind(1, kept);
    copy.exec();
    std::filesystem::permissions(
        kept, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    SQLite::Transaction transaction(database);
    raiseSchema(database, version, schemaVersion);
    transaction.commit();
}

} // namespace core::lab
