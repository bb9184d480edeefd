// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// hollowlab explain KIND/NAME: asks a running lab why its controllers do, or do not yet, act on an object.

#include "app/options.h"
#include "core/api/json.h"

namespace app {

/// Prints the answer, or what went wrong; the exit code. The lab is that of --kubeconfig, of --lab, of
/// $KUBECONFIG, or the default one, in this order. Needs a QCoreApplication.
int explain(const Options &options);

/// The answer of /debug/explain for a terminal, times relative to the lab's own.
std::string explanationText(const core::api::Json &answer);

} // namespace app
