// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/spoken.h"

#include "core/engine/engine.h"
#include "core/engine/reasons.h"
#include "core/engine/sayings.h"
#include "ui/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <map>
#include <optional>

namespace ui {

using core::api::Facts;
using core::api::ReasonKind;
using core::api::Saying;

namespace {

constexpr const char *phraseContext = "Core";
constexpr int deepestPhrase = 4; // phrases in phrases
constexpr std::size_t leastLiteral = 12; // characters that tell a phrase

/// A phrase cut at its placeholders: literals[0] {names[0]} literals[1] … literals[n].
struct Phrase {
    explicit Phrase(const ReasonKind &kind);

    /// "{machineSet} {outcome}." would fit nearly everything: it is looked for by its code alone.
    bool isVague() const { return !code.empty() && !names.empty() && literalLength < leastLiteral; }
    std::optional<Facts> valuesIn(std::string_view sentence) const;

    std::string_view code;
    std::string_view english;
    std::vector<std::string_view> literals;
    std::vector<std::string_view> names;
    std::size_t literalLength = 0;
};

Phrase::Phrase(const ReasonKind &kind) : code(kind.code), english(kind.sentence)
{
    std::size_t at = 0;
    for (std::size_t open = english.find('{'); open != std::string_view::npos; open = english.find('{', at)) {
        const std::size_t close = english.find('}', open);
        literals.push_back(english.substr(at, open - at));
        names.push_back(english.substr(open + 1, close - open - 1));
        at = close + 1;
    }
    literals.push_back(english.substr(at));
    for (const std::string_view literal : literals)
        literalLength += literal.size();
}

/// A name of an object is one word; what was found out may be a sentence.
bool mayBe(std::string_view value, std::string_view name)
{
    constexpr std::string_view sentences[] = {"problem", "outcome", "attempt", "doing"};
    return !value.empty()
        && (value.find(' ') == std::string_view::npos || std::ranges::count(sentences, name) > 0);
}

std::optional<Facts> Phrase::valuesIn(std::string_view sentence) const
{
    if (!sentence.starts_with(literals.front()) || !sentence.ends_with(literals.back()))
        return std::nullopt;
    if (names.empty())
        return sentence == english ? std::optional(Facts()) : std::nullopt;
    Facts values;
    std::size_t at = literals.front().size();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string_view literal = literals[i + 1];
        const bool isLast = i + 1 == names.size();
        const std::size_t end = isLast ? sentence.size() - literal.size() : sentence.find(literal, at);
        if (end == std::string_view::npos || end < at)
            return std::nullopt;
        const std::string_view value = sentence.substr(at, end - at);
        const bool begins = i == 0 && literals.front().empty();
        const auto [known, isNew] = values.emplace(names[i], value);
        if ((begins && !mayBe(value, names[i])) || (!isNew && known->second != value))
            return std::nullopt;
        at = end + literal.size();
    }
    return values;
}

/// By the character that they begin with; those that begin with a value under 0.
using Phrases = std::map<char, std::vector<Phrase>>;

const Phrases &phrases()
{
    static const Phrases all = [] {
        Phrases byBeginning;
        for (const ReasonKind &kind : corePhrases()) {
            Phrase phrase(kind);
            const char first = phrase.literals.front().empty() ? '\0' : phrase.literals.front().front();
            byBeginning[first].push_back(std::move(phrase));
        }
        return byBeginning;
    }();
    return all;
}

struct KnownSentence {
    const Phrase *phrase = nullptr;
    Facts values;
};

/// Chooses among phrases that fit the one of which most stands in the sentence.
KnownSentence recognized(std::string_view sentence, std::string_view code)
{
    KnownSentence best;
    const auto look = [&](char first) {
        const auto found = phrases().find(first);
        if (found == phrases().end())
            return;
        for (const Phrase &phrase : found->second) {
            if (best.phrase && phrase.literalLength <= best.phrase->literalLength)
                continue;
            if (phrase.isVague() && phrase.code != code)
                continue;
            if (auto values = phrase.valuesIn(sentence))
                best = {&phrase, std::move(*values)};
        }
    };
    if (!sentence.empty())
        look(sentence.front());
    look('\0');
    return best;
}

/// 5,000 as the language writes it.
std::optional<std::string> numberInLanguage(const std::string &value)
{
    bool isNumber = false;
    const qlonglong number = QLocale::c().toLongLong(QString::fromStdString(value), &isNumber);
    return isNumber && value.find(',') != std::string::npos ? std::optional(utf8(QLocale().toString(number)))
                                                            : std::nullopt;
}

QString translatedPhrase(std::string_view english)
{
    return QCoreApplication::translate(phraseContext, std::string(english).c_str());
}

std::string inLanguage(std::string_view sentence, std::string_view code, int depth);

/// Translates one sentence after the other; a text that is none stays.
std::string eachInLanguage(std::string_view text, int depth)
{
    const std::size_t end = text.find(". ");
    if (end == std::string_view::npos)
        return std::string(text);
    return inLanguage(text.substr(0, end + 1), {}, depth) + " " + inLanguage(text.substr(end + 2), {}, depth);
}

std::string inLanguage(std::string_view sentence, std::string_view code, int depth)
{
    if (const std::string whole = utf8(translatedPhrase(sentence)); whole != sentence)
        return whole;
    KnownSentence found = recognized(sentence, code);
    if (!found.phrase)
        return eachInLanguage(sentence, depth);
    for (auto &[name, value] : found.values) {
        if (const auto number = numberInLanguage(value))
            value = *number;
        else if (depth > 0)
            value = inLanguage(value, {}, depth - 1);
    }
    return core::api::rendered(utf8(translatedPhrase(found.phrase->english)), found.values);
}

std::string inLanguage(const Saying &saying);

/// A value is a name, which is one word, or was found out, and may be of a phrase.
std::string valueInLanguage(const Saying &value)
{
    if (const auto number = value.kind ? std::nullopt : numberInLanguage(value.text))
        return *number;
    return value.kind || value.text.find(' ') != std::string::npos ? inLanguage(value) : value.text;
}

std::string inLanguage(const Saying &saying)
{
    if (!saying.kind)
        return inLanguage(saying.text, {}, deepestPhrase);
    Facts values;
    core::api::FactNames names(*saying.kind);
    for (const Saying &value : saying.values)
        values.emplace(names.next(), valueInLanguage(value));
    return core::api::rendered(utf8(translatedPhrase(saying.kind->sentence)), values);
}

bool isEnglish()
{
    const QLocale::Language language = QLocale().language();
    return language == QLocale::English || language == QLocale::C;
}

} // namespace

