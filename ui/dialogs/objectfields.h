// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fields of an object that people set by a form instead of in its YAML, for each kind that has such: one
// row a field (docs/window.md W26).

#include "core/api/json.h"
#include "ui/kind.h"

#include <QStringList>

#include <optional>
#include <span>

namespace ui {

struct ObjectField {
    enum class As {
        Number, ///< whole, 0 or more
        Amount, ///< a Number, or a percentage of the machines
        Span, ///< "90s", "5m"
        Choice,
        Flag,
        Conditions, ///< of a node, each with a status and for how long (docs/machines.md §7.4)
    };

    std::string_view path; ///< "spec.strategy.type"
    As as = As::Number;
    const char *label; ///< to be translated, with its mnemonic
    const char *whenAbsent; ///< the value that counts then, as it would be written; empty: there is none
    std::span<const std::string_view> choices = {};
    bool roundsUp = false; ///< of a percentage

    QStringList members() const;
    /// What stands there; null when nothing does.
    core::api::Json in(const core::api::Json &object) const;
    /// What is typed, as the value to be written: a text that is no such value stays one. Nothing: the field
    /// goes.
    std::optional<core::api::Json> read(const QString &typed) const;
    /// What is wrong with the value, in a sentence; empty when nothing is.
    QString problem(const core::api::Json &value) const;
};

/// The fields are in the order of the form; none for a kind that has no form.
std::span<const ObjectField> fieldsOf(Kind kind);
/// How many machines a percentage in what is written is of: those that the object watches now, else those
/// that are wanted; nothing when neither is said.
std::optional<std::int64_t> machinesOf(const core::api::Json &object, const core::api::Json &written);

} // namespace ui
