// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/database.h"

#include "core/api/troubles.h"
#include "core/timeline/text.h"

#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace core::timeline {

namespace {

constexpr int applicationId = 0x484C544C; // "HLTL"
constexpr int schemaVersion = 5;
constexpr std::int64_t factsKept = 20'000; // read in 0.1 s at the start
constexpr std::int64_t episodesKept = 20'000;
constexpr std::int64_t gapsKept = 100;

constexpr const char *schema = R"(
CREATE TABLE facts (
    idx INTEGER PRIMARY KEY, kind TEXT NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL,
    uid TEXT NOT NULL,
    state_before TEXT NOT NULL, state TEXT NOT NULL, server_time INTEGER NOT NULL,
    arrival_time INTEGER NOT NULL,
    revision INTEGER NOT NULL, detail TEXT NOT NULL, owner_namespace TEXT NOT NULL, owner_name TEXT NOT NULL,
    node TEXT NOT NULL, controller TEXT NOT NULL DEFAULT '', said TEXT NOT NULL DEFAULT '');
CREATE INDEX facts_by_object ON facts (namespace, name, kind);
CREATE TABLE episodes (
    id INTEGER PRIMARY KEY, machine_namespace TEXT NOT NULL, machine_name TEXT NOT NULL, node TEXT NOT NULL,
    set_namespace TEXT NOT NULL, set_name TEXT NOT NULL, cause TEXT NOT NULL, fault_at INTEGER,
    unhealthy_at INTEGER NOT NULL,
    delete_asked_at INTEGER, old_gone_at INTEGER, replacement_created_at INTEGER, recovered_at INTEGER,
    complete_at INTEGER, replacement_namespace TEXT NOT NULL, replacement_name TEXT NOT NULL,
    outcome TEXT NOT NULL, of_mcm INTEGER NOT NULL DEFAULT 0);
CREATE TABLE gaps (begin INTEGER PRIMARY KEY, end INTEGER NOT NULL);
CREATE TABLE seen (id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL);
)";

/// What makes version 1 a version 2, and so on.
constexpr std::array<const char *, schemaVersion - 1> schemaSteps {
    "ALTER TABLE facts ADD COLUMN controller TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE facts ADD COLUMN said TEXT NOT NULL DEFAULT ''",
    R"(ALTER TABLE episodes ADD COLUMN of_mcm INTEGER NOT NULL DEFAULT 0;
UPDATE episodes SET of_mcm = 1
WHERE EXISTS (SELECT 1 FROM facts WHERE namespace = machine_namespace AND name = machine_name
        AND kind LIKE 'McmMachine%')
    AND NOT EXISTS (SELECT 1 FROM facts WHERE namespace = machine_namespace AND name = machine_name
        AND kind LIKE 'Machine%'))",
    R"(CREATE TABLE gaps (begin INTEGER PRIMARY KEY, end INTEGER NOT NULL);
CREATE TABLE seen (id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL))"};

// Facts up to ?1 go unless they are the latest of their kind, by then, about an object that was still there.
constexpr const char *compaction = R"(
DELETE FROM facts WHERE idx <= ?1 AND (
    idx NOT IN (SELECT MAX(idx) FROM facts WHERE idx <= ?1 GROUP BY kind, namespace, name, controller)
    OR (state = '' AND kind NOT IN ('MachineCreated', 'MachineDeleting', 'McmMachineCreated',
        'McmMachineDeleting'))
    OR EXISTS (SELECT 1 FROM facts AS gone
        WHERE gone.namespace = facts.namespace AND gone.name = facts.name AND gone.state = ''
        AND gone.idx > facts.idx AND gone.idx <= ?1
        AND (gone.kind = CASE WHEN facts.kind IN ('MachineCreated', 'MachineDeleting') THEN 'MachinePhase'
                WHEN facts.kind IN ('McmMachineCreated', 'McmMachineDeleting') THEN 'McmMachinePhase'
                WHEN facts.kind = 'Fault' THEN 'NodeHealth' END
            OR (facts.kind = 'Decision'
                AND gone.kind IN ('MachinePhase', 'McmMachinePhase', 'SetReplicas', 'McmSetReplicas',
                    'NodeHealth')))))
)";

std::int64_t stored(api::Time time)
{
    return time.time_since_epoch().count();
}

api::Time timeAt(const SQLite::Column &column)
{
    return api::Time(base::Duration(column.getInt64()));
}

std::optional<api::Time> optionalTimeAt(const SQLite::Column &column)
{
    return column.isNull() ? std::nullopt : std::optional(timeAt(column));
}

void bindTime(SQLite::Statement &statement, int position, const std::optional<api::Time> &time)
{
    if (time)
        statement.bind(position, stored(*time));
    else
        statement.bind(position);
}

base::ErrorKind kindOf(const SQLite::Exception &exception)
{
    const bool foreign =
        exception.getErrorCode() == SQLITE_NOTADB || exception.getErrorCode() == SQLITE_CORRUPT;
    return foreign ? base::ErrorKind::Invalid : base::ErrorKind::Transient;
}

