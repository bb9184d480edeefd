// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/walllayout.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>

namespace ui {

namespace {

constexpr int sides[] = {26, 22, 18, 15, 12, 10, 8, 7, 6, 5, WallLayout::leastTile}; // px
constexpr int manyTiles = 200; // from here on they are smaller
constexpr int sideOfMany = 15;
constexpr QSizeF cardSizes[] = {
    {1, 1}, {0.8, 1}, {0.8, 0.57}, {0.62, 1}, {0.62, 0.57}}; // shares of a card's best size
constexpr int betweenCards = 6;
constexpr int margin = 14; // px around all
constexpr int betweenGroups = 24;
constexpr int mostForTitle = 260; // px: a longer one is elided
constexpr int mostBeside = 4; // groups of a family on one line
constexpr double widthsToHeight[] = {12, 6, 3}; // of a group's tiles: wide, unless narrow saves lines
constexpr int betweenLines = 10;
constexpr int anyWidth = 1 << 20; // px: of the whole wall

int gapOf(int side)
{
    return side >= 18 ? 5 : side >= 10 ? 2 : 1;
}

/// How many groups each one's family has beside each other, itself among them.
std::vector<int> countsBeside(const std::vector<GroupSize> &groups)
{
    std::map<std::string, int> sizes;
    for (const GroupSize &group : groups)
        ++sizes[group.family];
    std::vector<int> beside;
    for (const GroupSize &group : groups)
        beside.push_back(std::min(sizes[group.family], mostBeside));
    return beside;
}

bool isOfSeveral(const std::vector<GroupSize> &groups, std::size_t i)
{
    return (i > 0 && groups[i - 1].family == groups[i].family)
        || (i + 1 < groups.size() && groups[i + 1].family == groups[i].family);
}

} // namespace

WallLayout::WallLayout(
    std::vector<GroupSize> groups, QSize room, int titleHeight, QSize card, double scale, int heightForCards)
    : m_groups(std::move(groups))
    , m_beside(countsBeside(m_groups))
    , m_titleHeight(titleHeight)
    , m_scale(scale)
{
    const int tiles = std::accumulate(m_groups.begin(), m_groups.end(), 0,
        [](int sum, const GroupSize &group) { return sum + group.tiles; });
    m_cards = tiles <= mostCards;
    m_cards = m_cards && fitsAsCards({room.width(), std::max(room.height(), heightForCards)}, card);
    if (m_cards)
        return;
    for (const int side : sides) {
        if (tiles > manyTiles && side > sideOfMany)
            continue;
        const int scaled = side == leastTile ? side : static_cast<int>(std::lround(side * m_scale));
        m_tile = {scaled, scaled};
        m_gap = gapOf(side);
        for (const double widthToHeight : widthsToHeight) {
            m_widthToHeight = widthToHeight;
            arrange(room);
            if (m_height <= room.height())
                return;
        }
    }
}

bool WallLayout::fitsAsCards(QSize room, QSize card)
{
    m_gap = betweenCards;
    for (const QSizeF &share : cardSizes) {
        m_tile = {
            static_cast<int>(card.width() * share.width()), static_cast<int>(card.height() * share.height())};
        arrange(room);
        if (m_height <= room.height())
            return true;
    }
    return false;
}

/// What it may take of a line, px.
int WallLayout::shareOf(std::size_t group, int room) const
{
    const int beside = m_beside[group];
    return (room - (beside - 1) * betweenGroups) / beside;
}

/// Wide rather than high, as far as its share of the line allows, or in as few lines as that allows; the
/// cards of a group that is alone take all of the line.
int WallLayout::columnsOf(std::size_t group, int room) const
{
    const GroupSize &size = m_groups[group];
    const int most = std::max(1, (shareOf(group, room) + m_gap) / (m_tile.width() + m_gap));
    const bool isAlone = m_cards && m_groups.size() == 1;
    const int fewestLines = std::max(1, (size.tiles + most - 1) / most);
    const int wanted = isAlone ? most
        : m_inFewLines         ? (size.tiles + fewestLines - 1) / fewestLines
                               : static_cast<int>(std::ceil(std::sqrt(size.tiles * m_widthToHeight)));
    return std::clamp(std::min(wanted, most), 1, std::max(1, size.tiles));
}

int WallLayout::tilesHeight(int group) const
{
    const int columns = m_places[static_cast<std::size_t>(group)].columns;
    const int lines = (m_groups[static_cast<std::size_t>(group)].tiles + columns - 1) / columns;
    return std::max(0, lines * (m_tile.height() + m_gap) - m_gap);
}

/// In whichever of the two ways all is less high.
void WallLayout::arrange(QSize room)
{
    m_inFewLines = true;
    place(room);
    std::vector<GroupPlace> places = m_places;
    const int height = m_height;
    m_inFewLines = false;
    place(room);
    if (height < m_height) {
        m_places = std::move(places);
        m_height = height;
    }
}

void WallLayout::place(QSize room)
{
    const int width = std::max(1, room.width() - 2 * margin);
    m_places.assign(m_groups.size(), {});
    QPoint next(margin, margin / 2);
    int lineHeight = 0;
    const auto breakLine = [&] {
        next = {margin, next.y() + lineHeight + betweenLines};
        lineHeight = 0;
    };
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        GroupPlace &place = m_places[i];
        place.columns = columnsOf(i, width);
        const int tiles = place.columns * (m_tile.width() + m_gap) - m_gap;
        const int most = static_cast<int>(mostForTitle * m_scale);
        const int title =
            std::min(m_groups[i].titleWidth, m_cards ? std::min(most, shareOf(i, width)) : most);
        place.width = std::min(width, std::max(tiles, title));
        const bool newFamily = i > 0 && m_groups[i].family != m_groups[i - 1].family
            && (isOfSeveral(m_groups, i) || isOfSeveral(m_groups, i - 1));
        if (lineHeight > 0 && (newFamily || next.x() + place.width > margin + width))
            breakLine();
        place.origin = next;
        next.rx() += place.width + betweenGroups;
        lineHeight = std::max(lineHeight, m_titleHeight + tilesHeight(static_cast<int>(i)));
    }
    m_height = m_groups.empty() ? 0 : next.y() + lineHeight + margin / 2;
    widenTitles(margin + width);
}

