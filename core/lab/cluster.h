// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the verbs work on: the one clock, the one source of chance, the objects, the kinds, the open watches,
// and who may do what.

#include "core/base/chance.h"
#include "core/lab/access.h"
#include "core/lab/quotause.h"
#include "core/lab/servicenumbers.h"
#include "core/lab/watchhub.h"

namespace core::lab {

struct Cluster {
    Cluster(base::Clock &theClock, std::uint64_t seed) : clock(theClock), chance(seed) { }

    base::Clock &clock;
    base::Chance chance;
    Store store;
    Registry registry;
    WatchHub watches {clock, store};
    Access access {clock, registry};
    QuotaUse quotaUse {store, registry};
    ServiceNumbers serviceNumbers {registry};
};

} // namespace core::lab