/// A file of our own making is not for other users to read; SQLite would leave that to the umask.
void createPrivately(const std::string &path)
{
    std::error_code ignored; // opening it says more
    if (std::filesystem::exists(path, ignored))
        return;
    std::ofstream(path).close();
    using enum std::filesystem::perms;
    std::filesystem::permissions(path, owner_read | owner_write, ignored);
}

base::Result<> checkOwner(SQLite::Database &database, const std::string &path)
{
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    const int application = database.execAndGet("PRAGMA application_id").getInt();
    const bool isEmpty = database.execAndGet("SELECT COUNT(*) FROM sqlite_master").getInt() == 0;
    if (application != applicationId && !isEmpty)
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("NotATimeline", path));
    if (version > schemaVersion)
        return api::failWith(
            base::ErrorKind::Unsupported, api::troubleSaying("NewerTimeline", path, version, schemaVersion));
    return {};
}

Fact factAt(SQLite::Statement &row, FactKind kind)
{
    Fact fact;
    fact.index = static_cast<std::uint64_t>(row.getColumn(0).getInt64());
    fact.kind = kind;
    fact.object = {row.getColumn(2).getString(), row.getColumn(3).getString()};
    fact.uid = row.getColumn(4).getString();
    fact.from = row.getColumn(5).getString();
    fact.to = row.getColumn(6).getString();
    fact.serverTime = timeAt(row.getColumn(7));
    fact.arrivalTime = timeAt(row.getColumn(8));
    fact.revision = static_cast<std::uint64_t>(row.getColumn(9).getInt64());
    fact.detail = row.getColumn(10).getString();
    fact.owner = {row.getColumn(11).getString(), row.getColumn(12).getString()};
    fact.node = row.getColumn(13).getString();
    fact.controller = row.getColumn(14).getString();
    fact.said = row.getColumn(15).getString();
    return fact;
}

Episode episodeAt(SQLite::Statement &row, Outcome outcome)
{
    Episode episode;
    episode.id = static_cast<std::uint64_t>(row.getColumn(0).getInt64());
    episode.machine = {row.getColumn(1).getString(), row.getColumn(2).getString()};
    episode.node = row.getColumn(3).getString();
    episode.machineSet = {row.getColumn(4).getString(), row.getColumn(5).getString()};
    episode.cause = row.getColumn(6).getString();
    episode.faultAt = optionalTimeAt(row.getColumn(7));
    episode.unhealthyAt = timeAt(row.getColumn(8));
    episode.deleteAskedAt = optionalTimeAt(row.getColumn(9));
    episode.oldGoneAt = optionalTimeAt(row.getColumn(10));
    episode.replacementCreatedAt = optionalTimeAt(row.getColumn(11));
    episode.recoveredAt = optionalTimeAt(row.getColumn(12));
    episode.completeAt = optionalTimeAt(row.getColumn(13));
    episode.replacement = {row.getColumn(14).getString(), row.getColumn(15).getString()};
    episode.outcome = outcome;
    episode.isOfMcm = row.getColumn(17).getInt() != 0;
    return episode;
}

} // namespace

