// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pastframe.h"

#include <QEvent>
#include <QPainter>

namespace ui {

namespace {
constexpr int frameWidth = 3; // px
}

PastFrame::PastFrame(const Theme &theme, QWidget *window) : QWidget(window), m_theme(theme)
{
    setObjectName(QStringLiteral("pastFrame"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    window->installEventFilter(this);
    hide();
}

bool PastFrame::eventFilter(QObject *window, QEvent *event)
{
    const bool mayCover = event->type() == QEvent::Resize || event->type() == QEvent::ChildAdded;
    if (mayCover && isVisible())
        fit();
    return QWidget::eventFilter(window, event);
}

/// Nothing is painted anew below what the mask leaves out.
void PastFrame::fit()
{
    const QRect all = parentWidget()->rect();
    setGeometry(all);
    const QRect inside = all.adjusted(frameWidth, frameWidth, -frameWidth, -frameWidth);
    setMask(QRegion(all).subtracted(inside));
    raise();
}

void PastFrame::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.color(Tone::Past));
}

void PastFrame::showEvent(QShowEvent *event)
{
    fit();
    QWidget::showEvent(event);
}

} // namespace ui
