// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keyrow.h"

#include "ui/widgets/keyfield.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

QString nameOfAction(const QAction &action)
{
    return QString(action.iconText()).remove(u'…');
}

} // namespace

KeyRow::KeyRow(QAction &action, Keys &keys, const QString &section, const Theme &theme, QWidget *parent)
    : SettingRow(nameOfAction(action), action.statusTip(), theme, parent)
    , m_action(action)
    , m_keys(keys)
    , m_section(section)
    , m_field(new KeyField(this))
    , m_question(new QWidget(this))
    , m_words(new QLabel(m_question))
    , m_takeOver(new QPushButton(tr("Take over"), m_question))
{
    setObjectName(u"row-key-"_s + action.objectName());
    m_field->setObjectName(u"key-"_s + action.objectName());
    setControl(m_field);
    addQuestion();
    connect(m_field, &KeyField::keyChosen, this, &KeyRow::choose);
    connect(this, &SettingRow::resetAsked, this, [this] { choose(m_keys.defaultOf(m_action)); });
    connect(&keys, &Keys::changed, this, &KeyRow::showKey);
    showKey();
}

void KeyRow::addQuestion()
{
    m_words->setObjectName(u"keyQuestion"_s);
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_takeOver->setObjectName(u"takeOver"_s);
    auto *cancel = new QPushButton(tr("Cancel"), m_question);
    cancel->setObjectName(u"leaveKey"_s);
    auto *line = new QHBoxLayout(m_question);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_words, 1);
    for (QPushButton *button : {m_takeOver, cancel}) {
        button->setAutoDefault(false);
        line->addWidget(button);
    }
    addBelow(m_question);
    connect(m_takeOver, &QPushButton::clicked, this, &KeyRow::takeOver);
    connect(cancel, &QPushButton::clicked, this, &KeyRow::showKey);
}

void KeyRow::showKey()
{
    const bool hadFocus = m_question->isAncestorOf(focusWidget());
    m_field->setKey(keyOf(m_action));
    m_field->setAccessibleName(tr("Key of %1: %2").arg(name(), m_field->text()));
    setChanged(!m_keys.isDefault(m_action));
    setTerms(m_section + u'\n' + keyText(m_action));
    m_question->hide();
    if (hadFocus)
        m_field->setFocus();
}

void KeyRow::choose(const QKeySequence &key)
{
    m_asked = key;
    if (const QString refusal = m_keys.refusal(m_action, key); !refusal.isEmpty())
        return tell(refusal, false);
    const QAction *owner = m_keys.ownerOf(key);
    if (!owner || owner == &m_action)
        return m_keys.assign(m_action, key);
    tell(tr("%1 is the key of “%2”, which would have none then.").arg(keyText(key), nameOfAction(*owner)),
        true);
}

void KeyRow::tell(const QString &words, bool mayTakeOver)
{
    m_words->setText(words);
    m_takeOver->setVisible(mayTakeOver);
    m_question->show();
    (mayTakeOver ? static_cast<QWidget *>(m_takeOver) : m_field)->setFocus();
}

void KeyRow::takeOver()
{
    m_keys.assign(m_action, m_asked);
}

/// Escape answers the question first, and only then closes the page.
void KeyRow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || m_question->isHidden())
        return SettingRow::keyPressEvent(event);
    showKey();
}

} // namespace ui
