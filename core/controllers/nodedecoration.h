// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a machine puts on its node: labels, annotations and taints. A note on the node says what was put
// there, so that what is no longer wanted can be taken away again.

#include "core/api/node.h"

namespace core::controllers {

struct NodeDecoration {
    api::Labels annotations;
    api::Labels labels;
    std::vector<api::Taint> taints;

    bool isEmpty() const { return annotations.empty() && labels.empty() && taints.empty(); }
};

/// Puts on the node what is wanted, and takes away what the note (an annotation) says was put there before
/// and is no longer wanted, unless somebody changed it since. A taint that is there with key and effect stays
/// as it is (docs/machines.md §8.1 row 4), and so do labels that are the kubelet's and taints of the node
/// life cycle. No note is kept of nothing.
void decorate(api::Node &node, NodeDecoration wanted, std::string_view note);

} // namespace core::controllers
