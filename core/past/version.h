// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is kept of the past: versions of objects as JSON texts, each from a moment on.

#include "core/api/resource.h"
#include "core/api/time.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace core::past {

/// A name says which object: its kind as "machines.machine.openshift.io", and its key.
struct ObjectName {
    std::string kind;
    api::ObjectKey key;

    bool operator==(const ObjectName &) const = default;
    auto operator<=>(const ObjectName &) const = default;
};

inline std::string kindName(const api::Resource &resource)
{
    return resource.group.empty() ? resource.plural : resource.plural + "." + resource.group;
}

/// The object reads so from that time on; an empty text: it is gone.
struct Version {
    api::Time at;
    ObjectName name;
    std::string text;

    bool operator==(const Version &) const = default;
};

/// All objects at a moment. A text that two looks have in common is shared between them.
using State = std::map<ObjectName, std::shared_ptr<const std::string>>;

/// A time of which nothing was recorded, since the program did not run.
struct Gap {
    api::Time begin;
    api::Time end;

    bool operator==(const Gap &) const = default;
};

/// A span goes from when to when the past is known.
struct Span {
    api::Time begin;
    api::Time end; ///< of what is written
    std::vector<Gap> gaps; ///< earliest first, the newest hundred

    bool operator==(const Span &) const = default;
};

} // namespace core::past
