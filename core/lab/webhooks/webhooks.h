// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The webhooks that are configured at present, and who calls them.

#include "core/base/scope.h"
#include "core/lab/cluster.h"
#include "core/lab/webhooks/concerns.h"
#include "core/lab/webhooks/webhook.h"

#include <chrono>

namespace core::lab {

using HookDeadline = std::chrono::steady_clock::time_point; ///< in real time

class Webhooks
{
public:
    explicit Webhooks(Cluster &cluster) : m_cluster(cluster) { }

    /// Whom to send calls through. Before, webhooks are not asked at all.
    void callThrough(api::HookCaller caller) { m_caller = std::move(caller); }
    /// Reads what is in the store.
    void load();
    /// It is told every change in the store.
    void notice(const Collection &collection);

    /// Whether any of them may be asked about such objects, or what lies below them.
    bool concern(const ResourceType &type);
    /// All, in the order of the names of their configurations.
    const WebhookList &mutating() const { return m_mutating.hooks; }
    const WebhookList &validating() const { return m_validating.hooks; }
    /// Rises with every change of configurations and kinds.
    std::uint64_t generation() const { return m_changes + m_cluster.registry.changes(); }

    /// Asks it; the answer comes in a later turn, or at once when there is nobody to ask.
    void call(const HookTarget &target, std::chrono::milliseconds timeout, const api::Json &body,
        std::function<void(api::HookResult)> then);
    /// Names what it asks.
    std::string newUid();

    Cluster &cluster() { return m_cluster; }

private:
    struct Kind {
        const Collection *collection = nullptr;
        WebhookList hooks;
    };

    static void read(Kind &kind);

    Cluster &m_cluster;
    api::HookCaller m_caller;
    Kind m_mutating;
    Kind m_validating;
    Concerns m_concerns;
    std::uint64_t m_changes = 0;
    std::uint64_t m_asked = 0;
    base::Scope m_scope; ///< of what is asked
};

} // namespace core::lab
