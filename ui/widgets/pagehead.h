// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The title of a page with its buttons beside it, or below it where one line has no room for both and the
// page has a line to spare.

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace ui {

class PageHead : public QWidget
{
public:
    PageHead(QLabel *title, QWidget *page)
        : QWidget(page)
        , m_page(page)
        , m_title(title)
        , m_buttons(new QWidget(this))
        , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    {
        auto *line = new QHBoxLayout(m_buttons);
        line->setContentsMargins(0, 0, 0, 0);
        m_layout->addWidget(title, 1);
        m_layout->addWidget(m_buttons, 0, Qt::AlignLeft);
        page->installEventFilter(this);
    }

    void addButton(QWidget *button) { m_buttons->layout()->addWidget(button); }

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            arrange();
        return QWidget::event(event);
    }
    bool eventFilter(QObject *page, QEvent *event) override
    {
        if (event->type() == QEvent::Resize)
            arrange();
        return QWidget::eventFilter(page, event);
    }

private:
    static constexpr int leastHeight = 300; // px: a page that is lower needs every line

    void arrange()
    {
        const QMargins margins = m_layout->contentsMargins();
        const int needed = margins.left() + m_title->sizeHint().width() + m_layout->spacing()
            + m_buttons->sizeHint().width() + margins.right();
        const bool isBeside = needed <= width() || m_page->height() < leastHeight;
        m_layout->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    }

    QWidget *m_page;
    QLabel *m_title;
    QWidget *m_buttons;
    QBoxLayout *m_layout;
};

} // namespace ui
