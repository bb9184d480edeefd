// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The roles and bindings that every cluster with roles begins with, and those roles that gather the rules of
// others (docs/api-semantics.md R4, R5).

#include "core/base/scope.h"
#include "core/lab/writer.h"

namespace core::lab {

class DefaultRoles
{
public:
    DefaultRoles(Cluster &cluster, Writer &writer) : m_cluster(cluster), m_writer(writer) { }

    /// Makes what is missing of the roles and bindings that the program carries: whole ones, and rules or
    /// subjects of those that their annotation does not keep as they are.
    base::Result<> make();
    /// It is told every change in the store: roles that gather look again, soon.
    void notice(const Collection &collection);

private:
    Target targetOf(const api::Json &object) const;
    base::Result<> make(api::Json wanted);
    Answer<Written> complete(const Target &target, const Entry &entry, const api::Json &wanted);
    void gather();
    api::JsonArray gatheredBy(const api::Json &role) const;

    Cluster &m_cluster;
    Writer &m_writer;
    const Collection *m_clusterRoles = nullptr; ///< set by make()
    bool m_willGather = false;
    base::Scope m_scope;
};

} // namespace core::lab
