// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reasons that are in no catalogue, for tests of those who show, keep or count what controllers say.

#include "core/api/reason.h"

namespace support {

inline core::api::Reason reason(std::string code, std::string text, core::api::Facts facts = {})
{
    core::api::Reason made;
    made.code = std::move(code);
    made.text = std::move(text);
    made.facts = std::move(facts);
    return made;
}

} // namespace support
