// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The right to a lab's files, which one process has at a time, and a memory of how far they were written that
// does not lie in them.

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace core::lab {

class LabLock
{
public:
    /// Conflict when another process has it. Ends with the process, also after kill -9. The file, which is
    /// made when missing, stands beside the database and is never moved with it.
    static base::Result<std::unique_ptr<LabLock>> take(const std::string &databasePath);
    /// For who writes nothing: also where the file can only be read, or is missing and can't be made.
    static base::Result<std::unique_ptr<LabLock>> takeToLook(const std::string &databasePath);
    LabLock(const LabLock &) = delete;
    LabLock &operator=(const LabLock &) = delete;
    ~LabLock();

    /// The newest revision that was ever on disk here; 0 when none was.
    std::uint64_t written() const { return m_written; }
    /// What was on disk here has been put elsewhere: that it is not here is no loss.
    void beginAnew() { m_beginsAnew = true; }
    bool beginsAnew() const { return m_beginsAnew; }
    /// Is not waited for: a power cut may take it back, which makes it too small but never too large.
    void setWritten(std::uint64_t revision);

private:
    explicit LabLock(std::string path) : m_path(std::move(path)) { }

    static base::Result<std::unique_ptr<LabLock>> take(const std::string &databasePath, bool looks);
    base::Result<> lock(bool looks);
    bool isStillThere() const;
    void readWritten();

    std::string m_path;
    int m_descriptor = -1;
    std::uint64_t m_written = 0;
    bool m_beginsAnew = false;
};

} // namespace core::lab
