// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What expressions in matchConditions see as request.

#include "core/cel/type.h"

namespace core::lab {

/// The members of an AdmissionReview's request, but for the objects.
const cel::TypePtr &matchRequestType();

} // namespace core::lab
