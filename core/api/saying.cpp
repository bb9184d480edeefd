// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/saying.h"

#include <algorithm>

namespace core::api {

namespace {

/// Their values by name; what is said within them gives way to what they say themselves.
Facts factsOf(const ReasonKind &entry, const std::vector<Saying> &values)
{
    Facts facts;
    FactNames names(entry);
    for (const Saying &value : values)
        facts.emplace(names.next(), value.text);
    for (const Saying &value : values)
        facts.merge(value.facts());
    return facts;
}

} // namespace

std::string rendered(std::string_view sentence, const Facts &facts)
{
    std::string text;
    while (true) {
        const std::size_t begin = sentence.find('{');
        text += sentence.substr(0, begin);
        if (begin == std::string_view::npos)
            return text;
        const std::size_t end = std::min(sentence.find('}', begin), sentence.size() - 1);
        const auto fact = facts.find(std::string(sentence.substr(begin + 1, end - begin - 1)));
        text += fact == facts.end() ? sentence.substr(begin, end + 1 - begin) : fact->second;
        sentence.remove_prefix(end + 1);
    }
}

Saying::Saying(const ReasonKind &entry, std::vector<Saying> entryValues)
    : code(entry.code)
    , text(rendered(entry.sentence, factsOf(entry, entryValues)))
    , values(std::move(entryValues))
    , kind(&entry)
{
}

Facts Saying::facts() const
{
    return kind ? factsOf(*kind, values) : Facts();
}

bool Saying::isOf(const ReasonKind &entry) const
{
    return entry.code == code && factCount(entry) == values.size()
        && rendered(entry.sentence, factsOf(entry, values)) == text;
}

std::string joinedText(const std::vector<Saying> &sayings)
{
    std::string joined;
    for (const Saying &saying : sayings)
        joined += (joined.empty() ? "" : " ") + saying.text;
    return joined;
}

Saying listOf(std::vector<Saying> sayings)
{
    if (sayings.size() == 1)
        return std::move(sayings.front());
    Saying list;
    for (const Saying &saying : sayings)
        list.text += (list.text.empty() ? "" : "\n") + saying.text;
    list.values = std::move(sayings);
    return list;
}

base::Failure failWith(base::ErrorKind kind, Saying why)
{
    base::Error error {kind, why.text, {}};
    error.detail = std::make_shared<const Saying>(std::move(why));
    return base::Failure(std::move(error));
}

Saying sayingOf(const base::Error &error)
{
    return error.detail ? static_cast<const Saying &>(*error.detail) : Saying(error.message);
}

} // namespace core::api
