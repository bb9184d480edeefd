// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/spoken.h"

#include "core/engine/reasons.h"
#include "ui/format.h"

#include <QCoreApplication>
#include <QLocale>

namespace ui {

using core::api::Saying;

namespace {

/// 5,000 as the language writes it.
std::string numberInLanguage(const std::string &value)
{
    bool isNumber = false;
    const qlonglong number = QLocale::c().toLongLong(QString::fromStdString(value), &isNumber);
    return isNumber && value.find(',') != std::string::npos ? utf8(QLocale().toString(number)) : value;
}

std::string translated(std::string_view english)
{
    return utf8(QCoreApplication::translate("Core", std::string(english).c_str()));
}

std::string inLanguage(const Saying &saying);

/// Each on its line.
std::string inLanguage(const std::vector<Saying> &list)
{
    std::string text;
    for (const Saying &saying : list)
        text += (text.empty() ? "" : "\n") + inLanguage(saying);
    return text;
}

std::string inLanguage(const Saying &saying)
{
    const core::api::ReasonKind *entry = core::engine::entryOf(saying);
    const bool isList = !entry && saying.code.empty() && !saying.values.empty();
    if (isList)
        return inLanguage(saying.values);
    if (!entry)
        return numberInLanguage(saying.text);
    core::api::Facts values;
    core::api::FactNames names(*entry);
    for (const Saying &value : saying.values)
        values.emplace(names.next(), inLanguage(value));
    return core::api::rendered(translated(entry->sentence), values);
}

bool isEnglish()
{
    const QLocale::Language language = QLocale().language();
    return language == QLocale::English || language == QLocale::C;
}

} // namespace

QString spoken(const Saying &saying)
{
    return text(isEnglish() ? saying.text : inLanguage(saying));
}

QString spokenLines(const Saying &saying)
{
    return lines(isEnglish() ? saying.text : inLanguage(saying));
}

QString withFaultText(QString words, const Saying &saying, core::api::Time now)
{
    const core::api::Facts facts = saying.facts();
    if (const auto fault = facts.find("fault"); fault != facts.end() && !fault->second.empty())
        words.replace(text(fault->second), faultText(fault->second, now));
    return words;
}

QString spoken(const std::vector<Saying> &sayings)
{
    QStringList sentences;
    for (const Saying &saying : sayings)
        sentences.append(spoken(saying));
    return sentences.join(u' ');
}

QString spoken(const std::string &english)
{
    return text(isEnglish() ? english : translated(english));
}

} // namespace ui
