// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/deployment.h"

#include "core/base/number.h"

#include <QCryptographicHash>

#include <algorithm>

namespace core::controlplane {

using api::Deployment;
using api::ReplicaSet;
using base::Time;
using runtime::Plan;

namespace {

using Sets = std::vector<ReplicaSetPointer>;

constexpr std::int64_t usualHistory = 10;

api::PodTemplate withoutHash(api::PodTemplate podTemplate)
{
    podTemplate.metadata.labels.erase(std::string(api::keys::podTemplateHash));
    return podTemplate;
}

std::string hashOf(const api::PodTemplate &podTemplate)
{
    const std::string text = api::writeCanonicalJson(api::encode(withoutHash(podTemplate)));
    const QByteArrayView bytes(text.data(), static_cast<qsizetype>(text.size()));
    return QCryptographicHash::hash(bytes.toByteArray(), QCryptographicHash::Sha256)
        .toHex()
        .first(10)
        .toStdString();
}

std::optional<std::int64_t> noted(const ReplicaSet &set, std::string_view key)
{
    return base::parseNumber<std::int64_t>(set.metadata.annotation(key));
}

api::SetSize sizeOf(const ReplicaSet &set)
{
    return {set.wantedReplicas(), set.status.replicas, set.status.availableReplicas.value_or(0),
        noted(set, api::keys::deploymentReplicas), noted(set, api::keys::deploymentMaxReplicas)};
}

std::int64_t revisionOf(const ReplicaSet &set)
{
    return noted(set, api::keys::deploymentRevision).value_or(0);
}

bool isRecreate(const Deployment &deployment)
{
    return deployment.spec.strategy.type == "Recreate";
}

ReplicaSet newSet(const Deployment &deployment, std::int64_t revision)
{
    const std::string hash = hashOf(deployment.spec.template_);
    const std::string label(api::keys::podTemplateHash);
    ReplicaSet set;
    set.metadata.name = deployment.metadata.name + "-" + hash;
    set.metadata.ns = deployment.metadata.ns;
    set.metadata.labels = deployment.spec.template_.metadata.labels;
    set.metadata.labels[label] = hash;
    set.metadata.annotations[std::string(api::keys::deploymentRevision)] = std::to_string(revision);
    set.metadata.ownerReferences = {controllerReference(api::resourceOf<Deployment>(), deployment.metadata)};
    set.spec.replicas = 0;
    set.spec.minReadySeconds = deployment.spec.minReadySeconds;
    set.spec.selector = deployment.spec.selector;
    set.spec.selector.matchLabels[label] = hash;
    set.spec.template_ = deployment.spec.template_;
    set.spec.template_.metadata.labels[label] = hash;
    return set;
}

/// One pass over a deployment.
class Pass
{
public:
    Pass(const Deployment &deployment, Sets sets, Time now)
        : m_deployment(deployment)
        , m_now(now)
        , m_limits(limitsOf(deployment))
        , m_after(deployment)
    {
        std::ranges::sort(
            sets, {}, [](const auto &set) { return std::pair(revisionOf(*set), set->metadata.name); });
        // The oldest one, whatever the revisions say: these follow from who is the current one, so that two
        // with one template would take turns.
        const auto birth = [](const ReplicaSetPointer &set) {
            return std::pair(set->metadata.creationTimestamp.value_or(Time()), set->metadata.name);
        };
        for (const ReplicaSetPointer &set : sets) {
            if (withoutHash(set->spec.template_) == withoutHash(deployment.spec.template_)
                && (!m_current || birth(set) < birth(m_current)))
                m_current = set;
        }
        std::ranges::copy_if(
            sets, std::back_inserter(m_old), [&](const auto &set) { return set != m_current; });
    }

