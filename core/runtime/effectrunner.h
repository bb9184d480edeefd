// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Carries plans out: the only place in core where a controller's decision becomes a request. Effects run in
// order; neighbouring creations, deletions or evictions are sent together; the first failure stops the rest.
// Responses, but a heartbeat's, are offered to the informers before the plan is reported done, so that the
// next look at the stores sees what was written.

#include "core/runtime/eventrecorder.h"
#include "core/runtime/informerset.h"
#include "core/runtime/plan.h"

namespace core::runtime {

class EffectRunner
{
public:
    EffectRunner(client::Client &client, InformerSet &informers, EventRecorder &events);

    /// failed is the first effect that did, its body sent away; null unless a request failed.
    using Done = std::function<void(const base::Result<> &result, const api::Effect *failed)>;
    using Wanted = std::function<bool()>;
    /// component: who speaks in the events. done runs exactly once, possibly before run() returns when
    /// nothing has to be awaited; bind it with a Scope. wanted is asked before each request: once it says no,
    /// nothing more is sent, and the plan ends as failed.
    void run(std::vector<api::Effect> effects, const std::string &component, Done done, Wanted wanted = {});

    /// The rule is asked before each creation; what it refuses is not sent, and fails as if the server had
    /// refused it.
    using CreationRule = std::function<base::Result<>(const api::CreateObject &)>;
    void setCreationRule(CreationRule rule) { m_creationRule = std::move(rule); }

    /// Asks the server which of the objects are there, and shows them to the informers; fails when the
    /// server can't tell at present.
    void confirmCreates(
        std::vector<api::ResourceRef> objects, std::function<void(const base::Result<> &)> done);

private:
    struct Job;
    void next(const std::shared_ptr<Job> &job);
    base::Result<> admit(const api::Effect &effect) const;
    void send(api::Effect &effect, const std::shared_ptr<Job> &job);
    void finish(const std::shared_ptr<Job> &job, const api::Effect &effect, const api::Resource &resource,
        base::Result<api::JsonPtr> result);

    client::Client &m_client;
    InformerSet &m_informers;
    EventRecorder &m_events;
    CreationRule m_creationRule;
    base::Scope m_scope;
};

} // namespace core::runtime
