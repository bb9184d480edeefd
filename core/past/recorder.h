// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps the past on a thread of its own: what is seen of objects is handed over as it is, and becomes text
// there; looks into the past are answered from there.

#include "core/api/saying.h"
#include "core/past/versionlog.h"

#include <functional>

namespace core::past {

/// An object as it was seen; null: it is gone.
struct Observation {
    api::Time at;
    const api::Resource *kind = nullptr;
    api::ObjectKey key;
    std::shared_ptr<const void> object;
    std::string (*textOf)(const void *object) = nullptr;
};

struct Batch {
    const api::Resource *wholeKind = nullptr; ///< the observations are all objects of that kind, at seenUntil
    std::vector<Observation> observations; ///< else in the order of their times
    api::Time seenUntil;
};

/// Drops all observations of an object but the last one.
void keepLatest(std::vector<Observation> &observations);

class Recorder
{
public:
    struct Options {
        std::string path; ///< empty: a file that vanishes with the recorder
        bool onlyRead = false; ///< nothing is written
        Retention retention = {};
        /// Told, on the recorder's thread, what was found damaged later, and where it is kept.
        std::function<void(const api::Saying &problem)> onProblem = nullptr;
    };

    /// Opens the file. A damaged one is set aside and begun anew, now or when the first list of a kind shows
    /// it; Unsupported when it is of a newer program.
    static base::Result<std::unique_ptr<Recorder>> open(const Options &options);
    ~Recorder();

    /// What earlier runs have left; nothing when there was none.
    const std::optional<Span> &before() const { return m_before; }
    /// Whatever is recorded from now on follows after a gap.
    void resume(api::Time now);
    /// Returns at once. What can't be written (disk full) is logged and tried again with the next batch; when
    /// that lasts, of each object the latest is kept.
    void record(Batch batch);
    /// As many batches are on their way to the disk.
    int outstanding() const;
    /// done is called on the recorder's thread, once all that was recorded before is seen by the look. A
    /// moment before the span is answered with its beginning.
    using Look = std::function<void(api::Time at, base::Result<State> state, const Span &span)>;
    void look(api::Time at, Look done);

private:
    struct Thread;
    Recorder(std::unique_ptr<Thread> thread, std::optional<Span> before);

    std::unique_ptr<Thread> m_thread;
    std::optional<Span> m_before;
};

} // namespace core::past
