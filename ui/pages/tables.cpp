// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tables.h"

#include "ui/actions.h"
#include "ui/models/columns.h"
#include "ui/pages/emptystates.h"

#include <QComboBox>
#include <QMenu>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastOfFamilyBox = 100; // px

TableModel::Now nowOf(const ClusterView &cluster)
{
    return [&cluster] { return cluster.now(); };
}

QString titleOf(Kind kind)
{
    switch (kind) {
    case Kind::Machine:
    case Kind::McmMachine:
        return Tables::tr("Machines");
    case Kind::MachineSet:
    case Kind::McmMachineSet:
        return Tables::tr("Sets");
    case Kind::MachineDeployment:
    case Kind::McmMachineDeployment:
        return Tables::tr("Deployments");
    case Kind::McmMachineClass:
        return Tables::tr("Classes");
    case Kind::Node:
        return Tables::tr("Nodes");
    case Kind::HealthCheck:
        return Tables::tr("Health checks");
    case Kind::HealthCheckV1alpha1:
        return Tables::tr("Old health checks");
    case Kind::Event:
        return Tables::tr("Events");
    }
    return {};
}

/// Ribbons show ten minutes, and less while the cluster is young.
CellDelegate::RibbonTime ribbonTimeOf(const ClusterView &cluster)
{
    using namespace std::chrono_literals;
    const auto end = cluster.present();
    const auto begin = std::clamp(cluster.health().begin().value_or(end), end - 10min, end - 1min);
    return {begin, end, cluster.isLost() ? cluster.now() : end, cluster.health().outages()};
}

} // namespace

Tables::Tables(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QTabWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_familyBox(new QComboBox(this))
{
    setObjectName(u"tables"_s);
    setDocumentMode(true);
    addFamilyBox();
    m_models.each([&]<typename T>(Model<T> &model) {
        model = std::make_unique<ObjectTableModel<T>>(columnsOf<T>(cluster), nowOf(cluster));
        addPage(kindOf<T>(), *model);
    });
    page(Kind::Event).table().sortByColumn(0, Qt::AscendingOrder);
    setUpRibbons();
    setFamily(m_family);
    showEmptyStates();
    connect(this, &QTabWidget::currentChanged, this, [this] {
        m_awaited.reset();
        takeFocus();
        emit selectionMoved();
    });
}

/// Letters belong to the table in front, also while the window itself does not have the focus.
void Tables::takeFocus()
{
    if (isAncestorOf(window()->focusWidget()))
        currentPage().table().setFocus();
}

void Tables::addPage(Kind kind, TableModel &model)
{
    auto *page = new ObjectPage(kind, model, m_theme, this);
    page->setObjectName(apiName(kind));
    m_pages[static_cast<std::size_t>(kind)] = page;
    addTab(page, QString());
    ObjectTable &table = page->table();
    table.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&table, &ObjectTable::selectionMoved, this, &Tables::selectionMoved);
    connect(&table, &ObjectTable::inspectAsked, this, &Tables::inspectAsked);
    connect(&table, &QWidget::customContextMenuRequested, this,
        [this, &table](QPoint position) { emit menuAsked(table.viewport()->mapToGlobal(position)); });
    connect(&model, &TableModel::countsChanged, this, [this, kind] { showCounts(kind); });
    connect(&model, &TableModel::numberEntered, this,
        [this, kind](const auto &key, const QString &, qint64 number) {
            emit scaleEntered({kind, key}, number);
        });
    showCounts(kind);
}

void Tables::setUpRibbons()
{
    m_models.each([&]<typename T>(const Model<T> &model) {
        page(kindOf<T>())
            .table()
            .cells()
            .setPast(
                [this, &rows = *model](const QModelIndex &index) -> std::span<const HealthChange> {
                    if constexpr (requires(const T &object) { nodeNameOf(object); })
                        return m_cluster.health().past(nodeNameOf(rows.at(index.row())));
                    else
                        return m_cluster.health().past(rows.keyAt(index.row()).name);
                },
                [this] { return ribbonTimeOf(m_cluster); });
    });
}

bool Tables::isShown(Kind kind) const
{
    if (kind == Kind::HealthCheckV1alpha1 && page(kind).table().tableModel().total() == 0)
        return false; // of an API that few clusters still have
    return familyOf(kind).value_or(m_family) == m_family;
}

void Tables::addFamilyBox()
{
    m_familyBox->setObjectName(u"family"_s);
    m_familyBox->setAccessibleName(tr("Machine system"));
    m_familyBox->setMinimumWidth(leastOfFamilyBox);
    m_familyBox->setToolTip(tr("Whose machines, sets and deployments the tables show"));
    m_familyBox->addItem(u"machine.openshift.io"_s);
    m_familyBox->addItem(u"machine.sapcloud.io"_s);
    connect(m_familyBox, &QComboBox::activated, this, [this](int family) {
        setFamily(Family(family));
        setCurrentIndex(static_cast<int>(m_family == Family::Mcm ? Kind::McmMachine : Kind::Machine));
    });
}