Database::Database(const std::string &path)
    : m_database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 2000)
{
    sqlite3_db_config(m_database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    // docs/faults-and-threats.md T20
    m_database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
}

base::Result<std::unique_ptr<Database>> Database::open(const std::string &path)
try {
    createPrivately(path);
    std::unique_ptr<Database> opened(new Database(path));
    SQLite::Database &database = opened->m_database;
    if (auto ours = checkOwner(database, path); !ours)
        return tl::unexpected(ours.error());
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version < schemaVersion) {
        SQLite::Transaction transaction(database);
        if (version <= 0)
            database.exec(schema);
        else
            for (; version < schemaVersion; ++version)
                database.exec(schemaSteps.at(static_cast<std::size_t>(version - 1)));
        database.exec("PRAGMA application_id = " + std::to_string(applicationId));
        database.exec("PRAGMA user_version = " + std::to_string(schemaVersion));
        transaction.commit();
    }
    opened->m_putFact = std::make_unique<SQLite::Statement>(
        database, "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    opened->m_putEpisode = std::make_unique<SQLite::Statement>(database,
        "INSERT OR REPLACE INTO episodes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    return opened;
} catch (const SQLite::Exception &exception) {
    return base::fail(kindOf(exception), path + ": " + exception.what());
}

base::Result<History> Database::read()
try {
    try {
        compact();
    } catch (const SQLite::Exception &) { // a full disk can be read
        m_sinceCompaction = static_cast<std::size_t>(factsKept);
    }
    History history;
    SQLite::Statement facts(m_database, "SELECT * FROM facts ORDER BY idx");
    while (facts.executeStep()) {
        if (const auto kind = factKindOf(facts.getColumn(1).getString()))
            history.facts.push_back(factAt(facts, *kind));
    }
    SQLite::Statement episodes(m_database, "SELECT * FROM episodes ORDER BY id");
    while (episodes.executeStep()) {
        if (const auto outcome = outcomeOf(episodes.getColumn(16).getString()))
            history.episodes.push_back(episodeAt(episodes, *outcome));
    }
    SQLite::Statement gaps(m_database, "SELECT begin, end FROM gaps ORDER BY begin");
    while (gaps.executeStep())
        history.gaps.push_back({timeAt(gaps.getColumn(0)), timeAt(gaps.getColumn(1))});
    SQLite::Statement seen(m_database, "SELECT until FROM seen");
    if (seen.executeStep())
        history.seenUntil = timeAt(seen.getColumn(0));
    return history;
} catch (const SQLite::Exception &exception) {
    return base::fail(kindOf(exception), m_database.getFilename() + ": " + exception.what());
}

base::Result<> Database::write(const std::vector<History> &batch)
try {
    SQLite::Transaction transaction(m_database);
    for (const History &news : batch) {
        for (const Fact &fact : news.facts)
            put(fact);
        for (const Episode &episode : news.episodes)
            put(episode);
        for (const Gap &gap : news.gaps)
            put(gap);
        if (news.seenUntil)
            putSeen(*news.seenUntil);
        m_sinceCompaction += news.facts.size();
    }
    transaction.commit();
    if (m_sinceCompaction >= static_cast<std::size_t>(factsKept))
        compact();
    return {};
} catch (const SQLite::Exception &exception) {
    return base::fail(kindOf(exception), m_database.getFilename() + ": " + exception.what());
}

void Database::compact()
{
    SQLite::Transaction transaction(m_database);
    const std::int64_t newest = m_database.execAndGet("SELECT IFNULL(MAX(idx), 0) FROM facts").getInt64();
    SQLite::Statement facts(m_database, compaction);
    facts.bind(1, newest - factsKept);
    facts.exec();
    SQLite::Statement episodes(
        m_database, "DELETE FROM episodes WHERE id <= (SELECT MAX(id) FROM episodes) - ?");
    episodes.bind(1, episodesKept);
    episodes.exec();
    SQLite::Statement gaps(m_database,
        "DELETE FROM gaps WHERE begin NOT IN (SELECT begin FROM gaps ORDER BY begin DESC LIMIT ?)");
    gaps.bind(1, gapsKept);
    gaps.exec();
    transaction.commit();
    m_sinceCompaction = 0;
}

void Database::put(const Fact &fact)
{
    SQLite::Statement &row = *m_putFact;
    row.tryReset(); // after an error it still stands where that happened
    row.bind(1, static_cast<std::int64_t>(fact.index));
    row.bind(2, std::string(nameOf(fact.kind)));
    row.bind(3, fact.object.ns);
    row.bind(4, fact.object.name);
    row.bind(5, fact.uid);
    row.bind(6, fact.from);
    row.bind(7, fact.to);
    row.bind(8, stored(fact.serverTime));
    row.bind(9, stored(fact.arrivalTime));
    row.bind(10, static_cast<std::int64_t>(fact.revision));
    row.bind(11, fact.detail);
    row.bind(12, fact.owner.ns);
    row.bind(13, fact.owner.name);
    row.bind(14, fact.node);
    row.bind(15, fact.controller);
    row.bind(16, fact.said);
    row.exec();
}

void Database::put(const Episode &episode)
{
    SQLite::Statement &row = *m_putEpisode;
    row.tryReset(); // after an error it still stands where that happened
    row.bind(1, static_cast<std::int64_t>(episode.id));
    row.bind(2, episode.machine.ns);
    row.bind(3, episode.machine.name);
    row.bind(4, episode.node);
    row.bind(5, episode.machineSet.ns);
    row.bind(6, episode.machineSet.name);
    row.bind(7, episode.cause);
    bindTime(row, 8, episode.faultAt);
    row.bind(9, stored(episode.unhealthyAt));
    bindTime(row, 10, episode.deleteAskedAt);
    bindTime(row, 11, episode.oldGoneAt);
    bindTime(row, 12, episode.replacementCreatedAt);
    bindTime(row, 13, episode.recoveredAt);
    bindTime(row, 14, episode.completeAt);
    row.bind(15, episode.replacement.ns);
    row.bind(16, episode.replacement.name);
    row.bind(17, std::string(nameOf(episode.outcome)));
    row.bind(18, static_cast<int>(episode.isOfMcm));
    row.exec();
}

void Database::put(const Gap &gap)
{
    SQLite::Statement row(m_database, "INSERT OR REPLACE INTO gaps VALUES (?, ?)");
    row.bind(1, stored(gap.begin));
    row.bind(2, stored(gap.end));
    row.exec();
}

void Database::putSeen(api::Time until)
{
    SQLite::Statement row(m_database, "INSERT OR REPLACE INTO seen VALUES (1, ?)");
    row.bind(1, stored(until));
    row.exec();
}

} // namespace core::timeline
