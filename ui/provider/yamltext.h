// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits one field of a YAML text and leaves all else as written: comments, order, unknown members.

#include "core/api/json.h"

#include <QStringList>

#include <optional>

namespace ui {

/// The text with its top-level member set to a scalar. A new member goes behind the nearest one that stands
/// before it in the order given. A text that can't be edited line by line (flow style) is written anew. The
/// text has to be valid YAML whose top level is a map, or empty.
QString withMember(
    const QString &yaml, const QString &name, const core::api::Json &value, const QStringList &order);

/// The text with the field at that path ("spec", "strategy", "type") set, or without it; maps on the way are
/// made, and go when nothing is left in them. What can't be edited line by line is written anew, and so is
/// the value itself when it is a map or a list. The same demands on the text.
QString withField(const QString &yaml, const QStringList &path, const std::optional<core::api::Json> &value);

} // namespace ui
