// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The kinds that are there without any CustomResourceDefinition. All that the server knows of one stands in
// its definition, a file of this folder: discovery, OpenAPI, routing, patches, validation and tables read it
// there.

#include "core/lab/registry.h"

/// The names of the functions that make the definitions, one for each kind. The registry finds and lists the
/// kinds by group and plural, whatever their order here.
#define HOLLOWLAB_BUILT_IN_KINDS(KIND)                                                                       \
    KIND(apiServiceKind)                                                                                     \
    KIND(certificateSigningRequest)                                                                          \
    KIND(clusterRole)                                                                                        \
    KIND(clusterRoleBinding)                                                                                 \
    KIND(componentStatus)                                                                                    \
    KIND(configMap)                                                                                          \
    KIND(controllerRevision)                                                                                 \
    KIND(cronJob)                                                                                            \
    KIND(csiDriver)                                                                                          \
    KIND(csiNode)                                                                                            \
    KIND(csiStorageCapacity)                                                                                 \
    KIND(customResourceDefinition)                                                                           \
    KIND(daemonSet)                                                                                          \
    KIND(deployment)                                                                                         \
    KIND(endpointSlice)                                                                                      \
    KIND(endpoints)                                                                                          \
    KIND(event)                                                                                              \
    KIND(horizontalPodAutoscaler)                                                                            \
    KIND(ingress)                                                                                            \
    KIND(ingressClass)                                                                                       \
    KIND(job)                                                                                                \
    KIND(lease)                                                                                              \
    KIND(limitRange)                                                                                         \
    KIND(localSubjectAccessReview)                                                                           \
    KIND(mutatingWebhookConfiguration)                                                                       \
    KIND(namespaceKind)                                                                                      \
    KIND(networkPolicy)                                                                                      \
    KIND(node)                                                                                               \
    KIND(nodeMetrics)                                                                                        \
    KIND(persistentVolume)                                                                                   \
    KIND(persistentVolumeClaim)                                                                              \
    KIND(pod)                                                                                                \
    KIND(podDisruptionBudget)                                                                                \
    KIND(podMetrics)                                                                                         \
    KIND(podTemplateKind)                                                                                    \
    KIND(priorityClass)                                                                                      \
    KIND(replicaSet)                                                                                         \
    KIND(replicationController)                                                                              \
    KIND(resourceQuota)                                                                                      \
    KIND(role)                                                                                               \
    KIND(roleBinding)                                                                                        \
    KIND(runtimeClass)                                                                                       \
    KIND(secret)                                                                                             \
    KIND(selfSubjectAccessReview)                                                                            \
    KIND(selfSubjectReview)                                                                                  \
    KIND(selfSubjectRulesReview)                                                                             \
    KIND(service)                                                                                            \
    KIND(serviceAccount)                                                                                     \
    KIND(statefulSet)                                                                                        \
    KIND(storageClass)                                                                                       \
    KIND(subjectAccessReview)                                                                                \
    KIND(tokenReview)                                                                                        \
    KIND(validatingAdmissionPolicy)                                                                          \
    KIND(validatingAdmissionPolicyBinding)                                                                   \
    KIND(validatingWebhookConfiguration)                                                                     \
    KIND(volumeAttachment)

namespace core::lab {

/// A kind's objects are also served in this form, under another group or in another version. In another
/// version of its group it has the kind's own fields.
struct KindForm {
    std::string group;
    std::string version = "v1";
    std::vector<FieldLabel> fields = {};
    SchemaPtr documented = {}; ///< where it has fields of its own
    std::function<void(api::Json &object)> toServed = {};
    std::function<void(api::Json &object)> toStored = {};
    /// In a group of its own, in place of the kind's own rules; of the stored form.
    void (*check)(const api::Json &object, FieldErrors &errors) = nullptr;
    void (*checkUpdate)(const api::Json &object, const api::Json &old, FieldErrors &errors) = nullptr;
};

struct KindDefinition {
    std::string group = {}; ///< empty for the core group
    std::string version = "v1";
    std::string kind;
    std::string plural;
    std::vector<std::string> shortNames = {};
    std::vector<std::string> categories = {};
    bool namespaced = true;
    std::string deprecation = {}; ///< the warning to whoever uses it
    bool hasStatus = false;
    std::optional<ScalePaths> scale = {};
    std::vector<Subresource> subresources = {}; ///< besides status and scale
    SchemaPtr schema = {}; ///< types, defaults and merge keys of its fields; null: only metadata is known
    SchemaPtr documented = {}; ///< where the schema has fields that other forms alone have
    Columns columns = {}; ///< empty: name and age
    std::vector<FieldLabel> fields = {}; ///< that selectors may name
    std::vector<KindForm> otherForms = {};
    KindRules rules = {};
    /// The status of an answer, for a kind that stores nothing.
    Answer<api::Json> (*review)(const Review &review) = nullptr;
    /// All objects of a namespace (of all when empty) in order, for a kind that is computed when read.
    std::vector<api::JsonPtr> (*compute)(const Cluster &cluster, std::string_view ns) = nullptr;
};

/// Makes the registry serve them all.
void addBuiltInKinds(Registry &registry, Store &store);
/// A definition with rules in CEL that nobody here can evaluate is refused from now on.
void refuseValidationRules(Registry &registry);
/// So are policies of admission with expressions that nobody here can evaluate (docs/api-semantics.md U8).
void refuseUnknownPolicies(Registry &registry);
/// The rules of a kind that a CustomResourceDefinition has made; for the Machines of OpenShift they are what
/// its webhook would see to.
KindRules customRules(std::string_view group, std::string_view kind);

namespace kinds {

/// A form that has the kind's fields in another version, or another group.
KindForm sameFieldsIn(
    const std::string &group, const std::string &version, const std::string &ownVersion = "v1");

#define HOLLOWLAB_DECLARE_KIND(name) KindDefinition name();
HOLLOWLAB_BUILT_IN_KINDS(HOLLOWLAB_DECLARE_KIND)
#undef HOLLOWLAB_DECLARE_KIND

Subresource bindingSubresource(); // docs/api-semantics.md M1
Subresource evictionSubresource(); // docs/api-semantics.md M2
Subresource ephemeralContainersSubresource(); // docs/api-semantics.md M7
Subresource tokenSubresource(); // docs/api-semantics.md S1
/// What a kubelet would say of these containers in a pod that runs: each ends as it begins.
void tellOfEphemeralContainers(api::Json &pod, const Collection &pods, base::Time now);
/// attach, exec, log, portforward.
std::vector<Subresource> podConnections(); // docs/api-semantics.md M7

} // namespace kinds

} // namespace core::lab
