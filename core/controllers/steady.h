// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Most of thousands of machines are as they should be, and only a change of the machine or of its node makes
// them otherwise. So a reconciler counts them, and goes through the others one by one.

#include "core/controllers/stores.h"

#include <set>
#include <unordered_set>

namespace core::controllers {

class SteadyMachines
{
public:
    enum class Classification {
        NotOurs,
        Steady, ///< whatever time it is, until the machine or its node changes
        Other,
    };
    /// Is called with the node of status.nodeRef, null when there is none.
    using Classify = std::function<Classification(const api::Machine &machine, const api::Node *node)>;

    /// Classifies what has changed since the last time, or everything that the index has under the value, when
    /// there was no last time or it is too long ago.
    void update(
        const Stores &stores, std::string_view index, const std::string &value, const Classify &classify);
    /// The rules of classification have changed: the next update begins anew.
    void forget() { m_seen.reset(); }

    std::size_t count() const { return m_steady.size(); }
    const std::set<api::ObjectKey> &others() const { return m_others; }

private:
    struct Seen {
        std::uint64_t machines = 0; ///< changes of the stores
        std::uint64_t nodes = 0;
    };

    bool classifyChanged(const Stores &stores, const Classify &classify);
    void classifyOne(const Stores &stores, const api::ObjectKey &key, const Classify &classify);

    std::optional<Seen> m_seen;
    std::unordered_set<api::ObjectKey> m_steady;
    std::set<api::ObjectKey> m_others;
};

} // namespace core::controllers
