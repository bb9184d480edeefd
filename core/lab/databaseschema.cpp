// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/databaseschema.h"

#include "core/lab/databasesql.h"

#include <sqlite3.h>
#include <zlib.h>

#include <algorithm>
#include <array>

namespace core::lab {

namespace {

constexpr const char *firstSchema = R"(
    CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE objects (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, revision INTEGER NOT NULL,
        body TEXT NOT NULL);
    CREATE TABLE log (revision INTEGER PRIMARY KEY, id INTEGER NOT NULL, collection INTEGER NOT NULL,
        type INTEGER NOT NULL, time INTEGER NOT NULL, previous TEXT, last TEXT);
    CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL,
        floor INTEGER NOT NULL);
    INSERT INTO state VALUES (1, 0, 0);
)";

/// Each leads from one schema to the next, also when a database is made: so all are described in the same
/// words.
constexpr std::array upgrades {
    R"(
    CREATE TABLE gaps (last INTEGER PRIMARY KEY, next INTEGER NOT NULL);
    CREATE TABLE set_aside (collection TEXT NOT NULL, id INTEGER NOT NULL, revision INTEGER NOT NULL,
        body TEXT, why TEXT NOT NULL);
    ALTER TABLE objects ADD COLUMN sum INTEGER;
    ALTER TABLE log ADD COLUMN previous_sum INTEGER;
    ALTER TABLE log ADD COLUMN last_sum INTEGER;
    UPDATE objects SET sum = sum_of((SELECT name FROM collections WHERE id = collection), id, body);
    UPDATE log SET previous_sum = sum_of((SELECT name FROM collections WHERE id = collection), id, previous),
        last_sum = sum_of((SELECT name FROM collections WHERE id = collection), id, last);
    )",
    "", // bodies may tell the owners of fields in compact form (core/lab/apply)
    // Side by side: a round of renewals writes few pages, not one for each lease.
    R"(
    CREATE TABLE leases (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, revision INTEGER NOT NULL,
        body TEXT NOT NULL, sum INTEGER);
    INSERT INTO leases SELECT * FROM objects
        WHERE collection = (SELECT id FROM collections WHERE name = 'coordination.k8s.io/leases');
    DELETE FROM objects WHERE id IN (SELECT id FROM leases);
    )",
};
static_assert(upgrades.size() == schemaVersion - 1);

/// sumOf() in SQL.
void sumInSql(sqlite3_context *context, int, sqlite3_value **values)
{
    const auto text = [&](int index) {
        const void *bytes = sqlite3_value_blob(values[index]);
        return std::string_view(
            static_cast<const char *>(bytes), static_cast<std::size_t>(sqlite3_value_bytes(values[index])));
    };
    if (sqlite3_value_type(values[2]) != SQLITE_NULL)
        sqlite3_result_int64(context, sumOf(text(0), sqlite3_value_int64(values[1]), text(2)));
}

/// How it is broken into lines counts for nothing, and is no promise of ours.
std::string evenlySpaced(std::string_view sql)
{
    std::string even;
    for (const char c : sql) {
        const bool isSpace = c == ' ' || c == '\n' || c == '\t';
        if (!isSpace)
            even += c;
        else if (!even.ends_with(' '))
            even += ' ';
    }
    return even;
}

} // namespace

std::int64_t sumOf(std::string_view collection, std::int64_t id, std::string_view body)
{
    const auto add = [](uLong sum, std::string_view text) {
        return crc32_z(sum, reinterpret_cast<const Bytef *>(text.data()), text.size());
    };
    const std::string place = std::string(collection) + '\n' + std::to_string(id) + '\n';
    return static_cast<std::int64_t>(add(add(0, place), body));
}

void raiseSchema(SQLite::Database &database, int from, int to)
{
    sqlite3_create_function(
        database.getHandle(), "sum_of", 3, SQLITE_UTF8, nullptr, sumInSql, nullptr, nullptr);
    if (from == 0)
        database.exec(firstSchema);
    for (int version = std::max(from, 1); version < to; ++version)
        database.exec(upgrades.at(static_cast<std::size_t>(version) - 1));
    database.exec("PRAGMA user_version = " + std::to_string(to));
}

std::map<std::string, std::string> schemaOf(SQLite::Database &database)
{
    std::map<std::string, std::string> schema;
    SQLite::Statement rows(
        database, "SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema");
    while (rows.executeStep())
        schema[rows.getColumn(0).getString()] = evenlySpaced(rows.getColumn(1).getString());
    return schema;
}

} // namespace core::lab
