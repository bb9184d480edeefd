// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/daemonset.h"

#include "core/api/nodeconditions.h"
#include "core/api/rolloutsizes.h"
#include "core/api/timerange.h"
#include "core/controlplane/taints.h"
#include "core/rollout/setownership.h"
#include "core/rollout/setrules.h"

#include <algorithm>
#include <set>

namespace core::controlplane {

using api::DaemonSet;
using api::Node;
using api::Pod;
using base::Time;
using runtime::Plan;
using NodePointer = std::shared_ptr<const Node>;

namespace {

constexpr std::chrono::seconds failedPodStays {10}; // since it was made: one that fails at once is no storm

api::Json toleration(std::string_view key, std::string_view effect)
{
    return api::JsonObject {{"key", key}, {"operator", "Exists"}, {"effect", effect}};
}

/// What every pod of a DaemonSet tolerates beside its template: what is wrong with a node is no reason to go.
api::JsonArray ownTolerations(bool onHostNetwork)
{
    api::JsonArray all {toleration(taints::notReady, taints::noExecute),
        toleration(taints::unreachable, taints::noExecute),
        toleration(taints::unschedulable, taints::noSchedule)};
    for (const api::NodeConditionKind &kind : api::nodeConditionKinds) {
        if (!kind.taint.empty() && (kind.isKubelets() || onHostNetwork))
            all.push_back(toleration(kind.taint, taints::noSchedule));
    }
    return all;
}

/// The template with those tolerations that it has not yet.
api::PodTemplate tolerant(api::PodTemplate podTemplate)
{
    api::JsonObject spec;
    if (podTemplate.spec.is_object())
        spec = podTemplate.spec.get().get_object();
    const api::Json *hostNetwork = api::member(spec, "hostNetwork");
    const bool onHostNetwork = hostNetwork && hostNetwork->is_bool() && hostNetwork->get_bool();
    api::Json &tolerations = spec["tolerations"];
    if (!tolerations.is_array())
        tolerations = api::JsonArray();
    for (api::Json &own : ownTolerations(onHostNetwork)) {
        const auto isOwn = [&](const api::Json &there) { return api::equal(there, own); };
        if (std::ranges::none_of(tolerations.get_array(), isOwn))
            tolerations.get_array().push_back(std::move(own));
    }
    podTemplate.spec = std::move(spec);
    return podTemplate;
}

bool tolerates(const api::PodSpec &pod, const api::Taint &taint)
{
    return std::ranges::any_of(
        pod.tolerations, [&](const api::Toleration &toleration) { return toleration.tolerates(taint); });
}

/// Whether a pod belongs on a node, and whether one that is there may stay.
struct Fit {
    bool runs = false;
    bool stays = false;
};

Fit fitOf(const api::PodSpec &pod, const Node &node)
{
    if (isHollowHost(node) || !api::selects(pod, node))
        return {};
    Fit fit {true, true};
    for (const api::Taint &taint : node.spec.taints) {
        if (taint.effect == "PreferNoSchedule" || tolerates(pod, taint))
            continue;
        fit.runs = false;
        fit.stays = fit.stays && taint.effect != taints::noExecute;
    }
    return fit;
}

class DaemonSetPlanner
{
public:
    DaemonSetPlanner(const DaemonSet &set, const DaemonSetView &seen, const base::Chance &chance, Time now)
        : m_set(set)
        , m_seen(seen)
        , m_chance(chance)
        , m_now(now)
        , m_template(tolerant(set.spec.template_))
        , m_pod(api::decode<api::PodSpec>(m_template.spec.get()).value_or(api::PodSpec()))
        , m_history(set, api::keys::controllerRevisionHash, seen.revisions)
        , m_revision(m_history.hash())
    {
    }

