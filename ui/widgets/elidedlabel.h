// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A label that gives way: too long a text is shortened, in the middle unless told otherwise, and whole in the
// tool tip.

#include <QLabel>
#include <QPainter>

namespace ui {

class ElidedLabel : public QLabel
{
public:
    explicit ElidedLabel(QWidget *parent) : ElidedLabel({}, parent) { }
    ElidedLabel(const QString &text, QWidget *parent) : QLabel(parent)
    {
        setTextFormat(Qt::PlainText);
        setText(text);
    }

    void setElideMode(Qt::TextElideMode mode) { m_mode = mode; }
    QSize minimumSizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * 3, QLabel::minimumSizeHint().height()};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine,
            fontMetrics().elidedText(text(), m_mode, contentsRect().width()));
    }

private:
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
};

} // namespace ui
