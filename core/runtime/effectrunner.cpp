// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/effectrunner.h"

#include "core/api/pod.h"
#include "core/base/overloaded.h"

#include <algorithm>

namespace core::runtime {

struct EffectRunner::Job {
    std::vector<api::Effect> effects;
    std::string component;
    Done done;
    Wanted wanted;
    std::size_t position = 0; ///< the next effect to send
    std::size_t awaited = 0; ///< sent and not yet answered
    std::optional<base::Error> error; ///< the first failure
    const api::Effect *failed = nullptr; ///< one of effects: what met it, unless nothing was sent
};

namespace {

/// Creations, deletions and evictions of different objects do not depend on each other; a refused eviction
/// must not keep the other pods from leaving.
bool mayShareTurn(const api::Effect &first, const api::Effect &second)
{
    return first.index() == second.index()
        && (std::holds_alternative<api::CreateObject>(first)
            || std::holds_alternative<api::DeleteObject>(first)
            || std::holds_alternative<api::EvictPod>(first));
}

bool isHeartbeat(const api::Effect &effect)
{
    const auto *patch = std::get_if<api::PatchObject>(&effect);
    return patch && patch->isHeartbeat;
}

} // namespace

EffectRunner::EffectRunner(client::Client &client, InformerSet &informers, EventRecorder &events)
    : m_client(client)
    , m_informers(informers)
    , m_events(events)
{
}

void EffectRunner::run(
    std::vector<api::Effect> effects, const std::string &component, Done done, Wanted wanted)
{
    auto job = std::make_shared<Job>();
    job->effects = std::move(effects);
    job->component = component;
    job->done = std::move(done);
    job->wanted = std::move(wanted);
    next(job);
}

void EffectRunner::next(const std::shared_ptr<Job> &job)
{
    while (!job->error && job->position < job->effects.size()) {
        if (job->wanted && !job->wanted()) {
            job->error = base::Error {base::ErrorKind::Transient, "the plan is no longer wanted", {}};
            break;
        }
        const std::size_t first = job->position;
        if (const auto admitted = admit(job->effects[first]); !admitted) {
            job->error = admitted.error();
            job->failed = &job->effects[first];
            break;
        }
        do {
            send(job->effects[job->position++], job);
        } while (job->position < job->effects.size()
            && mayShareTurn(job->effects[first], job->effects[job->position])
            && admit(job->effects[job->position]));
        if (job->awaited > 0)
            return;
    }
    job->done(job->error ? base::Result<>(tl::unexpected(*job->error)) : base::Result<>(), job->failed);
}

base::Result<> EffectRunner::admit(const api::Effect &effect) const
{
    const auto *creation = std::get_if<api::CreateObject>(&effect);
    return creation && m_creationRule ? m_creationRule(*creation) : base::Result<>();
}

void EffectRunner::send(api::Effect &effect, const std::shared_ptr<Job> &job)
{
    const auto answer = [&](const api::Resource &resource) {
        ++job->awaited;
        return m_scope.bind(
            [this, job, effect = &effect, resource = &resource](
                base::Result<api::JsonPtr> result) { finish(job, *effect, *resource, std::move(result)); });
    };
    const auto answerOrGone = [&](const api::Resource &resource) {
        ++job->awaited;
        return m_scope.bind(
            [this, job, effect = &effect, resource = &resource](base::Result<api::JsonPtr> result) {
                if (!result && result.error().kind == base::ErrorKind::NotFound)
                    result = api::JsonPtr(); // what was to go is gone
                finish(job, *effect, *resource, std::move(result));
            });
    };
    const api::Resource &pods = api::resourceOf<api::Pod>();
    std::visit(base::Overloaded {
                   [&](const api::EmitEvent &told) { m_events.record(told, job->component); },
                   [&](api::CreateObject &create) {
                       m_client.create(*create.resource, std::move(create.object), answer(*create.resource));
                   },
                   [&](api::PatchObject &patch) {
                       m_client.patch({patch.target, patch.subresource, std::move(patch.patch)},
                           answer(*patch.target.resource));
                   },
                   [&](const api::DeleteObject &gone) {
                       m_client.remove(gone, answerOrGone(*gone.target.resource));
                   },
                   [&](const api::EvictPod &evict) { m_client.evict(evict, answerOrGone(pods)); },
                   [&](const api::BindPod &bind) { m_client.bind(bind, answer(pods)); },
               },
        effect);
}

void EffectRunner::confirmCreates(
    // NOLINTNEXTLINE(performance-unnecessary-value-param): an answer may take away what it was copied from
    std::vector<api::ResourceRef> objects, std::function<void(const base::Result<> &)> done)
{
    struct Search {
        std::size_t awaited;
        base::Result<> result;
        std::function<void(const base::Result<> &)> done;
    };
    const auto search = std::make_shared<Search>(Search {objects.size(), {}, std::move(done)});
    const auto take = [this, search](const api::Resource &resource, const base::Result<api::JsonPtr> &found) {
        using base::ErrorKind;
        const bool mayTellLater = !found
            && (found.error().kind == ErrorKind::Transient
                || found.error().kind == ErrorKind::TooManyRequests);
        if (found)
            m_informers.offer(resource, *found);
        else if (mayTellLater)
            search->result = tl::unexpected(found.error());
        if (--search->awaited == 0)
            search->done(search->result);
    };
    for (const api::ResourceRef &object : objects)
        m_client.get(
            object, m_scope.bind([take, resource = object.resource](const base::Result<api::JsonPtr> &found) {
                take(*resource, found);
            }));
}

void EffectRunner::finish(const std::shared_ptr<Job> &job, const api::Effect &effect,
    const api::Resource &resource, base::Result<api::JsonPtr> result)
{
    --job->awaited;
    if (!result) {
        if (!job->error) {
            job->error = result.error();
            job->failed = &effect;
        }
        // Whichever of those sent together was told to come later: all of them will be sent again.
        job->error->retryAfter = std::max(job->error->retryAfter, result.error().retryAfter);
    } else if (*result && !isHeartbeat(effect)) {
        m_informers.offer(resource, *result);
    }
    if (job->awaited == 0)
        next(job);
}

} // namespace core::runtime
