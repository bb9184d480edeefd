// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a request waits for before it is carried out again: answers of webhooks, or its turn.

#include "core/lab/status.h"

#include <cstddef>
#include <functional>

namespace core::lab {

class Wait
{
public:
    /// Around every time that the request is carried out: it finds out itself what comes at once.
    void begin()
    {
        m_isCarriedOut = true;
        m_waitsForTurn = false;
    }
    void end() { m_isCarriedOut = false; }

    /// Whoever would have to ask waits, and asks nobody.
    void forbidAsking() { m_mayAsk = false; }
    bool mayAsk() const { return m_mayAsk; }

    void opened() { ++m_open; }
    void closed()
    {
        --m_open;
        nudge();
    }
    void waitForTurn() { m_waitsForTurn = true; }
    bool isOpen() const { return m_open > 0 || m_waitsForTurn; }
    /// Tells that it is worth being carried out again, unless answers are still missing.
    void nudge() const
    {
        if (m_open == 0 && !m_isCarriedOut && m_ready)
            m_ready();
    }
    void whenReady(std::function<void()> ready) { m_ready = std::move(ready); }

private:
    std::size_t m_open = 0;
    bool m_mayAsk = true;
    bool m_waitsForTurn = false;
    bool m_isCarriedOut = false;
    std::function<void()> m_ready;
};

/// Nobody hears it: the request is carried out again.
inline Refusal notYet()
{
    return refuse(failure(503, "ServiceUnavailable", "webhooks have not answered yet"));
}

} // namespace core::lab
