// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What somebody sees who opens the window for the first time (docs/window.md W42): what the program is, and
// the ways on. It takes no focus, and stands over the window until it is left.

#include "ui/theme.h"

#include <QFrame>

class QAction;
class QBoxLayout;

namespace ui {

class Welcome : public QFrame
{
    Q_OBJECT

public:
    Welcome(QAction &tour, QAction &clusters, const Theme &theme, QWidget *window);

signals:
    /// It closes, by itself or before what was chosen is done.
    void left();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addOffer(const QString &name, const QString &text, QAction *action);
    void leave();
    void place();

    QBoxLayout *m_offers;
};

} // namespace ui
