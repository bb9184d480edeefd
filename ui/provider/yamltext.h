// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits one member of a YAML text and leaves all else as written: comments, order, unknown members.

#include "core/api/json.h"

#include <QStringList>

namespace ui {

/// The text with its top-level member set to a scalar. A new member goes behind the nearest one that stands
/// before it in the order given. A text that can't be edited line by line (flow style) is written anew. The
/// text has to be valid YAML whose top level is a map, or empty.
QString withMember(
    const QString &yaml, const QString &name, const core::api::Json &value, const QStringList &order);

} // namespace ui
