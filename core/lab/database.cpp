// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/database.h"

#include "core/base/displaytext.h"
#include "core/base/log.h"
#include "core/lab/ballast.h"
#include "core/lab/packed.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace core::lab {

HOLLOWLAB_LOG(labLog, "hollowlab.core.lab")

using api::JsonPtr;

namespace {

constexpr int applicationId = 0x484c6162; // "HLab"
constexpr int schemaVersion = 2;

constexpr int mostRowBytes = 64 * 1024 * 1024;
constexpr Revision mostRevision = Revision(1) << 62U;
constexpr int longLog = 1000; ///< pages
constexpr std::size_t keptChanges = 1000;
constexpr auto keptTime = std::chrono::minutes(5);
constexpr std::size_t mostLogBytes = 64U * 1024 * 1024;
constexpr std::size_t trimmedAtOnce = 500;

/// Renewals a thousand times a second: of leases only the newest version reaches the disk (docs/design.md
/// D11).
constexpr std::string_view withoutHistory = "coordination.k8s.io/leases";

constexpr const char *firstSchema = R"(
    CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE objects (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL);
    CREATE TABLE log (revision INTEGER PRIMARY KEY, id INTEGER NOT NULL, collection INTEGER NOT NULL, type INTEGER NOT NULL,
        time INTEGER NOT NULL, previous TEXT, last TEXT);
    CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL, floor INTEGER NOT NULL);
    INSERT INTO state VALUES (1, 0, 0);
)";

/// From each schema to the one behind it, also when a database is made: so all are described in the same
/// words.
constexpr std::array upgrades {
    R"(
    CREATE TABLE gaps (last INTEGER PRIMARY KEY, next INTEGER NOT NULL);
    CREATE TABLE set_aside (collection TEXT NOT NULL, id INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT,
        why TEXT NOT NULL);
    ALTER TABLE objects ADD COLUMN sum INTEGER;
    ALTER TABLE log ADD COLUMN previous_sum INTEGER;
    ALTER TABLE log ADD COLUMN last_sum INTEGER;
    UPDATE objects SET sum = sum_of((SELECT name FROM collections WHERE id = collection), id, body);
    UPDATE log SET previous_sum = sum_of((SELECT name FROM collections WHERE id = collection), id, previous),
        last_sum = sum_of((SELECT name FROM collections WHERE id = collection), id, last);
    )",
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

/// Tells when a bit has flipped. A version keeps its sum when it goes to the log.
std::int64_t sumOf(std::string_view collection, std::int64_t id, std::string_view body)
{
    const auto add = [](uLong sum, std::string_view text) {
        return crc32_z(sum, reinterpret_cast<const Bytef *>(text.data()), text.size());
    };
    const std::string place = std::string(collection) + '\n' + std::to_string(id) + '\n';
    return static_cast<std::int64_t>(add(add(0, place), body));
}

/// The same in SQL.
void sumOf(sqlite3_context *context, int, sqlite3_value **values)
{
    const auto text = [&](int index) {
        const void *bytes = sqlite3_value_blob(values[index]);
        return std::string_view(
            static_cast<const char *>(bytes), static_cast<std::size_t>(sqlite3_value_bytes(values[index])));
    };
    if (sqlite3_value_type(values[2]) != SQLITE_NULL)
        sqlite3_result_int64(context, sumOf(text(0), sqlite3_value_int64(values[1]), text(2)));
}

/// From one version of the schema, 0 for none, to another.
void raiseSchema(SQLite::Database &database, int from, int to)
{
    sqlite3_create_function(database.getHandle(), "sum_of", 3, SQLITE_UTF8, nullptr, sumOf, nullptr, nullptr);
    if (from == 0)
        database.exec(firstSchema);
    for (int version = std::max(from, 1); version < to; ++version)
        database.exec(upgrades.at(static_cast<std::size_t>(version) - 1));
    database.exec("PRAGMA user_version = " + std::to_string(to));
}

/// "table objects", and the words that it was made with.
std::map<std::string, std::string> schemaOf(SQLite::Database &database)
{
    std::map<std::string, std::string> schema;
    SQLite::Statement rows(
        database, "SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema");
    while (rows.executeStep())
        schema[rows.getColumn(0).getString()] = rows.getColumn(1).getString();
    return schema;
}

