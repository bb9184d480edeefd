// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The live tables, one tab per kind of object. Of the two machine systems one is shown at a time, with what
// belongs to both; the choice appears with the first object of the second.

#include "ui/clusterview.h"
#include "ui/models/objecttablemodel.h"
#include "ui/pages/objectpage.h"
#include "ui/place.h"

#include <QTabWidget>

class QComboBox;

namespace ui {

class Actions;

class Tables : public QTabWidget
{
    Q_OBJECT

public:
    Tables(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    /// Brings the actions' keys and buttons into every table.
    void setActions(const Actions &actions);
    /// Empties every table, for another cluster.
    void clear();
    /// After the cluster has taken the changes in.
    void apply(const core::engine::ChangeSet &changes, Touched touched);
    ObjectPage &page(Kind kind) const { return *m_pages[static_cast<std::size_t>(kind)]; }
    ObjectPage &currentPage() const { return *m_pages[static_cast<std::size_t>(currentIndex())]; }
    Selection selection() const;
    /// The chosen object under the cursor of the table in front.
    std::optional<ObjectRef> current() const;
    /// The choice of the machine system, to be placed where there is room.
    QComboBox *familyBox() const { return m_familyBox; }
    void setFamily(Family family);
    /// Brings the object to the front; false when its table does not show it.
    bool select(const ObjectRef &object);
    /// Where the user is.
    Place place() const;
    /// Goes there. What was chosen is chosen as soon as it is there.
    void restore(const Place &place);
    void setPending(const ObjectRef &subject, const QString &column, const QString &text);
    void setProblem(const ObjectRef &subject, const QString &problem);
    int resets() const;

signals:
    void selectionMoved();
    void inspectAsked();
    void menuAsked(QPoint globalPosition);
    void scaleEntered(const ui::ObjectRef &object, qint64 replicas);

private:
    template<typename T>
    using Model = std::unique_ptr<ObjectTableModel<T>>;

    void addPage(Kind kind, TableModel &model);
    void takeFocus();
    void addFamilyBox();
    void showTabs();
    void showFamilyBox();
    void showAwaited();
    bool isShown(Kind kind) const;
    void showCounts(Kind kind);
    void setUpRibbons();
    std::vector<ObjectRef> rowsOf(const ObjectRef &subject) const;
    void showFreshness();
    void showEmptyStates();

    const ClusterView &m_cluster;
    const Theme &m_theme;
    core::engine::PerKind<Model> m_models;
    std::array<ObjectPage *, kindCount> m_pages {};
    QComboBox *m_familyBox;
    Family m_family = Family::MachineApi;
    std::optional<Kind> m_awaited; ///< comes to the front as soon as it can, unless the user goes elsewhere
    bool m_isOld = false; ///< what is shown: the connection is lost
};

} // namespace ui
