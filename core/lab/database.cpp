// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/database.h"

#include "core/base/log.h"
#include "core/lab/packed.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <unordered_map>

namespace core::lab {

HOLLOWLAB_LOG(labLog, "app.core.lab")

using api::JsonPtr;

namespace {

constexpr int applicationId = 0x484c6162; // "HLab"
constexpr int schemaVersion = 2;

constexpr std::size_t keptChanges = 1000;
constexpr auto keptTime = std::chrono::minutes(5);
constexpr std::size_t mostLogBytes = 64U * 1024 * 1024;
constexpr std::size_t trimmedAtOnce = 500;

/// Renewals a thousand times a second: of leases only the newest version reaches the disk (design.md D11).
constexpr std::string_view withoutHistory = "coordination.k8s.io/leases";

constexpr const char *schema = R"(
    CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE objects (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL);
    CREATE TABLE log (revision INTEGER PRIMARY KEY, id INTEGER NOT NULL, collection INTEGER NOT NULL, type INTEGER NOT NULL,
        time INTEGER NOT NULL, previous TEXT, last TEXT);
    CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL, floor INTEGER NOT NULL);
    INSERT INTO state VALUES (1, 0, 0);
    CREATE TABLE gaps (last INTEGER PRIMARY KEY, next INTEGER NOT NULL);
)";

/// From each older schema to the one behind it.
constexpr std::array upgrades {
    "CREATE TABLE gaps (last INTEGER PRIMARY KEY, next INTEGER NOT NULL)",
};
static_assert(upgrades.size() == schemaVersion - 1);

std::int64_t sql(Revision revision)
{
    return static_cast<std::int64_t>(revision);
}

Revision revisionIn(const SQLite::Column &column)
{
    return static_cast<Revision>(column.getInt64());
}

void bindAt(SQLite::Statement &statement, int index, std::int64_t value)
{
    statement.bind(index, value);
}

void bindAt(SQLite::Statement &statement, int index, const std::string &text)
{
    statement.bindNoCopy(index, text);
}

void bindAt(SQLite::Statement &statement, int index, std::nullptr_t)
{
    statement.bind(index);
}

template<typename... Values>
void run(SQLite::Statement &statement, const Values &...values)
{
    statement.tryReset(); // after an error it still stands where that happened
    int index = 0;
    (bindAt(statement, ++index, values), ...);
    statement.exec();
    statement.reset();
}

base::Failure damaged(const std::string &path, const std::string &why)
{
    return base::fail(base::ErrorKind::Invalid, "the lab's database " + path + " is damaged: " + why);
}

base::Result<Packed> objectIn(const SQLite::Column &column)
{
    auto packed =
        packText({static_cast<const char *>(column.getBlob()), static_cast<std::size_t>(column.getBytes())});
    if (packed && api::textAt(*packed->object, {"metadata", "name"}).empty())
        return base::fail(base::ErrorKind::Invalid, "an object without a name");
    return packed;
}

/// Held as long as the process lives, also after kill -9.
class LockFile
{
public:
    LockFile() = default;
    LockFile(const LockFile &) = delete;
    LockFile &operator=(const LockFile &) = delete;
    ~LockFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    base::Result<> lock(const std::string &path)
    {
        m_descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (m_descriptor < 0)
            return base::fail(
                base::ErrorKind::Forbidden, "cannot open " + path + ": " + std::strerror(errno));
        if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0)
            return base::fail(
                base::ErrorKind::Conflict, "another program has this lab open (" + path + " is locked)");
        return {};
    }

private:
    int m_descriptor = -1;
};

base::Result<> makeFile(const std::string &path)
{
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return base::fail(base::ErrorKind::Forbidden, "cannot open " + path + ": " + std::strerror(errno));
    ::close(descriptor);
    return {};
}

} // namespace

struct Database::Private {
    explicit Private(const std::string &filePath) : path(filePath), database(filePath, SQLite::OPEN_READWRITE)
    {
    }

    base::Result<> prepare();
    void upgrade(int version);
    struct LogRow {
        Revision revision;
        base::Time time;
        std::size_t bytes;
    };
    struct Unreadable {
        std::int64_t id;
        std::string why;
    };

