// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Chooses the cluster that the window shows next: labs of this computer and contexts of all kubeconfigs, each
// with its server; what can't be read or opened says why. Asks before it leaves the present one.

#include "ui/clusterview.h"
#include "ui/contexts.h"
#include "ui/theme.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace ui {

class ContextsDialog : public QDialog
{
    Q_OBJECT

public:
    ContextsDialog(
        const ClusterView &cluster, std::unique_ptr<Contexts> contexts, const Theme &theme, QWidget *parent);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void show(const ContextList &list);
    void addEntry(std::size_t index);
    void addUnreadable(const core::api::Saying &sentence);
    void hideOthers();
    void choose(const ContextEntry &wanted);
    const ContextEntry *chosen() const;
    void tellChosen();
    void askToOpen();
    QString whatIsLeft() const;
    void askForFile();

    const ClusterView &m_cluster;
    const std::unique_ptr<Contexts> m_contexts;
    ContextList m_list;
    QLineEdit *m_filter;
    QTreeWidget *m_tree;
    QLabel *m_state;
    QPushButton *m_open;
};

} // namespace ui
