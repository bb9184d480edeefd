// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/navigation.h"

#include "ui/format.h"
#include "ui/icons.h"
#include "ui/models/columns.h"
#include "ui/pages/tables.h"
#include "ui/textsize.h"

#include <QAction>
#include <QApplication>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

struct Navigation::Row {
    enum class Goes { Nowhere, Fleet, Table, Object, Scenarios, Experiments, Recoveries, Controllers };

    Goes goes = Goes::Nowhere; ///< Nowhere: the title of what follows
    QString text;
    QString count;
    QString icon;
    ui::State state = ui::State::None; ///< of a set
    ObjectRef target; ///< the kind of a table, or an object

    bool operator==(const Row &) const = default;
};

namespace {

constexpr std::chrono::milliseconds navigationEvery {200};
constexpr int mostSets = 12; ///< more are found in their table
constexpr int iconSide = 16;
constexpr int rowMargin = 10;
constexpr int barWidth = 3;
constexpr int setIndent = 14;
constexpr int narrowTitleHeight = 8;
constexpr int leastNarrowRow = iconSide + 2;

bool isNarrow(int width)
{
    return width < Navigation::comfortableWidth / 2;
}

enum NavigationRole { CountRole = Qt::UserRole, StateRole, TitleRole, IconRole };

class RowPainter : public QStyledItemDelegate
{
public:
    RowPainter(const ClusterView &cluster, const Theme &theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_cluster(cluster)
        , m_theme(theme)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const bool title = index.data(TitleRole).toBool();
        const bool first = index.row() == 0;
        const int height = option.fontMetrics.height() + (title && !first ? 20 : 11);
        if (!isNarrow(option.widget->width()))
            return {Navigation::narrowWidth, height};
        if (title)
            return {Navigation::narrowWidth, first ? 1 : narrowTitleHeight};
        const auto &list = static_cast<const QListWidget &>(*option.widget);
        return {Navigation::narrowWidth, narrowRowHeight(list, height)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto placed = [&option](const QRect &rect) {
            return QStyle::visualRect(option.direction, option.rect, rect);
        };
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, m_theme.color(Tone::Selection));
            painter->fillRect(placed({option.rect.topLeft(), QSize(barWidth, option.rect.height())}),
                m_theme.color(Tone::Accent));
        }
        if (option.state.testFlag(QStyle::State_HasFocus)
            && option.state.testFlag(QStyle::State_KeyboardFocusChange))
            paintFocus(*painter, option.rect);
        const bool narrow = isNarrow(option.rect.width());
        QRect rect = option.rect.adjusted(rowMargin, 0, -rowMargin, 0);
        if (index.data(TitleRole).toBool()) {
            if (!narrow)
                paintTitle(*painter, option, rect, index.data().toString());
            return;
        }
        const bool isIndented = State(index.data(StateRole).toInt()) != State::None;
        const int indent = isIndented && !narrow ? setIndent : 0;
        const int side = narrow ? iconSide : static_cast<int>(textScaled(iconSide));
        paintMark(*painter, placed({rect.left() + indent, rect.center().y() - side / 2, side, side}), index);
        if (narrow)
            return;
        rect.setLeft(rect.left() + side + (isIndented ? 22 : 8));
        const QString count = index.data(CountRole).toString();
        painter->setPen(m_theme.color(Tone::Quiet));
        painter->drawText(placed(rect), static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), count);
        rect.setRight(rect.right() - option.fontMetrics.horizontalAdvance(count + u' '));
        painter->setPen(option.palette.color(QPalette::Text));
        painter->drawText(placed(rect), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
            option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, rect.width()));
    }

