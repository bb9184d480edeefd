// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the wall's groups and tiles lie: as large as the room allows, never wider than it.

#include <QRect>

#include <optional>
#include <string>
#include <vector>

namespace ui {

/// What the layout knows of a group.
struct GroupSize {
    std::string family; ///< groups of a family that has several begin on a line of their own
    int tiles = 0;
    int titleWidth = 0; ///< px
};

class WallLayout
{
public:
    /// A tile, by its group and its place there.
    struct Place {
        int group = 0;
        int tile = 0;
        bool operator==(const Place &) const = default;
        auto operator<=>(const Place &) const = default;
    };

    static constexpr int mostCards = 20; ///< so many machines, and no more, have room for words
    static constexpr int leastTile = 4; ///< px

    WallLayout() = default;
    /// The layout fills a room of that size, px; what does not fit at the least size of tiles goes on below
    /// it. Where there is room, tiles are larger by that scale. Cards may be as high as heightForCards where
    /// that is more than the room's, px, and get narrower than that card, and as low as one line of text,
    /// before they give way to tiles.
    WallLayout(std::vector<GroupSize> groups, QSize room, int titleHeight, QSize card, double scale = 1,
        int heightForCards = 0);

    /// The height of all groups, px.
    int height() const { return m_height; }
    bool isCards() const { return m_cards; }
    /// The side of a tile that is no card, px.
    int side() const { return m_tile.height(); }
    int groupCount() const { return static_cast<int>(m_places.size()); }
    QRect titleRect(int group) const;
    /// Title and tiles.
    QRect groupRect(int group) const;
    QRect tileRect(Place place) const;
    std::optional<Place> tileAt(QPoint position) const;
    /// The tiles that the rectangle touches, in order.
    std::vector<Place> tilesIn(const QRect &rect) const;
    /// The tile beside, above or below that one, also of a neighbouring group; the same where there is none.
    Place neighbour(Place place, int right, int down) const;

private:
    struct GroupPlace {
        QPoint origin;
        int columns = 1;
        int width = 0; ///< of title and tiles, px
    };

    /// The nearest tile of all that are wholly below that one, or above it; the same where there is none.
    Place beyond(Place place, int down) const;
    int shareOf(std::size_t group, int room) const;
    int columnsOf(std::size_t group, int room) const;
    bool fitsAsCards(QSize room, QSize card);
    void arrange(QSize room);
    void place(QSize room);
    void widenTitles(int end);
    int tilesHeight(int group) const;

    std::vector<GroupSize> m_groups;
    std::vector<int> m_beside; ///< of each group's family, on one line
    std::vector<GroupPlace> m_places;
    QSize m_tile;
    int m_gap = 1; ///< between tiles, px
    double m_widthToHeight = 1; ///< of a group's tiles
    bool m_inFewLines = false; ///< instead
    int m_titleHeight = 0;
    double m_scale = 1;
    int m_height = 0;
    bool m_cards = false;
};

} // namespace ui