/// A row's place in the world: whose version its body is.
struct Place {
    std::string collection;
    std::int64_t id = 0;
};

std::string_view bytesOf(const SQLite::Column &column)
{
    return {static_cast<const char *>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

base::Result<Packed> objectIn(const SQLite::Column &column, const Place &place, const SQLite::Column &sum)
{
    const std::string_view body = bytesOf(column);
    auto packed = packText(body);
    if (packed && api::textAt(*packed->object, {"metadata", "name"}).empty())
        return base::fail(base::ErrorKind::Invalid, "an object without a name");
    if (packed && sum.getInt64() != sumOf(place.collection, place.id, body))
        return base::fail(base::ErrorKind::Invalid, "its checksum is wrong");
    return packed;
}

/// ", by its name default/b": as far as what can't be trusted can be read.
std::string nameIn(const SQLite::Column &column)
{
    const auto packed = packText(bytesOf(column));
    const std::string name =
        packed ? std::string(api::textAt(*packed->object, {"metadata", "name"})) : std::string();
    if (name.empty())
        return {};
    const std::string ns(api::textAt(*packed->object, {"metadata", "namespace"}));
    return ", by its name " + base::printableLine(ns.empty() ? name : ns + '/' + name);
}

bool bearsRevision(const api::Json &object, Revision revision)
{
    return api::textAt(object, {"metadata", "resourceVersion"}) == std::to_string(revision);
}

/// A write-ahead log without its database, which SQLite would delete.
base::Result<> checkLog(const std::string &path)
{
    const std::string log = path + "-wal";
    const auto hasBytes = [](const std::string &file) {
        return std::filesystem::exists(file) && std::filesystem::file_size(file) > 0;
    };
    if (hasBytes(path) || !hasBytes(log))
        return {};
    return damaged(path, "it is missing or empty, though its write-ahead log " + log + " is there");
}

std::string diskFull(const std::string &path)
{
    return "lab disk full: there is no room in " + std::filesystem::path(path).parent_path().string() + ", ";
}

/// The database and its log as they were when writing began. A file that was deleted or replaced takes what
/// is written to it along.
class Files
{
public:
    explicit Files(std::string path) : m_paths {path, path + "-wal"} { }

    void remember() { m_found = find(); }
    bool areInPlace() const { return m_found.empty() || m_found == find(); }
    base::Failure failure() const
    {
        return base::fail(base::ErrorKind::Transient,
            m_paths.front() + " was deleted or replaced while the lab was running: nothing more is kept. "
                + "Put the files back, or start the lab again.");
    }

private:
    using Identity = std::pair<dev_t, ino_t>;

    std::vector<Identity> find() const
    {
        std::vector<Identity> found;
        for (const std::string &path : m_paths) {
            struct stat there {
            };
            const bool isThere = ::stat(path.c_str(), &there) == 0;
            found.emplace_back(isThere ? Identity(there.st_dev, there.st_ino) : Identity());
        }
        return found;
    }

    std::vector<std::string> m_paths;
    std::vector<Identity> m_found;
};

/// Looking into a database makes its log, which goes again if nothing was written.
class NewLog
{
public:
    explicit NewLog(std::string path) : m_path(std::move(path)), m_isNew(!std::filesystem::exists(m_path)) { }
    NewLog(const NewLog &) = delete;
    NewLog &operator=(const NewLog &) = delete;
    void keep() { m_isNew = false; }
    ~NewLog()
    {
        std::error_code ignored;
        if (m_isNew && std::filesystem::file_size(m_path, ignored) == 0)
            std::filesystem::remove(m_path, ignored);
    }

private:
    std::string m_path;
    bool m_isNew;
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
    base::Result<> check();
    base::Result<> checkNew();
    std::string strangeness(int version);
    void noteLoss(Revision revision);
    void create();
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
        SQLite::Statement putObject {db, "INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?)"};
        SQLite::Statement dropObject {db, "DELETE FROM objects WHERE id = ?"};
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
    Files files {path};
    Revision committed = 0; ///< by this process, perhaps to files that were not in their place any more
    bool isFull = false; ///< the disk, when it was last tried
    bool isShort = false; ///< the ballast has been given
    bool isLogStuck = false;
    std::vector<std::string> keptAside;
    bool lost = false;
};

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
    files.remember();
    return {};
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

/// After every commit that left a long log: what fails is tried again after the next.
int Database::Private::shorten(void *self, sqlite3 *handle, const char *name, int pages)
{
    auto &mine = *static_cast<Private *>(self);
    if (pages < longLog)
        return SQLITE_OK;
    const int done = sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    if (done != SQLITE_OK && !mine.isLogStuck)
        qCWarning(labLog) << base::str(
            "the log of " + mine.path + " cannot be shortened: " + sqlite3_errstr(done));
    mine.isLogStuck = done != SQLITE_OK;
    return SQLITE_OK;
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

/// What was lost must not look like what never was (docs/faults-and-threats.md X26).
base::Result<> Database::Private::checkNew()
{
    if (lock->written() == 0)
        return {};
    const std::string before = "revisions up to " + std::to_string(lock->written()) + " were on disk here";
    if (!isMade)
        return damaged(path, "it is empty, though " + before);
    keptAside.push_back("a new lab begins: " + before + ", in files that are gone");
    return {};
}

base::Result<> Database::Private::check()
{
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (database.execAndGet("PRAGMA application_id").getInt() != applicationId)
        return base::fail(base::ErrorKind::Invalid, path + " is not a lab's database");
    if (version < 1 || version > schemaVersion)
        return base::fail(base::ErrorKind::Invalid,
            path + " was written by a newer program (schema " + std::to_string(version) + ", this one knows "
                + std::to_string(schemaVersion) + ")");
    if (const std::string why = strangeness(version); !why.empty())
        return damaged(path, why);
    for (const char *pragma : {"PRAGMA quick_check(1)", "PRAGMA integrity_check(collections)"}) {
        if (const std::string found = database.execAndGet(pragma).getString(); found != "ok")
            return damaged(path, found);
    }
    SQLite::Statement state(database, R"(SELECT revision, floor, (SELECT max(revision) FROM objects),
        (SELECT max(revision) FROM log),
        EXISTS (SELECT 1 FROM objects WHERE collection NOT IN (SELECT id FROM collections)) FROM state)");
    if (!state.executeStep())
        return damaged(path, "the revision counter is missing");
    const Revision revision = revisionIn(state.getColumn(0));
    const auto isBeyond = [&](int column) { return revisionIn(state.getColumn(column)) > revision; };
    if (revision > mostRevision || isBeyond(1) || isBeyond(2) || isBeyond(3))
        return damaged(path, "the revision counter is wrong");
    if (state.getColumn(4).getInt() != 0)
        return damaged(path, "an object is of no kind");
    if (revision < lock->written())
        noteLoss(revision);
    return {};
}

/// Nothing in the file may act by itself, or for something else (docs/faults-and-threats.md T20).
std::string Database::Private::strangeness(int version)
{
    SQLite::Database model(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    raiseSchema(model, 0, version);
    const auto expected = schemaOf(model);
    const auto actual = schemaOf(database);
    for (const auto &[name, sql] : actual) {
        const auto found = expected.find(name);
        if (found == expected.end() || found->second != sql)
            return "no lab has this " + name;
    }
    for (const auto &[name, sql] : expected) {
        if (!actual.contains(name))
            return "it has no " + name;
    }
    return {};
}

/// Without its write-ahead log, or put back from a copy. SQLite drops a log from the first wrong sum on.
void Database::Private::noteLoss(Revision revision)
{
    keptAside.push_back("it ends at revision " + std::to_string(revision) + " although revisions up to "
        + std::to_string(lock->written()) + " were on disk: what came between is lost");
    const std::string wal = path + "-wal";
    if (std::filesystem::exists(wal) && std::filesystem::file_size(wal) > 0) {
        const std::string kept = path + "-wal." + std::to_string(revision);
        std::filesystem::copy_file(wal, kept, std::filesystem::copy_options::skip_existing);
        keptAside.back() += " (its write-ahead log is kept as " + kept + ")";
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

/// One that can't be read back must not cost the others.
std::vector<Database::Private::Unreadable> Database::Private::loadObjects(Store &store)
{
    std::vector<Unreadable> unreadable;
    SQLite::Statement rows(database,
        "SELECT objects.id, collections.name, objects.revision, objects.body, objects.sum "
        "FROM objects, collections "
        "WHERE collections.id = objects.collection ORDER BY objects.id");
    while (rows.executeStep()) {
        const Place place {rows.getColumn(1).getString(), rows.getColumn(0).getInt64()};
        auto object = objectIn(rows.getColumn(3), place, rows.getColumn(4));
        Collection &collection = store.collection(place.collection);
        if (object && !bearsRevision(*object->object, revisionIn(rows.getColumn(2))))
            object = base::fail(base::ErrorKind::Invalid, "it bears another revision");
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
        "SELECT log.revision, log.id, collections.name, log.type, log.previous, log.last, log.time, "
        "log.previous_sum, log.last_sum FROM log, collections "
        "WHERE collections.id = log.collection ORDER BY log.revision DESC");
    while (!unreadable && rows.executeStep()) {
        Change change;
        change.revision = revisionIn(rows.getColumn(0));
        change.type = static_cast<Change::Type>(rows.getColumn(3).getInt());
        change.bytes = sizeof(Change);
        bool readable = true;
        const Place place {rows.getColumn(2).getString(), rows.getColumn(1).getInt64()};
        const auto versionIn = [&](const SQLite::Column &column, const SQLite::Column &sum) {
            auto version = objectIn(column, place, sum);
            readable = readable && version;
            change.bytes += version ? version->bytes : 0;
            return version ? std::move(version->object) : JsonPtr();
        };
        JsonPtr &object = following[revisionIn(rows.getColumn(1))];
        if (change.type == Change::Type::Deleted)
            object = versionIn(rows.getColumn(5), rows.getColumn(8));
        change.object = object;
        if (change.type != Change::Type::Added)
            change.previous = object = versionIn(rows.getColumn(4), rows.getColumn(7));
        if (!readable || !change.object || !bearsRevision(*change.object, change.revision)) {
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
    run(statements->trimGaps, sql(upTo));
}

void Database::Private::listSetAside()
{
    SQLite::Statement rows(
        database, "SELECT collection, revision, why, body FROM set_aside ORDER BY revision");
    while (rows.executeStep())
        keptAside.push_back("an object of " + rows.getColumn(0).getString() + nameIn(rows.getColumn(3))
            + ", stored at revision " + std::to_string(rows.getColumn(1).getInt64())
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
    const std::int64_t sum = sumOf(record.collection->name(), id, body);
    if (record.collection->name() != withoutHistory) {
        if (isNew)
            run(s.logAdded, revision, id, collection, time);
        else if (isGone)
            run(s.logReplaced, revision, type, time, body, sum, id);
        else
            run(s.logReplaced, revision, type, time, nullptr, nullptr, id);
        append({record.revision, record.time, isNew ? 0 : isGone ? 2 * body.size() : body.size()});
    }
    if (isGone)
        run(s.dropObject, id);
    else
        run(s.putObject, id, collection, revision, body, sum);
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
    return base::fail(
        base::ErrorKind::Invalid, "cannot open the lab's database " + path + ": " + error.what());
} catch (const std::filesystem::filesystem_error &error) {
    return base::fail(base::ErrorKind::Invalid,
        "cannot look at the lab's database " + path + ": " + error.code().message());
}

base::Result<> Database::load(Store &store)
try {
    d->loadCollections();
    auto loaded = d->loadAll(store);
    if (loaded && !d->isShort)
        d->ballast.take();
    for (const std::string &object : d->keptAside)
        qCWarning(labLog) << base::str(d->path + ": " + object);
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

const std::vector<std::string> &Database::setAside() const
{
    return d->keptAside;
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
        written = d->commit(records);
    }
    return written;
}

std::string Database::shortage()
{
    if (d->isShort) // a log that is emptied gives room, too
        sqlite3_wal_checkpoint_v2(
            d->database.getHandle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (d->isShort && d->ballast.take())
        d->isShort = false;
    return d->isShort ? diskFull(d->path) + "only what is deleted is still written" : std::string();
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
        return base::fail(base::ErrorKind::Transient,
            isFull ? diskFull(path) + "nothing more is written"
                   : "the lab cannot write to its disk: " + std::string(error.what()));
    }
    if (!files.areInPlace()) // it went to files that nobody will find
        return files.failure();
    lock->setWritten(committed);
    return {};
}

} // namespace core::lab
