// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/heartbeats.h"

#include "core/api/node.h"

namespace core::hollow {

namespace {

constexpr std::size_t mostPerTurn = 100;
constexpr int mostTries = 5; // per round

api::ResourceRef leaseOf(const std::string &node)
{
    return {&api::resourceOf<api::Lease>(), {std::string(api::nodeLeaseNamespace), node}};
}

api::Json freshLease(const std::string &node, const std::string &nodeUid, base::Time now)
{
    api::JsonObject owner {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", node}, {"uid", nodeUid}};
    return api::JsonObject {{"apiVersion", api::resourceOf<api::Lease>().apiVersion()}, {"kind", "Lease"},
        {"metadata",
            api::JsonObject {{"name", node}, {"namespace", api::nodeLeaseNamespace},
                {"ownerReferences", api::JsonArray {std::move(owner)}}}},
        {"spec",
            api::JsonObject {{"holderIdentity", node}, {"leaseDurationSeconds", leaseDuration.count()},
                {"renewTime", api::formatMicroTime(now)}}}};
}

/// A merge patch by itself: reading first, or sending the whole lease, would cost more and protect nothing.
api::Request renewal(const std::string &node, base::Time now)
{
    api::Request request;
    request.method = api::Method::Patch;
    request.path = api::objectPath(leaseOf(node));
    request.contentType = api::contentTypes::mergePatch;
    api::JsonObject spec;
    spec.reserve(2);
    spec.emplace("holderIdentity", node);
    spec.emplace("renewTime", api::formatMicroTime(now));
    api::JsonObject lease;
    lease.emplace("spec", std::move(spec));
    request.body = api::share(std::move(lease));
    return request;
}

} // namespace

Heartbeats::Heartbeats(client::Client &client, base::Clock &clock, const base::Chance &chance)
    : m_client(client)
    , m_clock(clock)
    , m_chance(chance)
{
}

std::uint64_t Heartbeats::slotTime(base::Time time)
{
    constexpr base::Duration slot = base::Duration(renewPeriod) / slotCount;
    return static_cast<std::uint64_t>(time.time_since_epoch() / slot);
}

void Heartbeats::start(const std::string &node, const std::string &nodeUid, bool isNew)
{
    const auto [entry, added] = m_beats.try_emplace(node);
    entry->second.nodeUid = nodeUid;
    if (!added)
        return;
    if (m_beats.size() == 1)
        m_handled = slotTime(m_clock.now());
    entry->second.exists = !isNew;
    entry->second.slot = static_cast<std::uint8_t>(m_chance.draw(node, "heartbeat-phase") % slotCount);
    m_wheel[entry->second.slot].push_back(node);
    enqueue(node);
    arm();
}

void Heartbeats::stop(const std::string &node)
{
    const auto entry = m_beats.find(node);
    if (entry == m_beats.end())
        return;
    std::erase(m_wheel[entry->second.slot], node);
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
    for (auto &nodes : m_wheel)
        nodes.clear();
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
    constexpr base::Duration slot = base::Duration(renewPeriod) / slotCount;
    m_timer = m_clock.callAt(base::Time(slot * static_cast<std::int64_t>(next)), [this] { tick(); });
}

void Heartbeats::tick()
{
    const std::uint64_t present = slotTime(m_clock.now());
    m_handled = std::max(
        m_handled, present - std::min<std::uint64_t>(present, slotCount)); // time may have been moved far
    while (m_handled < present) {
        for (const std::string &node : m_wheel[++m_handled % slotCount])
            enqueue(node);
    }
    arm();
}

void Heartbeats::enqueue(const std::string &node)
{
    m_due.push_back(node);
    if (m_draining)
        return;
    m_draining = true;
    m_clock.post(m_scope.bind([this] { drain(); }));
}

void Heartbeats::drain()
{
    m_draining = false;
    for (std::size_t sent = 0; sent < mostPerTurn && !m_due.empty(); ++sent) {
        const std::string node = std::move(m_due.front());
        m_due.pop_front();
        const auto entry = m_beats.find(node);
        if (entry == m_beats.end() || entry->second.underway)
            continue;
        entry->second.failures = 0;
        send(node, entry->second);
    }
    if (m_due.empty())
        return;
    m_draining = true;
    m_clock.post(m_scope.bind([this] { drain(); }));
}

void Heartbeats::send(const std::string &node, Beat &beat)
{
    beat.underway = true;
    const auto answer = m_scope.bind([this, node](const auto &result) {
        finish(node, result ? std::optional<base::Error>() : result.error());
    });
    if (beat.exists)
        m_client.send(renewal(node, m_clock.now()), answer);
    else
        m_client.create(api::resourceOf<api::Lease>(), freshLease(node, beat.nodeUid, m_clock.now()), answer);
}

void Heartbeats::finish(const std::string &node, const std::optional<base::Error> &error)
{
    using base::ErrorKind;
    const auto entry = m_beats.find(node);
    if (entry == m_beats.end())
        return;
    Beat &beat = entry->second;
    beat.underway = false;
    if (!error || error->kind == ErrorKind::AlreadyExists)
        beat.exists = true;
    else if (error->kind == ErrorKind::NotFound)
        beat.exists = false;
    if (error && !error->retryAfter && ++beat.failures < mostTries)
        send(node, beat);
}

} // namespace core::hollow
