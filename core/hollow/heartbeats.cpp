// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/heartbeats.h"

#include "core/api/node.h"
#include "core/base/uniquemutable.h"

#include <algorithm>

namespace core::hollow {

namespace {

using Fields = api::HeartbeatFields<api::Lease>;

constexpr std::size_t mostPerTurn = 100;
constexpr int mostTries = 5; // per round

api::Json freshLease(const std::string &node, const std::string &nodeUid, const std::string &now)
{
    api::JsonObject owner {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", node}, {"uid", nodeUid}};
    return api::JsonObject {{"apiVersion", api::resourceOf<api::Lease>().apiVersion()}, {"kind", "Lease"},
        {"metadata",
            api::JsonObject {{"name", node}, {"namespace", api::nodeLeaseNamespace},
                {"ownerReferences", api::JsonArray {std::move(owner)}}}},
        {Fields::part,
            api::JsonObject {{"holderIdentity", node}, {"leaseDurationSeconds", leaseDuration.count()},
                {Fields::time, now}}}};
}

/// A merge patch by itself: reading first, or sending the whole lease, would cost more and protect nothing.
api::RequestPtr freshRenewal(const std::string &leases, const std::string &userAgent)
{
    auto request = std::make_shared<api::Request>();
    request->method = api::Method::Patch;
    request->path = leases;
    request->contentType = api::contentTypes::mergePatch;
    request->userAgent = userAgent;
    request->body = std::make_shared<api::Json>(
        api::JsonObject {{Fields::part, api::JsonObject {{"holderIdentity", ""}, {Fields::time, ""}}}});
    return request;
}

} // namespace

Heartbeats::Heartbeats(
    client::Client &client, base::Clock &clock, const base::Chance &chance, base::Duration period)
    : m_client(client)
    , m_clock(clock)
    , m_chance(chance)
    , m_slot(period / slotCount)
    , m_leases(api::collectionPath(api::resourceOf<api::Lease>(), api::nodeLeaseNamespace) + "/")
{
}

std::uint64_t Heartbeats::slotTime(base::Time time) const
{
    return static_cast<std::uint64_t>(time.time_since_epoch() / m_slot);
}

void Heartbeats::start(const std::string &node, const std::string &nodeUid, bool isNew)
{
    const auto [entry, added] = m_beats.try_emplace(node);
    if (!added) {
        entry->second->nodeUid = nodeUid;
        return;
    }
    if (m_beats.size() == 1)
        m_handled = slotTime(m_clock.now());
    const std::uint8_t slot = slotFor(node);
    const auto beat = std::make_shared<Beat>(Beat {node, slot, 0, !isNew, false, nodeUid});
    entry->second = beat;
    m_wheel[slot].push_back(beat);
    enqueue(beat);
    arm();
}

std::uint8_t Heartbeats::slotFor(const std::string &node) const
{
    const auto slot = m_chance.draw(node, "heartbeat-phase") % slotCount;
    const auto apart = std::clamp<std::size_t>(fewApart / m_slot, 1, slotCount);
    return static_cast<std::uint8_t>(m_beats.size() <= fewNodes ? slot - slot % apart : slot);
}

void Heartbeats::stop(const std::string &node)
{
    const auto entry = m_beats.find(node);
    if (entry == m_beats.end())
        return;
    std::erase(m_wheel[entry->second->slot], entry->second);
    m_beats.erase(entry);
    arm();
}

void Heartbeats::stopAll()
{
    m_scope.reset();
    m_timer.cancel();
    m_draining = false;
    m_beats.clear();
    m_due.clear();
    for (auto &beats : m_wheel)
        beats.clear();
}

void Heartbeats::arm()
{
    if (m_beats.empty())
        return m_timer.cancel();
    std::uint64_t next = slotTime(m_clock.now()) + 1;
    while (m_wheel[next % slotCount].empty())
        ++next;
    if (m_timer.isActive() && m_armedFor == next)
        return;
    m_armedFor = next;
    m_timer = m_clock.callAt(base::Time(m_slot * static_cast<std::int64_t>(next)), [this] { tick(); });
}

void Heartbeats::tick()
{
    const std::uint64_t present = slotTime(m_clock.now());
    m_handled = std::max(
        m_handled, present - std::min<std::uint64_t>(present, slotCount)); // time may have been moved far
    while (m_handled < present) {
        for (const auto &beat : m_wheel[++m_handled % slotCount])
            enqueue(beat);
    }
    std::erase_if(m_notBefore, [this](const auto &told) { return told.second <= m_clock.now(); });
    arm();
}

void Heartbeats::enqueue(const std::shared_ptr<Beat> &beat)
{
    m_due.push_back(beat);
    if (m_draining)
        return;
    m_draining = true;
    m_clock.post(m_scope.bind([this] { drain(); }));
}

void Heartbeats::drain()
{
    m_draining = false;
    const std::string now = api::formatMicroTime(m_clock.now());
    for (std::size_t sent = 0; sent < mostPerTurn && !m_due.empty(); ++sent) {
        const auto beat = m_due.front().lock();
        m_due.pop_front();
        if (!beat || beat->underway || isToldToWait(beat->node))
            continue;
        beat->failures = 0;
        send(beat, now);
    }
    if (m_due.empty())
        return;
    m_draining = true;
    m_clock.post(m_scope.bind([this] { drain(); }));
}

bool Heartbeats::isToldToWait(const std::string &node) const
{
    const auto told = m_notBefore.find(node);
    return told != m_notBefore.end() && m_clock.now() < told->second;
}

void Heartbeats::send(const std::shared_ptr<Beat> &beat, const std::string &now)
{
    beat->underway = true;
    api::RequestPtr renewal = beat->exists ? renewalOf(beat->node, now) : nullptr;
    auto answer = [this, weak = std::weak_ptr(beat), renewal](const auto &result) {
        const auto one = weak.lock();
        if (one && renewal)
            m_answered.push_back(renewal);
        if (one)
            finish(one, result ? std::optional<base::Error>() : result.error());
    };
    if (renewal)
        m_client.send(std::move(renewal), std::move(answer));
    else
        m_client.create(
            api::resourceOf<api::Lease>(), freshLease(beat->node, beat->nodeUid, now), std::move(answer));
}

api::RequestPtr Heartbeats::renewalOf(const std::string &node, const std::string &now)
{
    api::RequestPtr renewal = blankRenewal();
    api::Request &request = *base::uniqueMutable(renewal);
    request.path.resize(m_leases.size());
    request.path += node; // a node's name is made of letters that stand for themselves
    api::JsonObject &spec = base::uniqueMutable(request.body)->at(Fields::part).get_object();
    spec.at("holderIdentity").get_string().assign(node);
    spec.at(Fields::time).get_string().assign(now);
    return renewal;
}

/// One that was answered, if nobody holds it any more: thousands at every moment ask for no memory.
api::RequestPtr Heartbeats::blankRenewal()
{
    while (!m_answered.empty()) {
        api::RequestPtr renewal = std::move(m_answered.back());
        m_answered.pop_back();
        const api::Request *request = base::uniqueMutable(renewal);
        if (request && base::uniqueMutable(request->body))
            return renewal;
    }
    return freshRenewal(m_leases, m_client.userAgent());
}

void Heartbeats::finish(const std::shared_ptr<Beat> &beat, const std::optional<base::Error> &error)
{
    using base::ErrorKind;
    beat->underway = false;
    if (!error || error->kind == ErrorKind::AlreadyExists)
        beat->exists = true;
    else if (error->kind == ErrorKind::NotFound)
        beat->exists = false;
    if (error && error->retryAfter)
        m_notBefore[beat->node] = m_clock.now() + *error->retryAfter;
    else if (error && ++beat->failures < mostTries)
        send(beat, api::formatMicroTime(m_clock.now()));
}

} // namespace core::hollow
