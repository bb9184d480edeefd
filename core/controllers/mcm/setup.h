// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The stores and indexes that the controllers of the folders here read.

#include "core/controllers/mcm/family.h"
#include "core/controllers/mcm/stores.h"
#include "core/controllers/setup.h"

namespace core::controllers::mcm {

enum class Secrets { Read, NotRead };

/// Makes the informers and registers the indexes; once, before the informers start and after those of
/// core/controllers.
void addIndexes(runtime::InformerSet &informers, Secrets secrets);
Stores storesOf(runtime::InformerSet &informers, Secrets secrets);
/// Registers the indexes that sets and deployments need besides.
void addRolloutIndexes(runtime::InformerSet &informers);
SetStores setStoresOf(runtime::InformerSet &informers);

/// One look covers all machines of a set: what is due now is gathered, the longer the more there are.
std::function<base::Duration()> debounceDelay(const SetStores &stores);

} // namespace core::controllers::mcm
