// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The title of a page with its buttons beside it, or below it where one line has no room for both.

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace ui {

class PageHead : public QWidget
{
public:
    PageHead(QLabel *title, QWidget *parent)
        : QWidget(parent)
        , m_title(title)
        , m_buttons(new QWidget(this))
        , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    {
        auto *line = new QHBoxLayout(m_buttons);
        line->setContentsMargins(0, 0, 0, 0);
        m_layout->addWidget(title, 1);
        m_layout->addWidget(m_buttons, 0, Qt::AlignLeft);
    }

    void addButton(QWidget *button) { m_buttons->layout()->addWidget(button); }

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            arrange();
        return QWidget::event(event);
    }

private:
    void arrange()
    {
        const QMargins margins = m_layout->contentsMargins();
        const int needed = margins.left() + m_title->sizeHint().width() + m_layout->spacing()
            + m_buttons->sizeHint().width() + margins.right();
        m_layout->setDirection(needed <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    }

    QLabel *m_title;
    QWidget *m_buttons;
    QBoxLayout *m_layout;
};

} // namespace ui
