// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/waitingroom.h"

#include "core/api/bounds.h"

namespace core::lab {

namespace {
constexpr std::size_t mostWaiting = 1'000;
constexpr std::size_t mostBytes = 64U * 1024 * 1024; ///< of their bodies
} // namespace

bool WaitingRoom::isFull() const
{
    return m_places.size() >= mostWaiting || m_bytes >= mostBytes;
}

api::Response WaitingRoom::take(Guest guest)
{
    const std::uint64_t number = ++m_numbers;
    Place place {std::move(guest), 0, std::make_shared<api::LaterResponse>()};
    place.bytes = place.guest.request.body ? api::extentOf(*place.guest.request.body).bytes : 0;
    m_bytes += place.bytes;
    place.guest.inquiry->wait.whenReady([this, number] { again(number); });
    api::Response response;
    response.later = place.later;
    m_places.emplace(number, std::move(place));
    return response;
}

void WaitingRoom::again(std::uint64_t number)
{
    const auto found = m_places.find(number);
    if (found == m_places.end())
        return;
    const Guest &guest = found->second.guest;
    Inquiry &inquiry = *guest.inquiry;
    inquiry.wait.begin();
    api::Response response = std::chrono::steady_clock::now() >= inquiry.deadline
        ? failure(504, "Timeout", "Timeout: request did not complete within requested timeout")
        : m_carryOut(guest);
    inquiry.wait.end();
    if (!inquiry.wait.isOpen())
        leave(number, std::move(response));
}

/// The request leaves in a later turn, since this one belongs to who has just answered.
void WaitingRoom::leave(std::uint64_t number, api::Response response)
{
    auto place = m_places.extract(number);
    m_bytes -= place.mapped().bytes;
    m_clock.post(m_scope.bind([place = std::make_shared<Place>(std::move(place.mapped())),
                                  response = std::move(response)]() mutable {
        place->guest.inquiry.reset();
        if (place->later->told)
            place->later->told(std::move(response));
    }));
}

void WaitingRoom::close()
{
    for (auto &[number, place] : std::exchange(m_places, {})) {
        if (place.later->told)
            place.later->told(failure(503, "ServiceUnavailable", "the lab is closing", {}, {}, 1));
    }
    m_bytes = 0;
}

} // namespace core::lab
