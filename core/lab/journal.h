// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Carries the changes of the store to the disk, in their order, on a thread of its own: many changes in one
// transaction (group commit). What is announced as committed survives kill -9 and a power cut. While the disk
// refuses, nothing is lost: the changes wait here and are tried again every second.

#include "core/base/mailbox.h"
#include "core/base/subscription.h"
#include "core/base/worker.h"
#include "core/lab/database.h"

#include <atomic>

namespace core::lab {

class Journal
{
public:
    /// Why not everything can be written.
    struct Trouble {
        api::Saying why;
        bool deletions = false; ///< can be written, and all that was is on disk
        bool operator==(const Trouble &) const = default;
    };
    /// The newest revision on disk, and why nothing follows: empty while all is well.
    using Committed = std::function<void(Revision, const std::string &stuck)>;

    /// Everything up to the revision is on disk already.
    Journal(std::unique_ptr<Database> database, Revision revision);
    ~Journal();

    /// Will be on disk within 20 ms or so, sooner after flushSoon().
    void record(Record record);
    void record(std::vector<Record> records);
    /// Will be on disk within 5 s or so, or with the next that does not wait: it costs the disk nothing.
    void recordCalmly(Record record);
    /// Somebody waits for what has been recorded so far.
    void flushSoon();

    Revision committed() const { return m_committed; }
    /// The result is null while all is well.
    std::shared_ptr<const Trouble> trouble() const { return m_trouble.load(); }
    /// The listener is called on the journal's thread after each transaction, and when the disk refuses one.
    /// Unbinding waits for a call that is under way on that thread, unless it is that call which unbinds.
    base::Subscription onCommitted(Committed listener);

    /// Writes what is left and closes the database.
    base::Result<> close();

private:
    class Writer;
    struct Audience;

    void gatherSoon();

    std::atomic<Revision> m_committed;
    std::atomic<std::shared_ptr<const Trouble>> m_trouble;
    std::atomic<bool> m_hurried = false;
    std::atomic<bool> m_hasUrgent = false; ///< since the last commit began, as the next
    std::atomic<std::size_t> m_calm = 0;
    std::shared_ptr<Audience> m_audience;
    base::Mailbox<Record> m_inbox;
    base::Worker m_worker;
    Writer *m_writer = nullptr; ///< lives on the worker's thread
};

} // namespace core::lab
