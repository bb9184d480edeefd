// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/past/versionlog.h"

#include "core/api/troubles.h"

#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ranges>

namespace core::past {

namespace {

constexpr int logApplicationId = 0x484C5053; // "HLPS"
constexpr int logSchemaVersion = 1;
constexpr std::int64_t gapsKept = 100;
constexpr std::size_t shareOfChanges = 3; // of a checkpoint: less costs room, more costs the looks time

constexpr const char *logSchema = R"(
CREATE TABLE segments (id INTEGER PRIMARY KEY, begin INTEGER NOT NULL, size INTEGER NOT NULL,
    checkpoint BLOB NOT NULL);
CREATE TABLE blocks (id INTEGER PRIMARY KEY AUTOINCREMENT, segment INTEGER NOT NULL, first INTEGER NOT NULL,
    size INTEGER NOT NULL, changes BLOB NOT NULL);
CREATE INDEX blocks_by_segment ON blocks (segment);
CREATE TABLE gaps (begin INTEGER NOT NULL, end INTEGER NOT NULL);
CREATE TABLE seen (id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL);
)";

std::int64_t numberOf(api::Time time)
{
    return time.time_since_epoch().count();
}

api::Time timeIn(const SQLite::Column &column)
{
    return api::Time(base::Duration(column.getInt64()));
}

void bindBlob(SQLite::Statement &statement, int position, const QByteArray &bytes)
{
    statement.bindNoCopy(position, bytes.constData(), static_cast<int>(bytes.size()));
}

QByteArray blobIn(const SQLite::Column &column)
{
    return {static_cast<const char *>(column.getBlob()), column.getBytes()};
}

base::Error errorOf(const SQLite::Exception &exception)
{
    const int code = exception.getErrorCode();
    const bool isDamaged = code == SQLITE_NOTADB || code == SQLITE_CORRUPT;
    return {isDamaged ? base::ErrorKind::Invalid : base::ErrorKind::Transient, exception.what(), {}};
}

/// A file of our own making is not for other users to read; SQLite would leave that to the umask.
void createForUserAlone(const std::string &path)
{
    std::error_code ignored; // opening it says more
    if (path.empty() || std::filesystem::exists(path, ignored))
        return;
    std::ofstream(path).close();
    using enum std::filesystem::perms;
    std::filesystem::permissions(path, owner_read | owner_write, ignored);
}

VersionView viewOf(const Version &version)
{
    return {version.at, version.name.kind, version.name.key.ns, version.name.key.name, version.text};
}

} // namespace

VersionLog::VersionLog(const std::string &path, Access access, const Retention &retention)
    : m_database(path,
        access == Access::OnlyRead ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
        2000)
    , m_retention(retention)
{
    sqlite3_db_config(m_database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    // docs/faults-and-threats.md T20
    m_database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    m_database.exec("PRAGMA synchronous = NORMAL"); // it is of the connection, not of the file
}

template<typename Work>
base::Result<> VersionLog::guarded(Work work)
try {
    return work();
} catch (const SQLite::Exception &exception) {
    return tl::unexpected(errorOf(exception));
}

base::Result<std::unique_ptr<VersionLog>> VersionLog::open(
    const std::string &path, Access access, const Retention &retention)
try {
    if (access == Access::Written)
        createForUserAlone(path);
    std::unique_ptr<VersionLog> log(new VersionLog(path, access, retention));
    if (auto prepared = log->prepare(path); !prepared)
        return tl::unexpected(prepared.error());
    log->readSpan();
    return log;
} catch (const SQLite::Exception &exception) {
    return tl::unexpected(errorOf(exception));
}

base::Result<> VersionLog::prepare(const std::string &path)
{
    const int version = m_database.execAndGet("PRAGMA user_version").getInt();
    const bool isEmpty = m_database.execAndGet("SELECT COUNT(*) FROM sqlite_master").getInt() == 0;
    if (!isEmpty && m_database.execAndGet("PRAGMA application_id").getInt() != logApplicationId)
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("NotAHistory", path));
    if (version > logSchemaVersion)
        return api::failWith(base::ErrorKind::Unsupported, api::troubleSaying("NewerHistory", path));
    if (!isEmpty)
        return {};
    m_database.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL");
    SQLite::Transaction transaction(m_database);
    m_database.exec(logSchema);
    m_database.exec("PRAGMA application_id = " + std::to_string(logApplicationId));
    m_database.exec("PRAGMA user_version = " + std::to_string(logSchemaVersion));
    transaction.commit();
    return {};
}

