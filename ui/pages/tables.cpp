// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tables.h"

#include "ui/actions.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/wall.h"
#include "ui/keys.h"
#include "ui/models/columns.h"
#include "ui/pages/emptystates.h"

#include <QComboBox>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastOfFamilyBox = 100; // px

TableModel::Now nowOf(const ClusterView &cluster)
{
    return [&cluster] { return cluster.now(); };
}

/// Ribbons show ten minutes, and less while the cluster is young.
RibbonTime ribbonTimeOf(const ClusterView &cluster)
{
    using namespace std::chrono_literals;
    const auto end = cluster.moment().value_or(cluster.present());
    const auto begin = std::clamp(cluster.health().begin().value_or(end), end - 10min, end - 1min);
    return {begin, end, cluster.isLost() ? std::min(end, cluster.now()) : end, cluster.health().outages()};
}

} // namespace

Tables::Tables(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QStackedWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_familyBox(new QComboBox(this))
{
    setObjectName(u"tables"_s);
    addFamilyBox();
    m_models.each([&]<typename T>(Model<T> &model) {
        model = std::make_unique<ObjectTableModel<T>>(columnsOf<T>(cluster), nowOf(cluster));
        connect(model.get(), &TableModel::numberEntered, this,
            [this](const auto &key, const QString &, qint64 number) {
                emit scaleEntered({kindOf<T>(), key}, number);
            });
    });
    for (QWidget *&holder : m_holders) {
        holder = new QWidget(this);
        (new QVBoxLayout(holder))->setContentsMargins(0, 0, 0, 0);
        addWidget(holder);
    }
    make(kindInFront());
    setFamily(m_family);
    connect(this, &QStackedWidget::currentChanged, this, [this] {
        m_awaited.reset();
        takeFocus();
        emit placeChanged();
        emit selectionMoved();
    });
}

/// Letters belong to the table in front, also while the window itself does not have the focus.
void Tables::takeFocus()
{
    if (isAncestorOf(window()->focusWidget()))
        currentPage().focusRows();
}

ObjectPage &Tables::page(Kind kind)
{
    if (!m_pages[static_cast<std::size_t>(kind)])
        make(kind);
    return *m_pages[static_cast<std::size_t>(kind)];
}

void Tables::make(Kind kind)
{
    const auto number = static_cast<std::size_t>(kind);
    ObjectPage *page = newPage(kind, m_holders[number]);
    m_pages[number] = page;
    m_holders[number]->layout()->addWidget(page);
    page->setObjectName(apiName(kind));
    join(*page);
    setUpRibbon(*page);
    page->table().cells().setMotionReduced(m_isMotionReduced);
    page->table().cells().setDimmed(m_isOld);
    for (const SetUp &setUp : m_setUps)
        setUp(*page);
    restorePage(*page, m_kept[number]);
    showEmptyState(*page);
}

ObjectPage *Tables::newPage(Kind kind, QWidget *holder)
{
    if (!isMachine(kind))
        return new ObjectPage(kind, model(kind), m_theme, holder);
    auto *page = new FleetPage(kind, model(kind), m_cluster, m_theme, holder);
    page->setMode(m_fleetMode);
    connect(page, &FleetPage::modeChosen, this, &Tables::setFleetMode);
    connect(&page->wall(), &Wall::inspectAsked, this, &Tables::inspectAsked);
    connect(&page->wall(), &Wall::menuAsked, this, &Tables::menuAsked);
    return page;
}

void Tables::join(ObjectPage &page)
{
    ObjectTable &table = page.table();
    table.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&table, &ObjectTable::selectionMoved, this, &Tables::selectionMoved);
    connect(&table, &ObjectTable::inspectAsked, this, &Tables::inspectAsked);
    connect(&table, &QWidget::customContextMenuRequested, this,
        [this, &table](QPoint position) { emit menuAsked(table.viewport()->mapToGlobal(position)); });
}

TableModel &Tables::model(Kind kind) const
{
    TableModel *found = nullptr;
    m_models.each([&]<typename T>(const Model<T> &model) {
        if (kindOf<T>() == kind)
            found = model.get();
    });
    return *found;
}

void Tables::setUpPages(SetUp setUp)
{
    for (ObjectPage *page : madePages())
        setUp(*page);
    m_setUps.push_back(std::move(setUp));
}

std::vector<ObjectPage *> Tables::madePages() const
{
    std::vector<ObjectPage *> made;
    std::ranges::copy_if(m_pages, std::back_inserter(made), [](const ObjectPage *page) { return page; });
    return made;
}

