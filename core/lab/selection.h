// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which objects a list or a watch is about: namespace, label selector, field selector, matched on the JSON
// itself.

#include "core/api/selector.h"
#include "core/lab/status.h"

namespace core::lab {

/// A field that selectors may name, and where its value stands.
struct FieldLabel {
    std::string label;
    std::vector<std::string> path;
    std::string absent = {}; ///< what it reads where there is none
};

/// Selectors name the value so: a text itself, true, 4.
std::string selectableText(const api::Json &value);

class Selection
{
public:
    /// Refuses with 400 a syntax error or a field that is neither metadata.name, metadata.namespace nor
    /// listed.
    static Answer<Selection> parse(std::string ns, std::string_view labelSelector,
        std::string_view fieldSelector, const std::vector<FieldLabel> &fields);

    bool matches(const api::Json &object) const;
    /// The result is true when there is a label or field selector besides the namespace
    /// (docs/api-semantics.md C9).
    bool isSelective() const { return !m_labels.empty() || !m_fields.empty(); }

    const std::string &ns() const { return m_namespace; }
    /// The value that the field must be equal to; empty when the selector doesn't demand one.
    std::string_view demandedValue(std::string_view label) const;

private:
    struct FieldRequirement {
        FieldLabel field;
        std::string value;
        bool equal = true;
    };

    static Answer<FieldRequirement> parseField(std::string_view part, const std::vector<FieldLabel> &fields);

    std::string m_namespace;
    std::vector<api::LabelSelectorRequirement> m_labels; ///< their values in order
    std::vector<FieldRequirement> m_fields;
};

/// The label selector of an object's spec (matchLabels and matchExpressions) against the labels of another.
bool labelsMatch(const api::LabelSelector &selector, const api::Json &object);

} // namespace core::lab
