// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is different between two moments of a cluster.

#include "core/api/json.h"
#include "core/engine/moment.h"

#include <string>
#include <vector>

namespace core::engine {

struct FieldDifference {
    std::string field; ///< "spec.replicas"
    std::string before; ///< as JSON; empty: it was not there
    std::string after; ///< empty: it is not there any more

    bool operator==(const FieldDifference &) const = default;
};

struct ObjectDifference {
    enum class What { Created, Deleted, Changed };

    api::ResourceRef object;
    What what = What::Changed;
    std::vector<FieldDifference> fields; ///< of one that changed

    bool operator==(const ObjectDifference &) const = default;
};

/// The differences are sorted by kind and key. An object that was made anew under its name is deleted and
/// created; versions that differ in nothing but their number and heartbeats do not differ.
std::vector<ObjectDifference> differencesBetween(const Moment &before, const Moment &after);

/// The fields of two documents that differ, by their names; a list is one field.
std::vector<FieldDifference> fieldsThatDiffer(const api::Json &before, const api::Json &after);

/// For people: also the fields of the items that two lists of objects both have, which is told by the places
/// of the items, or by their names ("name", else "type") where some came or went: "spec.hooks[0].timeout",
/// "spec.hooks[first].timeout". Any other list is one field.
std::vector<FieldDifference> detailsThatDiffer(const api::Json &before, const api::Json &after);

} // namespace core::engine