void VersionLog::readSpan()
{
    m_span = {};
    m_segment = 0;
    m_changesSize = 0;
    SQLite::Statement newest(m_database, "SELECT id, size FROM segments ORDER BY id DESC LIMIT 1");
    if (!newest.executeStep())
        return;
    m_segment = newest.getColumn(0).getInt64();
    m_checkpointSize = static_cast<std::size_t>(newest.getColumn(1).getInt64());
    m_span.begin = timeIn(m_database.execAndGet("SELECT MIN(begin) FROM segments"));
    m_span.end = timeIn(m_database.execAndGet("SELECT until FROM seen"));
    SQLite::Statement changes(m_database, "SELECT COALESCE(SUM(size), 0) FROM blocks WHERE segment = ?");
    changes.bind(1, m_segment);
    if (changes.executeStep())
        m_changesSize = static_cast<std::size_t>(changes.getColumn(0).getInt64());
    SQLite::Statement gaps(m_database, "SELECT begin, end FROM gaps ORDER BY begin");
    while (gaps.executeStep())
        m_span.gaps.push_back({timeIn(gaps.getColumn(0)), timeIn(gaps.getColumn(1))});
}

void VersionLog::writeSeenUntil(api::Time at)
{
    m_span.end = std::max(m_span.end, at);
    SQLite::Statement seen(m_database, "INSERT OR REPLACE INTO seen VALUES (1, ?)");
    seen.bind(1, numberOf(m_span.end));
    seen.exec();
}

base::Result<> VersionLog::resume(api::Time now)
{
    return guarded([&]() -> base::Result<> {
        SQLite::Transaction transaction(m_database);
        if (m_segment == 0) {
            writeSeenUntil(now);
            if (auto begun = beginSegment(now); !begun)
                return begun;
        } else if (now > m_span.end) {
            SQLite::Statement gap(m_database, "INSERT INTO gaps VALUES (?, ?)");
            gap.bind(1, numberOf(m_span.end));
            gap.bind(2, numberOf(now));
            gap.exec();
            SQLite::Statement old(m_database,
                "DELETE FROM gaps WHERE rowid NOT IN (SELECT rowid FROM gaps ORDER BY begin DESC LIMIT ?)");
            old.bind(1, gapsKept);
            old.exec();
            writeSeenUntil(now);
        }
        transaction.commit();
        readSpan();
        return {};
    });
}

void VersionLog::insert(const std::vector<Version> &changes)
{
    BlockWriter block;
    for (const Version &change : changes)
        block.add(viewOf(change));
    SQLite::Statement row(
        m_database, "INSERT INTO blocks (segment, first, size, changes) VALUES (?, ?, ?, ?)");
    const QByteArray compressed = block.compressed();
    row.bind(1, m_segment);
    row.bind(2, numberOf(changes.front().at));
    row.bind(3, static_cast<std::int64_t>(block.size()));
    bindBlob(row, 4, compressed);
    row.exec();
    m_changesSize += block.size();
}

base::Result<> VersionLog::append(const std::vector<Version> &changes, api::Time seenUntil)
{
    if (changes.empty() && seenUntil <= m_span.end)
        return {};
    auto appended = guarded([&]() -> base::Result<> {
        SQLite::Transaction transaction(m_database);
        if (!changes.empty())
            insert(changes);
        writeSeenUntil(changes.empty() ? seenUntil : std::max(seenUntil, changes.back().at));
        const bool isFull =
            m_changesSize >= std::max(m_retention.leastSegment, m_checkpointSize / shareOfChanges);
        if (isFull) {
            if (auto begun = beginSegment(changes.empty() ? seenUntil : changes.back().at); !begun)
                return begun;
            compact();
        }
        transaction.commit();
        if (isFull) {
            m_database.exec("PRAGMA incremental_vacuum");
            readSpan();
        }
        return {};
    });
    if (!appended) // nothing of it was written
        guarded([&]() -> base::Result<> { return readSpan(), base::Result<>(); });
    return appended;
}

