// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The live tables, one per kind of object, of which one is in front; that of the machines with the wall. Of
// the two machine systems one is shown at a time, with what belongs to both; the choice appears with the
// first object of the second. A page is made when it is first looked at; until then its model alone follows
// the cluster.

#include "ui/clusterview.h"
#include "ui/models/objecttablemodel.h"
#include "ui/pages/objectpage.h"
#include "ui/place.h"

#include <QStackedWidget>

class QComboBox;

namespace ui {

class Actions;
class FleetPage;

class Tables : public QStackedWidget
{
    Q_OBJECT

public:
    Tables(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    /// Brings the actions' keys and buttons into every table.
    void setActions(const Actions &actions);
    /// What tells keys tells the new ones.
    void keysChanged();
    /// Empties every table, for another cluster.
    void clear();
    /// It is called after the cluster has taken the changes in.
    void apply(const core::engine::ChangeSet &changes, Touched touched);
    ObjectPage &page(Kind kind);
    ObjectPage &currentPage() const { return *m_pages[static_cast<std::size_t>(currentIndex())]; }
    TableModel &model(Kind kind) const;
    using SetUp = std::function<void(ObjectPage &)>;
    /// The function is called once for each page: for those that are made, now.
    void setUpPages(SetUp setUp);
    /// The pages are in the order of their kinds.
    std::vector<ObjectPage *> madePages() const;
    Selection selection() const;
    /// The chosen object under the cursor of the table in front.
    std::optional<ObjectRef> current() const;
    /// The choice of the machine system, to be placed where there is room.
    QComboBox *familyBox() const { return m_familyBox; }
    Family family() const { return m_family; }
    void setFamily(Family family);
    /// It is of the machine system that is shown.
    bool isShown(Kind kind) const;
    /// Those, in their order.
    std::vector<Kind> shownKinds() const;
    static QString titleOf(Kind kind);
    int total(Kind kind) const { return model(kind).total(); }
    /// The wall is in front.
    bool isFleet() const;
    /// Its page, whether or not it is the wall.
    void bringToFront(Kind kind);
    void showFleet();
    void showTable(Kind kind);
    /// Brings the object to the front; false when its table does not show it.
    bool select(const ObjectRef &object);
    /// Where the user is.
    Place place() const;
    /// Goes there. What was chosen is chosen as soon as it is there.
    void restore(const Place &place);
    /// The table in front.
    Visit visit() const;
    /// Brings that table to the front, as it was.
    void revisit(const Visit &visit);
    void setPending(const ObjectRef &subject, const QString &column, const QString &text);
    void setProblem(const ObjectRef &subject, const QString &problem);
    int resets() const;
    /// Nothing glows: what has changed gets a mark instead.
    void setMotionReduced(bool reduced);

    /// Shows the machines that pass this filter, as the user last looked at machines.
    void showMachines(const QString &filter);
    /// Filters the table in front.
    void filterCurrent(const QString &filter);

signals:
    /// Another page is in front, or another kind can be.
    void placeChanged();
    /// One of them is to be seen, whatever else is in front.
    void frontAsked();
    void selectionMoved();
    /// The user goes to an object wherever it is.
    void aboutToJump();
    void inspectAsked();
    void menuAsked(QPoint globalPosition);
    void scaleEntered(const ui::ObjectRef &object, qint64 replicas);

private:
    using QStackedWidget::setCurrentIndex; // finds no page there that was never made
    using QStackedWidget::setCurrentWidget;
    template<typename T>
    using Model = std::unique_ptr<ObjectTableModel<T>>;

    void make(Kind kind);
    ObjectPage *newPage(Kind kind, QWidget *holder);
    void join(ObjectPage &page);
    void restorePage(ObjectPage &page, const TablePlace &place);
    TablePlace placeOf(const ObjectPage &page) const;
    Kind kindInFront() const { return static_cast<Kind>(currentIndex()); }
    Kind machines() const { return m_family == Family::Mcm ? Kind::McmMachine : Kind::Machine; }
    FleetPage *fleetPage(Kind kind) const;
    void setFleetMode(FleetMode mode);
    void showFleetAs(FleetMode mode);
    void takeFocus();
    void addFamilyBox();
    void showFamilyBox();
    void showAwaited();
    void setUpRibbon(ObjectPage &page);
    std::vector<ObjectRef> rowsOf(const ObjectRef &subject) const;
    void showFreshness();
    void joinMoves(const Actions &actions);
    void joinModes(const Actions &actions);
    void showEmptyStates();
    void showEmptyState(ObjectPage &page);
    void showFilterKey(ObjectPage &page) const;

    const ClusterView &m_cluster;
    const Theme &m_theme;
    const Actions *m_actions = nullptr; ///< once they are there
    core::engine::PerKind<Model> m_models;
    std::array<QWidget *, kindCount> m_holders {}; ///< of the pages, in the stack
    std::array<ObjectPage *, kindCount> m_pages {}; ///< null until it is looked at
    std::array<TablePlace, kindCount> m_kept {}; ///< where the user was, in those that are not made yet
    std::vector<SetUp> m_setUps;
    QComboBox *m_familyBox;
    Family m_family = Family::MachineApi;
    std::optional<Kind> m_awaited; ///< comes to the front as soon as it can, unless the user goes elsewhere
    FleetMode m_fleetMode = FleetMode::WallAndTable;
    FleetMode m_lastWall = FleetMode::WallAndTable;
    bool m_showsOldChecks = false;
    bool m_isMotionReduced = false;
    bool m_isOld = false; ///< what is shown: the connection is lost
};

} // namespace ui
