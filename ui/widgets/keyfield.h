// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shows a key, and takes another one: a click, Enter or Space makes it wait for the next key that is pressed.
// Escape leaves all as it was, Backspace means none.

#include <QKeySequence>
#include <QPushButton>

namespace ui {

class KeyField : public QPushButton
{
    Q_OBJECT

public:
    explicit KeyField(QWidget *parent = nullptr);

    void setKey(const QKeySequence &key);
    bool isWaiting() const { return m_isWaiting; }

signals:
    void keyChosen(const QKeySequence &key);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void setWaiting(bool waiting);

    QKeySequence m_key;
    bool m_isWaiting = false;
};

} // namespace ui