    base::Result<> loadAll(Store &store);
    std::vector<Unreadable> loadObjects(Store &store);
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
        SQLite::Statement putObject {db, "INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?)"};
        SQLite::Statement dropObject {db, "DELETE FROM objects WHERE id = ?"};
        SQLite::Statement logAdded {db, "INSERT INTO log VALUES (?, ?, ?, 0, ?, NULL, NULL)"};
        SQLite::Statement logReplaced {
            db, "INSERT INTO log SELECT ?, id, collection, ?, ?, body, ? FROM objects WHERE id = ?"};
        SQLite::Statement trimLog {db, "DELETE FROM log WHERE revision <= ?"};
        SQLite::Statement putRevision {db, "UPDATE state SET revision = ?"};
        SQLite::Statement putFloor {db, "UPDATE state SET floor = ?"};
        SQLite::Statement addGap {db, "INSERT INTO gaps VALUES (?, ?)"};
        SQLite::Statement trimGaps {db, "DELETE FROM gaps WHERE next <= ?"};
    };

    std::unique_ptr<LockFile> lock;
    std::string path;
    SQLite::Database database;
    std::optional<Statements> statements;
    std::unordered_map<std::string, std::int64_t> collections;
    std::deque<LogRow> log; ///< what the log table holds
    std::size_t logBytes = 0;
    std::vector<std::string> keptAside;
    bool lost = false;
};

base::Result<> Database::Private::prepare()
{
    database.setBusyTimeout(2000);
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const char *pragma : {"trusted_schema = OFF", "cell_size_check = ON", "locking_mode = EXCLUSIVE"})
        database.exec(std::string("PRAGMA ") + pragma);
    const int application = database.execAndGet("PRAGMA application_id").getInt();
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    const bool isNew = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
    if (!isNew && application != applicationId)
        return base::fail(base::ErrorKind::Invalid, path + " is not a lab's database");
    if (!isNew && (version < 1 || version > schemaVersion))
        return base::fail(base::ErrorKind::Invalid,
            path + " was written by a newer program (schema " + std::to_string(version) + ", this one knows "
                + std::to_string(schemaVersion) + ")");
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA journal_size_limit = 16777216");
    if (isNew) {
        SQLite::Transaction transaction(database);
        database.exec(schema);
        database.exec("PRAGMA application_id = " + std::to_string(applicationId));
        database.exec("PRAGMA user_version = " + std::to_string(schemaVersion));
        transaction.commit();
    } else if (version < schemaVersion) {
        upgrade(version);
    }
    statements.emplace(database);
    return {};
}

/// The older program can still read the copy that stays beside (api-server.md Q7).
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
    for (; version < schemaVersion; ++version)
        database.exec(upgrades.at(static_cast<std::size_t>(version) - 1));
    database.exec("PRAGMA user_version = " + std::to_string(schemaVersion));
    transaction.commit();
}

/// One that can't be read back must not cost the others.
std::vector<Database::Private::Unreadable> Database::Private::loadObjects(Store &store)
{
    std::vector<Unreadable> unreadable;
    SQLite::Statement rows(database,
        "SELECT objects.id, collections.name, objects.revision, objects.body FROM objects, collections "
        "WHERE collections.id = objects.collection ORDER BY objects.id");
    while (rows.executeStep()) {
        auto object = objectIn(rows.getColumn(3));
        Collection &collection = store.collection(rows.getColumn(1).getString());
        if (object && collection.find(keyOf(*object->object)))
            object = base::fail(base::ErrorKind::Invalid, "another object has its name");
        if (object)
            store.restoreObject(
                collection, std::move(*object), revisionIn(rows.getColumn(2)), revisionIn(rows.getColumn(0)));
        else
            unreadable.push_back({rows.getColumn(0).getInt64(), object.error().message});
    }
    return unreadable;
}

