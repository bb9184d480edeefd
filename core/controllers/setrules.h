// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules that the machine sets of both families follow: how many machines a pass makes, and their names.

#include "core/api/meta.h"
#include "core/base/chance.h"

#include <functional>

namespace core::controllers {

/// At most this many machines are created, or deleted, in one pass.
inline constexpr std::size_t mostPerPass = 100;

/// How many to create in a pass: 1, 2, 4 … as the number of machines grows, so that a first failure costs
/// little.
std::size_t creationBatch(std::size_t existing, std::size_t missing);
/// Names for new machines: the first ones, not taken, of the sequence that this version of the set has. So a
/// creation that is tried again, also by a controller whose view is old, meets the first one.
std::vector<std::string> newMachineNames(const api::ObjectMeta &set, std::size_t count,
    const base::Chance &chance, const std::function<bool(const std::string &)> &nameTaken);
/// What is wrong with the selector of a set or deployment; empty when nothing is. It selects the members,
/// which are made with the labels of the template.
std::string selectorProblem(
    const api::LabelSelector &selector, const api::Labels &templateLabels, std::string_view members);

} // namespace core::controllers
