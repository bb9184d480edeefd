// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a hollow kubelet is healthy: by the recipe of its command line (machine-api.md §3.8) and by a fault
// that somebody put on its Node (annotation hollowlab.io/fault). Pure: a state is a function of the start and
// of now, so that nothing has to be remembered over a restart of the program.

#include "core/hollow/commandline.h"

namespace core::hollow {

enum class Health {
    Healthy,
    NotReady, ///< the kubelet says so itself; leases go on (§3.5, left column)
    Silent, ///< neither status nor lease; the node controller finds out (§3.5, right column)
};

struct Disruption {
    Health health = Health::Healthy;
    std::string message; ///< of NotReady: what the runtime check reports
    std::optional<base::Time> nextChange; ///< when to look again; the health may turn out to be the same

    bool operator==(const Disruption &) const = default;
};

struct Fault {
    Health health = Health::NotReady;
    std::optional<base::Duration> lasts; ///< "for …", counted from when it is first seen
    std::optional<base::Time> until; ///< "until …"; neither: until it is taken away

    bool operator==(const Fault &) const = default;
};

/// "not-ready", "not-ready for 30s", "not-ready until 2026-11-20T10:00:00Z", the same with "silent". Invalid
/// says what is wrong with it.
base::Result<Fault> parseFault(std::string_view text);
std::string faultText(const Fault &fault);

/// What the recipe makes of a kubelet that started at start, as seen at its latest status update (§3.8:
/// transitions are quantised to the update frequency). Both recipes at once count as "after" (§1.4 ADOPT 3).
Disruption recipeAt(const HollowKubeletConfig &config, base::Time start, base::Time now);
/// The same under a fault on command, which takes effect at once. A fault that is over counts as none.
Disruption disruptionAt(
    const HollowKubeletConfig &config, base::Time start, const std::optional<Fault> &fault, base::Time now);

} // namespace core::hollow
