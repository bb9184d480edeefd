// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The frame around a window that shows the past: it lies above all, and lets every click through.

#include "ui/theme.h"

#include <QWidget>

namespace ui {

class PastFrame : public QWidget
{
    Q_OBJECT

public:
    PastFrame(const Theme &theme, QWidget *window);

protected:
    bool eventFilter(QObject *window, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void fit();

    const Theme &m_theme;
};

} // namespace ui
