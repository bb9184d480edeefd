// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/keyfield.h"

#include "ui/keys.h"

#include <QKeyEvent>

namespace ui {

KeyField::KeyField(QWidget *parent) : QPushButton(parent)
{
    setAutoDefault(false);
    connect(this, &QPushButton::clicked, this, [this] { setWaiting(!m_isWaiting); });
    setWaiting(false);
}

void KeyField::setKey(const QKeySequence &key)
{
    m_key = key;
    setWaiting(false);
}

void KeyField::setWaiting(bool waiting)
{
    m_isWaiting = waiting;
    const QString key = keyText(m_key);
    setText(waiting ? tr("Press a key…") : key.isEmpty() ? tr("none") : key);
    setDown(waiting);
}

/// While it waits every key is its own, also those that mean something to the window, and Tab.
bool KeyField::event(QEvent *event)
{
    if (m_isWaiting && event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (m_isWaiting && event->type() == QEvent::KeyPress) {
        keyPressEvent(static_cast<QKeyEvent *>(event));
        return true;
    }
    return QPushButton::event(event);
}

void KeyField::keyPressEvent(QKeyEvent *event)
{
    if (!m_isWaiting) {
        const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        return isEnter ? setWaiting(true) : QPushButton::keyPressEvent(event);
    }
    event->accept();
    const QKeySequence key = keyPressed(*event);
    if (key.isEmpty() || event->isAutoRepeat())
        return;
    const bool isBare = event->modifiers() == Qt::NoModifier;
    setWaiting(false);
    if (isBare && event->key() == Qt::Key_Escape)
        return;
    emit keyChosen(isBare && event->key() == Qt::Key_Backspace ? QKeySequence() : key);
}

void KeyField::focusOutEvent(QFocusEvent *event)
{
    setWaiting(false);
    QPushButton::focusOutEvent(event);
}

} // namespace ui