void Tables::setFamily(Family family)
{
    m_family = family;
    m_familyBox->setCurrentIndex(static_cast<int>(family));
    showTabs();
    showFamilyBox();
}

void Tables::showTabs()
{
    for (int kind = 0; kind < kindCount; ++kind) {
        setTabVisible(kind, isShown(Kind(kind)));
        showCounts(Kind(kind));
    }
}

void Tables::showFamilyBox()
{
    bool second = m_family == Family::Mcm;
    for (const ObjectPage *page : m_pages) {
        if (familyOf(page->kind()) == Family::Mcm)
            second = second || page->table().tableModel().total() > 0;
    }
    m_familyBox->setVisible(second);
}

void Tables::setActions(const Actions &actions)
{
    for (ObjectPage *page : m_pages) {
        for (QAction *action : actions.tableKeys())
            page->table().addKey(keyOf(*action), action);
        page->addButtons(actions.forKind(page->kind()), actions.makeUnhealthy, actions.unhealthyMenu());
    }
    const auto keepSelection = [this] { currentPage().table().keepSelection(); };
    connect(actions.unhealthyMenu(), &QMenu::aboutToShow, this, keepSelection);
    for (const QAction *action : actions.tableKeys())
        connect(action, &QAction::triggered, this, keepSelection);
}

void Tables::showCounts(Kind kind)
{
    const QString words = tr("%1  %2").arg(titleOf(kind)).arg(page(kind).table().tableModel().total());
    int number = 0; // of those that are shown
    for (int other = 0; other <= static_cast<int>(kind); ++other)
        number += static_cast<int>(isShown(Kind(other)));
    // The key of a hidden tab would open it, and nobody would see which table it is.
    setTabText(static_cast<int>(kind), isShown(kind) ? tr("&%1 %2").arg(number).arg(words) : words);
}

void Tables::clear()
{
    for (ObjectPage *page : m_pages)
        page->table().tableModel().clear();
}

void Tables::apply(const core::engine::ChangeSet &changes, Touched touched)
{
    m_models.each(
        [&]<typename T>(Model<T> &model) { model->apply(changes.of<T>(), std::move(touched.of<T>())); });
    showFamilyBox();
    constexpr auto sometimes = Kind::HealthCheckV1alpha1;
    if (isTabVisible(static_cast<int>(sometimes)) != isShown(sometimes)) {
        showTabs();
        showAwaited();
    }
    if (changes.status)
        showFreshness();
    showEmptyStates();
}

void Tables::showEmptyStates()
{
    for (ObjectPage *page : m_pages) {
        if (page->table().tableModel().total() == 0)
            page->setEmptyText(whenEmpty(page->kind(), m_cluster));
    }
}

void Tables::showFreshness()
{
    using core::engine::Connection;
    const Connection connection = m_cluster.status().connection;
    const bool old = connection == Connection::Reconnecting || connection == Connection::Failed;
    if (old == std::exchange(m_isOld, old))
        return;
    for (ObjectPage *page : m_pages) {
        page->table().cells().setDimmed(old);
        page->table().viewport()->update();
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
    setFamily(familyOf(object.kind).value_or(m_family));
    setCurrentIndex(static_cast<int>(object.kind));
    return page(object.kind).table().selectKey(object.key);
}

Place Tables::place() const
{
    Place place {m_family, currentPage().kind()};
    for (const ObjectPage *page : m_pages) {
        const TableModel &model = page->table().tableModel();
        place.tables[static_cast<std::size_t>(page->kind())] = {page->filterText(),
            model.sortColumn() > 0 ? model.column(model.sortColumn()).id : QString(), model.sortOrder(),
            page->table().userChoice()};
    }
    return place;
}

void Tables::restore(const Place &place)
{
    for (ObjectPage *page : m_pages) {
        const TablePlace &there = place.tables[static_cast<std::size_t>(page->kind())];
        ObjectTable &table = page->table();
        page->setFilterText(there.filter);
        table.sortByColumn(std::max(0, table.tableModel().columnIndex(there.sortColumn)), there.sortOrder);
        if (there.chosen)
            table.awaitChoice(*there.chosen);
    }
    setFamily(place.family);
    m_awaited = place.table;
    showAwaited();
}

/// The table may have nothing to show yet.
void Tables::showAwaited()
{
    if (m_awaited && isShown(*m_awaited))
        setCurrentIndex(static_cast<int>(*std::exchange(m_awaited, std::nullopt)));
}

void Tables::setPending(const ObjectRef &subject, const QString &column, const QString &text)
{
    for (const ObjectRef &row : rowsOf(subject))
        page(row.kind).table().tableModel().setPending(row.key, column, text);
}

void Tables::setProblem(const ObjectRef &subject, const QString &problem)
{
    for (const ObjectRef &row : rowsOf(subject))
        page(row.kind).table().tableModel().setProblem(row.key, problem);
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
    for (const ObjectPage *page : m_pages)
        resets += page->table().tableModel().resets();
    return resets;
}

} // namespace ui