    Plan plan()
    {
        if (!rollout::planAdoptions(m_plan, m_set, m_seen.revisions.orphans).empty())
            return std::move(m_plan); // from now on they are of the history
        if (m_history.collides())
            return planCollision();
        append(m_plan.effects, m_history.bringUpToDate());
        m_pods = rollout::planClaims(m_plan, m_set, m_seen.pods, m_seen.orphans);
        for (const PodPointer &pod : m_pods)
            m_podsOf[pod->spec.nodeName].push_back(pod);
        for (const NodePointer &node : m_seen.nodes)
            look(*node);
        writeStatus(); // first: pods may be refused
        surge();
        makeMissing();
        replaceOld();
        forgetRevisions();
        explain();
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    Plan planCollision() const
    {
        DaemonSet after = m_set;
        after.status.collisionCount = m_set.status.collisionCount.value_or(0) + 1;
        Plan plan {
            {}, {daemonSetReason("HashCollision", m_history.name(), *after.status.collisionCount)}, {}};
        append(plan.effects, api::patchEffect(m_set, after, "status", api::Precondition::Uid));
        return plan;
    }

    void writeStatus()
    {
        DaemonSet after = m_set;
        m_status.observedGeneration = m_set.metadata.generation;
        m_status.collisionCount = m_set.status.collisionCount;
        m_status.numberUnavailable = m_status.desiredNumberScheduled - *m_status.numberAvailable;
        after.status = m_status;
        for (auto *count : {&after.status.updatedNumberScheduled, &after.status.numberAvailable,
                 &after.status.numberUnavailable})
            *count = api::unlessZero(count->value_or(0));
        append(m_plan.effects, api::patchEffect(m_set, after, "status", api::Precondition::Uid));
    }

    void forgetRevisions()
    {
        std::vector<std::string> inUse;
        for (const PodPointer &pod : m_pods)
            inUse.emplace_back(pod->metadata.label(api::keys::controllerRevisionHash));
        m_history.forget(m_plan.effects, m_set.spec.revisionHistoryLimit, inUse);
    }

    void tell(const char *type, std::string reason, std::string message)
    {
        m_events.push_back({api::referenceTo(m_set), type, std::move(reason), std::move(message)});
    }

    void remove(const Pod &pod)
    {
        if (m_deleting == rollout::mostPerPass)
            return;
        ++m_deleting;
        m_plan.effects.emplace_back(api::deleteEffect(pod));
        tell("Normal", "SuccessfulDelete", "Deleted pod: " + pod.metadata.name);
    }

    void checkAt(Time time)
    {
        const base::Duration wait = time - m_now;
        m_plan.checkAgainAfter = std::min(m_plan.checkAgainAfter.value_or(wait), wait);
    }

    bool isUpdated(const Pod &pod) const
    {
        return pod.metadata.label(api::keys::controllerRevisionHash) == m_revision;
    }

    bool isAvailable(const Pod &pod)
    {
        const auto from = availableFrom(pod, m_set.spec.minReadySeconds);
        if (from && *from > m_now)
            checkAt(*from);
        return from && *from <= m_now;
    }

    /// The pods of a node that count, the oldest first; those that have failed are let go.
    std::vector<PodPointer> countedPodsOn(const Node &node)
    {
        std::vector<PodPointer> counted;
        for (const PodPointer &pod : m_podsOf[node.metadata.name]) {
            if (pod->metadata.isDeleting()) {
                m_terminating.insert(node.metadata.name);
            } else if (api::isFinished(*pod)) {
                m_terminating.insert(node.metadata.name);
                letGo(*pod, node);
            } else {
                counted.push_back(pod);
            }
        }
        std::ranges::sort(counted, {}, ageOf);
        return counted;
    }

    static std::pair<Time, std::string> ageOf(const PodPointer &pod)
    {
        return {pod->metadata.creationTimestamp.value_or(Time()), pod->metadata.name};
    }

    /// The pod of the node that the status tells of: the oldest, be it on its way out, but not both that and
    /// ended. Null where there is none.
    PodPointer toldOn(const Node &node)
    {
        std::vector<PodPointer> pods = m_podsOf[node.metadata.name];
        std::erase_if(
            pods, [](const PodPointer &pod) { return pod->metadata.isDeleting() && api::isFinished(*pod); });
        const auto oldest = std::ranges::min_element(pods, {}, ageOf);
        return oldest == pods.end() ? nullptr : *oldest;
    }

    void letGo(const Pod &pod, const Node &node)
    {
        if (pod.status.phase == "Succeeded") {
            tell("Normal", "SucceededDaemonPod",
                "Found succeeded daemon pod " + pod.metadata.key().text() + " on node " + node.metadata.name
                    + ", will try to delete it");
            return remove(pod);
        }
        const Time until = pod.metadata.creationTimestamp.value_or(m_now) + failedPodStays;
        if (until > m_now)
            return checkAt(until);
        tell("Warning", "FailedDaemonPod",
            "Found failed daemon pod " + pod.metadata.key().text() + " on node " + node.metadata.name
                + ", will try to kill it");
        remove(pod);
    }

    void look(const Node &node)
    {
        const Fit fit = fitOf(m_pod, node);
        std::vector<PodPointer> counted = countedPodsOn(node);
        const bool isSurging = fit.stays && surges() && surgesWith(counted);
        const std::ptrdiff_t kept = !fit.stays || counted.empty() ? 0 : isSurging ? 2 : 1;
        std::for_each(counted.begin() + kept, counted.end(), [this](const PodPointer &pod) { remove(*pod); });
        const PodPointer told = toldOn(node);
        m_status.numberMisscheduled += !fit.runs && told ? 1 : 0;
        if (!fit.runs)
            return;
        ++m_status.desiredNumberScheduled;
        if (told)
            count(*told);
        if (counted.empty()) {
            if (!m_terminating.contains(node.metadata.name))
                m_missing.push_back(node.metadata.name);
            return;
        }
        m_available += isAvailable(*counted.front()) ? 1 : 0;
        if (!isUpdated(*counted.front()))
            m_old.push_back(counted.front());
        m_surging += isSurging ? 1 : 0;
        if (!isSurging && surges() && !isUpdated(*counted.front()))
            (isAvailable(*counted.front()) ? m_toSurge : m_missing).push_back(node.metadata.name);
    }

    /// New pods come before the old ones go.
    bool surges() const { return mostOf(m_set.spec.updateStrategy.rollingUpdate.maxSurge, 0, 1) > 0; }

    /// The bound is that of the amount, unless pods are replaced by hand.
    std::int64_t mostOf(
        const std::optional<api::IntOrString> &amount, std::int64_t unset, std::int64_t nodes) const
    {
        if (!amount || m_set.spec.updateStrategy.type == "OnDelete")
            return unset;
        return api::portionOf(*amount, nodes, api::Rounding::Up).value_or(unset);
    }

    /// An old pod stays beside its successor until that is available, as long as it is ready itself. The pods
    /// that stay come to the front.
    bool surgesWith(std::vector<PodPointer> &counted)
    {
        const auto isNew = [this](const PodPointer &pod) { return isUpdated(*pod); };
        const auto oldest = std::ranges::find_if_not(counted, isNew);
        const auto successor = std::ranges::find_if(counted, isNew);
        if (oldest == counted.end() || successor == counted.end())
            return false;
        const PodPointer old = *oldest;
        const PodPointer next = *successor;
        const bool both = isReady(*old) && !isAvailable(*next);
        std::erase(counted, next);
        std::erase(counted, old);
        if (both)
            counted.insert(counted.begin(), {old, next});
        else
            counted.insert(counted.begin(), {next, old});
        return both;
    }

    /// As many more of the nodes whose old pod is there get a second pod as may have two at a time.
    void surge()
    {
        const std::int64_t most =
            mostOf(m_set.spec.updateStrategy.rollingUpdate.maxSurge, 0, m_status.desiredNumberScheduled);
        for (const std::string &node : m_toSurge) {
            if (m_surging >= most)
                return;
            ++m_surging;
            m_missing.push_back(node);
        }
    }

    void count(const Pod &pod)
    {
        ++m_status.currentNumberScheduled;
        m_status.numberReady += isReady(pod) ? 1 : 0;
        m_status.numberAvailable = *m_status.numberAvailable + (isAvailable(pod) ? 1 : 0);
        m_status.updatedNumberScheduled = *m_status.updatedNumberScheduled + (isUpdated(pod) ? 1 : 0);
    }

    void makeMissing()
    {
        const std::size_t batch = std::min(m_missing.size(), rollout::mostPerPass);
        if (batch == 0)
            return;
        api::ObjectMeta meta = podMeta(m_template, m_set);
        meta.labels.insert_or_assign(std::string(api::keys::controllerRevisionHash), m_revision);
        auto names = api::newNames(m_set.metadata, "pod name", batch, m_chance, m_seen.nameTaken);
        for (std::size_t i = 0; i < batch; ++i) {
            tell("Normal", "SuccessfulCreate", "Created pod: " + names[i]);
            meta.name = std::move(names[i]);
            api::CreateObject create = createPod(meta, m_template);
            create.object.get_object().at("spec").get_object()["nodeName"] = m_missing[i];
            m_plan.effects.emplace_back(std::move(create));
        }
        m_plan.reasons.push_back(daemonSetReason("CreatingPods", batch, m_missing.size()));
    }

    /// Old pods that do not run go at once, the others as many at a time as may be missing.
    void replaceOld()
    {
        if (m_old.empty())
            return;
        if (m_set.spec.updateStrategy.type == "OnDelete") {
            m_plan.reasons.push_back(daemonSetReason("OldPodsStay", m_old.size()));
            return;
        }
        const auto &rolling = m_set.spec.updateStrategy.rollingUpdate;
        if (surges()) { // they go as their successors come
            m_plan.reasons.push_back(daemonSetReason(
                "Updating", m_old.size(), mostOf(rolling.maxSurge, 0, m_status.desiredNumberScheduled)));
            return;
        }
        const std::int64_t mayBeMissing =
            std::max<std::int64_t>(1, mostOf(rolling.maxUnavailable, 1, m_status.desiredNumberScheduled));
        std::int64_t missing = m_status.desiredNumberScheduled - m_available;
        for (const PodPointer &pod : m_old) {
            const bool isThere = isAvailable(*pod);
            if (isThere && missing >= mayBeMissing)
                continue;
            missing += isThere ? 1 : 0;
            remove(*pod);
        }
        m_plan.reasons.push_back(daemonSetReason("Updating", m_old.size(), mayBeMissing));
    }

    void explain()
    {
        if (m_deleting > 0)
            m_plan.reasons.push_back(daemonSetReason("DeletingPods", m_deleting));
        const std::int64_t desired = m_status.desiredNumberScheduled;
        if (desired == 0)
            m_plan.reasons.push_back(daemonSetReason("NoNode"));
        else if (m_available < desired)
            m_plan.reasons.push_back(daemonSetReason("WaitingForPods", m_available, desired));
        else if (m_plan.reasons.empty())
            m_plan.reasons.push_back(daemonSetReason("Complete", desired));
    }

    const DaemonSet &m_set;
    const DaemonSetView &m_seen;
    const base::Chance &m_chance;
    Time m_now;
    api::PodTemplate m_template;
    api::PodSpec m_pod; ///< of m_template
    RevisionHistory m_history;
    std::string m_revision; ///< the letters of the present template
    std::vector<PodPointer> m_pods; ///< that count
    std::map<std::string, std::vector<PodPointer>> m_podsOf; ///< by node
    std::set<std::string> m_terminating; ///< nodes where a pod is still on its way out
    std::vector<std::string> m_missing; ///< nodes that are to get a pod
    std::vector<std::string> m_toSurge; ///< nodes that may get one beside their old one
    std::int64_t m_available = 0; ///< nodes whose pod is available, and stays
    std::int64_t m_surging = 0; ///< nodes that have, or get, two
    std::vector<PodPointer> m_old; ///< of an earlier template
    std::size_t m_deleting = 0;
    api::DaemonSetStatus m_status {.updatedNumberScheduled = 0, .numberAvailable = 0};
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

class DaemonSets : public runtime::Reconciler
{
public:
    DaemonSets(const runtime::Store<DaemonSet> &sets, const runtime::Store<Pod> &pods,
        const runtime::Store<api::ControllerRevision> &revisions, const runtime::Store<Node> &nodes,
        const base::Chance &chance, const base::Clock &clock)
        : m_sets(sets)
        , m_pods(pods)
        , m_revisions(revisions)
        , m_nodes(nodes)
        , m_chance(chance)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "daemonset"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto set = m_sets.find(key);
        if (!set)
            return {};
        DaemonSetView seen {m_nodes.list(), madeBy(set->metadata, "DaemonSet", m_pods),
            m_pods.listBy(uncontrolled, key.ns), revisionsOf(m_revisions, "DaemonSet", set->metadata), {}};
        seen.nameTaken = [&](const std::string &name) { return m_pods.find({key.ns, name}) != nullptr; };
        return planDaemonSet(*set, seen, m_chance, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        return tellRefusal(m_sets, key, error, failed);
    }

private:
    const runtime::Store<DaemonSet> &m_sets;
    const runtime::Store<Pod> &m_pods;
    const runtime::Store<api::ControllerRevision> &m_revisions;
    const runtime::Store<Node> &m_nodes;
    const base::Chance &m_chance;
    const base::Clock &m_clock;
};

} // namespace

bool concernsDaemons(const Node *before, const Node *after)
{
    return !before || !after || before->metadata.labels != after->metadata.labels
        || before->spec.taints != after->spec.taints;
}

Plan planDaemonSet(const DaemonSet &set, const DaemonSetView &seen, const base::Chance &chance, Time now)
{
    if (set.metadata.isDeleting())
        return {{}, {daemonSetReason("Deleting")}, {}};
    return DaemonSetPlanner(set, seen, chance, now).plan();
}

Controllers makeDaemonSets(const runtime::ControllerContext &context)
{
    auto &sets = context.informers.of<DaemonSet>();
    auto &pods = context.informers.of<Pod>();
    auto &revisions = context.informers.of<api::ControllerRevision>();
    auto &nodes = context.informers.of<Node>();
    pods.addIndex(std::string(byControllerName), controllerNameOf<Pod>);
    pods.addIndex(std::string(uncontrolled), uncontrolledIn<Pod>);
    revisions.addIndex(std::string(byControllerName), controllerNameOf<api::ControllerRevision>);
    revisions.addIndex(std::string(uncontrolled), uncontrolledIn<api::ControllerRevision>);
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<DaemonSets>(
            sets.store(), pods.store(), revisions.store(), nodes.store(), context.chance, context.clock),
        context.clock, context.runner));
    made.back()->watchesOwn<DaemonSet>(sets);
    made.back()->watches<Pod>(pods,
        [&store = sets.store()](const Pod &pod) { return rollout::controllersOf(store, pod.metadata); });
    made.back()->watches<api::ControllerRevision>(revisions, [&store = sets.store()](const auto &revision) {
        return rollout::controllersOf(store, revision.metadata);
    });
    made.back()->watchesChanges<Node>(nodes, [&sets](const Node *before, const Node *after) {
        std::vector<api::ObjectKey> keys;
        if (concernsDaemons(before, after)) {
            for (const auto &set : sets.store().list())
                keys.push_back(set->key());
        }
        return keys;
    });
    made.back()->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
