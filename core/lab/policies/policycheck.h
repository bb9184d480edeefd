// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What policies of admission say of a write (docs/api-semantics.md U9).

#include "core/lab/policies/policies.h"
#include "core/lab/webhooks/matching.h"

namespace core::lab {

struct PolicyQuestion {
    const AdmittedWrite &write;
    const access::User &user;
    const Cluster &cluster;
    /// The objects in a form; refused while they are not known in it.
    std::function<Answer<ShownObjects>(const HookForm &form)> show;
};

struct PolicyFindings {
    Answer<> verdict; ///< refused as the first one says that denies
    std::vector<std::string> warnings;
};

PolicyFindings judgeByPolicies(const std::vector<MatchedPolicy> &policies, const PolicyQuestion &question);

} // namespace core::lab
