// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two moments beside each other: what was created, deleted and changed from the one to the other, and in
// which fields (docs/window.md W25).

#include "core/engine/comparison.h"
#include "ui/clusterview.h"

#include <QDialog>

class QDateTimeEdit;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace ui {

class CommandSender;
class Theme;

class CompareDialog : public QDialog
{
    Q_OBJECT

public:
    CompareDialog(const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent);

    /// Looks for both moments, then lists what is different.
    void compare(core::api::Time from, core::api::Time to);

signals:
    void objectChosen(const ui::ObjectRef &object);

private:
    void compareTyped();
    void list(const core::engine::Moment &before, const core::engine::Moment &after);
    void fill(
        const std::vector<core::engine::ObjectDifference> &differences, const core::engine::Moment &after);
    QTreeWidgetItem *itemOf(const core::engine::ObjectDifference &difference) const;
    core::api::Time typedTime(const QDateTimeEdit &edit) const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    QDateTimeEdit *m_from;
    QDateTimeEdit *m_to;
    QLabel *m_summary;
    QTreeWidget *m_tree;
    QLabel *m_nothing; ///< in the tree's place
    int m_question = 0; ///< the answers to an older one come too late
};

} // namespace ui
