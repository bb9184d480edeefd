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
    /// Another moment is shown: rows and story are as they were known then, and none of them goes.
    void showMoment();

signals:
    void machineChosen(const ui::ObjectRef &machine);
    /// Escape leaves it.
    void left();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    using Episodes = core::engine::Changes<core::timeline::Episode>;

    void takeIn(Episodes &changes, const core::timeline::Episode &episode) const;
    void tellHindrances();

    const ClusterView &m_cluster;
    std::optional<core::api::Time> m_moment; ///< for which the list was made
    ObjectTableModel<core::timeline::Episode> m_model;
    std::uint64_t m_oldest = 0; ///< the first episode of the list; 0: it is empty
    ObjectTable *m_table;
    RecoveryCard *m_card;
    QSplitter *m_sides;
};

} // namespace ui
