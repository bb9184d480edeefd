// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reasons that are in no catalogue, for tests of those who show, keep or count what controllers say.

#include "core/api/reason.h"

#include <deque>

namespace support {

/// An entry that is not known before the test runs.
class MadeEntry
{
public:
    MadeEntry(std::string entryCode, std::string entrySentence, std::string names)
        : code(std::move(entryCode))
        , sentence(std::move(entrySentence))
        , factNames(std::move(names))
    {
    }

    const std::string code;
    const std::string sentence;
    const std::string factNames;
    const core::api::ReasonKind kind {code, sentence, factNames};
};

inline core::api::Reason reason(std::string code, std::string text, const core::api::Facts &facts = {})
{
    static std::deque<MadeEntry> entries; // their reasons point to them
    core::api::Reason made;
    std::string names;
    for (const auto &[name, value] : facts) {
        names += (names.empty() ? "" : " ") + name;
        made.values.emplace_back(value);
    }
    const MadeEntry &entry = entries.emplace_back(std::move(code), std::move(text), std::move(names));
    made.code = entry.code;
    made.text = entry.sentence;
    made.kind = &entry.kind;
    return made;
}

} // namespace support
