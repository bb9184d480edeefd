// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Joins the informers to the timeline: what they see becomes facts and episodes, which go to the file and to
// the window. Each cluster has a history of its own.

#include "core/base/clock.h"
#include "core/engine/changefeed.h"
#include "core/runtime/controller.h"
#include "core/timeline/recorder.h"

#include <QTimer>

namespace core::engine {

class History
{
public:
    enum class Use { Continued, Shown };

    struct Options {
        base::Clock &clock;
        ChangeFeed &feed;
        Use use = Use::Continued;
        std::optional<std::string> path; ///< the history begins with it; unset: when begin() is called
        /// Where it is false, what is seen may be of another cluster: held back until passOn(), or lost.
        std::function<bool()> isSameCluster;
    };
    explicit History(Options options);

    /// Opens the file; a damaged one is set aside, and when there is none nothing is kept: problem() says so.
    /// One that is only shown stays as it is. Comes once, before anything is followed.
    void begin(const std::string &path);
    bool hasBegun() const { return m_hasBegun; }
    /// Takes in what they hold already as well.
    void follow(runtime::InformerSet &informers);
    /// What it decides becomes facts where it changes.
    void follow(runtime::Controller &controller);
    const timeline::Timeline &timeline() const { return m_timeline; }
    const api::Saying &problem() const { return m_problem; }
    /// The times before this run of which nothing is known, earliest first.
    const std::vector<timeline::Gap> &gaps() const { return m_gaps; }
    void passOn();
    /// Until when the connection is lost nothing more is known; unset while it stands. Later runs know of the
    /// gap that was.
    void followConnection(const std::optional<api::Time> &liveUntil);
    /// Writes what is left.
    void close();

private:
    template<typename T>
    void follow(runtime::Informer<T> &informer);
    void goOnFrom(const std::optional<api::Time> &seenUntil);
    void giveSignOfLife();
    void record(timeline::History news);

    const Options m_options;
    bool m_hasBegun = false;
    api::Saying m_problem;
    std::unique_ptr<timeline::Recorder> m_recorder; ///< null when the file can't be used
    timeline::Timeline m_timeline;
    std::vector<timeline::Gap> m_gaps;
    std::optional<api::Time> m_liveUntil;
    QTimer m_signOfLife; ///< what was seen before a kill is not a gap for the next run
    bool m_passing = false; ///< a turn that passes the news on is posted
    base::Subscriptions m_subscriptions;
    base::Scope m_scope;
};

/// Where the history of the cluster with that uid is kept, beside that of those whose uid is not known.
std::string timelineOf(const std::string &path, const std::string &uid);

/// Notes that this one was used today, and removes those beside it that were not for 90 days: clusters come
/// and go.
void forgetOldTimelines(const std::string &current);

} // namespace core::engine