const std::vector<ReasonKind> &corePhrases()
{
    static const auto controllers = core::engine::Engine::knownControllers();
    static const std::vector<ReasonKind> all = [] {
        std::vector<ReasonKind> collected;
        for (const ReasonKind &kind : core::engine::refusalSayings)
            collected.push_back({{}, kind.sentence});
        for (const auto &[name, sentence] : controllers)
            collected.push_back({{}, sentence});
        for (const core::engine::ReasonFamily &family : core::engine::reasonCatalogue()) {
            collected.insert(collected.end(), family.kinds.begin(), family.kinds.end());
            if (!family.frame.empty())
                collected.push_back({{}, family.frame});
        }
        std::ranges::stable_sort(collected, {}, &ReasonKind::sentence);
        const auto same = std::ranges::unique(collected, {}, &ReasonKind::sentence);
        collected.erase(same.begin(), same.end());
        return collected;
    }();
    return all;
}

QString spoken(const Saying &saying)
{
    return text(isEnglish() ? saying.text : inLanguage(saying));
}

QString spoken(const core::api::Reason &reason)
{
    if (isEnglish())
        return text(reason.text);
    return text(
        reason.kind ? inLanguage(Saying(reason)) : inLanguage(reason.text, reason.code, deepestPhrase));
}

QString spoken(const std::vector<Saying> &sayings)
{
    QStringList sentences;
    for (const Saying &saying : sayings)
        sentences.append(spoken(saying));
    return sentences.join(u' ');
}

} // namespace ui
