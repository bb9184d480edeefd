// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one logging category of the lab.

#include "core/base/log.h"

namespace core::lab {

HOLLOWLAB_LOG(labLog, "hollowlab.core.lab")

} // namespace core::lab
