// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Facts and episodes as RFC 4180 text: a header line, CRLF, quotes where needed, cells as base::csvCell
// cleans them. Times are RFC 3339 in UTC with milliseconds; lengths are seconds with three digits; what is
// unset is empty.

#include "core/timeline/fact.h"

#include <span>

namespace core::timeline {

/// index, kind, namespace, name, uid, from, to, serverTime, arrivalTime, revision, ownerNamespace, ownerName,
/// node, detail
std::string csvOf(std::span<const Fact> facts);

/// id, outcome, cause, namespace, machine, node, machineSet, replacement, the marks' arrival times, then the
/// lengths noticed, waited, replaced, booted, recovery, then the family (familyOf())
std::string csvOf(std::span<const Episode> episodes);

} // namespace core::timeline
