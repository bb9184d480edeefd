// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The past of a cluster in an SQLite file: which objects there were at any second. A segment is a checkpoint
// of all objects and what changed after it; a new one begins when its changes have become a third as large as
// its checkpoint, so a look reads one checkpoint and no more changes than that (docs/design.md D22). What is
// older than a day, or too much, goes by whole segments. Belongs to one thread, and the file to one log at a
// time.

#include "core/base/result.h"
#include "core/past/blocks.h"

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <map>
#include <memory>

namespace core::past {

/// How much is kept.
struct Retention {
    base::Duration time = std::chrono::hours(24);
    std::int64_t bytes = 256LL << 20; ///< on the disk, the newest segment apart
    std::size_t leastSegment = 1 << 20; ///< bytes of changes, before they are compressed
};

class VersionLog
{
public:
    enum class Access { Written, OnlyRead };

    /// Opens or creates the file, readable by the user alone; an empty path is a file that vanishes with the
    /// log. Refused, and left untouched, are a file of a newer schema (Unsupported), and one that is no
    /// history (Invalid).
    static base::Result<std::unique_ptr<VersionLog>> open(
        const std::string &path, Access access, const Retention &retention);

    /// What the last one left ends here: until now there is a gap.
    base::Result<> resume(api::Time now);
    /// The changes are written in one transaction. Times never go back; seenUntil is when the last look was,
    /// be there changes or not. Where that has not moved either, as in a paused lab, the disk is left alone.
    base::Result<> append(const std::vector<Version> &changes, api::Time seenUntil);
    /// These are all objects of the kind: what is known of others ends, what is known already stays.
    base::Result<> replaceKind(const std::string &kind, std::vector<Version> present, api::Time at);
    /// All objects as they were, every change of that moment included; NotFound before the span, Invalid
    /// where the file is damaged.
    base::Result<State> stateAt(api::Time at);
    const Span &span() const { return m_span; }
    /// Frees what looks have kept for the next one.
    void releaseBuffers();

private:
    /// Objects where their texts lie: in m_blocks.
    using Views =
        std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::string_view>;

    VersionLog(const std::string &path, Access access, const Retention &retention);
    template<typename Work>
    base::Result<> guarded(Work work);
    base::Result<> prepare(const std::string &path);
    void readSpan();
    void writeSeenUntil(api::Time at);
    base::Result<Views> viewsAt(api::Time at);
    base::Result<> addBlock(Views &views, const QByteArray &bytes, api::Time until);
    base::Result<QByteArray> blockOf(std::int64_t id, const SQLite::Column &compressed);
    void insert(const std::vector<Version> &changes);
    base::Result<> beginSegment(api::Time at);
    base::Result<> joinBlocks();
    void compact();

    SQLite::Database m_database;
    Retention m_retention;
    Span m_span;
    std::int64_t m_segment = 0; ///< the newest one; 0: there is none
    std::size_t m_checkpointSize = 0; ///< of the newest segment, before compression
    std::size_t m_changesSize = 0;
    std::int64_t m_segmentInBuffers = 0;
    QByteArray m_checkpoint; ///< of that segment
    std::map<std::int64_t, QByteArray> m_blocks; ///< and its changes
    State m_last; ///< the last look
};

} // namespace core::past
