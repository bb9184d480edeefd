// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a new pod takes of its class of runtimes, as by the admission plugin RuntimeClass.

#include "core/lab/cluster.h"
#include "core/lab/target.h"

namespace core::lab::kinds {

/// Gives the pod the overhead and the scheduling of the class that it names; 403 when there is no such class,
/// or when the pod says of one of them something else.
Answer<> fitToRuntime(const Cluster &cluster, const Target &target, api::Json &pod);

} // namespace core::lab::kinds
