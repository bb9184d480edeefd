// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a pod may go for the sake of the pods that are there: what it, or one of them, requires of its
// neighbours by podAffinity and podAntiAffinity, and topologySpreadConstraints with DoNotSchedule. Beside
// podfit.h, for the scheduler and for an autoscaler; nothing that is only preferred.

#include "core/api/node.h"
#include "core/api/pod.h"

#include <functional>
#include <map>

namespace core::api {

/// A pod that has not ended, and its node.
struct PlacedPod {
    const Pod *pod = nullptr;
    const Node *node = nullptr;
};

/// The labels of the namespace, or nullptr: then its name is known alone, by which a selector may choose it.
using NamespaceLabels = std::function<const Labels *(const std::string &ns)>;

/// It keeps other pods away.
bool repels(const Pod &pod);
/// Where it may go depends on what other pods there are, even if none repels.
bool mindsNeighbours(const Pod &pod);
/// What is found out for one of them holds for the other.
bool haveSameNeighbours(const Pod &one, const Pod &other);

class PodNeighbours
{
public:
    /// A pod that does not mind its neighbours needs no node, and of the placed pods those that repel.
    /// The pod outlives this.
    PodNeighbours(const Pod &pod, const std::vector<const Node *> &nodes,
        const std::vector<PlacedPod> &placed, NamespaceLabels labelsOf = {});

    // As pods come and go, while nodes and namespaces stay as they are.

    void add(const PlacedPod &placed);
    void remove(const PlacedPod &placed);

    /// Why the pod can't run on the node ("node(s) didn't match pod anti-affinity rules"); empty when it can.
    std::string blockedReason(const Node &node) const;

private:
    /// How many pods there are, by the topology key and its value; at least one.
    using Domains = std::map<std::string, std::map<std::string, std::int64_t>>;

    /// One constraint, and how many pods of it each domain has.
    struct Spread {
        const TopologySpreadConstraint *rule = nullptr;
        LabelSelector selector;
        std::map<std::string, std::int64_t> pods; ///< by the value of the topology key
        std::int64_t fewest = 0;
        std::int64_t itself = 0; ///< 1 when the pod is one of those that are counted
    };

    void spreadOver(const std::vector<const Node *> &nodes);
    bool isCounted(const Node &node) const;
    void see(const PlacedPod &placed, std::int64_t times);
    static void note(Domains &domains, const std::string &key, const Node &node, std::int64_t times);
    void findFewest();
    bool reaches(const PodAffinityTerm &term, const Pod &of, const std::string &ns) const;
    bool chooses(const PodAffinityTerm &term, const Pod &of, const Pod &other) const;
    bool allChoose(const std::vector<PodAffinityTerm> &terms, const Pod &of, const Pod &other) const;
    bool isAttracted(const Node &node) const;
    static bool isIn(const Domains &domains, const std::string &key, const Node &node);

    const Pod &m_pod;
    NamespaceLabels m_labelsOf;
    std::vector<Spread> m_spreads;
    Domains m_attracting; ///< with a pod that the pod has to be near
    Domains m_avoided; ///< with a pod that it must not be near
    Domains m_repelling; ///< with a pod that it must not come near
};

} // namespace core::api
