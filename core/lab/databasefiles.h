// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The files of a lab's database, beside what SQLite does with them.

#include "core/api/saying.h"
#include "core/base/result.h"

#include <sys/types.h>

#include <string>
#include <vector>

namespace core::lab {

/// The database and its log as they were when writing began. A file that was deleted or replaced takes what
/// is written to it along.
class DatabaseFiles
{
public:
    explicit DatabaseFiles(const std::string &path) : m_paths {path, path + "-wal"} { }

    void remember() { m_found = find(); }
    bool areInPlace() const { return m_found.empty() || m_found == find(); }
    base::Failure failure() const;

private:
    using Identity = std::pair<dev_t, ino_t>;

    std::vector<Identity> find() const;

    std::vector<std::string> m_paths;
    std::vector<Identity> m_found;
};

/// Looking into a database makes its log, which goes again if nothing was written.
class NewLog
{
public:
    explicit NewLog(std::string path);
    NewLog(const NewLog &) = delete;
    NewLog &operator=(const NewLog &) = delete;
    void keep() { m_isNew = false; }
    ~NewLog();

private:
    std::string m_path;
    bool m_isNew;
};

/// Makes an empty file that only its owner can read.
base::Result<> makeFile(const std::string &path);
/// Refuses, before SQLite takes it for damage, files or a folder that this user may not write to.
base::Result<> checkRights(const std::string &path);
/// Refuses a write-ahead log without its database, which SQLite would delete.
base::Result<> checkLog(const std::string &path);
base::Failure damaged(const std::string &path, const api::Saying &why);
/// Which writes the disk has no room for: all, or all but deletions.
api::Saying diskFull(const std::string &path, bool mayDelete);

} // namespace core::lab