/// The last title of a line may go on to its end.
void WallLayout::widenTitles(int end)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        GroupPlace &place = m_places[i];
        if (i + 1 == m_places.size() || m_places[i + 1].origin.y() != place.origin.y())
            place.width = std::max(place.width, std::min(m_groups[i].titleWidth, end - place.origin.x()));
    }
}

QRect WallLayout::titleRect(int group) const
{
    const GroupPlace &place = m_places[static_cast<std::size_t>(group)];
    return {place.origin, QSize(place.width, m_titleHeight)};
}

QRect WallLayout::groupRect(int group) const
{
    return titleRect(group).adjusted(0, 0, 0, tilesHeight(group));
}

QRect WallLayout::tileRect(Place at) const
{
    const GroupPlace &place = m_places[static_cast<std::size_t>(at.group)];
    const QPoint step(at.tile % place.columns, at.tile / place.columns);
    return {place.origin
            + QPoint(
                step.x() * (m_tile.width() + m_gap), m_titleHeight + step.y() * (m_tile.height() + m_gap)),
        m_tile};
}

std::optional<WallLayout::Place> WallLayout::tileAt(QPoint position) const
{
    const auto found = tilesIn(QRect(position, QSize(1, 1)));
    return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<WallLayout::Place> WallLayout::tilesIn(const QRect &rect) const
{
    std::vector<Place> found;
    for (int group = 0; group < groupCount(); ++group) {
        if (!groupRect(group).intersects(rect))
            continue;
        const int columns = m_places[static_cast<std::size_t>(group)].columns;
        const QRect first = tileRect({group, 0});
        const QSize step = m_tile + QSize(m_gap, m_gap);
        const int top = std::max(0, (rect.top() - first.top()) / step.height());
        const int bottom = std::max(-1, (rect.bottom() - first.top()) / step.height());
        const int count = m_groups[static_cast<std::size_t>(group)].tiles;
        for (int tile = top * columns; tile < std::min(count, (bottom + 1) * columns); ++tile) {
            if (tileRect({group, tile}).intersects(rect))
                found.push_back({group, tile});
        }
    }
    return found;
}

WallLayout::Place WallLayout::neighbour(Place place, int right, int down) const
{
    const GroupPlace &group = m_places[static_cast<std::size_t>(place.group)];
    const int count = m_groups[static_cast<std::size_t>(place.group)].tiles;
    const int tile = place.tile + right + down * group.columns;
    if (tile >= 0 && tile < count)
        return {place.group, tile};
    if (down != 0)
        return beyond(place, down);
    const int beside = place.group + right;
    if (beside < 0 || beside >= groupCount())
        return place;
    return {beside, right > 0 ? 0 : m_groups[static_cast<std::size_t>(beside)].tiles - 1};
}

WallLayout::Place WallLayout::beyond(Place place, int down) const
{
    const QRect from = tileRect(place);
    const QRect rest = down > 0 ? QRect(QPoint(0, from.bottom() + 1), QPoint(anyWidth, m_height))
                                : QRect(QPoint(0, 0), QPoint(anyWidth, from.top() - 1));
    Place nearest = place;
    int least = std::numeric_limits<int>::max();
    for (const Place other : tilesIn(rest)) {
        const QRect rect = tileRect(other);
        const QPoint away = rect.center() - from.center();
        const int distance = std::abs(away.y()) + 2 * std::abs(away.x()); // straight on is nearer
        const bool isBeyond = down > 0 ? rect.top() > from.bottom() : rect.bottom() < from.top();
        if (isBeyond && distance < least) {
            nearest = other;
            least = distance;
        }
    }
    return nearest;
}

} // namespace ui
