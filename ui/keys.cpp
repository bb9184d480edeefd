// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys.h"

#include "ui/format.h"
#include "ui/settings.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <array>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr const char *tableKeyProperty = "tableKey";
constexpr const char *standardKeyProperty = "standardKey";

struct SetKey {
    const char *action;
    const char *key;
};

/// Where k9s has another key for it than the standard set.
constexpr std::array k9sKeys {SetKey {"remove", "Ctrl+D"}, SetKey {"halfPageDown", "Ctrl+F"},
    SetKey {"halfPageUp", "Ctrl+B"}, SetKey {"inspect", "D"}, SetKey {"showWhy", "W"},
    SetKey {"editYaml", "E"}, SetKey {"editConfig", "I"}, SetKey {"showEvents", "L"},
    SetKey {"rollBack", "Ctrl+L"}, SetKey {"changeLock", "Ctrl+Shift+K"}, SetKey {"allColumns", "Ctrl+W"},
    SetKey {"mark", "Space"}, SetKey {"pause", "Shift+P"}};

void setKey(QAction &action, const QKeySequence &key)
{
    if (!isTableKey(action))
        return action.setShortcut(key);
    action.setProperty(tableKeyProperty, key);
}

bool isModifier(int key)
{
    constexpr std::array modifiers {Qt::Key_Shift, Qt::Key_Control, Qt::Key_Alt, Qt::Key_AltGr, Qt::Key_Meta,
        Qt::Key_CapsLock, Qt::Key_NumLock, Qt::Key_unknown};
    return key == 0 || std::ranges::find(modifiers, key) != modifiers.end();
}

bool isLetter(int key)
{
    return key >= Qt::Key_A && key <= Qt::Key_Z;
}

