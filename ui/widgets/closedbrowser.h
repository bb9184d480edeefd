// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shows what it is given, and loads nothing: no picture, no style, from nowhere; where its links lead others
// decide.

#include <QTextBrowser>

namespace ui {

class ClosedBrowser : public QTextBrowser
{
public:
    explicit ClosedBrowser(QWidget *parent) : QTextBrowser(parent)
    {
        setOpenLinks(false);
        setFrameShape(QFrame::NoFrame);
    }
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

} // namespace ui
