// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A label that gives way: too long a text is shortened, in the middle unless told otherwise, and whole in the
// tool tip. What must stay readable is given as a shorter text, for which there is always room.

#include <QLabel>
#include <QPainter>

#include <utility>

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
    /// Takes the place of the text where that does not fit; empty: the text is elided.
    void setShortText(const QString &text)
    {
        if (std::exchange(m_shortText, text) != text)
            updateGeometry();
    }
    /// What there is room for.
    QString shownText() const
    {
        const int room = contentsRect().width();
        const bool isShort = !m_shortText.isEmpty() && fontMetrics().horizontalAdvance(text()) > room;
        return fontMetrics().elidedText(isShort ? m_shortText : text(), m_mode, room);
    }
    QSize minimumSizeHint() const override
    {
        const int least = m_shortText.isEmpty() ? fontMetrics().averageCharWidth() * 3
                                                : fontMetrics().horizontalAdvance(m_shortText);
        return {least, QLabel::minimumSizeHint().height()};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shownText());
    }

private:
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
    QString m_shortText;
};

} // namespace ui
