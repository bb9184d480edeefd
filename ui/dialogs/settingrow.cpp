// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settingrow.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastOfControl = 150; // px

/// Whoever scrolls the page changes nothing on the way.
class WheelGuard : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *object, QEvent *event) override
    {
        const auto *widget = qobject_cast<QWidget *>(object);
        if (event->type() != QEvent::Wheel || !widget || widget->hasFocus())
            return QObject::eventFilter(object, event);
        event->ignore();
        return true;
    }
};

} // namespace

SettingRow::SettingRow(const QString &name, const QString &sentence, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_nameText(name)
    , m_sentenceText(sentence)
    , m_name(new QLabel(name, this))
    , m_sentence(new QLabel(sentence, this))
    , m_remark(new QLabel(this))
    , m_reset(new QToolButton(this))
    , m_line(new QHBoxLayout)
    , m_column(new QVBoxLayout(this))
{
    m_name->setObjectName(u"settingName"_s);
    m_sentence->setObjectName(u"settingSentence"_s);
    m_sentence->setWordWrap(true);
    m_remark->setObjectName(u"settingRemark"_s);
    for (QLabel *quiet : {m_sentence, m_remark})
        quiet->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel *label : {m_name, m_sentence})
        label->setTextFormat(Qt::RichText);
    m_reset->setObjectName(u"resetSetting"_s);
    m_reset->setText(tr("Reset"));
    m_reset->setAccessibleName(tr("Reset %1").arg(name));
    m_reset->setFocusPolicy(Qt::StrongFocus);
    QSizePolicy steady = m_reset->sizePolicy();
    steady.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(steady);
    m_reset->hide();
    m_sentence->setVisible(!sentence.isEmpty());
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_name);
    head->addWidget(m_remark);
    head->addStretch(1);
    auto *words = new QVBoxLayout;
    words->setSpacing(1);
    words->addLayout(head);
    words->addWidget(m_sentence);
    m_line->setSpacing(10);
    m_line->addLayout(words, 1);
    m_line->addWidget(m_reset);
    m_column->setContentsMargins(0, 4, 0, 4);
    m_column->addLayout(m_line);
    connect(m_reset, &QToolButton::clicked, this, &SettingRow::resetAsked);
    search({});
}

void SettingRow::setControl(QWidget *control)
{
    control->setAccessibleName(m_nameText);
    control->setAccessibleDescription(m_sentenceText);
    if (!qobject_cast<QAbstractButton *>(control))
        control->setMinimumWidth(leastOfControl);
    control->setFocusPolicy(Qt::StrongFocus);
    control->installEventFilter(new WheelGuard(control));
    m_line->insertWidget(1, control);
}

void SettingRow::addBelow(QWidget *widget)
{
    m_column->addWidget(widget);
}

void SettingRow::setChanged(bool changed)
{
    m_reset->setVisible(changed);
}

void SettingRow::setRemark(const QString &remark)
{
    m_remark->setText(remark);
}

void SettingRow::search(const QStringList &words)
{
    const QString all = QStringList {m_nameText, m_sentenceText, m_remark->text(), m_terms}.join(u'\n');
    setHidden(!std::ranges::all_of(
        words, [&](const QString &word) { return all.contains(word, Qt::CaseInsensitive); }));
    m_name->setText(highlighted(m_nameText, words));
    m_sentence->setText(highlighted(m_sentenceText, words));
}

QString SettingRow::highlighted(const QString &text, const QStringList &words) const
{
    std::vector<bool> marked(static_cast<std::size_t>(text.size()));
    for (const QString &word : words) {
        for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(word, at + 1, Qt::CaseInsensitive))
            std::fill_n(marked.begin() + at, word.size(), true);
    }
    QString html;
    for (qsizetype begin = 0, end = 0; begin < text.size(); begin = end) {
        const bool isMarked = marked[static_cast<std::size_t>(begin)];
        while (end < text.size() && marked[static_cast<std::size_t>(end)] == isMarked)
            ++end;
        const QString part = text.mid(begin, end - begin).toHtmlEscaped();
        html += isMarked
            ? u"<span style=\"background-color:%1\">%2</span>"_s.arg(m_theme.color(Tone::Flash).name(), part)
            : part;
    }
    return html;
}

} // namespace ui
