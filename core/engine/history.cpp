// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/history.h"

#include "core/api/troubles.h"
#include "core/base/log.h"
#include "core/base/privatefile.h"

namespace core::engine {

HOLLOWLAB_LOG(historyLog, "hollowlab.core.engine.history")

History::History(base::Clock &clock, const std::string &path, Use use, ChangeFeed &feed)
    : m_clock(clock)
    , m_feed(feed)
{
    auto recorder = timeline::Recorder::open(path);
    if (!recorder && recorder.error().kind == base::ErrorKind::Invalid && use == Use::Continued) {
        m_problem =
            api::troubleSaying("TimelineUnreadable", api::sayingOf(recorder.error()), base::setAside(path));
        recorder = timeline::Recorder::open(path);
    }
    if (recorder)
        m_recorder = std::move(*recorder);
    else
        m_problem = api::troubleSaying("TimelineNotKept", api::sayingOf(recorder.error()));
    if (!m_problem.empty())
        qCWarning(historyLog) << base::str(m_problem.text);
    m_timeline =
        std::make_unique<timeline::Timeline>(m_recorder ? m_recorder->takeKept() : timeline::History());
    if (use == Use::Shown)
        m_recorder.reset();
    for (const timeline::Fact &fact : m_timeline->facts())
        m_feed.addFact(fact);
    for (const timeline::Episode &episode : m_timeline->episodes())
        m_feed.addEpisode(episode);
    if (const auto latest = m_timeline->latest())
        m_clock.moveTo(*latest);
}

void History::follow(runtime::InformerSet &informers)
{
    follow(informers.of<api::Node>());
    follow(informers.of<api::Machine>());
    follow(informers.of<api::MachineSet>());
    follow(informers.of<api::mcm::Machine>());
    follow(informers.of<api::mcm::MachineSet>());
}

void History::follow(runtime::Controller &controller)
{
    if (!controller.resource())
        return; // a sweep is about no object that anybody could look for
    m_subscriptions.push_back(
        controller.onNews([this, name = std::string(controller.name())](
                              const api::ObjectKey &key, const auto &, const std::vector<api::Reason> &now) {
            m_timeline->decided(name, key, now, m_clock.now());
            passOn();
        }));
}

template<typename T>
void History::follow(runtime::Informer<T> &informer)
{
    m_subscriptions.push_back(informer.onChange([this](const auto &before, const auto &after) {
        m_timeline->changed(before, after, m_clock.now());
        passOn();
    }));
    m_subscriptions.push_back(informer.onState([this, &informer, listed = false]() mutable {
        if (listed || !informer.hasSynced())
            return;
        listed = true;
        m_timeline->listed(informer.store().list(), m_clock.now());
        passOn();
    }));
}

void History::passOn()
{
    if (std::exchange(m_passing, true))
        return;
    m_clock.post(m_scope.bind([this] {
        m_passing = false;
        timeline::History news = m_timeline->takeNews();
        for (const timeline::Fact &fact : news.facts)
            m_feed.addFact(fact);
        for (const timeline::Episode &episode : news.episodes)
            m_feed.addEpisode(episode);
        if (m_recorder && !news.isEmpty())
            m_recorder->record(std::move(news));
    }));
}

void History::close()
{
    if (m_recorder)
        m_recorder->close();
    m_recorder.reset();
}

} // namespace core::engine
