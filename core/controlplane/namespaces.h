// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Empties a namespace that is being deleted and then lets it go (docs/api-semantics.md G17): every namespaced
// collection that the server's discovery names is deleted, until nothing is left; a finalizer on something
// inside holds it. What is left, and what holds it, is told in the conditions NamespaceContentRemaining and
// NamespaceFinalizersRemaining, beside those for what can fail in a cluster and does not here. No reconciler,
// because no store knows all kinds.

#include "core/api/event.h"
#include "core/runtime/informer.h"
#include "core/runtime/workqueue.h"

namespace core::controlplane {

class Namespaces
{
public:
    /// All outlive it. Wire before the informer starts.
    Namespaces(runtime::Informer<api::Namespace> &namespaces, client::Client &client, base::Clock &clock);
    Namespaces(const Namespaces &) = delete;
    Namespaces &operator=(const Namespaces &) = delete;

    void start();
    /// What is under way ends at the next answer.
    void stop();

private:
    struct Sweep;
    using SweepPointer = std::shared_ptr<Sweep>;
    using Next = std::function<void(const api::Response &)>;

    void look(const api::Namespace &seen);
    void begin();
    void readGroups(const SweepPointer &sweep);
    void readResources(const SweepPointer &sweep);
    void emptyNext(const SweepPointer &sweep);
    void report(const SweepPointer &sweep);
    void finalize(const SweepPointer &sweep);
    void end(const SweepPointer &sweep, std::optional<base::Duration> again);
    /// Goes on with a good answer; anything else ends the sweep, to be tried again later.
    void ask(const SweepPointer &sweep, api::Method method, const std::string &path, Next next,
        api::Json body = {});

    const runtime::Store<api::Namespace> &m_namespaces;
    client::Client &m_client;
    base::Clock &m_clock;
    runtime::WorkQueue m_queue; ///< by name
    bool m_running = false;
    base::Subscription m_changes;
    base::Scope m_scope;
};

} // namespace core::controlplane
