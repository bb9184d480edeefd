// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/eventrecorder.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace core::runtime {

namespace {

constexpr std::size_t mostEntries = 4096;
constexpr int mostUnderway = 1000;
constexpr double burst = 25;
constexpr std::chrono::seconds refill {300};
constexpr std::chrono::seconds similarWindow {600};
constexpr std::size_t mostSimilar = 10;
constexpr int mostTries = 12;
constexpr std::chrono::seconds retryDelay {10};

std::string hex(std::uint64_t value)
{
    std::array<char, 24> buffer {};
    std::snprintf(buffer.data(), buffer.size(), "%lx", static_cast<unsigned long>(value));
    return buffer.data();
}

} // namespace

EventRecorder::EventRecorder(client::Client &client, base::Clock &clock)
    : m_client(client)
    , m_clock(clock) { }

void EventRecorder::record(const api::EmitEvent &event, const std::string &component)
{
    const std::string source = component + '\n' + event.about.uid + '\n' + event.about.name;
    if (!mayPass(source))
        return;
    write(event, component, combined(source + '\n' + event.type + '\n' + event.reason, event.message));
}

bool EventRecorder::mayPass(const std::string &source)
{
    if (m_allowances.size() > mostEntries)
        m_allowances.clear();
    Allowance &allowance = m_allowances.try_emplace(source, Allowance {burst, m_clock.now()}).first->second;
    const std::chrono::duration<double> passed = m_clock.now() - allowance.filled;
    allowance.tokens = std::min(burst, allowance.tokens + passed / refill);
    allowance.filled = m_clock.now();
    if (allowance.tokens < 1)
        return false;
    allowance.tokens -= 1;
    return true;
}

std::string EventRecorder::combined(const std::string &similarKey, const std::string &message)
{
    if (m_similar.size() > mostEntries)
        m_similar.clear();
    Similar &similar = m_similar[similarKey];
    if (m_clock.now() - similar.last > similarWindow)
        similar.messages.clear();
    similar.last = m_clock.now();
    if (std::ranges::find(similar.messages, message) == similar.messages.end())
        similar.messages.push_back(message);
    return similar.messages.size() > mostSimilar ? "(combined from similar events): " + message : message;
}

void EventRecorder::write(
    const api::EmitEvent &emit, const std::string &component, const std::string &message)
{
    const std::string key = component + '\n' + emit.about.uid + '\n' + emit.about.name + '\n' + emit.type
        + '\n' + emit.reason + '\n' + message;
    api::Event event;
    event.metadata.ns = emit.about.ns.empty() ? "default" : emit.about.ns;
    event.involvedObject = emit.about;
    event.type = emit.type;
    event.reason = emit.reason;
    event.message = message;
    event.source.component = component;
    event.reportingComponent = component;
    event.lastTimestamp = m_clock.now();
    if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
        m_entries.splice(m_entries.begin(), m_entries, known->second);
        return countUp(m_entries.front(), event);
    }
    const auto nanos = static_cast<std::uint64_t>(m_clock.now().time_since_epoch().count());
    event.metadata.name = emit.about.name + "." + hex(nanos + m_sequence++);
    event.firstTimestamp = event.lastTimestamp;
    event.count = 1;
    m_entries.push_front({key, event.key(), 1});
    m_byKey[key] = m_entries.begin();
    forgetOldest();
    create(std::move(event), 1);
}

void EventRecorder::forgetOldest()
{
    if (m_entries.size() <= mostEntries)
        return;
    m_byKey.erase(m_entries.back().key);
    m_entries.pop_back();
}

void EventRecorder::create(api::Event event, int tries)
{
    if (m_underway >= mostUnderway && tries == 1)
        return;
    ++m_underway;
    api::Json object = api::encodeObject(event);
    m_client.create(api::resourceOf<api::Event>(), std::move(object),
        m_scope.bind([this, event = std::move(event), tries](const base::Result<api::JsonPtr> &created) {
            --m_underway;
            if (created || created.error().kind != base::ErrorKind::Transient || tries >= mostTries)
                return;
            auto retry = std::make_shared<base::Timer>();
            *retry = m_clock.callAfter(
                retryDelay, m_scope.bind([this, event, tries] { create(event, tries + 1); }));
            m_retries.push_back(std::move(retry));
            std::erase_if(m_retries, [](const auto &timer) { return !timer->isActive(); });
        }));
}

void EventRecorder::countUp(Entry &entry, const api::Event &event)
{
    ++entry.count;
    const api::ResourceRef target {&api::resourceOf<api::Event>(), entry.object};
    api::Json patch =
        api::JsonObject {{"count", entry.count}, {"lastTimestamp", api::formatTime(*event.lastTimestamp)}};
    m_client.patch({target, {}, std::move(patch)},
        m_scope.bind([this, key = entry.key](const base::Result<api::JsonPtr> &patched) {
            if (patched || patched.error().kind != base::ErrorKind::NotFound)
                return;
            if (const auto known = m_byKey.find(key);
                known != m_byKey.end()) { // expired: the next one starts anew
                m_entries.erase(known->second);
                m_byKey.erase(known);
            }
        }));
}

} // namespace core::runtime