/// A letter or a digit, which is text wherever text is written.
bool isBareText(const QKeySequence &key)
{
    const QKeyCombination pressed = key[0];
    const bool isText = isLetter(pressed.key()) || pressed.key() == Qt::Key_Space
        || (pressed.key() >= Qt::Key_0 && pressed.key() <= Qt::Key_9);
    return isText
        && !(pressed.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

/// Reads what stands in a file; nothing for what is no key.
std::optional<QKeySequence> readKey(const QString &text)
{
    const QKeySequence key(text, QKeySequence::PortableText);
    if (text.isEmpty())
        return QKeySequence();
    return key.count() == 1 && !isModifier(key[0].key()) ? std::optional(key) : std::nullopt;
}

} // namespace

QKeySequence keyOf(const QAction &action)
{
    return isTableKey(action) ? action.property(tableKeyProperty).value<QKeySequence>() : action.shortcut();
}

QString keyText(const QKeySequence &key)
{
    const QString text = key.toString(QKeySequence::NativeText);
    return text.size() == 1 ? text.toLower() : text;
}

QString keyText(const QAction &action)
{
    return keyText(keyOf(action));
}

void setKeyed(QAction &action, const QKeySequence &standardKey, bool ofTables)
{
    action.setProperty(standardKeyProperty, standardKey);
    if (ofTables)
        action.setProperty(tableKeyProperty, standardKey);
    else
        action.setShortcut(standardKey);
}

bool isTableKey(const QAction &action)
{
    return action.property(tableKeyProperty).isValid();
}

QKeySequence keyPressed(const QKeyEvent &event)
{
    if (isModifier(event.key()))
        return {};
    const bool isSign =
        !isLetter(event.key()) && event.key() < Qt::Key_Escape && event.key() != Qt::Key_Space;
    const auto ignored = isSign ? Qt::KeypadModifier | Qt::ShiftModifier | Qt::GroupSwitchModifier
                                : Qt::KeyboardModifiers(Qt::KeypadModifier);
    return QKeySequence(QKeyCombination(event.modifiers() & ~ignored, Qt::Key(event.key())));
}

Keys::Keys(
    Preferences &preferences, std::vector<QAction *> actions, std::vector<Fixed> fixed, QObject *parent)
    : QObject(parent)
    , m_preferences(preferences)
    , m_actions(std::move(actions))
    , m_fixed(std::move(fixed))
{
    load();
    connect(&preferences, &Preferences::changed, this, [this](Pref id) {
        if (id == Pref::KeySet)
            load();
    });
}

QString Keys::setName() const
{
    return choiceValue(Pref::KeySet, m_preferences.value(Pref::KeySet));
}

QKeySequence Keys::defaultOf(const QAction &action) const
{
    if (setName() == "k9s"_L1) {
        const auto *other = std::ranges::find_if(
            k9sKeys, [&](const SetKey &key) { return action.objectName() == QLatin1StringView(key.action); });
        if (other != k9sKeys.end())
            return QKeySequence(QLatin1StringView(other->key), QKeySequence::PortableText);
    }
    return action.property(standardKeyProperty).value<QKeySequence>();
}

QAction *Keys::ownerOf(const QKeySequence &key) const
{
    const auto owner = std::ranges::find_if(
        m_actions, [&](const QAction *action) { return !key.isEmpty() && keyOf(*action) == key; });
    return owner == m_actions.end() ? nullptr : *owner;
}

QString Keys::refusal(const QAction &action, const QKeySequence &key) const
{
    if (key.isEmpty())
        return {};
    const QString name = keyText(key);
    const auto fixed = std::ranges::find(m_fixed, key, &Fixed::key);
    if (fixed != m_fixed.end())
        return tr("%1 stays as it is: %2.").arg(name, fixed->what);
    if (!isTableKey(action) && isBareText(key))
        return tr("%1 alone is text, or a key of the tables: take one with Ctrl or Alt.").arg(name);
    return {};
}

/// What is damaged, refused or somebody's already counts as not there.
void Keys::load()
{
    m_given.clear();
    const QHash<QString, QString> saved =
        m_preferences.isFresh() ? QHash<QString, QString>() : savedKeys(setName());
    std::vector<QKeySequence> taken;
    for (const QAction *action : m_actions) {
        const auto found = saved.constFind(action->objectName());
        const auto key = found == saved.constEnd() ? std::nullopt : readKey(*found);
        if (!key || !refusal(*action, *key).isEmpty() || std::ranges::count(taken, *key) > 0)
            continue;
        m_given.insert(action->objectName(), *key);
        if (!key->isEmpty())
            taken.push_back(*key);
    }
    apply();
}

/// Those that the user has given first: a default that is taken is none.
void Keys::apply()
{
    for (QAction *action : m_actions) {
        const QKeySequence fallback = defaultOf(*action);
        const bool isTaken =
            std::ranges::any_of(m_given, [&](const QKeySequence &key) { return key == fallback; });
        setKey(*action, m_given.value(action->objectName(), isTaken ? QKeySequence() : fallback));
    }
    emit changed();
}

void Keys::assign(QAction &action, const QKeySequence &key)
{
    if (!refusal(action, key).isEmpty())
        return;
    QAction *before = ownerOf(key);
    if (before && before != &action)
        keep(*before, QKeySequence());
    keep(action, key == defaultOf(action) ? std::nullopt : std::optional(key));
    apply();
}

void Keys::keep(const QAction &action, const std::optional<QKeySequence> &key)
{
    const QString name = action.objectName();
    if (key)
        m_given.insert(name, *key);
    else
        m_given.remove(name);
    if (!m_preferences.isFresh())
        saveKey(
            setName(), name, key ? std::optional(key->toString(QKeySequence::PortableText)) : std::nullopt);
}

void Keys::resetAll()
{
    for (const QAction *action : m_actions) {
        if (m_given.contains(action->objectName()))
            keep(*action, std::nullopt);
    }
    apply();
}

void Keys::tellIn(QWidget *widget, const QAction *action)
{
    m_told.insert(widget, action);
    widget->installEventFilter(this);
    connect(widget, &QObject::destroyed, this, [this](const QObject *gone) { m_told.remove(gone); });
}

std::vector<Keys::Fixed> fixedKeys(const QMenuBar &menus)
{
    std::vector<Keys::Fixed> fixed;
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter})
        fixed.push_back({QKeySequence(key), Keys::tr("it inspects the row")});
    fixed.push_back({QKeySequence(Qt::Key_Escape), Keys::tr("it goes one step back")});
    fixed.push_back({QKeySequence(QKeySequence::Copy), Keys::tr("it copies the rows")});
    fixed.push_back({QKeySequence(Qt::Key_F10), Keys::tr("it opens the menus")});
    for (const auto key : {Qt::Key_Tab, Qt::Key_Backtab, Qt::Key_Up, Qt::Key_Down, Qt::Key_Left,
             Qt::Key_Right, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home})
        fixed.push_back({QKeySequence(key), Keys::tr("it moves or chooses wherever it is pressed")});
    for (int digit = Qt::Key_1; digit <= Qt::Key_9; ++digit) {
        for (const auto modifier : {Qt::NoModifier, Qt::AltModifier})
            fixed.push_back({QKeySequence(QKeyCombination(modifier, Qt::Key(digit))),
                Keys::tr("it goes to a row of the navigation")});
    }
    for (const QAction *menu : menus.actions()) {
        if (const QKeySequence key = QKeySequence::mnemonic(menu->text()); !key.isEmpty())
            fixed.push_back({key, Keys::tr("it opens the menu %1").arg(withoutMark(menu->text()))});
    }
    return fixed;
}

bool Keys::eventFilter(QObject *object, QEvent *event)
{
    auto *widget = qobject_cast<QWidget *>(object);
    const QAction *action = m_told.value(object);
    if (event->type() != QEvent::ToolTip || !widget || !action || widget->toolTip().isEmpty())
        return QObject::eventFilter(object, event);
    const QString key = keyText(*action);
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(),
        key.isEmpty() ? widget->toolTip() : tr("%1 (%2)").arg(widget->toolTip(), key), widget);
    return true;
}

} // namespace ui
