// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the scheduler has counted of the pods that there are, kept up to date with them: of thousands of pods
// with the same affinity the first alone looks at all others. It is counted anew when a node comes, goes or
// changes its labels, or a namespace does.

#include "core/api/event.h"
#include "core/api/podneighbours.h"
#include "core/runtime/informerset.h"

#include <deque>

namespace core::controlplane {

class Neighbourhood
{
public:
    /// Follows pods, nodes and namespaces, from before the informers start; addSchedulingIndexes() adds what
    /// it reads by.
    explicit Neighbourhood(runtime::InformerSet &informers);
    Neighbourhood(const Neighbourhood &) = delete;
    Neighbourhood &operator=(const Neighbourhood &) = delete;

    /// The neighbours of the pod are good until something changes; nullptr when there is nobody who matters
    /// to it.
    const api::PodNeighbours *of(const std::shared_ptr<const api::Pod> &pod) const;

private:
    struct Counted {
        std::shared_ptr<const api::Pod> pod;
        api::PodNeighbours neighbours;
    };

    api::PodNeighbours count(const api::Pod &pod) const;
    /// Where it is, if it counts there.
    std::optional<api::PlacedPod> placed(const api::Pod &pod) const;
    void follow(const api::Pod *before, const api::Pod *after);

    const runtime::Store<api::Pod> &m_pods;
    const runtime::Store<api::Node> &m_nodes;
    const runtime::Store<api::Namespace> &m_namespaces;
    mutable std::deque<Counted> m_counted; ///< the last one first; what is not there is counted again
    base::Subscriptions m_subscriptions;
};

} // namespace core::controlplane