    Plan plan()
    {
        if (!step())
            forgetOldSets();
        writeStatus();
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    void because(std::string code, std::string text, std::map<std::string, std::string> facts = {})
    {
        m_plan.reasons.push_back({std::move(code), std::move(text), std::move(facts)});
    }

    /// False when there is nothing (more) to do.
    bool step()
    {
        if (api::isScaling(m_limits.desired, sizes()))
            return resizeAll(
                api::proportionalSizes(m_limits, m_deployment.status.replicas.value_or(0), sizes()));
        if (m_deployment.spec.paused.value_or(false)) {
            because("Paused", "The deployment is paused; its template is not rolled out.");
            return false;
        }
        if (isRecreate(m_deployment) && !oldOnesGone())
            return true;
        if (!m_current)
            return create();
        return bringUpToDate() || resize(m_current, api::currentSetSize(m_limits, sizes()))
            || resizeAll(api::oldSetSizes(m_limits, sizes()));
    }

    Sets all() const
    {
        Sets sets = m_old;
        if (m_current)
            sets.push_back(m_current);
        return sets;
    }

    api::RolloutSizes sizes() const
    {
        api::RolloutSizes sizes {{}, m_current != nullptr};
        for (const auto &set : all())
            sizes.sets.push_back(sizeOf(*set));
        return sizes;
    }

    bool resizeAll(const std::vector<api::SizeOfSet> &sizes)
    {
        bool any = false;
        for (const api::SizeOfSet &each : sizes)
            any = resize(all().at(each.set), each.size) || any;
        return any;
    }

    bool oldOnesGone()
    {
        std::int64_t left = 0;
        bool shrinking = false;
        for (const auto &set : m_old) {
            left += set->status.replicas;
            shrinking = (set->wantedReplicas() > 0 && resize(set, 0)) || shrinking;
        }
        if (!shrinking && left > 0)
            because("WaitingForOldPods", std::to_string(left) + " old pods have to go first.",
                {{"pods", std::to_string(left)}});
        return !shrinking && left == 0;
    }

    bool create()
    {
        const ReplicaSet set = newSet(m_deployment, nextRevision());
        m_plan.effects.emplace_back(api::createEffect(set));
        because("CreatingSet", "Creates the replica set " + set.metadata.name + " for the present template.",
            {{"set", set.metadata.name}});
        return true;
    }

    std::int64_t nextRevision() const
    {
        std::int64_t last = 0;
        for (const auto &set : m_old)
            last = std::max(last, revisionOf(*set));
        return last + 1;
    }

    /// An old template that is wanted again gets the newest revision.
    bool bringUpToDate()
    {
        ReplicaSet after = *m_current;
        after.spec.minReadySeconds = m_deployment.spec.minReadySeconds;
        if (!m_old.empty() && revisionOf(*m_current) < nextRevision())
            after.metadata.annotations[std::string(api::keys::deploymentRevision)] =
                std::to_string(nextRevision());
        auto patch = api::patchEffect(*m_current, after);
        if (!patch)
            return false;
        m_plan.effects.emplace_back(std::move(*patch));
        because("UpdatingSet", "Brings the replica set " + m_current->metadata.name + " up to date.",
            {{"set", m_current->metadata.name}});
        return true;
    }

    /// Notes the deployment's size on the set, too.
    bool resize(const ReplicaSetPointer &set, std::int64_t size)
    {
        const std::int64_t from = set->wantedReplicas();
        ReplicaSet after = *set;
        after.spec.replicas = size;
        after.metadata.annotations[std::string(api::keys::deploymentReplicas)] =
            std::to_string(m_limits.desired);
        after.metadata.annotations[std::string(api::keys::deploymentMaxReplicas)] =
            std::to_string(m_limits.maxTotal());
        auto patch = api::patchEffect(*set, after);
        if (!patch)
            return false;
        m_plan.effects.emplace_back(std::move(*patch));
        const std::string text = size == from
            ? "Notes the deployment's size on replica set " + set->metadata.name
            : std::string("Scaled ") + (size > from ? "up" : "down") + " replica set " + set->metadata.name
                + " from " + std::to_string(from) + " to " + std::to_string(size);
        if (size != from)
            m_events.push_back({api::referenceTo(m_deployment), "Normal", "ScalingReplicaSet", text});
        because(size == from ? "NotingSize" : "ScalingReplicaSet", text + ".",
            {{"set", set->metadata.name}, {"from", std::to_string(from)}, {"to", std::to_string(size)}});
        return true;
    }

    void forgetOldSets()
    {
        Sets empty = m_old;
        std::erase_if(empty, [](const auto &set) {
            return set->wantedReplicas() > 0 || set->status.replicas > 0 || set->metadata.isDeleting();
        });
        const auto kept = static_cast<std::size_t>(
            std::max<std::int64_t>(m_deployment.spec.revisionHistoryLimit.value_or(usualHistory), 0));
        for (std::size_t i = 0; i + kept < empty.size(); ++i) {
            m_plan.effects.emplace_back(api::deleteEffect(*empty[i]));
            because("ForgettingRevision", "Deletes the old replica set " + empty[i]->metadata.name + ".",
                {{"set", empty[i]->metadata.name}});
        }
    }

    void writeStatus()
    {
        api::DeploymentStatus status;
        status.conditions = m_deployment.status.conditions;
        status.observedGeneration = m_deployment.metadata.generation;
        std::int64_t replicas = 0;
        std::int64_t ready = 0;
        std::int64_t available = 0;
        for (const auto &set : all()) {
            replicas += set->status.replicas;
            ready += set->status.readyReplicas.value_or(0);
            available += set->status.availableReplicas.value_or(0);
        }
        status.replicas = replicas;
        status.readyReplicas = ready;
        status.availableReplicas = available;
        status.updatedReplicas = m_current ? m_current->status.replicas : 0;
        status.unavailableReplicas =
            std::max<std::int64_t>(std::max(replicas, m_limits.desired) - available, 0);
        setConditions(status);
        m_after.status = std::move(status);
        if (auto patch = api::patchEffect(m_deployment, m_after, "status", api::Precondition::Uid))
            m_plan.effects.emplace_back(std::move(*patch));
        if (m_plan.reasons.empty())
            explain(m_after.status);
    }

    void explain(const api::DeploymentStatus &status)
    {
        const std::string text = std::to_string(*status.updatedReplicas) + " of "
            + std::to_string(m_limits.desired) + " pods are of the present template, "
            + std::to_string(*status.availableReplicas) + " are available, "
            + std::to_string(*status.replicas) + " exist.";
        because(isComplete(status) ? "Complete" : "WaitingForPods", text,
            {{"updated", std::to_string(*status.updatedReplicas)},
                {"available", std::to_string(*status.availableReplicas)},
                {"replicas", std::to_string(*status.replicas)}});
    }

    bool isComplete(const api::DeploymentStatus &status) const
    {
        return status.updatedReplicas == m_limits.desired && status.replicas == m_limits.desired
            && *status.availableReplicas >= m_limits.desired;
    }

    void setConditions(api::DeploymentStatus &status)
    {
        const bool enough = *status.availableReplicas >= m_limits.desired - m_limits.unavailable;
        set(status, "Available", enough, enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
            enough ? "Deployment has minimum availability."
                   : "Deployment does not have minimum availability.");
        if (m_deployment.spec.paused.value_or(false))
            return;
        const std::string name = m_current ? m_current->metadata.name : std::string("(new)");
        const bool complete = isComplete(status);
        set(status, "Progressing", true, complete ? "NewReplicaSetAvailable" : "ReplicaSetUpdated",
            "ReplicaSet \"" + name + "\" " + (complete ? "has successfully progressed." : "is progressing."));
    }

    void set(
        api::DeploymentStatus &status, std::string type, bool value, std::string reason, std::string message)
    {
        const Time second = api::truncatedToSeconds(m_now);
        api::WorkloadCondition wanted {std::move(type), value ? "True" : "False", std::nullopt, second,
            second, std::move(reason), std::move(message)};
        const auto held = std::ranges::find(status.conditions, wanted.type, &api::WorkloadCondition::type);
        if (held == status.conditions.end())
            return status.conditions.push_back(std::move(wanted));
        if (held->status == wanted.status)
            wanted.lastTransitionTime = held->lastTransitionTime;
        if (held->status == wanted.status && held->reason == wanted.reason && held->message == wanted.message)
            return;
        *held = std::move(wanted);
    }

    const Deployment &m_deployment;
    Time m_now;
    api::RolloutLimits m_limits;
    Deployment m_after;
    ReplicaSetPointer m_current; ///< has the deployment's template
    Sets m_old; ///< the oldest first
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

class Deployments : public runtime::Reconciler
{
public:
    Deployments(const runtime::Store<Deployment> &deployments, const runtime::Store<ReplicaSet> &sets,
        const base::Clock &clock)
        : m_deployments(deployments)
        , m_sets(sets)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "deployment"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto deployment = m_deployments.find(key);
        if (!deployment)
            return {};
        return planDeployment(
            *deployment, m_sets.listBy(byController, deployment->metadata.uid), m_clock.now());
    }

private:
    const runtime::Store<Deployment> &m_deployments;
    const runtime::Store<ReplicaSet> &m_sets;
    const base::Clock &m_clock;
};

} // namespace

api::RolloutLimits limitsOf(const Deployment &deployment)
{
    if (isRecreate(deployment))
        return {deployment.wantedReplicas(), 0, 0};
    const api::IntOrString usual {std::string("25%")};
    const api::DeploymentRollingUpdate &rolling = deployment.spec.strategy.rollingUpdate;
    return api::rollingLimits(deployment.wantedReplicas(), rolling.maxSurge.value_or(usual),
        rolling.maxUnavailable.value_or(usual));
}

Plan planDeployment(const Deployment &deployment, Sets sets, Time now)
{
    if (deployment.metadata.isDeleting())
        return {{},
            {{"Deleting", "The deployment is being deleted; its sets follow by garbage collection.", {}}},
            {}};
    std::erase_if(sets, [](const auto &set) { return set->metadata.isDeleting(); });
    return Pass(deployment, std::move(sets), now).plan();
}

Controllers makeDeployments(const runtime::ControllerContext &context)
{
    auto &deployments = context.informers.of<Deployment>();
    auto &sets = context.informers.of<ReplicaSet>();
    sets.addIndex(
        std::string(byController), [](const ReplicaSet &set) { return controllerUidOf(set.metadata); });
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<Deployments>(deployments.store(), sets.store(), context.clock), context.clock,
        context.runner));
    made.back()->watchesOwn<Deployment>(deployments);
    made.back()->watches<ReplicaSet>(
        sets, [](const ReplicaSet &set) { return ownerKeys(set.metadata, "Deployment"); });
    made.back()->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
