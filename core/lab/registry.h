// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the lab serves: the built-in kinds and those that CustomResourceDefinitions add.

#include "core/lab/kindrules.h"
#include "core/lab/schema.h"
#include "core/lab/selection.h"
#include "core/lab/store.h"
#include "core/lab/subresource.h"
#include "core/lab/tables.h"
#include "core/lab/watchhub.h"

namespace core::lab {

struct ConversionHook;
struct RuleNode;

struct ScalePaths {
    std::vector<std::string> specReplicas;
    std::vector<std::string> statusReplicas;
    std::vector<std::string> labelSelector; ///< empty: there is none
    std::string missingGroup = {}; ///< of "plural/scale", as a missing one is called; empty: as its object is
};

/// One version of a resource.
struct ServedVersion {
    std::string name;
    bool hasStatus = false;
    std::optional<ScalePaths> scale;
    std::vector<Subresource> subresources; ///< status and scale too
    std::string deprecation; ///< the warning to whoever uses it (docs/api-semantics.md I7), or empty
    SchemaPtr schema; ///< of the stored form; null: nothing is known of the kind
    SchemaPtr documented; ///< what people are told of the served form; null: the schema
    std::shared_ptr<const RuleNode> rules; ///< in CEL, of a custom kind; null: there are none
    Columns columns;
    std::vector<FieldLabel> fields; ///< that selectors may name
    /// Where the served form differs from the stored one; all empty where it doesn't.
    std::function<void(api::Json &object)> toServed;
    std::function<void(api::Json &object)> toStored;
    View shown;
    /// Who makes objects of one version those of another; null where these differ in nothing but their name.
    std::shared_ptr<const ConversionHook> conversion;

    void serveStatus();
    void serveScale(ScalePaths paths);
    const Subresource *subresource(std::string_view wanted) const;
    void setForms(std::function<void(api::Json &)> served, std::function<void(api::Json &)> stored);
};

struct Cluster;
struct Review;

struct ResourceType {
    std::string group; ///< empty for the core group
    std::string kind;
    std::string plural;
    std::string singular;
    std::string listKind;
    std::vector<std::string> shortNames;
    std::vector<std::string> categories;
    bool namespaced = true;
    bool custom = false;
    bool terminating = false; ///< its definition is being deleted: no new objects
    std::vector<ServedVersion> versions; ///< the preferred one first
    std::string storedApiVersion;
    Answer<api::Json> (*review)(const Review &review) = nullptr; ///< for a kind that stores nothing
    /// All objects of a namespace, for a kind that is worked out when it is read: only get and list.
    std::vector<api::JsonPtr> (*compute)(const Cluster &cluster, std::string_view ns) = nullptr;
    KindRules rules;
    Collection *collection = nullptr;

    std::string apiVersion(const ServedVersion &version) const;
    const ServedVersion *find(std::string_view version) const;
    /// "pods", "machines" with the group: what a Status is about.
    About about(std::string_view name) const { return {std::string(name), group, plural, {}}; }
    /// What a Status names by its Kind is about this (docs/api-semantics.md I2), by the group that stores it.
    About aboutKind(std::string_view name) const;
};

class Registry
{
public:
    /// The type of that group and plural; its address stays until it is removed. Replaces one of the same
    /// name.
    ResourceType &add(ResourceType type);
    void remove(const ResourceType &type);

    ResourceType *find(std::string_view group, std::string_view plural) const;
    bool hasGroup(std::string_view group) const;
    /// How often types were added or removed: as long as it stays, so do all types and their versions.
    std::uint64_t changes() const { return m_changes; }
    /// All types, by group and plural.
    std::vector<const ResourceType *> all() const;

private:
    using ByPlural = std::map<std::string, std::unique_ptr<ResourceType>, std::less<>>;
    std::map<std::string, ByPlural, std::less<>> m_groups;
    std::uint64_t m_changes = 0;
};

} // namespace core::lab
