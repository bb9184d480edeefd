// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences.h"

#include "core/base/number.h"
#include "ui/language.h"
#include "ui/settings.h"

#include <QSettings>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using Type = Preference::Type;

namespace {

const char *const appearance = QT_TRANSLATE_NOOP("ui::Preferences", "Appearance");
const char *const labs = QT_TRANSLATE_NOOP("ui::Preferences", "Labs");
const char *const safety = QT_TRANSLATE_NOOP("ui::Preferences", "Safety");
const char *const past = QT_TRANSLATE_NOOP("ui::Preferences", "The past");

std::vector<Preference::Choice> languageChoices()
{
    std::vector<Preference::Choice> choices {{{}, QT_TRANSLATE_NOOP("ui::Preferences", "As the system")}};
    for (const Language &language : spokenLanguages)
        choices.push_back({QString::fromLatin1(language.code), language.name});
    return choices;
}

std::vector<Preference> makeTable()
{
    return {
        {.id = Pref::Theme,
            .key = "window/theme",
            .section = appearance,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Theme"),
            .sentence = QT_TRANSLATE_NOOP(
                "ui::Preferences", "Light, dark, with high contrast, or as the desktop has it."),
            .type = Type::Choice,
            .choices = {{u"system"_s, QT_TRANSLATE_NOOP("ui::Preferences", "As the desktop")},
                {u"light"_s, QT_TRANSLATE_NOOP("ui::Preferences", "Light")},
                {u"dark"_s, QT_TRANSLATE_NOOP("ui::Preferences", "Dark")},
                {u"contrast"_s, QT_TRANSLATE_NOOP("ui::Preferences", "High contrast")}}},
        {.id = Pref::Language,
            .key = "window/language",
            .section = appearance,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Language"),
            .sentence = QT_TRANSLATE_NOOP("ui::Preferences",
                "The language of the window. What servers, logs and the command line say stays English."),
            .type = Type::Choice,
            .choices = languageChoices(),
            .isAtOnce = false},
        {.id = Pref::ReducedMotion,
            .key = "window/reducedMotion",
            .section = appearance,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Reduce motion"),
            .sentence = QT_TRANSLATE_NOOP(
                "ui::Preferences", "Nothing glows, fades or slides: what has changed gets a mark instead.")},
        {.id = Pref::PanelTitles,
            .key = "window/panelTitles",
            .section = appearance,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Panel titles"),
            .sentence = QT_TRANSLATE_NOOP(
                "ui::Preferences", "Panels have titles, by which they are moved and floated.")},
        {.id = Pref::TextSize,
            .key = "window/textSize",
            .section = appearance,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Text size"),
            .sentence = QT_TRANSLATE_NOOP("ui::Preferences",
                "How large all text of the window is, beside the size that the system has."),
            .unit = QT_TRANSLATE_NOOP("ui::Preferences", "%"),
            .type = Type::Number,
            .least = 80,
            .most = 200,
            .fallback = 100},
        {.id = Pref::NewLabTiming,
            .key = "lab/newTiming",
            .section = labs,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Timing of new labs"),
            .sentence = QT_TRANSLATE_NOOP("ui::Preferences",
                "How quickly machines boot, fail and are replaced in a lab that the window makes. A lab "
                "keeps its timing until it is opened with --timing."),
            .type = Type::Choice,
            .choices = {{u"demo"_s, QT_TRANSLATE_NOOP("ui::Preferences", "Demo: seconds")},
                {u"realistic"_s, QT_TRANSLATE_NOOP("ui::Preferences", "Realistic: minutes")},
                {u"fast"_s, QT_TRANSLATE_NOOP("ui::Preferences", "As fast as possible")}},
            .isAtOnce = false},
        {.id = Pref::RelockAfter,
            .key = "safety/relockAfterMinutes",
            .section = safety,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Lock again after"),
            .sentence = QT_TRANSLATE_NOOP("ui::Preferences",
                "A cluster that is not a lab locks itself when nothing was changed for so long."),
            .unit = QT_TRANSLATE_NOOP("ui::Preferences", "min"),
            .type = Type::Number,
            .least = 1,
            .most = 240,
            .fallback = 15,
            .isAtOnce = false},
        {.id = Pref::PastHours,
            .key = "past/hours",
            .section = past,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Keep the past for"),
            .sentence = QT_TRANSLATE_NOOP("ui::Preferences",
                "So many hours of a lab's time can be shown again, unless their size is reached before."),
            .unit = QT_TRANSLATE_NOOP("ui::Preferences", "h"),
            .type = Type::Number,
            .least = 1,
            .most = 720,
            .fallback = 24,
            .isAtOnce = false},
        {.id = Pref::PastSize,
            .key = "past/mebibytes",
            .section = past,
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Size of the past"),
            .sentence =
                QT_TRANSLATE_NOOP("ui::Preferences", "As much of the disk may the past of one lab take."),
            .unit = QT_TRANSLATE_NOOP("ui::Preferences", "MiB"),
            .type = Type::Number,
            .least = 16,
            .most = 16'384,
            .fallback = 256,
            .isAtOnce = false},
        {.id = Pref::LogDecisions,
            .key = "log/decisions",
            .section = QT_TRANSLATE_NOOP("ui::Preferences", "Log"),
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Log decisions"),
            .sentence = QT_TRANSLATE_NOOP("ui::Preferences",
                "The log of the window tells what controllers decide too, which makes large labs slower.")},
        {.id = Pref::KeySet,
            .key = "keys/set",
            .section = QT_TRANSLATE_NOOP("ui::Preferences", "Keys"),
            .name = QT_TRANSLATE_NOOP("ui::Preferences", "Set of keys"),
            .sentence = QT_TRANSLATE_NOOP("ui::Preferences",
                "Those that this program brings, or as in k9s: d describes, e edits, l shows what happened, "
                "Ctrl+D deletes."),
            .type = Type::Choice,
            .choices = {{u"standard"_s, QT_TRANSLATE_NOOP("ui::Preferences", "Standard")},
                {u"k9s"_s, QT_TRANSLATE_NOOP("ui::Preferences", "As in k9s")}}},
    };
}

QString keyOf(const Preference &preference)
{
    return QString::fromLatin1(preference.key);
}

bool isInRange(const Preference &preference, int value)
{
    if (preference.type == Type::Choice)
        return value >= 0 && value < std::ssize(preference.choices);
    return value >= preference.least && value <= preference.most;
}

QString written(const Preference &preference, int value)
{
    if (preference.type == Type::Choice)
        return preference.choices[static_cast<std::size_t>(value)].value;
    if (preference.type == Type::Switch)
        return value != 0 ? u"true"_s : u"false"_s;
    return QString::number(value);
}

/// Nothing for what no value is written as.
std::optional<int> parsed(const Preference &preference, const QString &text)
{
    int value = 0;
    if (preference.type == Type::Number) {
        const auto number = core::base::parseNumber<int>(text.toStdString());
        if (!number)
            return std::nullopt;
        value = *number;
    } else if (preference.type == Type::Choice) {
        value = static_cast<int>(std::ranges::find(preference.choices, text, &Preference::Choice::value)
            - preference.choices.begin());
    } else {
        value = text == "true"_L1 ? 1 : text == "false"_L1 ? 0 : -1;
    }
    return isInRange(preference, value) ? std::optional(value) : std::nullopt;
}

int valueIn(const QSettings &saved, const Preference &preference)
{
    const QVariant text = saved.value(keyOf(preference));
    return text.isValid() ? parsed(preference, text.toString()).value_or(preference.fallback)
                          : preference.fallback;
}

} // namespace

