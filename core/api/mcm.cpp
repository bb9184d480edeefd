// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/mcm.h"

#include "core/api/codec_impl.h"

#include <algorithm>
#include <array>

namespace core::api::mcm {

namespace {
constexpr std::array<std::string_view, 18> errorCodeNames {"OK", "Canceled", "Unknown", "InvalidArgument",
    "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied", "ResourceExhausted",
    "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable", "DataLoss",
    "Unauthenticated", "Uninitialized"};
}

std::string_view nameOf(ErrorCode code)
{
    return errorCodeNames.at(static_cast<std::size_t>(code));
}

ErrorCode errorCodeNamed(std::string_view name)
{
    const auto found = std::ranges::find(errorCodeNames, name);
    return found == errorCodeNames.end() ? ErrorCode::Unknown
                                         : static_cast<ErrorCode>(found - errorCodeNames.begin());
}

} // namespace core::api::mcm

HOLLOWLAB_KIND_NAMED(core::api::mcm::Machine, "Machine", "machine.sapcloud.io", "v1alpha1", "machines", true)
HOLLOWLAB_KIND_NAMED(
    core::api::mcm::MachineSet, "MachineSet", "machine.sapcloud.io", "v1alpha1", "machinesets", true)
HOLLOWLAB_KIND_NAMED(core::api::mcm::MachineDeployment, "MachineDeployment", "machine.sapcloud.io",
    "v1alpha1", "machinedeployments", true)
HOLLOWLAB_KIND_NAMED(
    core::api::mcm::MachineClass, "MachineClass", "machine.sapcloud.io", "v1alpha1", "machineclasses", true)
HOLLOWLAB_CODEC(core::api::mcm::MachineSpec)
HOLLOWLAB_CODEC(core::api::mcm::MachineStatus)
HOLLOWLAB_CODEC(core::api::mcm::MachineTemplate)
HOLLOWLAB_CODEC(core::api::mcm::MachineSetSpec)
HOLLOWLAB_CODEC(core::api::mcm::MachineSetStatus)
HOLLOWLAB_CODEC(core::api::mcm::MachineDeploymentSpec)
HOLLOWLAB_CODEC(core::api::mcm::MachineDeploymentStatus)
HOLLOWLAB_CODEC(core::api::mcm::NodeTemplate)
