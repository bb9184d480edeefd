// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/saying.h"

namespace core::api {

Saying::Saying(const ReasonKind &entry, std::vector<Saying> entryValues)
    : kind(&entry)
    , values(std::move(entryValues))
{
    FactNames names(entry);
    Facts facts;
    for (const Saying &value : values)
        facts.emplace(names.next(), value.text);
    text = rendered(entry.sentence, facts);
}

std::string joinedText(const std::vector<Saying> &sayings)
{
    std::string joined;
    for (const Saying &saying : sayings)
        joined += (joined.empty() ? "" : " ") + saying.text;
    return joined;
}

} // namespace core::api
