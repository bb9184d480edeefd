// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The policies of admission that are bound at present, and which of them are about a write
// (docs/api-semantics.md U8).

#include "core/lab/cluster.h"
#include "core/lab/policies/policy.h"
#include "core/lab/webhooks/admittedwrite.h"
#include "core/lab/webhooks/concerns.h"

namespace core::lab {

/// A policy that is about a write, and those of its bindings that are as well.
struct MatchedPolicy {
    PolicyPtr policy;
    const HookForm *form = nullptr; ///< of the write, in which the policy sees it
    std::vector<PolicyBindingPtr> bindings; ///< not empty
};

class Policies
{
public:
    explicit Policies(const Cluster &cluster) : m_cluster(cluster) { }

    /// Reads what is in the store.
    void load();
    /// It is told every change in the store.
    void notice(const Collection &collection, const api::ObjectKey &key, const Change &change);

    /// Whether any of them may be about such objects, or what lies below them.
    bool concern(const ResourceType &type);
    /// In the order of their names. The object is as it is written, null for a deletion. Refused: a
    /// namespace that is not there.
    Answer<std::vector<MatchedPolicy>> matching(const AdmittedWrite &write, const api::Json *object) const;

    const Cluster &cluster() const { return m_cluster; }

private:
    using Bindings = std::map<std::string, PolicyBindingPtr>; ///< by name

    void setPolicy(const std::string &name, const api::Json *policy);
    void setBinding(const std::string &name, const api::Json *binding);
    bool mayBeAbout(const HookForm &form) const;

    const Cluster &m_cluster;
    const Collection *m_policyCollection = nullptr;
    const Collection *m_bindingCollection = nullptr;
    std::map<std::string, PolicyPtr> m_policies; ///< by name
    std::map<std::string, Bindings> m_bindings; ///< by the name of their policy
    Concerns m_concerns;
    std::uint64_t m_changes = 0;
};

} // namespace core::lab
