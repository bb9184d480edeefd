// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lab's state in one SQLite file: the newest version of every object, the log of recent changes with the
// versions that they replaced, and the revision counter, changed together or not at all
// (docs/api-semantics.md Q1 to Q7). Used by one thread at a time, through one connection
// (docs/faults-and-threats.md LIB8). Another process cannot open the file meanwhile.

#include "core/api/saying.h"
#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/lab/lablock.h"
#include "core/lab/lostowners.h"
#include "core/lab/store.h"

#include <deque>

namespace core::lab {

/// One change on its way to the disk.
struct Record {
    const Collection *collection = nullptr;
    Revision revision = 0;
    Revision created = 0; ///< names the object
    Change::Type type = Change::Type::Added;
    base::Time time;
    api::JsonPtr object;
};

class Database
{
public:
    /// Makes the file (mode 0600) when it is missing. Invalid when it is not a lab's, or a newer program's,
    /// or damaged as a whole: then no byte of it changes.
    static base::Result<std::unique_ptr<Database>> open(
        const std::string &path, std::unique_ptr<LabLock> lock);
    ~Database();

    /// Fills the store with what the file remembers. An object that can't be read back is set aside: it moves
    /// to a table of its own, with the reason, and all else goes on.
    base::Result<> load(Store &store);
    /// What is not there any more, or was set aside, now and at earlier starts: a sentence each.
    const std::vector<api::Saying> &setAside() const;
    /// The objects that were set aside, now and at earlier starts.
    const std::vector<LostObject> &lostObjects() const;
    /// The newest revision that was ever on disk here, also in files that are gone.
    Revision everWritten() const;
    /// The result is true when the last load() set something aside.
    bool hasLost() const;
    /// The counter's leap, at once.
    base::Result<> write(const Gap &gap);
    /// All of the records, which follow what is there, or none. Forgets old changes as it goes. Says why not
    /// in a sentence for people; the same records, and more, may be tried again.
    base::Result<> write(const std::vector<Record> &records);
    /// While the room that was kept for deletions is being used, what says so; else empty. Takes
    /// that room again as soon as there is enough.
    api::Saying shortage();

private:
    struct Private;
    explicit Database(std::unique_ptr<Private> d);

    std::unique_ptr<Private> d;
};

} // namespace core::lab
