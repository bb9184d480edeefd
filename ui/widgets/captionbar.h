// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the scenario that runs does, in letters that a room can read, and how far it is; gone soon after.

#include "ui/clusterview.h"
#include "ui/theme.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QToolButton;

namespace ui {

class CommandSender;

/// How the scenario ended, which is over.
QString verdictOf(const core::engine::ScenarioProgress &progress, core::api::Time now);

class CaptionBar : public QFrame
{
    Q_OBJECT

public:
    CaptionBar(
        const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent = nullptr);

    /// The scenario has come further.
    void showProgress();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    const ClusterView &m_cluster;
    const Theme &m_theme;
    QLabel *m_title;
    QLabel *m_caption;
    QToolButton *m_pause;
    QToolButton *m_step;
    QToolButton *m_stop;
    QTimer m_leave;
};

} // namespace ui
