// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/connectionmonitor.h"

#include "core/engine/sayings.h"

#include <algorithm>

namespace core::engine {

namespace {

constexpr std::chrono::seconds askEvery {10};
constexpr std::chrono::seconds patience {10}; // with askEvery within 35 s: docs/faults-and-threats.md X2
constexpr std::chrono::seconds firstRetry {1};
constexpr std::chrono::seconds longestRetry {4}; // recovered within 5 s of the server (X1)

using State = runtime::InformerBase::State;

bool isBroken(const runtime::InformerBase &informer)
{
    return informer.state() != State::Stopped && !informer.problem().empty() && !informer.isRefused();
}

/// The name is as kubectl takes it: both families have machines.
std::string kindName(const api::Resource &kind)
{
    return kind.group.empty() ? kind.plural : kind.plural + "." + kind.group;
}

} // namespace

ConnectionMonitor::ConnectionMonitor(
    client::Client &client, base::Clock &clock, runtime::InformerSet &informers)
    : m_client(client)
    , m_clock(clock)
    , m_informers(informers)
{
}

void ConnectionMonitor::start(std::function<void()> changed)
{
    m_changed = std::move(changed);
    ask();
}

void ConnectionMonitor::look()
{
    if (!m_changed || m_silentSince || !m_askAt)
        return;
    const auto all = m_informers.list();
    if (std::ranges::any_of(all, [](const auto *informer) { return isBroken(*informer); }))
        ask();
}

void ConnectionMonitor::retryNow()
{
    if (!m_changed || !loss())
        return;
    m_informers.reconnect();
    if (m_askAt)
        ask();
    m_changed();
}

void ConnectionMonitor::ask()
{
    m_askAt.reset();
    m_next.cancel();
    api::Request request;
    request.path = "/version";
    m_deadline = m_clock.callAfter(patience, [this] { takeSilence(); });
    m_client.send(std::move(request),
        m_scope.bind([this](const base::Result<api::Response> &response) { takeAnswer(response); }));
}

void ConnectionMonitor::takeAnswer(const base::Result<api::Response> &response)
{
    m_deadline.cancel();
    const bool answered = response || response.error().kind != base::ErrorKind::Transient;
    std::chrono::seconds pause = askEvery;
    if (answered) {
        m_failures = 0;
        m_lastAnswer = m_clock.now();
        const bool wasSilent = std::exchange(m_silentSince, std::nullopt).has_value();
        if (wasSilent)
            m_informers.reconnect();
    } else {
        m_silence = api::sayingOf(response.error());
        pause = std::min(longestRetry, firstRetry * (1 << std::min(m_failures++, 8)));
        loseTouch();
    }
    m_askAt = base::addSaturated(m_clock.now(), pause);
    m_next = m_clock.callAt(*m_askAt, [this] { ask(); });
    m_changed();
}

/// The question stays open: a server that was only stopped answers it.
void ConnectionMonitor::takeSilence()
{
    m_silence = connectionSaying("Silent");
    loseTouch();
    m_changed();
}

/// What broke says when; of mere silence only the last answer is certain.
void ConnectionMonitor::loseTouch()
{
    if (!m_silentSince)
        m_silentSince = brokenSince().value_or(m_lastAnswer);
}

std::optional<base::Time> ConnectionMonitor::brokenSince() const
{
    std::optional<base::Time> since;
    for (const runtime::InformerBase *informer : m_informers.list()) {
        if (isBroken(*informer) && (!since || informer->liveUntil() < *since))
            since = informer->liveUntil();
    }
    return since;
}

std::optional<ConnectionMonitor::Loss> ConnectionMonitor::loss() const
{
    const auto all = m_informers.list();
    const bool anyLive =
        std::ranges::any_of(all, [](const auto *informer) { return informer->state() == State::Watching; });
    const auto since = m_silentSince ? m_silentSince : brokenSince();
    if (!since || (anyLive && !m_silentSince))
        return std::nullopt;
    return Loss {*since, nextRetry()};
}

std::optional<base::Time> ConnectionMonitor::nextRetry() const
{
    std::optional<base::Time> next = m_silentSince ? m_askAt : std::nullopt;
    for (const runtime::InformerBase *informer : m_informers.list()) {
        const auto retry = informer->retryAt();
        if (retry && (!next || *retry < *next))
            next = retry;
    }
    return next;
}

api::Saying ConnectionMonitor::problem() const
{
    if (m_silentSince)
        return m_silence;
    const auto kinds = unread();
    return kinds.empty() ? api::Saying()
                         : connectionSaying("OfKind", kinds.front().resource, kinds.front().why);
}

std::vector<UnreadKind> ConnectionMonitor::unread() const
{
    std::vector<UnreadKind> kinds;
    for (const runtime::InformerBase *informer : m_informers.list()) {
        if (informer->state() != State::Stopped && !informer->problem().empty())
            kinds.push_back({kindName(informer->resource()), informer->problem(), informer->isRefused()});
    }
    return kinds;
}

} // namespace core::engine
