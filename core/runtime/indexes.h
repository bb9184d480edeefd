// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Indexes that several folders read, named and defined once, so that nobody adds the same one twice under two
// names.

#include "core/api/pod.h"
#include "core/runtime/informer.h"

namespace core::runtime {

/// What is empty has no place in an index.
inline IndexValues indexValue(std::string_view value)
{
    return value.empty() ? IndexValues() : IndexValues {std::string(value)};
}

/// Pods by the node they are bound to (spec.nodeName); unbound ones are left out.
inline constexpr std::string_view podsByNode = "nodeName";

inline IndexValues nodeNameOfPod(const api::Pod &pod)
{
    return indexValue(pod.spec.nodeName);
}

inline void addPodsByNode(Informer<api::Pod> &pods)
{
    pods.addIndex(std::string(podsByNode), nodeNameOfPod);
}

} // namespace core::runtime
