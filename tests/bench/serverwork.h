// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Work that any API server can be given, from outside its process and over HTTPS; returns its figures.

#include "core/api/json.h"
#include "tests/bench/process.h"

#include <functional>

namespace bench {

using Figures = core::base::Result<core::api::JsonObject>;
using ServerWork = std::function<Figures(const Access &)>;

/// Renews leases on 32 connections for five seconds.
Figures putLeases(const Access &access);
/// Applies deployments on one connection: new, the same again, and by another manager.
Figures applyObjects(const Access &access, int objects);
/// Lists ConfigMaps of a kilobyte: all at once, and in pages of 500.
Figures listObjects(const Access &access, int objects);
/// Changes an object that so many watch, each on a connection of its own: until the last of them knows.
Figures fanOut(const Access &access, int watches);

/// The lab has a disk of its own.
Figures onLab(const ServerWork &work);

} // namespace bench
