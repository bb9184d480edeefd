// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts that the user chooses from (docs/window.md W33): those of panels.h, and those that they have
// saved themselves under a name.

#include "ui/commandsender.h"

class QMenu;

namespace ui {

class Actions;
class Panels;

class Layouts : public QObject
{
    Q_OBJECT

public:
    /// fresh: none of one's own are saved or offered.
    Layouts(QWidget &window, Panels &panels, const Actions &actions, bool fresh);

    /// The menu offers what is saved at the time when it opens.
    void fill(QMenu &menu);

signals:
    void noticed(const ui::Notice &notice);
    /// What was noticed about that is over.
    void mooted(const QString &topic);

private:
    void offerOwn(QMenu &menu);
    void offerToForget(QMenu &menu);
    void use(const QString &name);
    void askName();
    void save(const QString &name);
    void forget(const QString &name);

    QWidget &m_window;
    Panels &m_panels;
    const Actions &m_actions;
    bool m_fresh;
};

} // namespace ui
