// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All machines at a glance (docs/window.md W19): a tile each, in groups, with what is wrong written above
// them. Shows the rows of a table, and shares the selection with it.

#include "ui/fleet/wallgroups.h"
#include "ui/fleet/walllayout.h"
#include "ui/fleet/wallshades.h"
#include "ui/theme.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QTimer>

#include <unordered_set>

class QRubberBand;

namespace ui {

class ObjectTable;

class Wall : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// The table is one of machines.
    Wall(Kind machines, const ClusterView &cluster, ObjectTable &table, const Theme &theme,
        QWidget *parent = nullptr);

    void setGroupBy(GroupBy groupBy);
    /// What tiles are coloured by; cards have the colours of states.
    void setColorBy(ColorBy colorBy);
    struct Heights {
        int tiles = 0;
        int cards = 0; ///< where it is more
        bool operator==(const Heights &) const = default;
    };
    /// The tiles get as large as that height allows, px; unset: as that of the widget.
    void setMostHeight(std::optional<Heights> most);
    /// Looks at the cluster now.
    void refresh();
    /// Health checks have changed, which the titles of groups tell of.
    void checksChanged() { refreshSoon(false); }

    const std::vector<WallGroup> &groups() const { return m_groups; }
    /// Where the machine's tile is, in the viewport; nothing when it has none.
    std::optional<QRect> rectOf(const core::api::ObjectKey &machine) const;
    bool isCards() const { return m_layout.isCards(); }
    int tileSide() const { return m_layout.side(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void inspectAsked();
    void menuAsked(QPoint globalPosition);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    using Place = WallLayout::Place;

    void refreshSoon(bool regroup);
    void refreshStates();
    void tellAll();
    void tellCurrent();
    static QSize cardSize(const QFontMetrics &letters);
    int mostHeight() const;
    void arrange();
    void arrangeAnew();
    bool isAllInSight() const;
    void followSelection();
    void select(const std::vector<Place> &places, Qt::KeyboardModifiers modifiers);
    void selectBand(Qt::KeyboardModifiers modifiers);
    void moveCurrent(int right, int down, Qt::KeyboardModifiers modifiers, int times = 1);
    void goTo(Place place, Qt::KeyboardModifiers modifiers);
    /// The rows are those in sight.
    int rowsOfTiles() const;
    std::optional<Place> placeAt(QPoint inViewport) const;
    std::optional<int> titleAt(QPoint inViewport) const; ///< the group's
    const WallTile &tile(Place place) const;
    QRect inViewport(const QRect &rect) const;
    QStringList aboutTile(const WallTile &tile) const;
    void paintTitle(QPainter &painter, int group) const;
    std::vector<QColor> colors() const;
    int shadeNow(const WallTile &tile) const;
    void paintTiles(QPainter &painter, const QRect &part, const std::vector<Place> &tiles);
    void paintSquares(QPainter &painter, const QRect &part, const std::vector<Place> &tiles);
    void paintRounded(QPainter &painter, const std::vector<Place> &tiles) const;
    QPixmap roundedTile(State state, const QColor &color) const;
    void paintCard(QPainter &painter, const QRect &rect, const WallTile &tile) const;
    void paintCardsSecondLine(QPainter &painter, const QRect &line, const WallTile &tile) const;
    void paintRing(QPainter &painter, const QRect &rect, Tone tone) const;
    void paintFocus(QPainter &painter) const;

    const Kind m_kind;
    const ClusterView &m_cluster;
    ObjectTable &m_table;
    const Theme &m_theme;
    GroupBy m_groupBy = GroupBy::SetAndZone;
    ColorBy m_colorBy = ColorBy::State;
    std::vector<WallGroup> m_groups;
    WallLayout m_layout;
    std::unordered_map<core::api::ObjectKey, Place> m_placeOf;
    std::unordered_set<core::api::ObjectKey> m_selected;
    std::optional<Heights> m_mostHeight;
    QImage m_squares; ///< of paintSquares: room that is kept from frame to frame
    QTimer m_refresh;
    bool m_isFailingFirst = false; ///< the groups, as not all are in sight
    bool m_hasShownMachines = false;
    bool m_regroup = false; ///< other machines than before, or others beside each other
    QRubberBand *m_band = nullptr;
    std::optional<QPoint> m_pressed; ///< where the button went down, in the viewport
};

} // namespace ui
