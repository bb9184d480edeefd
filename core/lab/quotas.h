// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the objects of a namespace may use together: the ResourceQuotas there refuse new ones beyond, and say
// how much is used (docs/api-semantics.md M11).

#include "core/lab/writer.h"

#include <set>

namespace core::lab {

/// Forbidden when the object would exceed a quota of its namespace, or, being new, does not say how much it
/// asks of what one limits. Of a change of the old object counts what it asks for beyond; only services and
/// claims may ask for more.
Answer<> checkQuotas(
    Cluster &cluster, const Target &target, const api::Json &object, const api::Json *old = nullptr);

/// Keeps the status of quotas.
class Quotas
{
public:
    Quotas(Cluster &cluster, Writer &writer) : m_cluster(cluster), m_writer(writer) { }

    /// An object there was written or removed: a moment later the quotas of its namespace say so.
    void notice(const Collection &collection, const api::ObjectKey &key, const Change &change);

private:
    void look();
    void writeStatus(const api::ObjectKey &quota);

    Cluster &m_cluster;
    Writer &m_writer;
    std::set<std::string> m_changed; ///< namespaces
    base::Timer m_timer;
};

} // namespace core::lab
