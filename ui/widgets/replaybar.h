// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a replay shows just now, in letters that a room can read; with its speed, and below it how far it is
// and where something happens.

#include "ui/theme.h"

#include <QFrame>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace ui {

class Replay;

class ReplayBar : public QFrame
{
    Q_OBJECT

public:
    ReplayBar(Replay &replay, const Theme &theme, QWidget *parent = nullptr);

signals:
    void presentAsked();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QToolButton *addButton(QBoxLayout *line, const char16_t *name, const QString &text, const QString &tip);
    void showReplay();
    void holdRoom();

    Replay &m_replay;
    const Theme &m_theme;
    QLabel *m_title;
    QLabel *m_caption;
    QToolButton *m_slower = nullptr;
    QLabel *m_speed;
    QToolButton *m_faster = nullptr;
    QToolButton *m_pause = nullptr;
    QToolButton *m_next = nullptr;
};

} // namespace ui
