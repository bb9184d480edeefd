// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cluster as it was at one second, and of which time that can be told.

#include "core/engine/kinds.h"
#include "core/past/version.h"

#include <memory>
#include <optional>
#include <vector>

namespace core::engine {

template<typename T>
using ObjectList = std::vector<std::shared_ptr<const T>>;

class PastOutlook;

/// An object that two moments have in common is shared between them, where one was asked for soon after the
/// other.
struct Moment {
    api::Time at; ///< a whole second; later than asked for where nothing older is kept
    PerKind<ObjectList> objects; ///< by key; Nodes bear the heartbeats of their last other change
    std::optional<past::Gap> gap; ///< in which it lies: the objects are as they were at its beginning
    /// What was to happen next (core/engine/pastoutlook.h); null where that can't be told.
    std::shared_ptr<const PastOutlook> outlook = nullptr;

    template<typename T>
    const ObjectList<T> &of() const
    {
        return objects.of<T>();
    }
};
using MomentPtr = std::shared_ptr<const Moment>;

} // namespace core::engine