/// What takes the focus has to be there before the stack turns to it.
void Tables::bringToFront(Kind kind)
{
    page(kind);
    setCurrentIndex(static_cast<int>(kind));
}

FleetPage *Tables::fleetPage(Kind kind) const
{
    return static_cast<FleetPage *>(m_pages[static_cast<std::size_t>(kind)]);
}

void Tables::setFleetMode(FleetMode mode)
{
    m_fleetMode = mode;
    if (mode != FleetMode::Table)
        m_lastWall = mode;
    for (const Kind kind : {Kind::Machine, Kind::McmMachine}) {
        if (FleetPage *page = fleetPage(kind))
            page->setMode(mode);
    }
    takeFocus();
    emit placeChanged();
}

bool Tables::isFleet() const
{
    return kindInFront() == machines() && m_fleetMode != FleetMode::Table;
}

void Tables::showFleet()
{
    emit frontAsked();
    bringToFront(machines());
    if (m_fleetMode == FleetMode::Table)
        setFleetMode(m_lastWall);
}

void Tables::showFleetAs(FleetMode mode)
{
    emit frontAsked();
    bringToFront(machines());
    setFleetMode(mode);
}

void Tables::showTable(Kind kind)
{
    emit frontAsked();
    bringToFront(kind);
    if (isMachine(kind))
        setFleetMode(FleetMode::Table);
}

void Tables::filterCurrent(const QString &filter)
{
    emit frontAsked();
    currentPage().setFilterText(filter);
    currentPage().focusRows();
}

void Tables::showMachines(const QString &filter)
{
    emit frontAsked();
    bringToFront(machines());
    currentPage().setFilterText(filter);
}

std::vector<Kind> Tables::shownKinds() const
{
    std::vector<Kind> kinds;
    for (int kind = 0; kind < kindCount; ++kind) {
        if (isShown(Kind(kind)))
            kinds.push_back(Kind(kind));
    }
    return kinds;
}

QString Tables::titleOf(Kind kind)
{
    switch (kind) {
    case Kind::Machine:
    case Kind::McmMachine:
        return tr("Machines");
    case Kind::MachineSet:
    case Kind::McmMachineSet:
        return tr("Sets");
    case Kind::MachineDeployment:
    case Kind::McmMachineDeployment:
        return tr("Deployments");
    case Kind::McmMachineClass:
        return tr("Classes");
    case Kind::Node:
        return tr("Nodes");
    case Kind::HealthCheck:
        return tr("Health checks");
    case Kind::HealthCheckV1alpha1:
        return tr("Old health checks");
    case Kind::Event:
        return tr("Events");
    }
    return {};
}

void Tables::setUpRibbon(ObjectPage &page)
{
    m_models.each([&]<typename T>(const Model<T> &model) {
        if (kindOf<T>() != page.kind())
            return;
        page.table().cells().setPast(
            [this, &rows = *model](const QModelIndex &index) -> std::span<const HealthChange> {
                if constexpr (requires(const T &object) { nodeNameOf(object); })
                    return m_cluster.health().keptPast(nodeNameOf(rows.at(index.row())));
                else
                    return m_cluster.health().keptPast(rows.keyAt(index.row()).name);
            },
            [this] { return ribbonTimeOf(m_cluster); });
    });
}

bool Tables::isShown(Kind kind) const
{
    if (kind == Kind::HealthCheckV1alpha1 && total(kind) == 0)
        return false; // of an API that few clusters still have
    return familyOf(kind).value_or(m_family) == m_family;
}

void Tables::addFamilyBox()
{
    m_familyBox->setObjectName(u"family"_s);
    m_familyBox->setAccessibleName(tr("Machine system"));
    m_familyBox->setMinimumWidth(leastOfFamilyBox);
    m_familyBox->addItem(u"machine.openshift.io"_s);
    m_familyBox->addItem(u"machine.sapcloud.io"_s);
    connect(m_familyBox, &QComboBox::activated, this, [this](int family) {
        setFamily(Family(family));
        bringToFront(machines());
    });
}

void Tables::setFamily(Family family)
{
    m_family = family;
    m_familyBox->setCurrentIndex(static_cast<int>(family));
    showFamilyBox();
    emit placeChanged();
}

