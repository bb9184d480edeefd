// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What /healthz, /livez and /readyz answer (docs/machines.md §10.5): "ok" or 500, with ?verbose one line for
// each check, and one check alone below its name.

#include "core/api/exchange.h"

namespace core::api {

struct HealthCheck {
    std::string name; ///< "ping"
    bool holds = true;
};

/// The path is "/<page>" or "/<page>/<check>"; 404 for a check that is none of these.
Response answerHealth(const Request &request, const std::vector<HealthCheck> &checks);

/// A page for people: code and plain text.
Response textResponse(int code, std::string text);

} // namespace core::api
