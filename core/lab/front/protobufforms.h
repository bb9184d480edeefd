// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How Kubernetes' protobuf messages translate to JSON: resources/protobuf.txt, read once.

#include <map>
#include <string>
#include <string_view>

namespace core::lab::front {

/// What every object in this encoding begins with, before its envelope {typeMeta = 1, raw = 2}.
inline constexpr std::string_view envelopeStart("k8s\0", 4);

/// One line of resources/protobuf.txt, which explains the signs.
struct MessageForm {
    struct Field {
        std::string name; ///< "^": the members of the inner message stand in the outer one
        bool repeated = false;
        bool map = false;
        bool optional = false; ///< zero counts
        bool always = false; ///< zero is written
        std::string type;
    };
    std::map<int, Field> fields; ///< by number
};

using MessageForms = std::map<std::string, MessageForm, std::less<>>;

/// By "core.Pod", "policyv1beta1.Eviction".
const MessageForms &messageForms();
/// The form of objects of that kind, or nullptr.
const MessageForm *formOfKind(std::string_view apiVersion, std::string_view kind);
/// Whether kinds of that group and version have forms.
bool hasForms(std::string_view apiVersion);

} // namespace core::lab::front
