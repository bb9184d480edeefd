// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What has no room from top to bottom is scrolled to; from side to side it takes the width that there is.
// The keys are its content's, which is scrolled to as they reach it.

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>

namespace ui {

class DownScroll : public QScrollArea
{
public:
    DownScroll(QWidget *content, QWidget *parent) : QScrollArea(parent)
    {
        setWidgetResizable(true);
        setFocusPolicy(Qt::NoFocus);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setWidget(content);
        // Qt does so only for keys that were within before; what is clicked stays below the mouse.
        connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *before, QWidget *now) {
            if (before && now && isAncestorOf(now) && QGuiApplication::mouseButtons() == Qt::NoButton)
                ensureWidgetVisible(now, 0);
        });
    }

    /// It is never narrower from now on than its content may be at this moment.
    void keepContentWidth()
    {
        setMinimumWidth(widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
    }
};

} // namespace ui