void Tables::showFamilyBox()
{
    m_familyBox->setToolTip(m_familyBox->currentText() + u'\n' // there is not always room for it
        + tr("Whose machines, sets and deployments the tables show"));
    bool second = m_family == Family::Mcm;
    for (int kind = 0; kind < kindCount; ++kind)
        second = second || (familyOf(Kind(kind)) == Family::Mcm && total(Kind(kind)) > 0);
    m_familyBox->setVisible(second);
}

void Tables::setActions(const Actions &actions)
{
    m_actions = &actions;
    setUpPages([this, &actions](ObjectPage &page) {
        page.table().setKeyActions(actions.tableKeys());
        page.addButtons(actions.forKind(page.kind()), actions.makeUnhealthy, actions.unhealthyMenu());
        page.setClearAction(actions.clearFilter);
        showFilterKey(page);
    });
    const auto keepSelection = [this] { currentPage().table().keepSelection(); };
    connect(actions.unhealthyMenu(), &QMenu::aboutToShow, this, keepSelection);
    for (const QAction *action : actions.tableKeys())
        connect(action, &QAction::triggered, this, keepSelection);
    connect(actions.clearFilter, &QAction::triggered, this, [this] {
        currentPage().clearFilter();
        currentPage().focusRows();
    });
    connect(actions.showSets, &QAction::triggered, this,
        [this] { showTable(m_family == Family::Mcm ? Kind::McmMachineSet : Kind::MachineSet); });
    joinMoves(actions);
    joinModes(actions);
    keysChanged();
}

void Tables::joinModes(const Actions &actions)
{
    const std::pair<const QAction *, FleetMode> modes[] = {{actions.fleetBoth, FleetMode::WallAndTable},
        {actions.fleetTable, FleetMode::Table}, {actions.fleetWall, FleetMode::Wall}};
    for (const auto &[action, mode] : modes)
        connect(action, &QAction::triggered, this, [this, mode = mode] { showFleetAs(mode); });
}

void Tables::joinMoves(const Actions &actions)
{
    const auto join = [this](const QAction *action, auto move) {
        connect(action, &QAction::triggered, this, [this, move] { move(currentPage().table()); });
    };
    join(actions.nextRow, [](ObjectTable &table) { table.moveCurrent(1); });
    join(actions.previousRow, [](ObjectTable &table) { table.moveCurrent(-1); });
    join(actions.firstRow, [](ObjectTable &table) { table.moveToBegin(); });
    join(actions.lastRow, [](ObjectTable &table) { table.moveToEnd(); });
    join(actions.halfPageDown, [](ObjectTable &table) { table.moveHalfPages(1); });
    join(actions.halfPageUp, [](ObjectTable &table) { table.moveHalfPages(-1); });
    join(actions.mark, [](ObjectTable &table) { table.toggleMark(); });
    join(actions.allColumns, [](ObjectTable &table) { table.toggleAllColumns(); });
    connect(actions.nextMatch, &QAction::triggered, this, [this] { currentPage().goToMatch(1); });
    connect(actions.previousMatch, &QAction::triggered, this, [this] { currentPage().goToMatch(-1); });
}

void Tables::keysChanged()
{
    for (ObjectPage *page : madePages())
        showFilterKey(*page);
    showEmptyStates();
}

void Tables::showFilterKey(ObjectPage &page) const
{
    page.setFilterKey(keyText(*m_actions->filter));
}

void Tables::setMotionReduced(bool reduced)
{
    m_isMotionReduced = reduced;
    for (const ObjectPage *page : madePages())
        page->table().cells().setMotionReduced(reduced);
}

void Tables::clear()
{
    m_models.each([]<typename T>(const Model<T> &model) { model->clear(); });
}

void Tables::apply(const core::engine::ChangeSet &changes, Touched touched)
{
    m_models.each(
        [&]<typename T>(Model<T> &model) { model->apply(changes.of<T>(), std::move(touched.of<T>())); });
    if (FleetPage *page = fleetPage(Kind::Machine);
        page && !changes.of<core::api::MachineHealthCheck>().isEmpty())
        page->wall().checksChanged();
    showFamilyBox();
    constexpr auto sometimes = Kind::HealthCheckV1alpha1;
    const bool showsOldChecks = isShown(sometimes);
    if (std::exchange(m_showsOldChecks, showsOldChecks) != showsOldChecks)
        showAwaited();
    if (changes.status)
        showFreshness();
    showEmptyStates();
    currentPage().table().repaintGrowingCells(); // the inspector tells its times anew as well
}

void Tables::showEmptyStates()
{
    for (ObjectPage *page : madePages())
        showEmptyState(*page);
}

