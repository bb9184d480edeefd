// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the command line of a hollow-kubelet container asks for (docs/machines.md §2.2, §3.1, §2.10), so that
// a pod made by the original actuator comes alive as well as one of ours.

#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/api/providerconfig.h"

#include <string>
#include <unordered_map>

namespace core::hollow {

struct HollowKubeletConfig {
    std::string nodeName = "fake-node";
    api::KubemarkProviderConfig provided; ///< the fields that have a flag (api::providerFields())
    base::Duration statusUpdateFrequency = std::chrono::seconds(10); ///< above zero
    bool noSchedule = false; ///< register with the taint kubemark=true:NoSchedule
    api::Labels nodeLabels;
    std::vector<api::Taint> taints;
    std::int64_t maxPods = 110;
    api::ResourceList extendedResources; ///< overwrite the capacity of the same name
    std::vector<std::string> notes; ///< what was not understood, and therefore ignored

    bool operator==(const HollowKubeletConfig &) const = default;
};

/// Reads ["/bin/sh","-c","<line>"], or a command with arguments; $(NAME) stands for the container's
/// environment. Invalid names the flag whose value is wrong: a process started that way would exit at once.
base::Result<HollowKubeletConfig> readCommandLine(const api::Pod &pod, const api::Container &container);

/// Reads the command line of a pod once: what a container runs never changes in its pod's life.
class CommandLines
{
public:
    /// The configuration is as readCommandLine() has it; it stays until another pod of that name is asked
    /// about or it is forgotten.
    const base::Result<HollowKubeletConfig> &of(const api::Pod &pod, const api::Container &container);
    void forget(const api::ObjectKey &pod) { m_read.erase(pod); }

private:
    struct Read {
        std::string uid; ///< of the pod
        base::Result<HollowKubeletConfig> config;
    };
    std::unordered_map<api::ObjectKey, Read> m_read;
};

} // namespace core::hollow
