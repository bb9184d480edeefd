// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kubernetes' messages: their fields with number, type and name in JSON, as resources/protobuf.txt has them,
// read once.

#include <map>
#include <string>
#include <string_view>

namespace core::api {

/// What every object in this encoding begins with, before its envelope {typeMeta = 1, raw = 2}.
inline constexpr std::string_view envelopeStart("k8s\0", 4);

/// A schema within a definition; some of its members are either of two things, and have forms of their own.
inline constexpr const char *schemaMessage = "apiextensions.JSONSchemaProps";

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

/// The names are "core.Pod", "policyv1beta1.Eviction".
const MessageForms &messageForms();
/// The message that objects of that kind are, "core.Pod"; empty when there is none.
std::string messageOfKind(std::string_view apiVersion, std::string_view kind);
/// Its form, or nullptr.
const MessageForm *formOfKind(std::string_view apiVersion, std::string_view kind);
/// Whether kinds of that group and version have forms.
bool hasForms(std::string_view apiVersion);

} // namespace core::api