/// A change's row holds the version that it replaced; what replaced it is in the row behind, or the newest
/// version. Begins at the newest and ends before the first that can't be read, whose revision it gives.
std::optional<Revision> Database::Private::loadLog(Store &store)
{
    std::optional<Revision> unreadable;
    std::unordered_map<Revision, JsonPtr> following;
    store.forEach([&](const Entry &entry) { following[entry.created] = entry.object; });
    std::vector<std::pair<Collection *, Change>> changes;
    SQLite::Statement rows(database,
        "SELECT log.revision, log.id, collections.name, log.type, log.previous, log.last, log.time FROM log, "
        "collections "
        "WHERE collections.id = log.collection ORDER BY log.revision DESC");
    while (!unreadable && rows.executeStep()) {
        Change change;
        change.revision = revisionIn(rows.getColumn(0));
        change.type = static_cast<Change::Type>(rows.getColumn(3).getInt());
        change.bytes = sizeof(Change);
        bool readable = true;
        const auto versionIn = [&](const SQLite::Column &column) {
            auto version = objectIn(column);
            readable = readable && version;
            change.bytes += version ? version->bytes : 0;
            return version ? std::move(version->object) : JsonPtr();
        };
        JsonPtr &object = following[revisionIn(rows.getColumn(1))];
        if (change.type == Change::Type::Deleted)
            object = versionIn(rows.getColumn(5));
        change.object = object;
        if (change.type != Change::Type::Added)
            change.previous = object = versionIn(rows.getColumn(4));
        if (!readable || !change.object) {
            unreadable = change.revision;
            continue;
        }
        const auto bytes =
            static_cast<std::size_t>(rows.getColumn(4).getBytes() + rows.getColumn(5).getBytes());
        log.push_front({change.revision, base::Time(base::Duration(rows.getColumn(6).getInt64())), bytes});
        logBytes += bytes;
        changes.emplace_back(&store.collection(rows.getColumn(2).getString()), std::move(change));
    }
    for (auto at = changes.rbegin(); at != changes.rend(); ++at)
        store.restoreChange(*at->first, std::move(at->second));
    return unreadable;
}

void Database::Private::setAside(const std::vector<Unreadable> &objects)
{
    database.exec("CREATE TABLE IF NOT EXISTS set_aside (collection TEXT NOT NULL, id INTEGER NOT NULL, "
                  "revision INTEGER NOT NULL, body TEXT, why TEXT NOT NULL)");
    SQLite::Statement keep(database,
        "INSERT INTO set_aside SELECT collections.name, objects.id, objects.revision, objects.body, ? "
        "FROM objects, collections WHERE collections.id = objects.collection AND objects.id = ?");
    for (const Unreadable &object : objects) {
        run(keep, object.why, object.id);
        run(statements->dropObject, object.id);
    }
    lost = true;
}

void Database::Private::forgetLog(Revision upTo)
{
    run(statements->trimLog, sql(upTo));
    run(statements->putFloor, sql(upTo));
}

void Database::Private::listSetAside()
{
    if (!database.tableExists("set_aside"))
        return;
    SQLite::Statement rows(database, "SELECT collection, revision, why FROM set_aside ORDER BY revision");
    while (rows.executeStep())
        keptAside.push_back("an object of " + rows.getColumn(0).getString() + ", stored at revision "
            + std::to_string(rows.getColumn(1).getInt64())
            + ", cannot be read and is set aside: " + rows.getColumn(2).getString());
}

/// Who watched an object that is set aside has to list again: the counter goes on, and all before is
/// forgotten.
base::Result<> Database::Private::loadAll(Store &store)
{
    SQLite::Statement state(database, "SELECT revision, floor FROM state");
    if (!state.executeStep())
        return damaged(path, "the revision counter is missing");
    Revision revision = revisionIn(state.getColumn(0));
    Revision floor = revisionIn(state.getColumn(1));
    state.reset();
    SQLite::Transaction transaction(database);
    if (const auto unreadable = loadObjects(store); !unreadable.empty()) {
        setAside(unreadable);
        floor = ++revision;
        run(statements->putRevision, sql(revision));
        forgetLog(floor);
    }
    if (const auto unreadable = loadLog(store)) {
        floor = *unreadable;
        forgetLog(floor);
    }
    transaction.commit();
    listSetAside();
    loadGaps(store);
    store.restorePosition(revision,
        [&](const Collection &collection) { return collection.name() == withoutHistory ? revision : floor; });
    return {};
}

void Database::Private::loadGaps(Store &store)
{
    SQLite::Statement rows(database, "SELECT last, next FROM gaps ORDER BY last");
    while (rows.executeStep())
        store.restoreGap({revisionIn(rows.getColumn(0)), revisionIn(rows.getColumn(1))});
}

