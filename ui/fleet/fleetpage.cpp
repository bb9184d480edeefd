// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleetpage.h"

#include "ui/fleet/wall.h"
#include "ui/fleet/wallbar.h"
#include "ui/widgets/segments.h"

#include <QScrollBar>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int roomyPage = 320; // px: a lower one leaves the table rows before it has a wall
constexpr int rowsOfLowPage = 6;
constexpr int leastWall = 64; // px
constexpr double wallShare = 0.42; // of the page's height, at most
constexpr int rowsBesideCards = 5;
} // namespace

FleetPage::FleetPage(
    Kind kind, TableModel &model, const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : ObjectPage(kind, model, theme, parent)
    , m_wall(new Wall(kind, cluster, table(), theme, this))
    , m_modes(new Segments(this))
    , m_bar(new WallBar(theme, this))
{
    m_modes->add(u"wallAndTable"_s, tr("Wall + table"), tr("All machines as tiles, and in a table"));
    m_modes->add(u"tableOnly"_s, tr("Table"), tr("The table alone"));
    m_modes->add(u"wallOnly"_s, tr("Wall"), tr("All machines as tiles"));
    m_modes->setObjectName(u"fleetModes"_s);
    addSwitch(m_modes);
    addAbove(m_bar);
    addAbove(m_wall);
    table().setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // it gets what the wall leaves
    connect(m_bar, &WallBar::groupByChosen, m_wall, &Wall::setGroupBy);
    connect(m_bar, &WallBar::colorByChosen, m_wall, &Wall::setColorBy);
    connect(m_modes, &Segments::chosenByUser, this, [this](int mode) { emit modeChosen(FleetMode(mode)); });
    connect(&model, &TableModel::countsChanged, this, [this] {
        if (table().isHidden() != isWallAlone())
            showParts();
    });
    connect(table().horizontalScrollBar(), &QScrollBar::rangeChanged, this, &FleetPage::fitWall);
    setMode(FleetMode::WallAndTable);
}

void FleetPage::setMode(FleetMode mode)
{
    m_mode = mode;
    m_modes->choose(static_cast<int>(mode));
    m_bar->setVisible(mode == FleetMode::Wall);
    m_wall->setSizePolicy(
        QSizePolicy::Preferred, mode == FleetMode::Wall ? QSizePolicy::Expanding : QSizePolicy::Maximum);
    showParts();
}

bool FleetPage::isWallAlone() const
{
    return m_mode == FleetMode::Wall && table().tableModel().rowCount() > 0;
}

/// Whoever had the keys in the one has them in the other.
void FleetPage::showParts()
{
    const bool hasKeys = m_wall->hasFocus() || table().hasFocus();
    setFocusProxy(isWallAlone() ? static_cast<QWidget *>(m_wall) : &table());
    fitWall();
    table().setHidden(isWallAlone());
    if (hasKeys)
        focusRows();
}

void FleetPage::fitWall()
{
    const bool isLow = height() < roomyPage;
    const int roomOfLow = roomAbove(rowsOfLowPage);
    const bool tooLow = m_mode == FleetMode::WallAndTable && isLow && roomOfLow < leastWall;
    const bool hasNoTile = m_mode == FleetMode::Wall && !isWallAlone();
    m_wall->setHidden(m_mode == FleetMode::Table || tooLow || hasNoTile);
    const Wall::Heights most = isLow
        ? Wall::Heights {std::max(roomOfLow, leastWall), std::max(roomOfLow, leastWall)}
        : Wall::Heights {static_cast<int>(height() * wallShare), roomAbove(rowsBesideCards)};
    m_wall->setMostHeight(m_mode == FleetMode::Wall ? std::nullopt : std::optional(most));
}

void FleetPage::focusRows()
{
    if (isWallAlone())
        m_wall->setFocus();
    else
        ObjectPage::focusRows();
}

QPoint FleetPage::currentPlace() const
{
    const auto current = table().currentKey();
    const auto tile = isWallAlone() && current ? m_wall->rectOf(*current) : std::nullopt;
    return tile ? m_wall->viewport()->mapToGlobal(tile->bottomLeft()) : ObjectPage::currentPlace();
}

void FleetPage::resizeEvent(QResizeEvent *event)
{
    ObjectPage::resizeEvent(event);
    fitWall();
}

} // namespace ui
