// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps facts and episodes in an SQLite file across restarts. Values are handed over and written on a thread
// of the recorder's own, all that came within 200 ms in one transaction. Of old facts only those that say the
// latest about an object still there are kept; about 20,000 newer ones stay whole. The file belongs to one
// recorder at a time.

#include "core/base/result.h"
#include "core/timeline/timeline.h"

#include <memory>
#include <string>

namespace core::timeline {

class Recorder
{
public:
    /// Opens or creates the file, readable by the user alone; an empty path or ":memory:" keeps nothing.
    /// Refused, and left untouched, are a file of a newer schema (Unsupported), and one that is no timeline
    /// or damaged (Invalid).
    static base::Result<std::unique_ptr<Recorder>> open(const std::string &path);
    ~Recorder();

    /// What earlier runs left, for Timeline's constructor. Once.
    History takeKept();

    /// Returns at once. What can't be written (disk full) is logged and tried again with the next batch.
    void record(History news);
    /// Writes what is left and closes the file; nothing may be recorded any more. The destructor does the
    /// same.
    void close();

private:
    struct Thread;
    explicit Recorder(std::unique_ptr<Thread> thread, History kept);

    std::unique_ptr<Thread> m_thread; ///< null when nothing is kept
    History m_kept;
};

} // namespace core::timeline
