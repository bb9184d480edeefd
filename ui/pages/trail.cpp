// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trail.h"

#include "ui/actions.h"
#include "ui/pages/tables.h"

namespace ui {

namespace {

constexpr std::size_t mostVisits = 100;

bool isSameTable(const Visit &one, const Visit &other)
{
    return one.table == other.table && one.fleet == other.fleet;
}

} // namespace

Trail::Trail(Tables &tables, const Actions &actions, QObject *parent)
    : QObject(parent)
    , m_tables(tables)
    , m_actions(actions)
    , m_visits {tables.visit()}
{
    m_noteSoon.setSingleShot(true);
    m_noteSoon.setInterval(0);
    connect(&m_noteSoon, &QTimer::timeout, this, &Trail::note);
    connect(&tables, &Tables::selectionMoved, &m_noteSoon, qOverload<>(&QTimer::start));
    connect(&tables, &Tables::placeChanged, &m_noteSoon, qOverload<>(&QTimer::start));
    connect(&tables, &Tables::aboutToJump, this, [this] {
        note();
        m_isJump = true;
    });
    connect(actions.goBack, &QAction::triggered, this, [this] {
        note();
        if (m_at > 0)
            go(m_at - 1);
    });
    connect(actions.goForward, &QAction::triggered, this, [this] {
        note();
        if (m_at + 1 < m_visits.size())
            go(m_at + 1);
    });
}

void Trail::clear()
{
    m_visits = {m_tables.visit()};
    m_at = 0;
    m_isJump = false;
    showWhatCanBeDone();
}

void Trail::note()
{
    m_noteSoon.stop();
    Visit now = m_tables.visit();
    Visit &last = m_visits[m_at];
    const bool isJump = std::exchange(m_isJump, false);
    if (now == last)
        return;
    if (isSameTable(now, last) && !isJump) {
        last = std::move(now);
        return;
    }
    m_visits.resize(m_at + 1);
    m_visits.push_back(std::move(now));
    if (m_visits.size() > mostVisits)
        m_visits.erase(m_visits.begin());
    m_at = m_visits.size() - 1;
    showWhatCanBeDone();
}

void Trail::go(std::size_t visit)
{
    m_at = visit;
    m_tables.revisit(Visit(m_visits[visit]));
    showWhatCanBeDone();
}

void Trail::showWhatCanBeDone()
{
    m_actions.goBack->setEnabled(m_at > 0);
    m_actions.goForward->setEnabled(m_at + 1 < m_visits.size());
}

} // namespace ui
