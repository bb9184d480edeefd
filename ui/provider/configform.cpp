// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/configform.h"

#include "core/api/quantity.h"
#include "ui/format.h"
#include "ui/provider/configwords.h"
#include "ui/provider/recipepreview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;
using core::api::ProviderField;

namespace {

constexpr int longestNoteLine = 50;

enum RecipeChoice { NeverUnhealthy, UnhealthyOnce, UnhealthyInTurn };

Json readText(const QString &typed)
{
    return Json(utf8(typed.trimmed()));
}

/// Nothing typed: it is not there.
Json readTextOrNothing(const QString &typed)
{
    return typed.trimmed().isEmpty() ? Json() : readText(typed);
}

Json readInteger(const QString &typed)
{
    const auto number = wholeNumber(typed);
    return number ? Json(std::int64_t(*number)) : readText(typed);
}

/// Bytes, or a quantity such as 4Gi ("4 GiB" too).
Json readBytes(const QString &typed)
{
    QString compact = typed;
    compact.remove(u' ');
    if (compact.endsWith(u'B'))
        compact.chop(1);
    const auto milli = core::api::parseQuantityMilli(utf8(compact));
    const bool whole = milli && *milli % 1000 == 0 && *milli < std::numeric_limits<std::int64_t>::max();
    return whole ? Json(*milli / 1000) : readText(typed);
}

auto readerOf(const ProviderField &field)
{
    const bool isNumber =
        std::holds_alternative<std::optional<std::int64_t> ProviderField::Config::*>(field.member);
    return !isNumber ? readText : field.unit == ProviderField::Unit::Bytes ? readBytes : readInteger;
}

QString shown(const Json &value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? raw(core::api::text(value.get_string())) : raw(core::api::writeJson(value));
}

/// The default in words; an image has none.
QString defaultWords(const ProviderField &field)
{
    if (std::holds_alternative<std::string ProviderField::Config::*>(field.member))
        return {};
    if (field.unit == ProviderField::Unit::Bytes)
        return bytesText(core::api::defaultMemory);
    return field.told == ProviderField::Told::Deletion ? deletionWords({}) : raw(field.whenAbsent);
}

bool isTrue(const Json &value)
{
    return value.is_bool() && value.get_bool();
}

} // namespace

ConfigForm::ConfigForm(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    auto *layout = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    layout->addLayout(form);
    layout->addStretch(1);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(4);
    for (const ProviderField &field : core::api::providerFields()) {
        if (!field.label.empty())
            addTextField(form, field);
        else if (!m_mode)
            addMode(form);
    }
    addAnnotations(form, false);
    auto *help = new QLabel(tr("Times: 250ms, 40s, 5m, 1h30m. Memory: bytes, Mi or Gi."), this);
    help->setForegroundRole(QPalette::PlaceholderText);
    help->setWordWrap(true);
    form->addRow(QString(), help);
}

QLabel *ConfigForm::addNote(QFormLayout *form, const QString &name)
{
    auto *note = new QLabel(this);
    note->setObjectName(name + u"Note"_s);
    note->setWordWrap(true);
    note->setTextFormat(Qt::PlainText);
    form->addRow(QString(), note);
    return note;
}

QToolButton *ConfigForm::addRow(
    QFormLayout *form, const QString &label, const QList<QWidget *> &edits, const QString &back)
{
    auto *words = new QLabel(label, this);
    words->setBuddy(edits.last());
    auto *reset = new QToolButton(this);
    reset->setObjectName(edits.last()->objectName() + u"Reset"_s);
    reset->setText(u"↺"_s);
    reset->setAccessibleName(tr("Reset %1").arg(withoutMark(label)));
    reset->setToolTip(tr("Back to the default: %1").arg(back));
    reset->setFocusPolicy(Qt::StrongFocus);
    QSizePolicy steady(QSizePolicy::Fixed, QSizePolicy::Ignored); // no line grows or shrinks by it
    steady.setRetainSizeWhenHidden(true);
    reset->setSizePolicy(steady);
    reset->hide();
    auto *line = new QHBoxLayout;
    for (QWidget *edit : edits)
        line->addWidget(edit, edit == edits.last() ? 1 : 0);
    line->addWidget(reset);
    form->addRow(words, line);
    connect(reset, &QToolButton::clicked, edits.first(), [first = edits.first()] { first->setFocus(); });
    return reset;
}

void ConfigForm::addTextField(QFormLayout *form, const ProviderField &row)
{
    TextField field;
    field.name = raw(row.name);
    field.edit = new QLineEdit(this);
    field.edit->setObjectName(field.name);
    field.read = readerOf(row);
    field.byDefault = row.write({});
    field.whenAbsent = raw(row.whenAbsent);
    field.back = defaultWords(row);
    addLine(form, field, row.label, row.example, row.setLabel);
}

void ConfigForm::addAnnotations(QFormLayout *form, bool shapingLife)
{
    for (const core::api::ProviderAnnotation &row : core::api::providerAnnotations()) {
        if (row.shapesLife != shapingLife)
            continue;
        TextField field;
        field.name = raw(row.field());
        field.edit = new QLineEdit(this);
        field.edit->setObjectName(raw(row.key).section(u'/', 1));
        field.read = readTextOrNothing;
        field.back = tr("none");
        addLine(form, field, row.label, row.example, {});
    }
}