private:
    /// Icons move together before one of them is out of sight, as there is no scroll bar beside them.
    static int narrowRowHeight(const QListWidget &list, int wanted)
    {
        int titles = 0;
        for (int row = 0; row < list.count(); ++row)
            titles += list.item(row)->data(TitleRole).toBool() ? 1 : 0;
        const int room = list.viewport()->height() - titles * narrowTitleHeight;
        return std::clamp(
            room / std::max(1, list.count() - titles), std::min(leastNarrowRow, wanted), wanted);
    }

    /// The row of where the user is looks chosen without the keys too.
    void paintFocus(QPainter &painter, const QRect &rect) const
    {
        painter.save();
        painter.setPen(m_theme.color(Tone::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
        painter.restore();
    }

    void paintTitle(
        QPainter &painter, const QStyleOptionViewItem &option, const QRect &rect, const QString &title) const
    {
        QFont small = option.font;
        small.setPointSizeF(small.pointSizeF() * 0.9);
        painter.save();
        painter.setFont(small);
        painter.setPen(m_theme.color(Tone::Quiet));
        painter.drawText(
            rect.adjusted(0, 0, 0, -3), static_cast<int>(Qt::AlignLeft | Qt::AlignBottom), title);
        painter.restore();
    }

    void paintMark(QPainter &painter, const QRect &mark, const QModelIndex &index) const
    {
        const auto state = State(index.data(StateRole).toInt());
        if (state != State::None)
            paintShape(painter, QRectF(mark).adjusted(3, 3, -3, -3), state,
                m_theme.color(m_cluster.isLost() ? State::Paused : state));
        else
            index.data(Qt::DecorationRole).value<QIcon>().paint(&painter, mark);
    }

    const ClusterView &m_cluster;
    const Theme &m_theme;
};

QString iconNameOf(Kind kind)
{
    switch (kind) {
    case Kind::Machine:
    case Kind::McmMachine:
        return u"machines"_s;
    case Kind::MachineSet:
    case Kind::McmMachineSet:
        return u"sets"_s;
    case Kind::MachineDeployment:
    case Kind::McmMachineDeployment:
        return u"deployments"_s;
    case Kind::McmMachineClass:
        return u"classes"_s;
    case Kind::Node:
        return u"nodes"_s;
    case Kind::HealthCheck:
    case Kind::HealthCheckV1alpha1:
        return u"health"_s;
    case Kind::Event:
        return u"events"_s;
    }
    return {};
}

/// The worst first, of those alike the larger one.
template<typename Set>
std::vector<std::pair<ObjectRef, const Set *>> worstSets(const ClusterView &cluster)
{
    static constexpr int weight[stateCount] = {0, 0, 2, 2, 6, 5, 3, 7, 1};
    std::vector<std::pair<ObjectRef, const Set *>> sets;
    for (const auto &[key, set] : cluster.all<Set>())
        sets.emplace_back(ObjectRef {kindOf<Set>(), key}, set.get());
    std::ranges::sort(sets, {}, [&](const auto &entry) {
        const State worst = stateOf(cluster, *entry.second);
        return std::tuple(
            -weight[static_cast<std::size_t>(worst)], -entry.second->wantedReplicas(), entry.first.key);
    });
    return sets;
}

} // namespace

Navigation::Navigation(const ClusterView &cluster, Tables &tables, const Theme &theme, QWidget *parent)
    : QListWidget(parent)
    , m_cluster(cluster)
    , m_tables(tables)
    , m_theme(theme)
{
    setObjectName(u"navigation"_s);
    setAccessibleName(tr("Navigation"));
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new RowPainter(cluster, theme, this));
    setContentsMargins(0, 6, 0, 0);
    for (int number = 1; number <= keyCount; ++number) {
        auto *action = new QAction(this);
        action->setObjectName(u"go%1"_s.arg(number));
        const auto digit = Qt::Key(Qt::Key_0 + number);
        action->setShortcuts({QKeySequence(Qt::ALT | digit), QKeySequence(digit)});
        connect(action, &QAction::triggered, this, [this, number] { goToRow(number); });
        m_rowKeys.push_back(action);
    }
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(navigationEvery);
    connect(&m_refresh, &QTimer::timeout, this, &Navigation::refresh);
    connect(&tables, &Tables::placeChanged, this, &Navigation::follow);
    connect(&theme, &Theme::changed, this, [this] { fill(m_rows); });
    connect(this, &QListWidget::itemClicked, this, [this](const QListWidgetItem *item) { go(*item); });
    connect(this, &QListWidget::itemActivated, this, [this](const QListWidgetItem *item) { go(*item); });
    follow();
}

Navigation::~Navigation() = default;

