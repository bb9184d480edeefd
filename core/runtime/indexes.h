// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Indexes that several folders read, named and defined once, so that nobody adds the same one twice under two names.

#include "core/api/pod.h"
#include "core/runtime/informer.h"

namespace core::runtime {

/// Pods by the node they are bound to (spec.nodeName); unbound ones under the empty text.
inline constexpr std::string_view podsByNode = "pods-by-node";

inline void addPodsByNode(Informer<api::Pod> &pods)
{
    pods.addIndex(std::string(podsByNode), [](const api::Pod &pod) { return std::vector {pod.spec.nodeName}; });
}

} // namespace core::runtime
