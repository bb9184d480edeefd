// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a table says while it has no row.

#include "ui/clusterview.h"

class QAction;

namespace ui {

class Actions;

struct EmptyState {
    QString why;
    QAction *help = nullptr; ///< brings some; null where nothing does, or where the user may not
    bool operator==(const EmptyState &) const = default;
};

/// Says why the table is empty at the moment that is shown, and what helps.
EmptyState whenEmpty(Kind kind, const ClusterView &cluster, const Actions &actions);

} // namespace ui
