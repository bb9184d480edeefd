// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/eventrecorder.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace core::runtime {

namespace {

constexpr std::size_t mostKeys = 4096;
constexpr std::size_t mostUndelivered = 1000;
constexpr double burst = 25;
constexpr std::chrono::seconds refill {300};
constexpr std::chrono::seconds similarWindow {600};
constexpr std::size_t mostSimilar = 10;
constexpr int mostTries = 12;
constexpr std::chrono::seconds retryDelay {10};

std::string hex(std::uint64_t value)
{
    std::array<char, 16> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16).ptr;
    return {buffer.data(), end};
}

} // namespace

EventRecorder::EventRecorder(client::Client &client, base::Clock &clock)
    : m_client(client)
    , m_clock(clock)
    , m_written(mostKeys)
    , m_similar(mostKeys)
    , m_allowances(mostKeys)
{
}

void EventRecorder::record(const api::EmitEvent &event, const std::string &component)
{
    m_toldOfEvent(event);
    const api::ObjectReference &about = event.about;
    const std::string source =
        component + '\n' + about.kind + '\n' + about.ns + '\n' + about.name + '\n' + about.uid;
    if (!mayPass(source))
        return;
    const std::string kind = source + '\n' + event.type + '\n' + event.reason;
    if (isOneOfMany(kind, event.message))
        write(event, component, "(combined from similar events): " + event.message, kind);
    else
        write(event, component, event.message, kind + '\n' + event.message);
}

bool EventRecorder::mayPass(const std::string &source)
{
    Allowance &allowance = m_allowances.touch(source);
    const std::chrono::duration<double> passed = m_clock.now() - allowance.counted;
    allowance.used = std::max(0.0, allowance.used - passed / refill);
    allowance.counted = m_clock.now();
    if (allowance.used + 1 > burst)
        return false;
    allowance.used += 1;
    return true;
}

bool EventRecorder::isOneOfMany(const std::string &kind, const std::string &message)
{
    Similar &similar = m_similar.touch(kind);
    if (m_clock.now() - similar.last > similarWindow)
        similar.messages.clear();
    similar.last = m_clock.now();
    const bool isNew = std::ranges::find(similar.messages, message) == similar.messages.end();
    if (isNew && similar.messages.size() <= mostSimilar)
        similar.messages.push_back(message);
    return similar.messages.size() > mostSimilar;
}

void EventRecorder::write(const api::EmitEvent &told, const std::string &component,
    const std::string &message, const std::string &key)
{
    api::Event event;
    event.metadata.ns = told.about.ns.empty() ? "default" : told.about.ns;
    event.involvedObject = told.about;
    event.type = told.type;
    event.reason = told.reason;
    event.message = message;
    event.source.component = component;
    event.reportingComponent = component;
    event.lastTimestamp = m_clock.now();
    Written &written = m_written.touch(key);
    event.count = ++written.count;
    if (written.count > 1)
        return countUp(written, event, key);
    const auto nanos = static_cast<std::uint64_t>(m_clock.now().time_since_epoch().count());
    event.metadata.name = told.about.name + "." + hex(nanos + m_sequence++);
    event.firstTimestamp = event.lastTimestamp;
    written.object = event.key();
    if (m_undelivered >= mostUndelivered)
        return m_written.erase(key);
    ++m_undelivered;
    deliver({std::move(event)});
}

void EventRecorder::countUp(const Written &written, const api::Event &event, const std::string &key)
{
    const api::ResourceRef target {&api::resourceOf<api::Event>(), written.object};
    api::Json patch = api::JsonObject {{"count", *event.count}, {"message", event.message},
        {"lastTimestamp", api::formatTime(*event.lastTimestamp)}};
    m_client.patch(
        {target, {}, std::move(patch)}, m_scope.bind([this, key](const base::Result<api::JsonPtr> &patched) {
            if (!patched && patched.error().kind == base::ErrorKind::NotFound)
                m_written.erase(key); // expired, or never delivered: the next one starts anew
        }));
}

void EventRecorder::deliver(Delivery delivery)
{
    api::Json object = api::encodeObject(delivery.event);
    ++delivery.tries;
    m_client.create(api::resourceOf<api::Event>(), std::move(object),
        m_scope.bind([this, delivery = std::move(delivery)](const base::Result<api::JsonPtr> &created) {
            using base::ErrorKind;
            const bool mayHelp = !created
                && (created.error().kind == ErrorKind::Transient
                    || created.error().kind == ErrorKind::TooManyRequests);
            if (mayHelp && delivery.tries < mostTries)
                tryAgain(delivery);
            else
                --m_undelivered;
        }));
}

void EventRecorder::tryAgain(Delivery delivery)
{
    delivery.due = m_clock.now() + retryDelay;
    m_waiting.push_back(std::move(delivery));
    if (!m_retry.isActive())
        m_retry = m_clock.callAt(m_waiting.front().due, [this] { redeliver(); });
}

void EventRecorder::redeliver()
{
    while (!m_waiting.empty() && m_waiting.front().due <= m_clock.now()) {
        Delivery next = std::move(m_waiting.front());
        m_waiting.pop_front();
        deliver(std::move(next));
    }
    if (!m_waiting.empty())
        m_retry = m_clock.callAt(m_waiting.front().due, [this] { redeliver(); });
}

} // namespace core::runtime