void ConfigForm::addLine(QFormLayout *form, TextField field, std::string_view label, std::string_view example,
    std::string_view setLabel)
{
    const auto words = [](std::string_view said) {
        return QCoreApplication::translate("Core", std::string(said).c_str());
    };
    const QString name = field.edit->objectName();
    field.edit->setPlaceholderText(words(example));
    QList<QWidget *> edits {field.edit};
    if (!setLabel.empty()) {
        field.present = new QCheckBox(words(setLabel), this);
        field.present->setObjectName(name + u"Present"_s);
        field.present->setAccessibleName(withoutMark(words(label)) + u": "_s + words(setLabel));
        edits.prepend(field.present);
        setTabOrder(field.present, field.edit); // as they stand
    }
    field.reset = addRow(form, words(label), edits, field.back);
    field.note = addNote(form, name);
    const std::size_t index = m_fields.size();
    m_fields.push_back(field);
    connect(field.edit, &QLineEdit::textEdited, this, [this, index] { announce(m_fields[index]); });
    connect(field.reset, &QToolButton::clicked, this,
        [this, index] { emit edited(m_fields[index].name, m_fields[index].byDefault); });
    if (field.present) {
        connect(field.present, &QCheckBox::clicked, this, [this, index](bool present) {
            m_fields[index].edit->setEnabled(present);
            announce(m_fields[index]);
            if (present)
                m_fields[index].edit->setFocus();
        });
    }
}

void ConfigForm::announce(const TextField &field)
{
    const bool absent = field.present && !field.present->isChecked();
    emit edited(field.name, absent ? Json() : field.read(field.edit->text()));
}

void ConfigForm::addMode(QFormLayout *form)
{
    m_mode = new QComboBox(this);
    m_mode->setObjectName(u"mode"_s);
    m_mode->addItems({tr("fails only when told to, or by its recipe"),
        tr("turns unhealthy once, after a time"), tr("healthy and unhealthy in turn")});
    m_mode->setPlaceholderText(tr("both flags are set: choose"));
    m_modeReset = addRow(form, tr("&Node"), {m_mode}, m_mode->itemText(NeverUnhealthy));
    m_modeNote = addNote(form, u"mode"_s);
    m_preview = new RecipePreview(m_theme, this);
    form->addRow(QString(), m_preview);
    addAnnotations(form, true);
    connect(m_mode, &QComboBox::activated, this, &ConfigForm::chooseMode);
    connect(m_modeReset, &QToolButton::clicked, this, [this] { chooseMode(NeverUnhealthy); });
}

void ConfigForm::chooseMode(int mode)
{
    emit edited(u"turnUnhealthyAfter"_s, Json(mode == UnhealthyOnce));
    emit edited(u"turnUnhealthyPeriodically"_s, Json(mode == UnhealthyInTurn));
}

void ConfigForm::showDocument(const ConfigDocument &document)
{
    setEnabled(!document.syntaxError());
    if (document.syntaxError())
        return;
    for (const TextField &field : m_fields)
        showField(field, document);
    showMode(document);
    if (document.isLifeReadable())
        m_preview->showConfig(*document.config());
    else
        m_preview->showNothing(); // it keeps its place: lines below it stay while one is half typed
}

void ConfigForm::showField(const TextField &field, const ConfigDocument &document)
{
    const Json value = document.field(field.name);
    if (field.present) {
        field.present->setChecked(!value.is_null() || (field.present->isChecked() && field.edit->hasFocus()));
        field.edit->setEnabled(field.present->isChecked());
    }
    // What the user is typing means this value already: "4Gi" stays "4Gi".
    if (field.read(field.edit->text()) != value)
        field.edit->setText(shown(value));
    const bool isDefault =
        value.is_null() || value == field.byDefault || value == field.read(field.whenAbsent);
    field.reset->setVisible(!field.back.isEmpty() && !isDefault);
    showNote(field.note, field.name, document);
}

void ConfigForm::showMode(const ConfigDocument &document)
{
    const bool once = isTrue(document.field(u"turnUnhealthyAfter"_s));
    const bool inTurn = isTrue(document.field(u"turnUnhealthyPeriodically"_s));
    m_modeReset->setVisible(once || inTurn);
    m_mode->setCurrentIndex(once && inTurn ? -1
            : once                         ? UnhealthyOnce
            : inTurn                       ? UnhealthyInTurn
                                           : NeverUnhealthy);
    const bool after = document.problems().contains(u"turnUnhealthyAfter"_s);
    showNote(m_modeNote, after ? u"turnUnhealthyAfter"_s : u"turnUnhealthyPeriodically"_s, document);
}

void ConfigForm::showNote(QLabel *note, const QString &field, const ConfigDocument &document)
{
    const auto problem = document.problems().constFind(field);
    const bool wrong = problem != document.problems().constEnd();
    const bool isQuiet = note->palette().color(QPalette::WindowText) == m_theme.color(Tone::Quiet);
    if (!wrong && !document.config() && isQuiet)
        return; // what is told stays told while another line is half typed
    const QString words = wrong ? problem->message : meaning(field, document);
    const Tone tone = !wrong                                   ? Tone::Quiet
        : problem->severity == ConfigDocument::Severity::Error ? Tone::Problem
                                                               : Tone::Warning;
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(tone));
    note->setPalette(colors);
    note->setWordWrap(words.size() > longestNoteLine); // a wrapped line asks for the height of two
    note->setText(words);
    note->setVisible(!words.isEmpty());
}

QString ConfigForm::meaning(const QString &field, const ConfigDocument &document) const
{
    const auto fields = core::api::providerFields();
    const auto row = std::ranges::find(fields, utf8(field), &ProviderField::name);
    if (!document.config() || row == fields.end())
        return {};
    switch (row->told) {
    case ProviderField::Told::Nothing:
        return {};
    case ProviderField::Told::Failing:
        return tr("Effect: %1")
            .arg(document.isLifeReadable() ? disruptionWords(*document.config()) : valueText({}));
    case ProviderField::Told::Deletion:
        return deletionWords(*document.config());
    case ProviderField::Told::Capacity:
        return capacityWords(*document.config());
    }
    return {};
}

} // namespace ui