base::Result<> VersionLog::replaceKind(const std::string &kind, std::vector<Version> present, api::Time at)
{
    base::Result<> replaced;
    std::vector<Version> changes;
    const auto looked = guarded([&]() -> base::Result<> {
        const auto known = viewsAt(api::Time::max());
        if (!known)
            return tl::unexpected(known.error());
        Views gone;
        for (const auto &[object, text] : *known) {
            if (std::get<0>(object) == kind)
                gone.emplace(object, text);
        }
        for (Version &version : present) {
            version.at = at;
            const auto node = gone.extract(viewOf(version).object());
            if (node.empty() || node.mapped() != version.text)
                changes.push_back(std::move(version));
        }
        for (const auto &[object, text] : gone)
            changes.push_back(
                {at, {kind, {std::string(std::get<1>(object)), std::string(std::get<2>(object))}}, {}});
        return {};
    });
    return looked ? append(changes, at) : looked;
}

base::Result<QByteArray> VersionLog::blockOf(std::int64_t id, const SQLite::Column &compressed)
{
    if (const auto held = m_blocks.find(id); held != m_blocks.end())
        return held->second;
    auto bytes = uncompressed(blobIn(compressed));
    if (bytes)
        m_blocks.emplace(id, *bytes);
    return bytes;
}

base::Result<> VersionLog::addBlock(Views &views, const QByteArray &bytes, api::Time until)
{
    return readVersions(bytes, [&](const VersionView &version) {
        if (version.at > until)
            return;
        if (version.text.empty())
            views.erase(version.object());
        else
            views.insert_or_assign(views.end(), version.object(), version.text);
    });
}

base::Result<VersionLog::Views> VersionLog::viewsAt(api::Time at)
{
    SQLite::Statement segment(
        m_database, "SELECT id, checkpoint FROM segments WHERE begin <= ? ORDER BY id DESC LIMIT 1");
    segment.bind(1, numberOf(at));
    if (!segment.executeStep())
        return api::failWith(base::ErrorKind::NotFound, api::troubleSaying("NoPastThen"));
    const std::int64_t id = segment.getColumn(0).getInt64();
    if (m_segmentInBuffers != id) {
        m_blocks.clear();
        m_segmentInBuffers = 0;
        auto checkpoint = uncompressed(blobIn(segment.getColumn(1)));
        if (!checkpoint)
            return tl::unexpected(checkpoint.error());
        m_checkpoint = std::move(*checkpoint);
        m_segmentInBuffers = id;
    }
    Views views;
    if (auto added = addBlock(views, m_checkpoint, api::Time::max()); !added)
        return tl::unexpected(added.error());
    SQLite::Statement blocks(
        m_database, "SELECT id, changes FROM blocks WHERE segment = ? AND first <= ? ORDER BY id");
    blocks.bind(1, id);
    blocks.bind(2, numberOf(at));
    while (blocks.executeStep()) {
        const auto bytes = blockOf(blocks.getColumn(0).getInt64(), blocks.getColumn(1));
        const auto added = bytes ? addBlock(views, *bytes, at) : tl::unexpected(bytes.error());
        if (!added)
            return tl::unexpected(added.error());
    }
    return views;
}

base::Result<State> VersionLog::stateAt(api::Time at)
{
    State state;
    const auto looked = guarded([&]() -> base::Result<> {
        const auto views = viewsAt(at);
        if (!views)
            return tl::unexpected(views.error());
        auto last = m_last.begin();
        for (const auto &[object, text] : *views) {
            ObjectName name {std::string(std::get<0>(object)),
                {std::string(std::get<1>(object)), std::string(std::get<2>(object))}};
            while (last != m_last.end() && last->first < name)
                ++last;
            const bool isSame = last != m_last.end() && last->first == name && *last->second == text;
            state.emplace_hint(state.end(), std::move(name),
                isSame ? last->second : std::make_shared<const std::string>(text));
        }
        return {};
    });
    if (!looked)
        return tl::unexpected(looked.error());
    m_last = state;
    return state;
}

