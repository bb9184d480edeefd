// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The failures and their recoveries as a list, and the story of the chosen one beside it.

#include "ui/models/objecttablemodel.h"
#include "ui/timeline/recoverycard.h"

#include <QTimer>

class QAction;
class QSplitter;

namespace ui {

class ObjectTable;

class Recoveries : public QWidget
{
    Q_OBJECT

public:
    Recoveries(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    /// What makes the first one.
    void offerFailure(QAction *makeUnhealthy);
    void apply(const core::engine::ChangeSet &changes);
    ObjectTable &table() const { return *m_table; }
    RecoveryCard &card() const { return *m_card; }
    /// Shows the story of the row that is chosen, as it is now.
    void showChosen();

signals:
    void machineChosen(const ui::ObjectRef &machine);
    /// Escape leaves it.
    void left();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    const ClusterView &m_cluster;
    ObjectTableModel<core::timeline::Episode> m_model;
    std::uint64_t m_oldest = 0; ///< the first episode of the list; 0: it is empty
    ObjectTable *m_table;
    RecoveryCard *m_card;
    QSplitter *m_sides;
};

} // namespace ui