void Navigation::setScenarioCount(int count)
{
    m_scenarioCount = count;
    refreshSoon();
}

void Navigation::setExperiments(int count, bool isRunning)
{
    m_experimentCount = count;
    m_experimentRuns = isRunning;
    refreshSoon();
}

void Navigation::setFront(Front front)
{
    if (std::exchange(m_inFront, front) != front)
        follow();
}

void Navigation::refreshSoon()
{
    if (!m_refresh.isActive())
        m_refresh.start();
}

std::vector<Navigation::Row> Navigation::rows() const
{
    using Goes = Row::Goes;
    const auto counted = [](qsizetype count) { return u"%L1"_s.arg(count); };
    const auto total = [&](Kind kind) {
        return m_cluster.isUnread(kind) ? u"–"_s : counted(m_tables.total(kind));
    };
    std::vector<Row> rows {{.text = tr("CLUSTER")}};
    const auto machines = m_tables.family() == Family::Mcm ? Kind::McmMachine : Kind::Machine;
    rows.push_back({Goes::Fleet, tr("Fleet"), total(machines), u"fleet"_s, {}, {machines, {}}});
    for (const Kind kind : m_tables.shownKinds()) {
        rows.push_back({Goes::Table, m_tables.titleOf(kind), total(kind), iconNameOf(kind), {}, {kind, {}}});
        if (isSet(kind))
            addSets(rows);
    }
    rows.push_back({.text = tr("PLAY")});
    const auto &scenario = m_cluster.scenario();
    rows.push_back({Goes::Scenarios, tr("Scenarios"),
        scenario.isRunning() ? tr("runs") : counted(m_scenarioCount), u"scenarios"_s});
    rows.push_back({Goes::Experiments, tr("Experiments"),
        m_experimentRuns ? tr("runs") : counted(m_experimentCount), u"experiments"_s});
    const auto failures = std::ranges::count_if(m_cluster.health().episodes(),
        [this](const auto &entry) { return m_cluster.hadBegun(entry.second); });
    rows.push_back({Goes::Recoveries, tr("Recoveries"), counted(failures), u"recoveries"_s});
    rows.push_back({.text = tr("CONTROL")});
    const auto &controllers = m_cluster.status().controllers;
    const auto on = std::ranges::count(controllers, true, &core::engine::ControllerState::wanted);
    rows.push_back({Goes::Controllers, tr("Controllers"), tr("%1 on").arg(on), u"controllers"_s});
    return rows;
}

void Navigation::addSets(std::vector<Row> &rows) const
{
    const auto add = [&]<typename Set>(const std::vector<std::pair<ObjectRef, const Set *>> &sets) {
        for (std::size_t i = 0; i < std::min<std::size_t>(sets.size(), mostSets); ++i) {
            const auto &[ref, set] = sets[i];
            const ui::State worst = stateOf(m_cluster, *set);
            rows.push_back({Row::Goes::Object, text(ref.key.name),
                u"%L1/%L2"_s.arg(m_cluster.tally(ref).of(ui::State::Ready)).arg(set->wantedReplicas()), {},
                worst == ui::State::None ? ui::State::Ready : worst, ref});
        }
    };
    if (m_tables.family() == Family::Mcm)
        add(worstSets<core::api::mcm::MachineSet>(m_cluster));
    else
        add(worstSets<core::api::MachineSet>(m_cluster));
}

void Navigation::refresh()
{
    std::vector<Row> present = rows();
    if (present != m_rows)
        fill(present);
    if (std::exchange(m_isOld, m_cluster.isLost()) != m_cluster.isLost())
        viewport()->update();
    if (!hasFocus()) // whoever moves along the rows is not drawn back
        showPlace();
}

/// The user has gone elsewhere.
void Navigation::follow()
{
    refresh();
    showPlace();
}

