// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Requests that wait for webhooks (docs/api-semantics.md U1).

#include "core/lab/webhooks/admission.h"
#include "core/lab/webhooks/conversion.h"

namespace core::lab {

/// Who is asked on behalf of one request.
struct Inquiry {
    Wait wait;
    HookDeadline deadline; ///< in real time
    std::unique_ptr<Admission> admission; ///< null: no webhook wants to know
    std::unique_ptr<Conversions> conversions; ///< null: the kind needs none
};

class WaitingRoom
{
public:
    struct Guest {
        api::Request request;
        access::UserPtr user;
        std::unique_ptr<Inquiry> inquiry;
        bool isFlushed = false; ///< what it writes is flushed at once
    };
    /// Carries the request out again; what it says while it still waits is not told.
    using CarryOut = std::function<api::Response(const Guest &)>;

    WaitingRoom(base::Clock &clock, CarryOut carryOut) : m_clock(clock), m_carryOut(std::move(carryOut)) { }

    /// Too many requests wait, or too large ones.
    bool isFull() const;
    /// The answer that comes later.
    api::Response take(Guest guest);
    /// Nobody waits any more: all are told that the lab is closing.
    void close();

private:
    struct Place {
        Guest guest;
        std::size_t bytes = 0;
        std::shared_ptr<api::LaterResponse> later;
    };

    void again(std::uint64_t number);
    void leave(std::uint64_t number, api::Response response);

    base::Clock &m_clock;
    CarryOut m_carryOut;
    std::map<std::uint64_t, Place> m_places;
    std::size_t m_bytes = 0;
    std::uint64_t m_numbers = 0;
    base::Scope m_scope;
};

} // namespace core::lab
