// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A line of widgets. While there is no room for all of them, some leave or become brief, one after the other;
// only then does the layout shorten the others.

#include <QEvent>
#include <QHBoxLayout>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <vector>

namespace ui {

class CrowdedLine : public QWidget
{
public:
    /// What makes room.
    struct Concession {
        QWidget *widget;
        /// How much narrower the widget is when brief; empty: it leaves.
        std::function<int()> savedWhenBrief {};
        std::function<void(bool)> setBrief {};
        bool isMade = false;
    };

    explicit CrowdedLine(QWidget *parent) : QWidget(parent), m_layout(new QHBoxLayout(this)) { }

    QHBoxLayout *widgets() const { return m_layout; }
    /// These are made when there is no room, the first one first; those that turn out not to have been
    /// necessary are taken back, the last one first.
    void setConcessions(std::vector<Concession> concessions) { m_concessions = std::move(concessions); }
    /// These leave when there is no room, the first one first.
    void setDispensable(const std::vector<QWidget *> &widgets)
    {
        m_concessions.clear();
        for (QWidget *widget : widgets)
            m_concessions.push_back({widget});
    }

    QSize minimumSizeHint() const override
    {
        return {roomFor([](const QLayoutItem &item) { return item.minimumSize().width(); }, false),
            m_layout->totalMinimumSize().height()};
    }
    /// Room for all of them, none of them brief.
    QSize sizeHint() const override
    {
        int width = roomFor([](const QLayoutItem &item) { return hintOf(item).width(); }, true) + roomOfGaps()
            - m_layout->spacing(); // of which there is one less than widgets
        for (const Concession &concession : m_concessions) {
            if (concession.isMade && concession.setBrief)
                width += concession.savedWhenBrief();
        }
        return {width, m_layout->totalSizeHint().height()};
    }

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            makeRoom();
        return QWidget::event(event);
    }

private:
    bool mayLeave(const QLayoutItem &item) const
    {
        return std::ranges::any_of(m_concessions, [&](const Concession &concession) {
            return concession.widget == item.widget() && !concession.setBrief;
        });
    }

    /// The hint is also that of a widget that is hidden.
    static QSize hintOf(const QLayoutItem &item)
    {
        return item.widget() ? item.widget()->sizeHint() : item.sizeHint();
    }

    template<typename WidthOf>
    int roomFor(WidthOf widthOf, bool forAll) const
    {
        const QMargins margins = m_layout->contentsMargins();
        int width = margins.left() + margins.right();
        for (int i = 0; i < m_layout->count(); ++i) {
            const QLayoutItem &item = *m_layout->itemAt(i);
            if (mayLeave(item) ? forAll : !item.isEmpty())
                width += widthOf(item) + m_layout->spacing();
        }
        return width;
    }

    /// A layout keeps its margins while nothing in it is shown.
    int roomOfGaps() const
    {
        int width = 0;
        for (int i = 0; i < m_layout->count(); ++i) {
            const QLayoutItem &item = *m_layout->itemAt(i);
            if (item.isEmpty() && !item.widget())
                width += item.sizeHint().width();
        }
        return width;
    }

    /// A widget leaves only after it has become brief.
    int savedBy(const Concession &concession) const
    {
        if (concession.setBrief)
            return concession.savedWhenBrief();
        int saved = concession.widget->sizeHint().width() + m_layout->spacing();
        for (const Concession &before : m_concessions) {
            if (before.widget == concession.widget && before.setBrief && !before.isMade)
                saved -= before.savedWhenBrief();
        }
        return saved;
    }

    void makeRoom()
    {
        int needed = sizeHint().width();
        std::vector<int> saved;
        for (const Concession &concession : m_concessions) {
            saved.push_back(needed > width() ? savedBy(concession) : 0);
            needed -= saved.back();
        }
        for (std::size_t i = saved.size(); i-- > 0;) {
            const bool isMade = saved[i] > 0 && needed + saved[i] > width();
            if (!isMade)
                needed += saved[i];
            make(m_concessions[i], isMade);
        }
    }

    static void make(Concession &concession, bool isMade)
    {
        const bool changes = std::exchange(concession.isMade, isMade) != isMade;
        if (concession.setBrief) {
            if (changes)
                concession.setBrief(isMade);
        } else if (concession.widget->isHidden() != isMade) {
            concession.widget->setHidden(isMade);
        }
    }

    QHBoxLayout *m_layout;
    std::vector<Concession> m_concessions;
};

} // namespace ui