void Navigation::fill(const std::vector<Row> &rows)
{
    const auto cursor =
        currentRow() < 0 ? std::nullopt : std::optional(m_rows[static_cast<std::size_t>(currentRow())]);
    m_rows = rows;
    const int count = static_cast<int>(rows.size());
    while (this->count() > count)
        delete takeItem(this->count() - 1);
    while (this->count() < count)
        addItem(new QListWidgetItem);
    int number = 0;
    for (int i = 0; i < count; ++i) {
        const Row &row = m_rows[static_cast<std::size_t>(i)];
        QListWidgetItem &shown = *item(i);
        const bool isTitle = row.goes == Row::Goes::Nowhere;
        shown.setText(row.text);
        shown.setData(CountRole, row.count);
        shown.setData(StateRole, static_cast<int>(row.state));
        shown.setData(TitleRole, isTitle);
        shown.setFlags(isTitle ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        const QString state = row.state == ui::State::None ? QString() : wordOf(row.state);
        shown.setData(
            Qt::AccessibleTextRole, QStringList {row.text, row.count, state}.join(u' ').simplified());
        wearIcon(shown, row.icon);
        const bool hasKey = !isTitle && row.goes != Row::Goes::Object && ++number <= keyCount;
        shown.setToolTip(tip(
            hasKey ? tr("%1 %2 (%3)").arg(row.text, row.count).arg(number) : row.text + u' ' + row.count));
    }
    const auto stays = std::ranges::find_if(m_rows, [&cursor](const Row &row) {
        return cursor && row.goes == cursor->goes && row.text == cursor->text && row.target == cursor->target;
    });
    if (stays != m_rows.end())
        setCurrentRow(static_cast<int>(stays - m_rows.begin()));
}

/// Drawing one takes longer than all else about a row.
void Navigation::wearIcon(QListWidgetItem &item, const QString &name) const
{
    const QColor color = QGuiApplication::palette().color(QPalette::Text); // ours follows it later
    const QString wanted = name.isEmpty() ? QString() : name + color.name();
    if (item.data(IconRole).toString() == wanted)
        return;
    item.setData(IconRole, wanted);
    item.setIcon(name.isEmpty() ? QIcon() : symbolicIcon(name, color));
}

/// The row of where the user is.
void Navigation::showPlace()
{
    Row::Goes goes = m_tables.isFleet() ? Row::Goes::Fleet : Row::Goes::Table;
    if (m_inFront != Front::Tables)
        goes = m_inFront == Front::Scenarios ? Row::Goes::Scenarios : Row::Goes::Experiments;
    const Kind kind = m_tables.currentPage().kind();
    const auto here = std::ranges::find_if(m_rows, [&](const Row &row) {
        return row.goes == goes && (m_inFront != Front::Tables || row.target.kind == kind);
    });
    setCurrentRow(here == m_rows.end() ? -1 : static_cast<int>(here - m_rows.begin()));
}

void Navigation::go(const QListWidgetItem &item)
{
    const Row row = m_rows[static_cast<std::size_t>(this->row(&item))];
    switch (row.goes) {
    case Row::Goes::Nowhere:
        break;
    case Row::Goes::Fleet:
        m_tables.showFleet();
        break;
    case Row::Goes::Table:
        m_tables.showTable(row.target.kind);
        break;
    case Row::Goes::Scenarios:
        emit scenariosAsked();
        break;
    case Row::Goes::Experiments:
        emit experimentsAsked();
        break;
    case Row::Goes::Recoveries:
        emit recoveriesAsked();
        break;
    case Row::Goes::Object:
        emit objectAsked(row.target);
        break;
    case Row::Goes::Controllers:
        emit controllersAsked();
        break;
    }
    showPlace();
}

void Navigation::goToRow(int number)
{
    if (QApplication::activePopupWidget())
        return; // a menu is open, where shortcuts act too
    for (int i = 0; i < count(); ++i) {
        const Row::Goes goes = m_rows[static_cast<std::size_t>(i)].goes;
        if (goes != Row::Goes::Nowhere && goes != Row::Goes::Object && --number == 0)
            return go(*item(i));
    }
}

void Navigation::resizeEvent(QResizeEvent *event)
{
    QListWidget::resizeEvent(event);
    setVerticalScrollBarPolicy(isNarrow(width()) ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    doItemsLayout();
}

void Navigation::focusOutEvent(QFocusEvent *event)
{
    QListWidget::focusOutEvent(event);
    showPlace();
}

} // namespace ui