const std::vector<Preference> &preferences()
{
    static const std::vector<Preference> table = makeTable();
    return table;
}

const Preference &preferenceOf(Pref id)
{
    return preferences()[static_cast<std::size_t>(id)];
}

int savedPreference(Pref id)
{
    return valueIn(QSettings(settingsPath(), QSettings::IniFormat), preferenceOf(id));
}

QString choiceValue(Pref id, int choice)
{
    return written(preferenceOf(id), choice);
}

Preferences::Preferences(bool fresh, QObject *parent) : QObject(parent), m_fresh(fresh)
{
    const QSettings saved(settingsPath(), QSettings::IniFormat);
    for (const Preference &preference : preferences())
        m_values.push_back(fresh ? preference.fallback : valueIn(saved, preference));
}

/// What is as it would be without is not kept, so that it follows a program that knows better.
void Preferences::set(Pref id, int value)
{
    const Preference &preference = preferenceOf(id);
    if (!isInRange(preference, value) || value == this->value(id))
        return;
    m_values[static_cast<std::size_t>(id)] = value;
    if (!m_fresh) {
        keepSettings([&](QSettings &saved) {
            if (value == preference.fallback)
                saved.remove(keyOf(preference));
            else
                saved.setValue(keyOf(preference), written(preference, value));
        });
    }
    emit changed(id);
}

QString Preferences::labelOf(const Preference &preference, int choice)
{
    const char *label = preference.choices[static_cast<std::size_t>(choice)].label;
    return preference.id == Pref::Language && choice > 0 ? QString::fromUtf8(label) : tr(label);
}

} // namespace ui
