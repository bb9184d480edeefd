// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/writegate.h"

#include "core/api/troubles.h"
#include "core/client/connectionguard.h"

namespace core::client {

WriteGate::WriteGate(Transport &inner, base::Clock &clock, std::string cluster)
    : m_inner(inner)
    , m_clock(clock)
    , m_cluster(std::move(cluster))
{
}

void WriteGate::send(api::RequestPtr request, ResponseCallback callback)
{
    const auto why = whyNot(*request);
    if (!why)
        return m_inner.send(std::move(request), std::move(callback));
    m_clock.post(m_scope.bind([callback = std::move(callback),
                                  refusal = api::refusal(403, "Forbidden", *why)] { callback(refusal); }));
}

std::unique_ptr<api::Watch> WriteGate::watch(api::Request request, api::WatchSink sink)
{
    request.method = api::Method::Get;
    return m_inner.watch(std::move(request), std::move(sink));
}

std::optional<api::Saying> WriteGate::whyNot(const api::Request &request) const
{
    if (onlyReads(request.method))
        return std::nullopt;
    const auto found = m_writing.find(&request);
    if (found == m_writing.end())
        return api::troubleSaying("NobodyAsked", m_cluster);
    return (*found->second.rule)(request);
}

void WriteGate::enter(const api::RequestPtr &request, const Rule &rule)
{
    Writing &writing = m_writing[request.get()];
    writing.request = request;
    writing.rule = &rule;
    ++writing.times;
}

void WriteGate::leave(const api::Request *request)
{
    const auto found = m_writing.find(request);
    if (found != m_writing.end() && --found->second.times == 0)
        m_writing.erase(found);
}

void WriteGate::forget(const Rule &rule)
{
    std::erase_if(m_writing, [&rule](const auto &entry) { return entry.second.rule == &rule; });
}

WriteGate::Entry::Entry(WriteGate &gate, Transport &way, Rule rule)
    : m_gate(gate)
    , m_way(way)
    , m_rule(std::move(rule))
{
}

WriteGate::Entry::~Entry()
{
    m_gate.forget(m_rule);
}

void WriteGate::Entry::send(api::RequestPtr request, ResponseCallback callback)
{
    if (onlyReads(request->method))
        return m_way.send(std::move(request), std::move(callback));
    m_gate.enter(request, m_rule);
    const api::Request *address = request.get();
    m_way.send(std::move(request),
        m_scope.bind([this, address, callback = std::move(callback)](base::Result<api::Response> &&response) {
            m_gate.leave(address); // before the sender, who may use the request again
            callback(std::move(response));
        }));
}

std::unique_ptr<api::Watch> WriteGate::Entry::watch(api::Request request, api::WatchSink sink)
{
    return m_way.watch(std::move(request), std::move(sink));
}

} // namespace core::client
