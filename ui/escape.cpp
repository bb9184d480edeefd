// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/escape.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

namespace ui {

namespace {

/// Escape means something there already.
bool hasUseForEscape(const QWidget *focused)
{
    const auto *line = qobject_cast<const QLineEdit *>(focused);
    return (line && !line->text().isEmpty()) || qobject_cast<const QAbstractSpinBox *>(focused)
        || qobject_cast<const QPlainTextEdit *>(focused);
}

} // namespace

bool isFreeEscape(const QObject *object, const QEvent *event, const QWidget *window)
{
    if (event->type() != QEvent::KeyPress || static_cast<const QKeyEvent *>(event)->key() != Qt::Key_Escape)
        return false;
    const auto *widget = qobject_cast<const QWidget *>(object);
    return widget && widget->window() == window && !QApplication::activePopupWidget()
        && !QApplication::activeModalWidget() && !hasUseForEscape(QApplication::focusWidget());
}

} // namespace ui
