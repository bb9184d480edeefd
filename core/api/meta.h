// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every Kubernetes object carries, and the small shared types. Plain structs with the field names of the
// JSON (ns is "namespace"; a trailing underscore is dropped); the codec knows them through Boost.Describe.
// Unset optional, empty string, empty container and empty struct are left out when written; plain numbers and
// bools are always written.

#include "core/api/json.h"
#include "core/api/quantity.h"
#include "core/api/resource.h"
#include "core/api/sharedjson.h"
#include "core/api/time.h"

#include <boost/describe/class.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::api {

using Labels = std::map<std::string, std::string, std::less<>>;

struct OwnerReference {
    std::string apiVersion;
    std::string kind;
    std::string name;
    std::string uid;
    std::optional<bool> controller;
    std::optional<bool> blockOwnerDeletion;

    bool operator==(const OwnerReference &) const = default;
};
BOOST_DESCRIBE_STRUCT(OwnerReference, (), (apiVersion, kind, name, uid, controller, blockOwnerDeletion))

struct ObjectMeta {
    std::string name;
    std::string generateName;
    std::string ns;
    std::string uid;
    std::string resourceVersion;
    std::optional<std::int64_t> generation;
    std::optional<Time> creationTimestamp;
    std::optional<Time> deletionTimestamp;
    std::optional<std::int64_t> deletionGracePeriodSeconds;
    Labels labels;
    Labels annotations;
    std::vector<std::string> finalizers;
    std::vector<OwnerReference> ownerReferences;

    bool isDeleting() const { return deletionTimestamp.has_value(); }
    ObjectKey key() const { return {ns, name}; }
    /// The owner with controller=true, or nullptr.
    const OwnerReference *controller() const;
    bool hasFinalizer(std::string_view finalizer) const;
    /// The value of the annotation, empty when it is not there.
    std::string_view annotation(std::string_view key) const;
    std::string_view label(std::string_view key) const;
    bool operator==(const ObjectMeta &) const = default;
};
BOOST_DESCRIBE_STRUCT(ObjectMeta, (),
    (name, generateName, ns, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp,
        deletionGracePeriodSeconds, labels, annotations, finalizers, ownerReferences))

struct ObjectReference {
    std::string apiVersion;
    std::string kind;
    std::string name;
    std::string ns;
    std::string uid;
    std::string resourceVersion;
    std::string fieldPath;

    bool operator==(const ObjectReference &) const = default;
};
BOOST_DESCRIBE_STRUCT(ObjectReference, (), (apiVersion, kind, name, ns, uid, resourceVersion, fieldPath))

struct LabelSelectorRequirement {
    std::string key;
    std::string operator_; ///< In, NotIn, Exists, DoesNotExist
    std::vector<std::string> values;

    bool operator==(const LabelSelectorRequirement &) const = default;
};
BOOST_DESCRIBE_STRUCT(LabelSelectorRequirement, (), (key, operator_, values))

struct LabelSelector {
    Labels matchLabels;
    std::vector<LabelSelectorRequirement> matchExpressions;

    bool isEmpty() const { return matchLabels.empty() && matchExpressions.empty(); }
    bool operator==(const LabelSelector &) const = default;
};
BOOST_DESCRIBE_STRUCT(LabelSelector, (), (matchLabels, matchExpressions))

struct Taint {
    std::string key;
    std::string value;
    std::string effect;
    std::optional<Time> timeAdded;

    bool operator==(const Taint &) const = default;
};
BOOST_DESCRIBE_STRUCT(Taint, (), (key, value, effect, timeAdded))

/// A condition as Machines and health checks have it (docs/machines.md §4.7): severity only when not True.
struct Condition {
    std::string type;
    std::string status;
    std::string severity;
    std::string reason;
    std::string message;
    std::optional<Time> lastTransitionTime;

    bool operator==(const Condition &) const = default;
};
BOOST_DESCRIBE_STRUCT(Condition, (), (type, status, severity, reason, message, lastTransitionTime))

/// An int32 or a text such as "40%", as written.
struct IntOrString {
    std::variant<std::int64_t, std::string> value = std::int64_t(0);
    std::string text() const;
    bool operator==(const IntOrString &) const = default;
};

/// A count that is left out when it is 0, where the original leaves it out.
inline std::optional<std::int64_t> unlessZero(std::int64_t count)
{
    return count == 0 ? std::nullopt : std::optional(count);
}

} // namespace core::api
