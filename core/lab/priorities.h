// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which priority a pod has says its PriorityClass, as the admission plugin Priority has it
// (docs/api-semantics.md M13).

#include "core/lab/writer.h"

namespace core::lab {

/// Gives a new pod the priority of the class that it names, or of the default. Forbidden when that is not
/// there, or the pod says otherwise.
Answer<> fillInPriority(const Cluster &cluster, const Target &target, api::Json &object);

} // namespace core::lab
