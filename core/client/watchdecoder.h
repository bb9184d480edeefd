// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Cuts the bytes of a watch stream into events, one JSON object per line (docs/api-semantics.md H10). An
// unfinished last line is never an event (H15).

#include "core/api/exchange.h"

namespace core::client {

class WatchDecoder
{
public:
    explicit WatchDecoder(std::size_t longestLine) : m_longestLine(longestLine) { }

    struct Taken {
        std::vector<api::WatchEvent> events;
        std::optional<base::Error> failure; ///< after these events the stream is unusable
    };
    /// The events of the lines that these bytes complete. Events of unknown type are logged and left out.
    Taken take(std::string_view bytes);

private:
    std::size_t m_longestLine;
    std::string m_line; ///< unfinished
};

} // namespace core::client
