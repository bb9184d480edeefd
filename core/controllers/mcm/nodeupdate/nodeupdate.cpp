// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/nodeupdate/nodeupdate.h"

#include "core/api/mcm.h"
#include "core/controllers/conditions.h"
#include "core/controllers/drain.h"
#include "core/controllers/mcm/nodeupdate/nodeupdatereasons.h"

namespace core::controllers::mcm {

namespace {

using runtime::Plan;

constexpr std::string_view condition = api::mcm::conditions::inPlaceUpdate;

class NodeUpdatePlanner
{
public:
    NodeUpdatePlanner(const api::Node &node, const std::vector<PodPointer> &pods, base::Time now)
        : m_before(node)
        , m_pods(pods)
        , m_now(now)
        , m_after(node)
    {
    }

    Plan plan()
    {
        act();
        append(m_plan.effects, api::patchEffect(m_before, m_after));
        append(m_plan.effects, api::patchEffect(m_before, m_after, "status", api::Precondition::Uid));
        return std::move(m_plan);
    }

private:
    void act();
    void proceed();
    void drain();
    void setStep(std::string_view step, const std::string &message);
    void explain(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }

    const api::Node &m_before;
    const std::vector<PodPointer> &m_pods;
    const base::Time m_now;
    api::Node m_after;
    Plan m_plan;
};

void NodeUpdatePlanner::act()
{
    switch (updateStageOf(m_before)) {
    case UpdateStage::None:
        api::removeCondition(m_after.status.conditions, condition);
        return explain(nodeUpdateReason("NotUpdated"));
    case UpdateStage::Candidate:
        if (!updateStepOf(m_before).empty() && updateStepOf(m_before) != updateSteps::candidate)
            m_after.spec.unschedulable.reset(); // it was selected, and is no longer
        setStep(updateSteps::candidate, "The node may be selected for an update.");
        return explain(nodeUpdateReason("CandidateForUpdate"));
    case UpdateStage::Selected:
        return proceed();
    case UpdateStage::Succeeded:
        setStep(updateSteps::successful, "The node was updated.");
        return explain(nodeUpdateReason("UpdateSuccessful"));
    case UpdateStage::Failed:
        setStep(updateSteps::failed, "The update of the node failed.");
        return explain(nodeUpdateReason("UpdateFailed"));
    }
}

void NodeUpdatePlanner::proceed()
{
    const std::string_view step = updateStepOf(m_before);
    if (step == updateSteps::ready)
        return explain(nodeUpdateReason("WaitingForUpdate"));
    if (step == updateSteps::drained) {
        setStep(updateSteps::ready, "The node may be updated.");
        return explain(nodeUpdateReason("ReadyForUpdate"));
    }
    if (step == updateSteps::selected && m_before.spec.unschedulable.value_or(false))
        return drain();
    m_after.spec.unschedulable = true;
    setStep(updateSteps::selected, "The node is selected for an update.");
    explain(nodeUpdateReason("SelectedForUpdate"));
}

/// Budgets are honoured: a refused eviction is asked for again.
void NodeUpdatePlanner::drain()
{
    std::size_t left = 0;
    for (const PodPointer &pod : m_pods) {
        if (!mustLeave(*pod))
            continue;
        ++left;
        if (!pod->metadata.isDeleting())
            m_plan.effects.emplace_back(api::EvictPod {pod->key(), pod->metadata.uid, {}});
    }
    if (left == 0) {
        setStep(updateSteps::drained, "No pod is left that had to leave.");
        return explain(nodeUpdateReason("Drained"));
    }
    m_plan.checkAgainAfter = evictionRetry;
    explain(nodeUpdateReason("Draining", left, evictionRetry));
}

/// The condition goes behind the kubelet's, whose order stays as it is.
void NodeUpdatePlanner::setStep(std::string_view step, const std::string &message)
{
    if (updateStepOf(m_after) == step)
        return;
    api::removeCondition(m_after.status.conditions, condition);
    const base::Time second = api::truncatedToSeconds(m_now);
    m_after.status.conditions.push_back(
        {std::string(condition), "True", second, second, std::string(step), message});
}

class NodeUpdateReconciler : public runtime::Reconciler
{
public:
    NodeUpdateReconciler(const runtime::Store<api::Node> &nodes, const runtime::Store<api::Pod> &pods,
        const base::Clock &clock)
        : m_nodes(nodes)
        , m_pods(pods)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "mcm-nodeupdate"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const NodePointer node = m_nodes.find(key);
        if (!node)
            return {{}, {nodeUpdateReason("Gone")}, {}};
        return planNodeUpdate(
            *node, m_pods.listBy(controllers::indexNames::podsByNode, key.name), m_clock.now());
    }

private:
    const runtime::Store<api::Node> &m_nodes;
    const runtime::Store<api::Pod> &m_pods;
    const base::Clock &m_clock;
};

} // namespace

Plan planNodeUpdate(const api::Node &node, const std::vector<PodPointer> &pods, base::Time now)
{
    if (node.metadata.isDeleting())
        return {{}, {nodeUpdateReason("NodeDeleting")}, {}};
    return NodeUpdatePlanner(node, pods, now).plan();
}

bool concernsUpdate(const api::Node &node)
{
    return updateStageOf(node) != UpdateStage::None || !updateStepOf(node).empty();
}

std::unique_ptr<runtime::Reconciler> makeNodeUpdateReconciler(
    const runtime::Store<api::Node> &nodes, const runtime::Store<api::Pod> &pods, const base::Clock &clock)
{
    return std::make_unique<NodeUpdateReconciler>(nodes, pods, clock);
}

} // namespace core::controllers::mcm
