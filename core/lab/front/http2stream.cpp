// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/http2stream.h"

#include "core/base/number.h"

#include <cstring>

namespace core::lab::front {

namespace {

constexpr std::size_t fieldCost = 32; // of a field of a head, beside its texts (RFC 9113 §6.5.2)

std::string lowered(std::string text)
{
    for (char &c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

} // namespace

Http2Stream::Http2Stream(Hub &hub, Http2Session &session, std::int32_t id)
    : Exchange(hub)
    , m_session(session)
    , m_id(id)
{
    enter(Phase::Head, m_hub.limits.headTime);
}

void Http2Stream::addField(std::string_view name, std::string_view value)
{
    m_headSize += name.size() + value.size() + fieldCost;
    if (m_headSize > headBytes)
        return;
    const auto takeFirst = [&](std::string &field) {
        if (field.empty())
            field = value;
    };
    if (name == ":method") {
        m_head.method = methodNamed(value);
    } else if (name == ":path") {
        m_head.target = value;
    } else if (name == ":authority" || name == "host") {
        if (m_head.hosts == 0 || m_head.host != value)
            ++m_head.hosts;
        takeFirst(m_head.host);
    } else if (name == "authorization") {
        ++m_head.authorizations;
        takeFirst(m_head.authorization);
    } else if (name == "origin") {
        ++m_head.origins;
        takeFirst(m_head.origin);
    } else if (name == "content-type") {
        takeFirst(m_head.contentType);
    } else if (name == "accept") {
        takeFirst(m_head.accept);
    } else if (name == "accept-encoding") {
        takeFirst(m_head.acceptEncoding);
    } else if (name == "if-none-match") {
        takeFirst(m_head.ifNoneMatch);
    } else if (name == "user-agent") {
        takeFirst(m_head.userAgent);
    } else if (name == "content-length") {
        m_announced = base::parseNumber<std::size_t>(value).value_or(0);
    } else if (access::isImpersonation(name)) {
        m_head.impersonation.emplace_back(name, value);
    }
}

void Http2Stream::endHead(bool isWhole)
{
    if (m_phase != Phase::Head)
        return;
    m_isWhole = isWhole;
    m_head.hasBody = !isWhole;
    m_session.identify(m_head);
    if (m_headSize > headBytes)
        return answer(refusal(431, "BadRequest", "the request's head is too large"));
    if (const auto admitted = admitHead(m_head); !admitted)
        return answer(admitted.error());
    m_session.know(m_admitted.known);
    if (isWhole)
        return ask(m_head, {}, false);
    enter(Phase::Body, m_hub.limits.bodyTime);
    m_progress = Steady::now();
    addBody({});
}

void Http2Stream::addBody(std::string_view data)
{
    if (m_phase != Phase::Body)
        return;
    const std::size_t most = m_hub.limits.bodyBytes;
    const std::size_t size = std::max(m_announced, m_body.size() + data.size());
    if (size > most)
        return answer(refusal(
            413, "RequestEntityTooLarge", "Request entity too large: limit is " + std::to_string(most)));
    m_body += data;
    if (!holdBody(size, m_body.size()))
        answer(tooManyRequests());
}

void Http2Stream::endBody()
{
    m_isWhole = true;
    if (m_phase == Phase::Body)
        ask(m_head, std::move(m_body), false);
}

void Http2Stream::openStream()
{
    if (m_phase == Phase::Closed)
        return;
    startStreaming();
    m_writing = true;
    submit();
}

void Http2Stream::send()
{
    if (m_phase != Phase::Closed)
        submit();
}

/// The head of the answer; what follows is read from us.
void Http2Stream::submit()
{
    const std::string code = std::to_string(m_answer.code);
    std::vector<std::pair<std::string, std::string>> fields {{":status", code}};
    for (const auto &[name, value] : m_answer.fields)
        fields.emplace_back(lowered(name), value);
    std::vector<nghttp2_nv> list;
    list.reserve(fields.size());
    for (auto &[name, value] : fields)
        list.push_back({reinterpret_cast<std::uint8_t *>(name.data()),
            reinterpret_cast<std::uint8_t *>(value.data()), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
    nghttp2_data_provider source {};
    source.source.ptr = this;
    source.read_callback = [](nghttp2_session *, std::int32_t, std::uint8_t *frame, std::size_t size,
                               std::uint32_t *flags, nghttp2_data_source *of, void *) {
        return static_cast<Http2Stream *>(of->ptr)->read({frame, size}, *flags);
    };
    const bool hasMore = m_phase == Phase::Streaming || m_answer.body;
    if (nghttp2_submit_response(
            m_session.session(), m_id, list.data(), list.size(), hasMore ? &source : nullptr)
        != 0)
        return drop();
    m_session.flush();
}

ssize_t Http2Stream::copy(std::string_view text, std::span<std::uint8_t> frame)
{
    const std::size_t size = std::min(frame.size(), text.size() - m_sent);
    if (size > 0)
        std::memcpy(frame.data(), text.data() + m_sent, size);
    m_sent += size;
    m_progress = Steady::now();
    return static_cast<ssize_t>(size);
}

ssize_t Http2Stream::read(std::span<std::uint8_t> frame, std::uint32_t &flags)
{
    if (m_phase == Phase::Answering) {
        const ssize_t size = copy(*m_answer.body, frame);
        if (m_sent == m_answer.body->size())
            flags |= NGHTTP2_DATA_FLAG_EOF;
        return size;
    }
    if (m_phase != Phase::Streaming)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    if (m_sent == m_piece.size()) {
        m_piece.clear();
        m_sent = 0;
        m_backlog.take(m_hub.committed(), m_piece, Backlog::Framing::None);
    }
    if (!m_piece.empty())
        return copy(m_piece, frame);
    m_piece.shrink_to_fit(); // there may be a thousand watches, and most of the time they are idle
    m_isDeferred = !isOver();
    m_writing = false;
    if (m_isDeferred)
        return NGHTTP2_ERR_DEFERRED;
    flags |= NGHTTP2_DATA_FLAG_EOF;
    return 0;
}

void Http2Stream::pumpLines()
{
    if (m_phase != Phase::Streaming || !m_isDeferred || (m_backlog.isEmpty() && !m_ended))
        return;
    m_isDeferred = false;
    m_writing = true;
    m_progress = Steady::now();
    nghttp2_session_resume_data(m_session.session(), m_id);
    m_session.flush();
}

void Http2Stream::stop()
{
    if (m_phase == Phase::Streaming) {
        m_backlog = {};
        endStream({});
    } else if (m_phase != Phase::Answering) {
        drop();
    }
}

void Http2Stream::drop()
{
    if (m_phase == Phase::Closed)
        return;
    end();
    m_session.reset(m_id);
}

void Http2Stream::end()
{
    m_phase = Phase::Closed;
    m_hub.abandon(std::exchange(m_ticket, 0));
    m_hub.hold(m_held, 0);
}

} // namespace core::lab::front
