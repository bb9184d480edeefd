// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What each pod and each claim of a namespace may ask for: its LimitRanges give numbers to containers that
// have none, and refuse what is beyond (docs/api-semantics.md M12).

#include "core/lab/target.h"

namespace core::lab {

/// Gives the containers of a new pod the requests and limits that they leave open.
void fillFromLimitRanges(const Cluster &cluster, const Target &target, api::Json &object);

/// Forbidden when the new pod or claim asks for less or more than a LimitRange of its namespace allows.
Answer<> checkLimitRanges(const Cluster &cluster, const Target &target, const api::Json &object);

} // namespace core::lab
