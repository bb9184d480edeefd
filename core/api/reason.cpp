// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/reason.h"

#include <algorithm>

namespace core::api {

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

Reason::Reason(const ReasonKind &entry, std::span<FactValue> values) : code(entry.code), kind(&entry)
{
    FactNames names(entry);
    for (FactValue &value : values)
        facts.emplace(names.next(), std::move(value.text));
    text = rendered(entry.sentence, facts);
}

} // namespace core::api
