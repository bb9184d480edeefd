// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Joins the informers to the past: what they see of the window's kinds is kept, to the second, and given back
// for any moment. A Node's heartbeats alone are no version. Costs the core thread a look at each change;
// texts are made, written and read on the recorder's thread, and what was to happen next is reckoned there.

#include "core/base/clock.h"
#include "core/engine/moment.h"
#include "core/engine/pastoutlook.h"
#include "core/past/recorder.h"
#include "core/runtime/informerset.h"

#include <QTimer>

#include <unordered_map>

namespace core::engine {

class Archive
{
public:
    struct Options {
        base::Clock &clock;
        std::string path; ///< empty: nothing is kept; ":memory:": as long as the archive lives
        bool onlyRead = false;
        std::function<void()> changed; ///< keptSince() or problem() did
        past::Retention retention = {};
    };
    /// Opens the file; when that fails nothing is kept, and problem() says why.
    explicit Archive(Options options);
    ~Archive();

    void follow(runtime::InformerSet &informers, bool withEvents);
    /// Since when moments can be asked for.
    const std::optional<api::Time> &keptSince() const { return m_keptSince; }
    const api::Saying &problem() const { return m_problem; }
    /// The objects at that second, and what was to happen next; done is called later, on the core thread.
    void seek(api::Time at, CarriedOut carriedOut, std::function<void(base::Result<MomentPtr>)> done);
    /// Writes what is left.
    void close();

private:
    struct Decoder;
    using Place = std::pair<const api::Resource *, api::ObjectKey>;
    struct PlaceHash {
        std::size_t operator()(const Place &place) const noexcept
        {
            return std::hash<api::ObjectKey> {}(place.second) * 31 + std::hash<const void *> {}(place.first);
        }
    };

    template<typename T>
    void follow(runtime::Informer<T> &informer);
    template<typename T>
    void recordList(const std::vector<std::shared_ptr<const T>> &present);
    void note(past::Observation seen);
    void bound();
    void flushUnlessBusy();
    void flush();
    void setKeptSince(api::Time begin);
    void addProblem(const api::Saying &problem);
    api::Time endOfSecond() const;

    Options m_options;
    std::optional<api::Time> m_keptSince;
    api::Saying m_problem;
    std::vector<past::Observation> m_pending; ///< in the order of their times
    std::unordered_map<Place, std::size_t, PlaceHash> m_latest; ///< where in m_pending
    std::size_t m_mostPending;
    QTimer m_turn;
    QTimer m_signOfLife;
    base::Subscriptions m_subscriptions;
    std::shared_ptr<Decoder> m_decoder; ///< the recorder's thread uses it
    QObject m_context; ///< what is posted to the core thread is for
    std::unique_ptr<past::Recorder> m_recorder; ///< null while nothing is kept; goes before all it calls
};

} // namespace core::engine
