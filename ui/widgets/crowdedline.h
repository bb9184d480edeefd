// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A line of widgets. While there is no room for all of them, those that can be done without leave, one after
// the other; only then does the layout shorten the others.

#include <QEvent>
#include <QHBoxLayout>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace ui {

class CrowdedLine : public QWidget
{
public:
    explicit CrowdedLine(QWidget *parent) : QWidget(parent), m_layout(new QHBoxLayout(this)) { }

    QHBoxLayout *widgets() const { return m_layout; }
    /// These leave when there is no room, the first one first.
    void setDispensable(std::vector<QWidget *> widgets) { m_dispensable = std::move(widgets); }

    QSize minimumSizeHint() const override
    {
        return {roomFor([](const QLayoutItem &item) { return item.minimumSize().width(); }, false),
            m_layout->totalMinimumSize().height()};
    }
    QSize sizeHint() const override
    {
        return {roomFor([](const QLayoutItem &item) { return hintOf(item).width(); }, true),
            m_layout->totalSizeHint().height()};
    }

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            makeRoom();
        return QWidget::event(event);
    }

private:
    bool isDispensable(const QLayoutItem &item) const
    {
        return std::ranges::find(m_dispensable, item.widget()) != m_dispensable.end();
    }

    /// Also of a widget that is hidden.
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
            if (isDispensable(item) ? forAll : !item.isEmpty())
                width += widthOf(item) + m_layout->spacing();
        }
        return width;
    }

    void makeRoom()
    {
        int needed = sizeHint().width();
        for (QWidget *widget : m_dispensable) {
            const bool leaves = needed > width();
            if (leaves)
                needed -= widget->sizeHint().width() + m_layout->spacing();
            if (widget->isHidden() != leaves)
                widget->setHidden(leaves);
        }
    }

    QHBoxLayout *m_layout;
    std::vector<QWidget *> m_dispensable;
};

} // namespace ui
