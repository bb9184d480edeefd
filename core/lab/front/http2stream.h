// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A stream of a connection in HTTP/2 (docs/api-semantics.md O9): one request and its answer, or its watch.

#include "core/lab/front/exchange.h"

#include <nghttp2/nghttp2.h>

#include <span>

namespace core::lab::front {

/// The connection, as its streams see it.
class Http2Session
{
public:
    Http2Session() = default;
    Http2Session(const Http2Session &) = delete;
    Http2Session &operator=(const Http2Session &) = delete;
    virtual ~Http2Session() = default;

    virtual nghttp2_session *session() const = 0;
    /// Who the client is, as far as the connection tells.
    virtual void identify(Head &head) const = 0;
    /// A stream has shown good credentials, or not.
    virtual void know(bool isKnown) = 0;
    virtual void reset(std::int32_t id) = 0;
    /// Frames that may leave do, at the end of what goes on.
    virtual void flush() = 0;
};

class Http2Stream : public Exchange
{
public:
    Http2Stream(Hub &hub, Http2Session &session, std::int32_t id);

    void addField(std::string_view name, std::string_view value);
    void endHead(bool isWhole);
    void addBody(std::string_view data);
    void endBody();
    bool isWhole() const { return m_isWhole; }

    void openStream() override;
    void pump() { pumpLines(); }
    void stop();
    /// The stream is no more, on whatever side it ended.
    void end();
    /// What the next frame of data says; deferred when there is nothing to say yet.
    ssize_t read(std::span<std::uint8_t> frame, std::uint32_t &flags);

private:
    void send() override;
    void pumpLines() override;
    void drop() override;
    void submit();
    ssize_t copy(std::string_view text, std::span<std::uint8_t> frame);

    Http2Session &m_session; ///< lives as long as we are in no phase Closed
    const std::int32_t m_id;
    Head m_head;
    std::size_t m_headSize = 0; ///< bytes
    std::size_t m_announced = 0; ///< bytes of the body
    std::string m_body;
    bool m_isWhole = false; ///< the request
    std::string m_piece; ///< of a watch
    std::size_t m_sent = 0; ///< of that, or of an answer's body
    bool m_isDeferred = false;
};

} // namespace core::lab::front
