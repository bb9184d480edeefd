// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The page of machines, which people see first: the wall, the table, or the one above the other. Both show
// the same machines, filtered and chosen in the same way.

#include "ui/fleet/wallgroups.h"
#include "ui/pages/objectpage.h"
#include "ui/place.h"

namespace ui {

class ClusterView;
class Segments;
class Wall;
class WallBar;

class FleetPage : public ObjectPage
{
    Q_OBJECT

public:
    FleetPage(Kind kind, TableModel &model, const ClusterView &cluster, const Theme &theme,
        QWidget *parent = nullptr);

    FleetMode mode() const { return m_mode; }
    void setMode(FleetMode mode);
    Wall &wall() const { return *m_wall; }
    void focusRows() override;
    QPoint currentPlace() const override;

signals:
    void modeChosen(ui::FleetMode mode);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitWall();
    /// Without a tile there is the table instead, which tells why.
    bool isWallAlone() const;
    void showParts();

    FleetMode m_mode = FleetMode::Table;
    Wall *m_wall;
    Segments *m_modes;
    WallBar *m_bar;
};

} // namespace ui