void VersionLog::releaseBuffers()
{
    m_segmentInBuffers = 0;
    m_checkpoint = {};
    m_blocks.clear();
    m_last.clear();
}

base::Result<> VersionLog::beginSegment(api::Time at)
{
    BlockWriter checkpoint;
    if (m_segment != 0) {
        const auto present = viewsAt(api::Time::max());
        if (!present)
            return tl::unexpected(present.error());
        for (const auto &[object, text] : *present)
            checkpoint.add({at, std::get<0>(object), std::get<1>(object), std::get<2>(object), text});
        if (auto joined = joinBlocks(); !joined)
            return joined;
    }
    const QByteArray compressed = checkpoint.compressed();
    SQLite::Statement row(m_database, "INSERT INTO segments VALUES (?, ?, ?, ?)");
    row.bind(1, ++m_segment);
    row.bind(2, numberOf(at));
    row.bind(3, static_cast<std::int64_t>(checkpoint.size()));
    bindBlob(row, 4, compressed);
    row.exec();
    m_checkpointSize = checkpoint.size();
    m_changesSize = 0;
    releaseBuffers();
    return {};
}

/// Many small blocks compress badly: of a segment that is complete they become one.
base::Result<> VersionLog::joinBlocks()
{
    BlockWriter whole;
    std::int64_t first = 0;
    SQLite::Statement blocks(
        m_database, "SELECT id, changes, first FROM blocks WHERE segment = ? ORDER BY id DESC");
    blocks.bind(1, m_segment);
    std::vector<QByteArray> parts;
    while (blocks.executeStep()) {
        const auto bytes = blockOf(blocks.getColumn(0).getInt64(), blocks.getColumn(1));
        if (!bytes)
            return tl::unexpected(bytes.error());
        parts.push_back(*bytes);
        first = blocks.getColumn(2).getInt64();
    }
    for (const QByteArray &part : std::views::reverse(parts)) {
        const auto read = readVersions(part, [&](const VersionView &version) { whole.add(version); });
        if (!read)
            return read;
    }
    SQLite::Statement old(m_database, "DELETE FROM blocks WHERE segment = ?");
    old.bind(1, m_segment);
    old.exec();
    SQLite::Statement row(
        m_database, "INSERT INTO blocks (segment, first, size, changes) VALUES (?, ?, ?, ?)");
    const QByteArray compressed = whole.compressed();
    row.bind(1, m_segment);
    row.bind(2, first);
    row.bind(3, static_cast<std::int64_t>(whole.size()));
    bindBlob(row, 4, compressed);
    row.exec();
    return {};
}

/// The oldest segments go: those whose end nobody is to see any more, and those for which there is no room.
void VersionLog::compact()
{
    const auto pragma = [this](const char *name) {
        return m_database.execAndGet(std::string("PRAGMA ") + name).getInt64();
    };
    const std::int64_t pageSize = pragma("page_size");
    const auto used = [&] { return (pragma("page_count") - pragma("freelist_count")) * pageSize; };
    SQLite::Statement oldest(m_database, "SELECT id, begin FROM segments ORDER BY id LIMIT 2");
    for (;;) {
        oldest.reset();
        oldest.executeStep();
        const std::int64_t first = oldest.getColumn(0).getInt64();
        if (!oldest.executeStep())
            break; // the newest stays
        const bool isOver = timeIn(oldest.getColumn(1)) <= m_span.end - m_retention.time;
        oldest.reset();
        if (!isOver && used() <= m_retention.bytes)
            break;
        for (const char *statement :
            {"DELETE FROM blocks WHERE segment = ?", "DELETE FROM segments WHERE id = ?"}) {
            SQLite::Statement removal(m_database, statement);
            removal.bind(1, first);
            removal.exec();
        }
    }
    m_database.exec("DELETE FROM gaps WHERE end <= (SELECT MIN(begin) FROM segments)");
}

} // namespace core::past
