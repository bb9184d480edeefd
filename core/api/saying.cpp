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

Saying::Saying(const Reason &reason) : text(reason.text), kind(reason.kind)
{
    if (!kind)
        return;
    FactNames names(*kind);
    for (auto name = names.next(); !name.empty(); name = names.next())
        values.emplace_back(reason.facts.at(std::string(name)));
}

std::string joinedText(const std::vector<Saying> &sayings)
{
    std::string joined;
    for (const Saying &saying : sayings)
        joined += (joined.empty() ? "" : " ") + saying.text;
    return joined;
}

} // namespace core::api
