// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Service by which programs find the API server, as every cluster has it (docs/api-semantics.md J11).

#include "core/api/exchange.h"

#include <cstdint>

namespace app {

/// Makes the Service "kubernetes" of the namespace "default", its Endpoints and its EndpointSlice, or has
/// them lead to that port of 127.0.0.1 from now on. Fails when the server refuses one.
core::base::Result<> publishServer(const core::api::LocalServer &server, std::uint16_t port);

} // namespace app