void Tables::showEmptyState(ObjectPage &page)
{
    if (m_actions && total(page.kind()) == 0)
        page.setEmptyState(whenEmpty(page.kind(), m_cluster, *m_actions));
}

void Tables::showFreshness()
{
    using core::engine::Connection;
    const Connection connection = m_cluster.status().connection;
    const bool old = connection == Connection::Reconnecting || connection == Connection::Failed;
    if (old == std::exchange(m_isOld, old))
        return;
    for (ObjectPage *page : madePages()) {
        page->table().cells().setDimmed(old);
        page->table().viewport()->update();
    }
    for (const Kind kind : {Kind::Machine, Kind::McmMachine}) {
        if (FleetPage *page = fleetPage(kind))
            page->wall().viewport()->update();
    }
}

Selection Tables::selection() const
{
    return {currentPage().kind(), currentPage().table().selectedKeys()};
}

std::optional<ObjectRef> Tables::current() const
{
    const auto key = currentPage().table().chosenKey();
    return key ? std::optional(ObjectRef {currentPage().kind(), *key}) : std::nullopt;
}

bool Tables::select(const ObjectRef &object)
{
    emit aboutToJump();
    setFamily(familyOf(object.kind).value_or(m_family));
    bringToFront(object.kind);
    return page(object.kind).table().selectKey(object.key);
}

Place Tables::place() const
{
    Place place {m_family, kindInFront(), 0, m_fleetMode, m_kept};
    for (const ObjectPage *page : madePages())
        place.tables[static_cast<std::size_t>(page->kind())] = placeOf(*page);
    return place;
}

TablePlace Tables::placeOf(const ObjectPage &page) const
{
    const TableModel &model = page.table().tableModel();
    return {page.filterText(), model.sortColumn() > 0 ? model.column(model.sortColumn()).id : QString(),
        model.sortOrder(), page.table().userChoice()};
}

void Tables::restore(const Place &place)
{
    m_kept = place.tables;
    for (ObjectPage *page : madePages())
        restorePage(*page, m_kept[static_cast<std::size_t>(page->kind())]);
    setFamily(place.family);
    setFleetMode(place.fleet);
    m_awaited = place.table;
    showAwaited();
}

Visit Tables::visit() const
{
    return {m_family, kindInFront(), isMachine(kindInFront()) ? m_fleetMode : FleetMode::Table,
        placeOf(currentPage())};
}

void Tables::revisit(const Visit &visit)
{
    emit frontAsked();
    setFamily(visit.family);
    if (!isShown(visit.table))
        return;
    bringToFront(visit.table);
    if (isMachine(visit.table))
        setFleetMode(visit.fleet);
    ObjectTable &table = currentPage().table();
    restorePage(currentPage(), visit.place);
    if (const auto &chosen = visit.place.chosen; chosen && table.chosenKey() == chosen->key)
        table.selectKey(chosen->key); // brings it into sight
    currentPage().focusRows();
}

void Tables::restorePage(ObjectPage &page, const TablePlace &place)
{
    ObjectTable &table = page.table();
    page.setFilterText(place.filter);
    table.sortByColumn(std::max(0, table.tableModel().columnIndex(place.sortColumn)), place.sortOrder);
    if (place.chosen)
        table.awaitChoice(*place.chosen);
}

/// The table may have nothing to show yet.
void Tables::showAwaited()
{
    if (m_awaited && isShown(*m_awaited))
        bringToFront(*std::exchange(m_awaited, std::nullopt));
}

void Tables::setPending(const ObjectRef &subject, const QString &column, const QString &text)
{
    for (const ObjectRef &row : rowsOf(subject))
        model(row.kind).setPending(row.key, column, text);
}

void Tables::setProblem(const ObjectRef &subject, const QString &problem)
{
    for (const ObjectRef &row : rowsOf(subject))
        model(row.kind).setProblem(row.key, problem);
}

/// What concerns a node is seen at its machine too.
std::vector<ObjectRef> Tables::rowsOf(const ObjectRef &subject) const
{
    std::vector<ObjectRef> rows {subject};
    const auto machine = subject.kind == Kind::Node ? m_cluster.machineRefOf(subject.key.name) : std::nullopt;
    if (machine)
        rows.push_back(*machine);
    return rows;
}

int Tables::resets() const
{
    int resets = 0;
    m_models.each([&]<typename T>(const Model<T> &model) { resets += model->resets(); });
    return resets;
}

} // namespace ui
