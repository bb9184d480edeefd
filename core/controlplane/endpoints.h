// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells who answers for a service (docs/api-semantics.md M12): the Endpoints of its name, and EndpointSlices
// of at most a hundred pods each, from the pods that it selects. A service without a selector is left to
// whoever made it so. Keys are services.

#include "core/api/reason.h"
#include "core/api/service.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

inline constexpr api::ReasonKind endpointsReasons[] {
    {"NoSelector", "The service selects no pods: somebody else says who answers for it."},
    {"NoPods", "No pod with an address matches its selector."},
    {"Told", "{ready} of {pods} pods are ready to answer for it."},
    {"Deleting", "The service is being deleted; its endpoints follow."},
    {"ServiceGone", "The service is gone, and its endpoints with it."},
};
inline constexpr api::Reasons<endpointsReasons> endpointsReason;

using SlicePointer = std::shared_ptr<const api::EndpointSlice>;

struct EndpointsView {
    std::vector<PodPointer> pods; ///< that the service selects
    std::shared_ptr<const api::Endpoints> endpoints; ///< of its name; null: not there
    std::vector<SlicePointer> slices; ///< that it controls, by name
    std::function<bool(const std::string &)> sliceNameTaken;
};

/// Null: there is no service of that name.
runtime::Plan planEndpoints(
    const api::Service *service, const EndpointsView &seen, const base::Chance &chance);

/// The controller "endpoints".
Controllers makeEndpoints(const runtime::ControllerContext &context);

} // namespace core::controlplane
