// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables and rows that the user has been at, to go back and forward among them (docs/window.md W38).
// Rows that are passed by in a table are one place, where the user was last; a jump to an object begins
// another one.

#include "ui/place.h"

#include <QTimer>

#include <vector>

namespace ui {

class Actions;
class Tables;

class Trail : public QObject
{
    Q_OBJECT

public:
    Trail(Tables &tables, const Actions &actions, QObject *parent);

    /// Begins where the user is now.
    void clear();

private:
    void note();
    void go(std::size_t visit);
    void showWhatCanBeDone();

    Tables &m_tables;
    const Actions &m_actions;
    std::vector<Visit> m_visits;
    std::size_t m_at = 0; ///< among them
    bool m_isJump = false;
    QTimer m_noteSoon; ///< where several steps lead to one place
};

} // namespace ui
