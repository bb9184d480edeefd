// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/objectform.h"

#include "core/api/rolloutsizes.h"
#include "ui/dialogs/conditionrows.h"
#include "ui/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;
using As = ObjectField::As;

namespace {

QString fieldText(const Json &value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? raw(core::api::text(value.get_string())) : raw(core::api::writeJson(value));
}

QString idOf(const ObjectField &field)
{
    return field.members().last();
}

/// "2 of 5" for 40%; empty for a plain number.
QString portionText(const ObjectField &field, const Json &value, std::optional<std::int64_t> machines)
{
    if (!value.is_string() || !machines)
        return {};
    const core::api::IntOrString amount {core::api::text(value.get_string())};
    const auto rounding = field.roundsUp ? core::api::Rounding::Up : core::api::Rounding::Down;
    const auto portion = core::api::portionOf(amount, *machines, rounding);
    return portion ? ObjectForm::tr("%1 of %2 machines").arg(*portion).arg(*machines) : QString();
}

} // namespace

ObjectForm::ObjectForm(Kind kind, const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    auto *layout = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    layout->addLayout(form);
    layout->addStretch(1);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setVerticalSpacing(4);
    for (const ObjectField &field : fieldsOf(kind))
        add(form, field);
}

void ObjectForm::add(QFormLayout *form, const ObjectField &field)
{
    Shown shown {&field, {}, new QLabel(this)};
    switch (field.as) {
    case As::Number:
    case As::Amount:
    case As::Span:
        shown.show = addLine(form, field);
        break;
    case As::Choice:
        shown.show = addChoice(form, field);
        break;
    case As::Flag:
        shown.show = addFlag(form, field);
        break;
    case As::Conditions:
        shown.show = addConditions(form, field);
        break;
    }
    shown.note->setObjectName(idOf(field) + u"Note"_s);
    shown.note->setTextFormat(Qt::PlainText);
    shown.note->setWordWrap(true);
    form->addRow(QString(), shown.note);
    m_shown.push_back(std::move(shown));
}

std::function<void(const Json &)> ObjectForm::addLine(QFormLayout *form, const ObjectField &field)
{
    auto *edit = new QLineEdit(this);
    edit->setObjectName(idOf(field));
    edit->setPlaceholderText(QString::fromLatin1(field.whenAbsent));
    form->addRow(tr(field.label), edit);
    connect(edit, &QLineEdit::textEdited, this,
        [this, &field](const QString &typed) { announce(field, field.read(typed)); });
    return [edit, &field](const Json &value) {
        if (field.read(edit->text()).value_or(nullptr) != value) // "040" is being typed and means 40
            edit->setText(fieldText(value));
    };
}

std::function<void(const Json &)> ObjectForm::addChoice(QFormLayout *form, const ObjectField &field)
{
    auto *box = new QComboBox(this);
    box->setObjectName(idOf(field));
    for (const std::string_view choice : field.choices)
        box->addItem(raw(choice));
    form->addRow(tr(field.label), box);
    connect(box, &QComboBox::activated, this,
        [this, &field, box](int) { announce(field, Json(utf8(box->currentText()))); });
    return [box, &field](const Json &value) {
        const QString text = fieldText(value);
        box->setPlaceholderText(text);
        box->setCurrentIndex(box->findText(text.isEmpty() ? QString::fromLatin1(field.whenAbsent) : text));
    };
}

std::function<void(const Json &)> ObjectForm::addFlag(QFormLayout *form, const ObjectField &field)
{
    auto *box = new QCheckBox(tr(field.label), this);
    box->setObjectName(idOf(field));
    form->addRow(QString(), box);
    connect(box, &QCheckBox::clicked, this, [this, &field](bool on) { announce(field, Json(on)); });
    return [box](const Json &value) { box->setChecked(value.is_bool() && value.get_bool()); };
}

std::function<void(const Json &)> ObjectForm::addConditions(QFormLayout *form, const ObjectField &field)
{
    auto *rows = new ConditionRows(this);
    rows->setObjectName(idOf(field));
    auto *label = new QLabel(tr(field.label), this);
    label->setBuddy(rows);
    form->addRow(label);
    form->addRow(rows);
    connect(rows, &ConditionRows::edited, this, [this, &field](const Json &list) { announce(field, list); });
    return [rows](const Json &value) { rows->showList(value); };
}

void ObjectForm::announce(const ObjectField &field, const std::optional<Json> &value)
{
    emit edited(field.members(), value);
}

void ObjectForm::showObject(const Json &written, std::optional<std::int64_t> machines)
{
    for (const Shown &shown : m_shown) {
        const Json value = shown.field->in(written);
        shown.show(value);
        showNote(shown, value, machines);
    }
}

void ObjectForm::showNote(const Shown &shown, const Json &value, const std::optional<std::int64_t> &machines)
{
    const QString problem = shown.field->problem(value);
    const bool isAmount = shown.field->as == As::Amount;
    const QString words = !problem.isEmpty() ? problem
        : isAmount                           ? portionText(*shown.field, value, machines)
                                             : QString();
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(problem.isEmpty() ? Tone::Quiet : Tone::Problem));
    shown.note->setPalette(colors);
    shown.note->setText(words);
    shown.note->setVisible(!words.isEmpty());
}

} // namespace ui
