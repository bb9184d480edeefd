// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What somebody sees who opens the window for the first time (docs/window.md W42): what the program is, how
// far the lab is, what to do next, ticked as it is done, and the ways on. It takes no focus, and stands over
// the foot of the tables until it is left or all of it was done.

#include "ui/theme.h"

#include <QFrame>

#include <array>

class QAction;
class QBoxLayout;
class QLabel;

namespace ui {

class Actions;
class ClusterView;

class Welcome : public QFrame
{
    Q_OBJECT

public:
    enum class Step { Scale, Break, Read };
    static constexpr int steps = 3;

    Welcome(const ClusterView &cluster, const Actions &actions, const Theme &theme, QWidget *window);

    void clusterChanged();
    void tick(Step step);

signals:
    /// It had the keys, and closes, by itself or before what was chosen is done.
    void left();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    QLabel *addLine(const QString &name);
    void addOffer(const QString &name, const QString &text, QAction *action);
    void showSteps();
    void leave();
    const QWidget *tables() const;
    void place();

    const ClusterView &m_cluster;
    const Actions &m_actions;
    QLabel *m_progress = nullptr;
    QLabel *m_next = nullptr;
    QBoxLayout *m_offers;
    std::array<bool, steps> m_done {};
    bool m_isRunning = false; ///< all nodes were Ready once
};

} // namespace ui
