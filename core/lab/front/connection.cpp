// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/connection.h"

#include "core/lab/front/clientcertificates.h"
#include "core/lab/front/http2.h"

namespace core::lab::front {

namespace {

constexpr std::size_t discardBytes = 512;
constexpr std::size_t bufferKept = 256U * 1024; // larger output buffers are given back

std::string text(boost::beast::string_view view)
{
    return {view.data(), view.size()};
}

} // namespace

Connection::Connection(Hub &hub, Tcp::socket socket, asio::ssl::context &tls)
    : Exchange(hub)
    , m_stream(std::move(socket), tls)
{
    ErrorCode ignored;
    m_stream.next_layer().set_option(Tcp::no_delay(true), ignored);
}

void Connection::start()
{
    enter(Phase::Handshake, m_hub.limits.headTime);
    m_stream.async_handshake(asio::ssl::stream_base::server, [self = self()](ErrorCode error) {
        if (error)
            return self->handshakeFailed(error);
        self->takeCertificate();
        if (choseHttp2(self->m_stream.native_handle()))
            return self->changeToHttp2();
        self->nextRequest();
        self->enter(Phase::Idle, self->m_hub.limits.headTime); // whoever connects has something to ask
    });
}

void Connection::handshakeFailed(ErrorCode error)
{
    const bool plainHttp = error.category() == asio::error::get_ssl_category()
        && ERR_GET_REASON(static_cast<unsigned long>(error.value())) == SSL_R_HTTP_REQUEST;
    if (!plainHttp)
        return close();
    static constexpr std::string_view hint =
        "HTTP/1.0 400 Bad Request\r\nContent-Type: text/plain\r\n\r\nThis is an HTTPS server.\n";
    asio::async_write(m_stream.next_layer(), asio::buffer(hint),
        [self = self()](ErrorCode, std::size_t) { self->close(); });
}

void Connection::takeCertificate()
{
    const auto shown = certificateShown(m_stream.native_handle());
    m_hasCertificate = shown != nullptr;
    if (shown)
        m_certified = m_hub.certificates.userOf(*shown);
}

void Connection::changeToHttp2()
{
    if (m_phase == Phase::Closed)
        return;
    m_phase = Phase::Closed;
    m_hub.remove(self());
    goOnInHttp2(m_hub, std::move(m_stream), m_hasCertificate, std::move(m_certified));
}

void Connection::nextRequest()
{
    m_parser.emplace();
    m_parser->header_limit(headBytes);
    m_parser->body_limit(m_hub.limits.bodyBytes);
    m_headBytes = 0;
    m_bodyBytes = 0;
    m_bodyAtProgress = 0;
    m_delivery = {};
    if (m_in.size() == 0)
        enter(Phase::Idle, m_isKnown ? m_hub.limits.idleTime : m_hub.limits.headTime);
    else
        enter(Phase::Head, m_hub.limits.headTime);
    m_hub.hold(m_held, 0);
    parse();
}

void Connection::read()
{
    m_stream.async_read_some(m_in.prepare(readBytes), [self = self()](ErrorCode error, std::size_t size) {
        if (error)
            return self->close();
        self->m_in.commit(size);
        if (self->m_phase == Phase::Idle)
            self->enter(Phase::Head, self->m_hub.limits.headTime);
        self->parse();
    });
}

void Connection::parse()
{
    ErrorCode error;
    const std::size_t used = m_parser->put(m_in.data(), error);
    m_in.consume(used);
    (m_phase == Phase::Body ? m_bodyBytes : m_headBytes) += used;
    if (m_headBytes > headBytes)
        error = http::error::header_limit; // the parser itself only bounds each piece
    if (m_phase == Phase::Body && (m_in.size() > headBytes || bodyMarks() > m_parser->get().body().size()))
        error = http::error::bad_chunk_extension; // or trailers, of which it would take any number
    if (error == http::error::need_more)
        return read();
    if (error)
        return reject(error);
    if (m_phase != Phase::Body)
        return takeHead();
    if (!holdArrived())
        return reject(tooManyRequests());
    if (m_parser->is_done())
        return askLab();
    read();
}

/// What the body's chunks cost beside their content, but for what a head might be as well.
std::size_t Connection::bodyMarks() const
{
    const std::size_t marks = m_bodyBytes - std::min(m_bodyBytes, m_parser->get().body().size());
    return marks - std::min(marks, headBytes);
}

bool Connection::holdArrived()
{
    const auto announced = m_parser->content_length();
    const std::size_t size = announced ? static_cast<std::size_t>(*announced) : m_parser->get().body().size();
    return holdBody(size, m_bodyBytes, bodyMarks());
}

Head Connection::head() const
{
    const auto &message = m_parser->get();
    const auto field = [&message](http::field name) { return text(message[name]); };
    access::HeaderFields impersonation;
    for (const auto &one : message) {
        if (access::isImpersonation(one.name_string()))
            impersonation.emplace_back(text(one.name_string()), text(one.value()));
    }
    return {
        .method = methodNamed(text(message.method_string())),
        .target = text(message.target()),
        .host = field(http::field::host),
        .hosts = static_cast<int>(message.count(http::field::host)),
        .origins = static_cast<int>(message.count(http::field::origin)),
        .origin = field(http::field::origin),
        .authorizations = static_cast<int>(message.count(http::field::authorization)),
        .authorization = field(http::field::authorization),
        .impersonation = std::move(impersonation),
        .hasCertificate = m_hasCertificate,
        .certified = m_certified,
        .contentType = field(http::field::content_type),
        .accept = field(http::field::accept),
        .acceptEncoding = field(http::field::accept_encoding),
        .ifNoneMatch = field(http::field::if_none_match),
        .userAgent = field(http::field::user_agent),
        .hasBody = !m_parser->is_done(),
    };
}

void Connection::takeHead()
{
    const auto &message = m_parser->get();
    m_delivery.keepAlive = message.version() == 11 && message.keep_alive();
    m_delivery.withBody = message.method() != http::verb::head;
    m_delivery.format = Format::Json;
    if (message.count(http::field::transfer_encoding) > 0 && !m_parser->chunked())
        return reject(ErrorCode(http::error::bad_transfer_encoding));
    m_head = head();
    if (const auto admitted = admitHead(m_head); !admitted)
        return reject(admitted.error());
    m_isKnown = m_isKnown || m_admitted.known;
    if (m_parser->is_done())
        return askLab();
    m_parser->eager(true);
    enter(Phase::Body, m_hub.limits.bodyTime);
    m_progress = Steady::now();
    if (!holdArrived())
        return reject(tooManyRequests());
    const bool waitsForUs =
        boost::beast::iequals(message[http::field::expect], "100-continue") && m_in.size() == 0;
    if (!waitsForUs)
        return parse();
    m_out = "HTTP/1.1 100 Continue\r\n\r\n";
    write([](Connection &self) { self.read(); });
}

void Connection::askLab()
{
    const bool upgrades = !m_parser->get()[http::field::upgrade].empty(); // kubectl exec asks so
    ask(m_head, std::move(m_parser->get().body()), upgrades);
}

void Connection::reject(const api::Response &response)
{
    m_delivery.keepAlive = m_delivery.keepAlive && m_parser->is_done();
    answer(response);
}

void Connection::reject(ErrorCode error)
{
    m_delivery.keepAlive = false;
    if (error == http::error::body_limit)
        return answer(refusal(413, "RequestEntityTooLarge",
            "Request entity too large: limit is " + std::to_string(m_hub.limits.bodyBytes)));
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return answer(refusal(431, "BadRequest", "the request's head is too large"));
    answer(refusal(400, "BadRequest", "the request is malformed: " + error.message()));
}

void Connection::send()
{
    m_out = headText(m_answer, m_delivery.keepAlive);
    write([](Connection &self) {
        self.m_answer = {};
        self.m_hub.abandon(std::exchange(self.m_ticket, 0));
        if (self.m_delivery.keepAlive)
            self.nextRequest();
        else
            self.shutDown();
    });
}

template<typename Then>
void Connection::write(Then then)
{
    const auto progressed = [this](ErrorCode error, std::size_t) -> std::size_t {
        m_progress = Steady::now();
        return error ? 0 : readBytes;
    };
    const std::array<asio::const_buffer, 2> parts {
        asio::buffer(m_out), m_answer.body ? asio::buffer(*m_answer.body) : asio::const_buffer()};
    asio::async_write(m_stream, parts, progressed, [self = self(), then](ErrorCode error, std::size_t) {
        if (error)
            return self->close();
        if (self->m_out.capacity() > bufferKept)
            self->m_out = {};
        else
            self->m_out.clear();
        if (self->m_phase != Phase::Closed)
            then(*self);
    });
}

void Connection::openStream()
{
    startStreaming();
    releaseBuffers();
    m_answer.fields.emplace_back("Transfer-Encoding", "chunked");
    m_out = headText(m_answer, false);
    m_writing = true;
    write([](Connection &self) {
        self.m_writing = false;
        self.pump();
    });
    discard();
}

/// There may be a thousand watches, and most of the time they are idle.
void Connection::releaseBuffers()
{
    SSL_set_mode(m_stream.native_handle(), SSL_MODE_RELEASE_BUFFERS);
    m_parser.reset();
    m_in = {};
}

void Connection::pumpLines()
{
    if (m_phase != Phase::Streaming || m_writing)
        return;
    const bool last = isOver();
    if (last)
        m_out = lastChunk;
    else if (!m_backlog.take(m_hub.committed(), m_out))
        return;
    m_writing = true;
    m_progress = Steady::now();
    write([last](Connection &self) {
        self.m_writing = false;
        if (last)
            self.shutDown();
        else
            self.pump();
    });
}

void Connection::stop()
{
    m_delivery.keepAlive = false;
    if (m_phase == Phase::Streaming) {
        m_backlog = {};
        endStream({});
    } else if (m_phase != Phase::Answering) {
        close();
    }
}

/// Reads on without listening: to notice that the other side is gone, and so that it can read our last words.
void Connection::discard()
{
    m_stream.async_read_some(m_in.prepare(discardBytes), [self = self()](ErrorCode error, std::size_t) {
        if (error)
            return self->close();
        self->discard();
    });
}

void Connection::shutDown()
{
    const bool reading = m_phase == Phase::Streaming;
    enter(Phase::Shutdown, patience);
    ErrorCode ignored;
    m_stream.next_layer().shutdown(Tcp::socket::shutdown_send, ignored);
    if (!reading)
        discard();
}

void Connection::close()
{
    if (m_phase == Phase::Closed)
        return;
    m_phase = Phase::Closed;
    m_hub.hold(m_held, 0);
    ErrorCode ignored;
    m_stream.next_layer().close(ignored);
    m_hub.abandon(std::exchange(m_ticket, 0));
    m_hub.remove(self());
}

} // namespace core::lab::front
