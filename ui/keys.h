// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which key each action has (docs/window.md W38): that of the set of keys in use, unless the user has given
// it another one, or none. No key is ever that of two actions. The actions themselves (ui/actions.h) are the
// register: menus, buttons, tables, the sheet of keys and the page of settings read their keys there.

#include "ui/preferences.h"

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>

#include <optional>

class QKeyEvent;
class QMenuBar;
class QWidget;

namespace ui {

/// The key that stands beside the action. That of a table's action acts only on the table that has the focus:
/// a shortcut of Qt's would act in menus too.
QKeySequence keyOf(const QAction &action);
/// As people read it everywhere: a letter alone is a small one. Empty for none.
QString keyText(const QKeySequence &key);
QString keyText(const QAction &action);
/// Declares the action, with its key in the standard set, as one whose key can be changed.
void setKeyed(QAction &action, const QKeySequence &standardKey, bool ofTables);
bool isTableKey(const QAction &action);

/// The key of a press: Shift tells letters apart, and is left out of signs, which need it, or AltGr, on one
/// keyboard and not on another. Empty for a modifier alone.
QKeySequence keyPressed(const QKeyEvent &event);

class Keys : public QObject
{
    Q_OBJECT

public:
    /// A key that is nobody's to give away, and what it does.
    struct Fixed {
        QKeySequence key;
        QString what;
    };

    /// The actions are those declared by setKeyed(), named by their object names.
    Keys(Preferences &preferences, std::vector<QAction *> actions, std::vector<Fixed> fixed, QObject *parent);

    const std::vector<QAction *> &actions() const { return m_actions; }
    /// The default is the one in the set that is in use.
    QKeySequence defaultOf(const QAction &action) const;
    bool isDefault(const QAction &action) const { return keyOf(action) == defaultOf(action); }
    /// Who has it; null when it is free.
    QAction *ownerOf(const QKeySequence &key) const;
    /// Why the key can't be the action's, in a sentence; empty when it can.
    QString refusal(const QAction &action, const QKeySequence &key) const;
    /// The action has that key, or none; whoever had it has none. What is refused changes nothing.
    void assign(QAction &action, const QKeySequence &key);
    /// All have those of the set in use again.
    void resetAll();
    /// The widget's tool tip tells the action's key too, as it is when it is read.
    void tellIn(QWidget *widget, const QAction *action);

signals:
    void changed();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void load();
    void apply();
    void keep(const QAction &action, const std::optional<QKeySequence> &key);
    QString setName() const;

    Preferences &m_preferences;
    const std::vector<QAction *> m_actions;
    const std::vector<Fixed> m_fixed;
    QHash<QString, QKeySequence> m_given; ///< by the user, by action; an empty one: none
    QHash<const QObject *, const QAction *> m_told;
};

/// What stays as it is: the keys that every table has, those of the navigation's rows, those of the menus.
std::vector<Keys::Fixed> fixedKeys(const QMenuBar &menus);

} // namespace ui
