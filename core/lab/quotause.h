// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the objects of a namespace use of what its ResourceQuotas limit (docs/api-semantics.md M11): counted
// once for each quota, and then followed from change to change.

#include "core/api/podfit.h"
#include "core/lab/registry.h"

#include <map>

namespace core::lab {

inline constexpr std::string_view limitsPrefix = "limits.";

/// "cpu" of "cpu", "requests.cpu" and "limits.cpu".
std::string_view plainName(std::string_view name);
/// All that a quota can limit, in thousandths.
api::Amounts usedBy(const ResourceType &type, const api::Json &object);
/// Whether the quota is about such an object: its scopes are about pods alone.
bool concerns(const api::Json &quota, const ResourceType &type, const api::Json &object);
api::Amounts hardOf(const api::Json &quota);

class QuotaUse
{
public:
    QuotaUse(const Store &store, const Registry &registry) : m_store(store), m_registry(registry) { }

    /// How much of what the quota of that key limits all objects of its namespace use.
    const api::Amounts &of(const api::ObjectKey &key, const api::Json &quota);
    /// It is told every change in the store but heartbeats, after it happened.
    void follow(const Collection &collection, const api::ObjectKey &key, const Change &change);

private:
    struct Tally {
        api::Json quota; ///< as it was when its objects were counted
        api::Amounts used;
    };

    static void add(Tally &tally, const ResourceType &type, const api::Json &object, std::int64_t times);
    Tally counted(const api::ObjectKey &key, const api::Json &quota) const;

    const Store &m_store;
    const Registry &m_registry;
    std::map<api::ObjectKey, Tally> m_tallies; ///< by quota
};

} // namespace core::lab
