// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/database.h"

#include "core/api/troubles.h"
#include "core/lab/databaseprivate.h"
#include "core/lab/lablog.h"

#include <sqlite3.h>

#include <cerrno>
#include <filesystem>

namespace core::lab {

namespace {

constexpr auto keptTime = std::chrono::minutes(5);
constexpr std::size_t mostLogBytes = 64U * 1024 * 1024;
constexpr std::size_t trimmedAtOnce = 500;

} // namespace

Database::Database(std::unique_ptr<Private> p) : d(std::move(p)) { }
Database::~Database() = default;

base::Result<std::unique_ptr<Database>> Database::open(const std::string &path, std::unique_ptr<LabLock> lock)
try {
    if (!lock) {
        auto taken = LabLock::take(path);
        if (!taken)
            return tl::unexpected(taken.error());
        lock = std::move(*taken);
    }
    if (auto checked = checkRights(path); !checked)
        return tl::unexpected(checked.error());
    const bool isNew = !std::filesystem::exists(path);
    if (auto checked = checkLog(path); !checked)
        return tl::unexpected(checked.error());
    if (auto made = isNew ? makeFile(path) : base::Result<>(); !made)
        return tl::unexpected(made.error());
    auto d = std::make_unique<Private>(path, isNew, std::move(lock));
    if (auto prepared = d->prepare(); !prepared)
        return tl::unexpected(prepared.error());
    return std::unique_ptr<Database>(new Database(std::move(d)));
} catch (const SQLite::Exception &error) {
    const bool isFull = error.getErrorCode() == SQLITE_FULL; // nothing is wrong with the lab
    return api::failWith(isFull ? base::ErrorKind::Forbidden : base::ErrorKind::Invalid,
        api::troubleSaying("CannotOpenDatabase", path, error.what()));
} catch (const std::filesystem::filesystem_error &error) {
    return api::failWith(
        base::ErrorKind::Invalid, api::troubleSaying("CannotLookAtDatabase", path, error.code().message()));
}

base::Result<> Database::load(Store &store)
try {
    d->loadCollections();
    auto loaded = d->loadAll(store);
    if (loaded && !d->isShort)
        d->ballast.take();
    for (const api::Saying &object : d->keptAside)
        qCWarning(labLog) << base::str(d->path + ": " + object.text);
    return loaded;
} catch (const SQLite::Exception &error) {
    return damaged(d->path, error.what());
}

base::Result<> Database::write(const Gap &gap)
try {
    d->withBallast([&] {
        SQLite::Transaction transaction(d->database);
        run(d->statements->addGap, sql(gap.last), sql(gap.next));
        run(d->statements->putRevision, sql(gap.next));
        transaction.commit();
    });
    d->committed = gap.next;
    d->lock->setWritten(gap.next);
    return {};
} catch (const SQLite::Exception &error) {
    return base::fail(
        base::ErrorKind::Transient, "cannot write the lab's database " + d->path + ": " + error.what());
}

const std::vector<api::Saying> &Database::setAside() const
{
    return d->keptAside;
}

const std::vector<LostObject> &Database::lostObjects() const
{
    return d->lostObjects;
}

Revision Database::everWritten() const
{
    return d->lock->written();
}

bool Database::hasLost() const
{
    return d->lost;
}

base::Result<> Database::write(const std::vector<Record> &records)
{
    auto written = d->commit(records);
    if (!written && d->isFull && d->ballast.give()) {
        d->isShort = true;
        d->emptyLog();
        written = d->commit(records);
    }
    return written;
}

api::Saying Database::shortage()
{
    if (d->isShort) // a log that is emptied gives room, too
        d->emptyLog();
    if (d->isShort && d->ballast.take())
        d->isShort = false;
    return d->isShort ? diskFull(d->path, true) : api::Saying();
}

void Database::Private::emptyLog()
{
    sqlite3_wal_checkpoint_v2(database.getHandle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

void Database::Private::withBallast(const std::function<void()> &write)
{
    try {
        write();
    } catch (const SQLite::Exception &error) {
        if (error.getErrorCode() != SQLITE_FULL || !ballast.give())
            throw;
        isShort = true;
        write();
    }
}

/// A quota, or a limit to the size of files.
bool Database::Private::isAtItsLimit()
{
    for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
        sqlite3_file *file = nullptr;
        int cause = 0;
        sqlite3_file_control(database.getHandle(), "main", which, static_cast<void *>(&file));
        if (file && file->pMethods)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &cause);
        if (cause == EFBIG || cause == EDQUOT || cause == ENOSPC)
            return true;
    }
    return false;
}

std::int64_t Database::Private::idOf(const Collection &collection)
{
    const auto known = collections.find(collection.name());
    if (known != collections.end())
        return known->second;
    run(statements->addCollection, collection.name());
    return collections[collection.name()] = database.getLastInsertRowid();
}

void Database::Private::write(const Record &record)
{
    Statements &s = *statements;
    const bool isNew = record.type == Change::Type::Added;
    const bool isGone = record.type == Change::Type::Deleted;
    const std::int64_t collection = idOf(*record.collection);
    const std::int64_t id = sql(record.created);
    const std::int64_t revision = sql(record.revision);
    const std::int64_t type = static_cast<int>(record.type);
    const std::int64_t time = record.time.time_since_epoch().count();
    const std::string body = storedText(record.object);
    const std::int64_t sum = sumOf(record.collection->name(), id, body);
    const bool isLease = record.collection->name() == withoutHistory;
    if (!isLease) {
        if (isNew)
            run(s.logAdded, revision, id, collection, time);
        else if (isGone)
            run(s.logReplaced, revision, type, time, body, sum, id);
        else
            run(s.logReplaced, revision, type, time, nullptr, nullptr, id);
        append({record.revision, record.time, isNew ? 0 : isGone ? 2 * body.size() : body.size()});
    }
    if (isGone)
        run(isLease ? s.dropLease : s.dropObject, id);
    else
        run(isLease ? s.putLease : s.putObject, id, collection, revision, body, sum);
}

void Database::Private::append(const LogRow &row)
{
    log.push_back(row);
    logBytes += row.bytes;
}

/// How many of the oldest rows of the log need not be kept.
std::size_t Database::Private::spareRows() const
{
    std::size_t bytes = logBytes;
    const bool tooLarge = bytes > mostLogBytes;
    std::size_t count = 0;
    while (count < log.size()) {
        const bool old = log.size() - count > keptChanges && log[count].time < log.back().time - keptTime;
        if (!old && !isShort && bytes <= mostLogBytes)
            break;
        bytes -= log[count++].bytes;
    }
    return count >= trimmedAtOnce || tooLarge || isShort ? count : 0;
}

void Database::Private::forgetLog(Revision upTo)
{
    run(statements->trimLog, sql(upTo));
    run(statements->putFloor, sql(upTo));
    run(statements->trimGaps, sql(upTo));
}

base::Result<> Database::Private::commit(const std::vector<Record> &records)
{
    isFull = false;
    if (!files.areInPlace())
        return files.failure();
    const std::size_t loggedBefore = log.size();
    try {
        SQLite::Transaction transaction(database);
        for (const Record &record : records) {
            if (record.revision > committed)
                write(record);
        }
        run(statements->putRevision, sql(records.back().revision));
        const std::size_t spare = spareRows();
        if (spare > 0)
            forgetLog(log[spare - 1].revision);
        transaction.commit();
        committed = records.back().revision;
        for (std::size_t i = 0; i < spare; ++i) {
            logBytes -= log.front().bytes;
            log.pop_front();
        }
    } catch (const SQLite::Exception &error) {
        isFull = error.getErrorCode() == SQLITE_FULL || isAtItsLimit();
        for (; log.size() > loggedBefore; log.pop_back())
            logBytes -= log.back().bytes;
        loadCollections(); // without those that this batch would have added
        return api::failWith(base::ErrorKind::Transient,
            isFull ? diskFull(path, false) : api::troubleSaying("DiskRefuses", error.what()));
    }
    if (!files.areInPlace()) // it went to files that nobody will find
        return files.failure();
    lock->setWritten(committed);
    return {};
}

} // namespace core::lab
