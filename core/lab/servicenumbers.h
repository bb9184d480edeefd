// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cluster IPs and node ports that Services have, each for itself (docs/api-semantics.md B14): counted
// once, and then followed from change to change.

#include "core/lab/registry.h"

#include <set>

namespace core::lab {

class ServiceNumbers
{
public:
    explicit ServiceNumbers(const Registry &registry) : m_registry(registry) { }

    /// Whether any Service has that address, or that node port in digits.
    bool isTaken(std::string_view number);
    /// It is told every change in the store, after it happened.
    void follow(const Collection &collection, const Change &change);

private:
    const Registry &m_registry;
    const Collection *m_services = nullptr; ///< null: nothing is counted yet
    std::multiset<std::string, std::less<>> m_taken; ///< an older lab may have given some of them twice
};

} // namespace core::lab
