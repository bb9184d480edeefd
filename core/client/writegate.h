// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The last door before somebody's cluster. It stands next to what carries requests, so that whatever a write
// has waited for on its way, it is asked about once more right before it leaves. Who may write enters through
// an entry with a rule; a write that came in by no entry does not leave, whoever sent it.

#include "core/api/saying.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/transport.h"

#include <optional>
#include <unordered_map>

namespace core::client {

class WriteGate : public Transport
{
public:
    /// Why a write may not leave now, in a sentence that names the cluster; nothing: it may.
    using Rule = std::function<std::optional<api::Saying>(const api::Request &)>;

    class Entry;

    /// The inner one and the clock outlive it. What it refuses is answered with 403.
    WriteGate(Transport &inner, base::Clock &clock, std::string cluster);

    void send(api::RequestPtr request, ResponseCallback callback) override;
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;

private:
    struct Writing {
        api::RequestPtr request; ///< kept, so that its address means this one
        const Rule *rule = nullptr;
        int times = 0; ///< a request may be sent again before it is answered
    };

    void enter(const api::RequestPtr &request, const Rule &rule);
    void leave(const api::Request *request);
    void forget(const Rule &rule);
    std::optional<api::Saying> whyNot(const api::Request &request) const;

    Transport &m_inner;
    base::Clock &m_clock;
    const std::string m_cluster;
    std::unordered_map<const api::Request *, Writing> m_writing;
    base::Scope m_scope;
};

class WriteGate::Entry : public Transport
{
public:
    /// way leads to the gate; both outlive it.
    Entry(WriteGate &gate, Transport &way, Rule rule);
    ~Entry() override;

    void send(api::RequestPtr request, ResponseCallback callback) override;
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;

private:
    WriteGate &m_gate;
    Transport &m_way;
    const Rule m_rule;
    base::Scope m_scope;
};

} // namespace core::client
