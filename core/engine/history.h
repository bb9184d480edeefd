// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Joins the informers to the timeline: what they see becomes facts and episodes, which go to the file and to
// the window.

#include "core/base/clock.h"
#include "core/engine/changefeed.h"
#include "core/runtime/controller.h"
#include "core/timeline/recorder.h"

namespace core::engine {

class History
{
public:
    enum class Use { Continued, Shown };

    /// Opens the file; a damaged one is set aside, and when there is none nothing is kept: problem() says so.
    /// One that is only shown stays as it is.
    History(base::Clock &clock, const std::string &path, Use use, ChangeFeed &feed);

    void follow(runtime::InformerSet &informers);
    /// What it decides becomes facts where it changes.
    void follow(runtime::Controller &controller);
    const timeline::Timeline &timeline() const { return *m_timeline; }
    const api::Saying &problem() const { return m_problem; }
    /// Writes what is left.
    void close();

private:
    template<typename T>
    void follow(runtime::Informer<T> &informer);
    void passOn();

    base::Clock &m_clock;
    ChangeFeed &m_feed;
    api::Saying m_problem;
    std::unique_ptr<timeline::Recorder> m_recorder; ///< null when the file can't be used
    std::unique_ptr<timeline::Timeline> m_timeline;
    bool m_passing = false; ///< a turn that passes the news on is posted
    base::Subscriptions m_subscriptions;
    base::Scope m_scope;
};

} // namespace core::engine
