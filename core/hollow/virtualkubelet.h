// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The deciding half of the hollow host (docs/design.md D15): every pod bound to the host's Node, and every
// pod bound to a hollow node whose kubelet runs on the host, is looked after; nothing else is touched. Keys
// are pods.
//
// Reads pods by podsByNode and kubeletsByNode, and nodes by name.

#include "core/hollow/addresspool.h"
#include "core/hollow/hollowkubelet.h"
#include "core/runtime/store.h"

namespace core::hollow {

/// Hollow-node pods bound to the host, by the name of the node that their kubelet registers.
inline constexpr std::string_view kubeletsByNode = "kubelets-by-node";
runtime::Store<api::Pod>::IndexFunction kubeletsByNodeIndex(
    std::string hostNode, std::shared_ptr<CommandLines> commandLines);

/// A pod bound to the host began or ceased to run a kubelet.
bool kubeletTurned(const api::Pod *before, const api::Pod *after);
/// The fault that a node asks for changed, or it came or went.
bool faultTurned(const api::Node *before, const api::Node *after);
/// Nothing changed but that the kubelet said the same again, later.
bool isOwnReport(const api::Node *before, const api::Node *after);

struct VirtualKubeletOptions {
    const runtime::Store<api::Pod> &pods;
    const runtime::Store<api::Node> &nodes;
    std::string hostNode;
    AddressPool &addresses; ///< remembers what it handed out; the same question gets the same answer
    std::shared_ptr<CommandLines> commandLines; ///< those of kubeletsByNodeIndex()
    const base::Chance &chance;
    const base::Clock &clock;
    api::Span boot {};
};

class VirtualKubelet : public runtime::Reconciler
{
public:
    explicit VirtualKubelet(VirtualKubeletOptions options) : m_options(std::move(options)) { }

    /// The name is also the component of the events about hollow nodes.
    std::string_view name() const override { return "kubelet"; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;

    /// The pod whose kubelet stands for the node: a running one, else the first; null when the node is not
    /// ours.
    std::shared_ptr<const api::Pod> kubeletOf(const std::string &node) const;
    /// What the kubelet of that node does now, and when that may change; nothing when none of ours runs.
    std::optional<Disruption> stateOf(const std::string &node) const;
    /// A pod changed: itself, and, when a kubelet came up or went, the pods on its node.
    std::vector<api::ObjectKey> podsOfPod(const api::Pod *before, const api::Pod *after) const;
    /// A node changed: the pod of its kubelet, and, when its health or its fault changed, the pods on it;
    /// none when it is not ours.
    std::vector<api::ObjectKey> podsOfNode(const api::Node *before, const api::Node *after) const;

private:
    std::string refusalOf(const api::Pod &pod, const std::string &node) const;
    runtime::Plan reconcileKubelet(const api::Pod &pod, const api::Container &container) const;
    runtime::Plan reconcileWorkload(const api::Pod &pod) const;
    void appendPodsOn(const std::string &node, std::vector<api::ObjectKey> &keys) const;
    std::string hostAddress() const { return m_options.addresses.addressOf(m_options.hostNode); }

    VirtualKubeletOptions m_options;
};

} // namespace core::hollow
