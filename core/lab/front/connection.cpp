// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/connection.h"

#include "core/base/number.h"
#include "core/lab/front/body.h"
#include "core/lab/front/clientcertificate.h"

namespace core::lab::front {

namespace {

constexpr std::size_t headBytes = 64U * 1024;
constexpr std::size_t readBytes = 16U * 1024; // one TLS record
constexpr std::size_t discardBytes = 512;
constexpr std::size_t bufferKept = 256U * 1024; // larger output buffers are given back
constexpr std::size_t backlogFactor = 16;
constexpr std::chrono::seconds patience {2}; // for last words to be read, for a stalled watcher to go on
constexpr std::size_t smallBytes = 64U * 1024; // for bodies and answers up to that there always is room
constexpr std::size_t bodyCost = 4; // a body and what is read out of it
constexpr std::size_t progressBytes = 4096; // less is no progress of a body
constexpr std::size_t slowestReader = 1024U * 1024; // bytes a second
constexpr std::chrono::seconds usualWatch {1'800}; // to twice as long

std::string text(boost::beast::string_view view)
{
    return {view.data(), view.size()};
}

std::optional<api::Method> methodOf(http::verb verb)
{
    using enum api::Method;
    switch (verb) {
    case http::verb::get:
        return Get;
    case http::verb::post:
        return Post;
    case http::verb::put:
        return Put;
    case http::verb::patch:
        return Patch;
    case http::verb::delete_:
        return Delete;
    case http::verb::head:
        return Head;
    case http::verb::options:
        return Options;
    default:
        return std::nullopt;
    }
}

/// When the watch ends: its time is real, whatever the pace of the lab, which is told never to end it.
/// Nothing when it is no time; the lab says so.
std::optional<Steady::time_point> takeTimeout(api::Request &request)
{
    static constexpr const char *never = "4294967295";
    const std::string_view text = request.parameter("timeoutSeconds");
    const auto asked = text.empty() ? 0U : base::parseNumber<std::uint32_t>(text);
    if (!asked)
        return std::nullopt;
    std::erase_if(request.query, [](const auto &one) { return one.first == "timeoutSeconds"; });
    request.query.emplace_back("timeoutSeconds", never);
    const auto now = Steady::now();
    const std::chrono::seconds spread(now.time_since_epoch().count() % usualWatch.count());
    return now + (*asked > 0 ? std::chrono::seconds(*asked) : usualWatch + spread);
}

} // namespace

Connection::Connection(Hub &hub, Tcp::socket socket, asio::ssl::context &tls)
    : m_hub(hub)
    , m_stream(std::move(socket), tls)
{
    ErrorCode ignored;
    m_stream.next_layer().set_option(Tcp::no_delay(true), ignored);
}

void Connection::start()
{
    enter(Phase::Handshake, m_hub.limits.headTime);
    m_stream.async_handshake(asio::ssl::stream_base::server, [self = shared_from_this()](ErrorCode error) {
        if (error)
            return self->handshakeFailed(error);
        self->takeCertificate();
        self->nextRequest();
        self->enter(Phase::Idle, self->m_hub.limits.headTime); // whoever connects has something to ask
    });
}

void Connection::enter(Phase phase, std::chrono::milliseconds time)
{
    if (m_phase == Phase::Closed)
        return;
    m_phase = phase;
    m_deadline = Steady::now() + time;
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
        [self = shared_from_this()](ErrorCode, std::size_t) { self->close(); });
}

void Connection::takeCertificate()
{
    const auto shown = certificateShown(m_stream.native_handle());
    m_hasCertificate = shown != nullptr;
    if (shown)
        m_certified = m_hub.certificates.userOf(*shown);
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
    m_stream.async_read_some(
        m_in.prepare(readBytes), [self = shared_from_this()](ErrorCode error, std::size_t size) {
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
    if (!holdBody())
        return reject(tooManyRequests());
    if (m_parser->is_done())
        return ask();
    read();
}

/// What the body's chunks cost beside their content, but for what a head might be as well.
std::size_t Connection::bodyMarks() const
{
    const std::size_t marks = m_bodyBytes - std::min(m_bodyBytes, m_parser->get().body().size());
    return marks - std::min(marks, headBytes);
}

/// False when the body is no small one and there is no room for it.
bool Connection::holdBody()
{
    const auto announced = m_parser->content_length();
    const std::size_t size = announced ? static_cast<std::size_t>(*announced) : m_parser->get().body().size();
    if (m_bodyBytes >= m_bodyAtProgress + progressBytes) {
        m_bodyAtProgress = m_bodyBytes;
        m_progress = Steady::now();
    }
    m_hub.hold(m_held, (size + bodyMarks() * bodyCost) * bodyCost);
    return size <= smallBytes || m_hub.makeRoom();
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
        .method = methodOf(message.method()),
        .target = text(message.target()),
        .host = field(http::field::host),
        .hosts = static_cast<int>(message.count(http::field::host)),
        .hasOrigin = message.count(http::field::origin) > 0,
        .authorizations = static_cast<int>(message.count(http::field::authorization)),
        .authorization = field(http::field::authorization),
        .impersonation = std::move(impersonation),
        .hasCertificate = m_hasCertificate,
        .certified = m_certified,
        .contentType = field(http::field::content_type),
        .accept = field(http::field::accept),
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
    auto admitted = admit(head(), m_hub.gate);
    if (!admitted)
        return reject(admitted.error());
    m_admitted = std::move(*admitted);
    m_isKnown = m_isKnown || m_admitted.known;
    m_delivery.format = m_admitted.answerFormat;
    m_delivery.pretty = m_admitted.pretty;
    if (m_parser->is_done())
        return ask();
    m_parser->eager(true);
    enter(Phase::Body, m_hub.limits.bodyTime);
    m_progress = Steady::now();
    if (!holdBody())
        return reject(tooManyRequests());
    const bool waitsForUs =
        boost::beast::iequals(message[http::field::expect], "100-continue") && m_in.size() == 0;
    if (!waitsForUs)
        return parse();
    m_out = "HTTP/1.1 100 Continue\r\n\r\n";
    write([](Connection &self) { self.read(); });
}

void Connection::ask()
{
    using enum api::Method;
    const auto &message = m_parser->get();
    api::Request request;
    request.method = *methodOf(message.method());
    request.path = std::move(m_admitted.path);
    request.query = std::move(m_admitted.query);
    request.contentType = text(message[http::field::content_type]);
    request.accept = text(message[http::field::accept]);
    request.userAgent = text(message[http::field::user_agent]);
    const bool upgrades = !message[http::field::upgrade].empty(); // kubectl exec asks so, without a body
    const bool needsBody =
        (request.method == Post && !upgrades) || request.method == Put || request.method == Patch;
    if (needsBody || !message.body().empty()) {
        auto body = readBody(message.body(), m_admitted.bodyFormat);
        const bool isUnknownKind =
            !body && m_admitted.bodyFormat == Format::Protobuf && body.error().code == 415;
        if (!body && !isUnknownKind) // whether that kind is served at all says the lab
            return answer(body.error());
        if (body) {
            request.body = std::move(*body);
            request.duplicates = duplicatesIn(message.body(), m_admitted.bodyFormat, request);
        }
        m_parser->get().body() = {};
    }
    if (m_admitted.bodyFormat == Format::Protobuf && request.body)
        request.contentType = api::contentTypes::json; // as which the lab gets it
    enter(Phase::Waiting, m_hub.limits.bodyTime);
    if (m_admitted.watch)
        m_streamEnd = takeTimeout(request);
    m_ticket =
        m_hub.launch(shared_from_this(), std::move(request), m_admitted.watch, std::move(m_admitted.login));
    if (m_ticket == 0)
        answer(tooManyRequests());
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

void Connection::answer(const api::Response &response)
{
    m_out.clear();
    const bool mayWait = m_parser->get().method() == http::verb::get;
    if (!takesLong(response, m_delivery.format) && (!response.list || m_hub.makeRoom(true))) {
        appendResponse(m_out, response, m_delivery, cache());
        const bool isItsTurn = !response.list || !m_hub.hasToEncode(); // making room lets the next list begin
        if (!mayWait || m_out.size() <= smallBytes || (isItsTurn && m_hub.makeRoom()))
            return send();
        m_out = {};
    }
    enter(Phase::Encoding, m_hub.limits.bodyTime);
    const auto encoded = std::make_shared<std::string>();
    Delivery delivery = m_delivery;
    delivery.givenUp = m_hub.givenUp;
    m_hub.encodeAside(
        [encoded, response, delivery, form = cache().form()] {
            EncodingCache unshared(0, delivery.format, form);
            appendResponse(*encoded, response, delivery, unshared);
        },
        [self = shared_from_this(), encoded] {
            if (self->m_phase != Phase::Encoding)
                return;
            self->m_out = std::move(*encoded);
            self->send();
        });
}

void Connection::send()
{
    using std::chrono::seconds;
    enter(Phase::Answering, m_hub.limits.bodyTime + seconds(m_out.size() / slowestReader));
    m_progress = Steady::now();
    m_hub.hold(m_held, m_out.size() > smallBytes ? m_out.size() : 0);
    write([](Connection &self) {
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
    asio::async_write(m_stream, asio::buffer(m_out), progressed,
        [self = shared_from_this(), then](ErrorCode error, std::size_t) {
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

EncodingCache &Connection::cache() const
{
    return m_delivery.format == Format::Protobuf ? m_hub.protobufCache : m_hub.cache;
}

void Connection::openStream()
{
    enter(Phase::Streaming, {});
    releaseBuffers();
    m_backlog.setFormat(m_delivery.format);
    m_out = streamHead(m_delivery.format);
    m_writing = true;
    m_progress = Steady::now();
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

void Connection::addEvents(const std::vector<api::WatchEvent> &events)
{
    for (const api::WatchEvent &event : events) {
        m_backlog.add(event.type, cache().encode(event.object), event.revision);
        m_errorTold = m_errorTold || event.type == api::WatchEvent::Type::Error;
    }
    if (isStuck(Steady::now()))
        return close();
    pump();
}

void Connection::endStream(const std::optional<base::Error> &error)
{
    m_ticket = 0;
    if (error && !m_errorTold)
        m_backlog.add(api::WatchEvent::Type::Error, cache().encode(api::share(statusOf(*error))), 0);
    m_ended = true;
    pump();
}

void Connection::pump()
{
    if (m_phase != Phase::Streaming || m_writing)
        return;
    const bool last = m_ended && m_backlog.isEmpty();
    if (last)
        m_out = streamEnd;
    else if (!m_backlog.takeChunk(m_hub.committed(), m_out))
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

bool Connection::isStuck(Steady::time_point now) const
{
    const std::size_t most = m_hub.limits.watchBacklogBytes;
    return m_backlog.bytes() > most * backlogFactor
        || (m_backlog.bytes() > most && m_writing && now - m_progress > patience);
}

void Connection::checkTime(Steady::time_point now)
{
    if (m_phase == Phase::Streaming) {
        if (isStuck(now))
            return close();
        if (m_ticket != 0 && m_streamEnd && now >= *m_streamEnd) {
            m_hub.abandon(m_ticket);
            endStream({});
        }
        return;
    }
    if (now < m_deadline)
        return;
    if (m_phase != Phase::Waiting)
        return close();
    m_hub.abandon(std::exchange(m_ticket, 0));
    answer(refusal(
        504, "Timeout", "the lab did not answer in time; the request may nevertheless be carried out"));
}

void Connection::giveWay(Steady::time_point now)
{
    if ((m_phase == Phase::Body || m_phase == Phase::Answering) && now - m_progress > m_hub.limits.stallTime)
        close();
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
    m_stream.async_read_some(
        m_in.prepare(discardBytes), [self = shared_from_this()](ErrorCode error, std::size_t) {
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
    m_hub.remove(shared_from_this(), std::exchange(m_ticket, 0));
}

} // namespace core::lab::front
