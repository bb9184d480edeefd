// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ControllerRevision of apps/v1: a template that a StatefulSet or a DaemonSet has, or had (docs/machines.md
// §3.12).

#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

namespace keys {
inline constexpr std::string_view controllerRevisionHash = "controller-revision-hash"; ///< a label
} // namespace keys

struct ControllerRevision {
    ObjectMeta metadata;
    SharedJson data; ///< a strategic merge patch that brings the template back; never changes
    std::int64_t revision = 0; ///< the higher, the later its template was the present one

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const ControllerRevision &) const = default;
};
BOOST_DESCRIBE_STRUCT(ControllerRevision, (), (metadata, data, revision))

} // namespace core::api
