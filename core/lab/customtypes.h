// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CustomResourceDefinitions: from the object to the served type, and the type's life with it
// (docs/api-semantics.md L).

#include "core/base/scope.h"
#include "core/lab/registry.h"
#include "core/lab/writer.h"

namespace core::lab {

/// Holds a definition that is being deleted until its objects are gone.
inline constexpr std::string_view customResourceCleanup = "customresourcecleanup.apiextensions.k8s.io";

/// What spec.names of a definition says in that field.
std::string definedName(const api::Json &definition, std::string_view field);
/// ".spec.replicas" as {"spec", "replicas"}.
std::vector<std::string> memberPath(std::string_view text);

/// Keeps the registry in step with the definitions in the store.
class CustomTypes
{
public:
    CustomTypes(Cluster &cluster, Writer &writer) : m_cluster(cluster), m_writer(writer) { }

    /// It is told every change in the store.
    void notice(const Collection &collection, const Change &change);
    /// Serves what the definitions that are already in the store describe.
    void serveAll();

private:
    /// The type without its versions, which may not be served.
    ResourceType describe(const api::Json &definition) const;
    void serve(const api::Json &definition);
    /// Writes a definition that was altered; what its status tells of itself is told anew.
    void rewrite(const std::string &definitionName, const std::function<void(api::Json &)> &alter);
    /// Who waits for names in the group of that definition may have them soon.
    void reconsiderNames(const api::Json &definition);
    void startCleanup(const api::Json &definition);
    void stopServing(const api::Json &definition);
    void deleteObjects(const std::string &definitionName);
    void finishCleanup(const std::string &definitionName);
    /// The custom type that it made; null when it is not served, or the lab has a kind of its own there.
    ResourceType *typeOf(const api::Json &definition) const;
    bool namesBuiltIn(const api::Json &definition) const;
    ResourceType *namedBy(const api::Json &definition) const;

    Cluster &m_cluster;
    Writer &m_writer;
    std::map<const Collection *, std::string>
        m_emptying; ///< whose definition waits for the last object to go
    const Collection *m_definitions = nullptr; ///< set by serveAll()
    base::Scope m_scope;
};

} // namespace core::lab