void Database::Private::loadCollections()
{
    collections.clear();
    SQLite::Statement names(database, "SELECT id, name FROM collections");
    while (names.executeStep())
        collections[names.getColumn(1).getString()] = names.getColumn(0).getInt64();
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
    const std::string body = api::writeJson(*record.object);
    if (record.collection->name() != withoutHistory) {
        if (isNew)
            run(s.logAdded, revision, id, collection, time);
        else if (isGone)
            run(s.logReplaced, revision, type, time, body, id);
        else
            run(s.logReplaced, revision, type, time, nullptr, id);
        append({record.revision, record.time, isNew ? 0 : isGone ? 2 * body.size() : body.size()});
    }
    if (isGone)
        run(s.dropObject, id);
    else
        run(s.putObject, id, collection, revision, body);
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
        if (!old && bytes <= mostLogBytes)
            break;
        bytes -= log[count++].bytes;
    }
    return count >= trimmedAtOnce || tooLarge ? count : 0;
}

Database::Database(std::unique_ptr<Private> p) : d(std::move(p)) { }
Database::~Database() = default;

base::Result<std::unique_ptr<Database>> Database::open(const std::string &path)
try {
    auto lock = std::make_unique<LockFile>();
    if (auto locked = lock->lock(path + ".lock"); !locked)
        return tl::unexpected(locked.error());
    if (auto made = makeFile(path); !made)
        return tl::unexpected(made.error());
    auto d = std::make_unique<Private>(path);
    d->lock = std::move(lock);
    if (auto prepared = d->prepare(); !prepared)
        return tl::unexpected(prepared.error());
    return std::unique_ptr<Database>(new Database(std::move(d)));
} catch (const SQLite::Exception &error) {
    return base::fail(
        base::ErrorKind::Invalid, "cannot open the lab's database " + path + ": " + error.what());
} catch (const std::filesystem::filesystem_error &error) {
    return base::fail(base::ErrorKind::Invalid,
        "cannot keep a copy of the lab's database " + path + ": " + error.code().message());
}

base::Result<> Database::load(Store &store)
try {
    d->loadCollections();
    auto loaded = d->loadAll(store);
    for (const std::string &object : d->keptAside)
        qCWarning(labLog) << base::str(d->path + ": " + object);
    return loaded;
} catch (const SQLite::Exception &error) {
    return damaged(d->path, error.what());
}

base::Result<> Database::write(const Gap &gap)
try {
    SQLite::Transaction transaction(d->database);
    run(d->statements->addGap, sql(gap.last), sql(gap.next));
    run(d->statements->putRevision, sql(gap.next));
    transaction.commit();
    return {};
} catch (const SQLite::Exception &error) {
    return base::fail(
        base::ErrorKind::Transient, "cannot write the lab's database " + d->path + ": " + error.what());
}

const std::vector<std::string> &Database::setAside() const
{
    return d->keptAside;
}

bool Database::hasLost() const
{
    return d->lost;
}

base::Result<> Database::write(const std::vector<Record> &records)
{
    if (records.empty())
        return {};
    const std::size_t loggedBefore = d->log.size();
    try {
        SQLite::Transaction transaction(d->database);
        for (const Record &record : records)
            d->write(record);
        run(d->statements->putRevision, sql(records.back().revision));
        const std::size_t spare = d->spareRows();
        if (spare > 0) {
            const std::int64_t floor = sql(d->log[spare - 1].revision);
            run(d->statements->trimLog, floor);
            run(d->statements->putFloor, floor);
            run(d->statements->trimGaps, floor);
        }
        transaction.commit();
        for (std::size_t i = 0; i < spare; ++i) {
            d->logBytes -= d->log.front().bytes;
            d->log.pop_front();
        }
        return {};
    } catch (const SQLite::Exception &error) {
        const std::string why = error.what();
        for (; d->log.size() > loggedBefore; d->log.pop_back())
            d->logBytes -= d->log.back().bytes;
        d->loadCollections(); // without those that this batch would have added
        return base::fail(base::ErrorKind::Transient, why);
    }
}

} // namespace core::lab
