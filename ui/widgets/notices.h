// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Short messages over the lower right corner of the window: what was done and how to take it back, or what
// went wrong. They never stop the user; problems stay until closed. What the newest offers, and closing it,
// are actions with keys (docs/window.md W48).

#include "ui/commandsender.h"
#include "ui/theme.h"

#include <QFrame>

class QAction;
class QToolButton;
class QVBoxLayout;

namespace ui {

class Notices : public QWidget
{
    Q_OBJECT

public:
    /// take does what the newest notice that offers something offers, close closes the newest that may be
    /// closed. They are enabled while there is one; the data of take is the text of its button.
    Notices(const Theme &theme, QAction &take, QAction &close, QWidget *window);

    void show(const Notice &notice);
    /// The notice about that says this from now on, and is no news.
    void reword(const QString &topic, const QString &text);
    /// Takes the notice about that away, if it is there.
    void dismiss(const QString &topic);
    /// The text of the newest one; empty when there is none.
    QString newest() const;

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    QFrame *makeCard(const Notice &notice);
    void place();
    void makeRoom(const Notice &notice);
    int placeOf(const Notice &notice) const;
    void discard(QWidget *card);
    std::vector<QWidget *> cards() const;
    /// The newest card's that has one; null when there is none.
    QToolButton *newestButton(QAnyStringView name) const;
    void joinAction(QAction &action, QAnyStringView button);
    void showActions();
    void tellKeys();

    const Theme &m_theme;
    QAction &m_take;
    QAction &m_close;
    QVBoxLayout *m_cards;
};

} // namespace ui
