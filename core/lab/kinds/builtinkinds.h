// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The kinds that are there without any CustomResourceDefinition. All that the server knows of one stands in
// its definition, a file of this folder: discovery, OpenAPI, routing, patches, validation and tables read it
// there.

#include "core/lab/registry.h"

namespace core::lab {

/// A kind's objects are also served in this form, under another group or in another version.
struct KindForm {
    std::string group;
    std::string version = "v1";
    std::vector<FieldLabel> fields = {};
    std::function<void(api::Json &object)> toServed = {};
    std::function<void(api::Json &object)> toStored = {};
};

struct KindDefinition {
    std::string group = {}; ///< empty for the core group
    std::string version = "v1";
    std::string kind;
    std::string plural;
    std::vector<std::string> shortNames = {};
    std::vector<std::string> categories = {};
    bool namespaced = true;
    bool hasStatus = false;
    std::optional<ScalePaths> scale = {};
    std::vector<Subresource> subresources = {}; ///< besides status and scale
    SchemaPtr schema = {}; ///< types, defaults and merge keys of its fields; null: only metadata is known
    Columns columns = {}; ///< empty: name and age
    std::vector<FieldLabel> fields = {}; ///< that selectors may name
    std::optional<KindForm> otherForm = {};
    KindRules rules = {};
    api::JsonPtr review = {}; ///< the status of every answer, for a kind that stores nothing
};

/// Makes the registry serve them all.
void addBuiltInKinds(Registry &registry, Store &store);
/// The rules of a kind that a CustomResourceDefinition has made; for the Machines of OpenShift they are what
/// its webhook would see to.
KindRules customRules(std::string_view group, std::string_view kind);

namespace kinds {

KindDefinition clusterRole();
KindDefinition clusterRoleBinding();
KindDefinition configMap();
KindDefinition csiDriver();
KindDefinition csiNode();
KindDefinition customResourceDefinition();
KindDefinition daemonSet();
KindDefinition deployment();
KindDefinition endpoints();
KindDefinition event();
KindDefinition job();
KindDefinition lease();
KindDefinition namespaceKind();
KindDefinition node();
KindDefinition pod();
KindDefinition podDisruptionBudget();
KindDefinition replicaSet();
KindDefinition role();
KindDefinition roleBinding();
KindDefinition runtimeClass();
KindDefinition secret();
KindDefinition selfSubjectAccessReview();
KindDefinition selfSubjectReview();
KindDefinition selfSubjectRulesReview();
KindDefinition service();
KindDefinition serviceAccount();

Subresource bindingSubresource(); // docs/api-semantics.md M1
Subresource evictionSubresource(); // docs/api-semantics.md M2

} // namespace kinds

} // namespace core::lab
