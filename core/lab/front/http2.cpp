// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/http2.h"

#include "core/lab/front/http2stream.h"

#include <array>

namespace core::lab::front {

namespace {

constexpr std::uint32_t mostStreams = 250; // as many as Go's servers allow
// What is cancelled costs little here; nghttp2 alone would end a connection after a thousand watches of it.
constexpr std::uint64_t mostResetsAtOnce = 10'000;
constexpr std::uint64_t mostResetsASecond = 1'000;
constexpr std::size_t pieceBytes = 64U * 1024; // of frames that are written at a time
constexpr std::string_view protocols = "\x02h2\x08http/1.1";

struct FreesSession {
    void operator()(nghttp2_session *session) const { nghttp2_session_del(session); }
};

const unsigned char *bytesOf(std::string_view text)
{
    return reinterpret_cast<const unsigned char *>(text.data());
}

class Http2Connection : public Caller,
                        public Http2Session,
                        public std::enable_shared_from_this<Http2Connection>
{
public:
    Http2Connection(Hub &hub, TlsStream stream, bool hasCertificate, access::UserPtr certified);

    void start();
    void pump() override;
    void checkTime(Steady::time_point now) override;
    void giveWay(Steady::time_point now) override;
    bool isStranger() const override { return !m_isKnown; }
    bool isIdle() const override { return m_streams.empty(); }
    Steady::time_point since() const override { return m_since; }
    void stop() override;
    void close() override;

    nghttp2_session *session() const override { return m_session.get(); }
    void identify(Head &head) const override;
    void know(bool isKnown) override { m_isKnown = m_isKnown || isKnown; }
    void reset(std::int32_t id) override;
    void flush() override;

private:
    static Http2Connection &of(void *data) { return *static_cast<Http2Connection *>(data); }
    static std::unique_ptr<nghttp2_session_callbacks, void (*)(nghttp2_session_callbacks *)> callbacks();
    static std::unique_ptr<nghttp2_option, void (*)(nghttp2_option *)> options();
    template<typename Act>
    void together(const Act &act);
    void read();
    void take(std::size_t size);
    void openRequest(std::int32_t id);
    void takeFrame(const nghttp2_frame &frame);
    void noteSent(const nghttp2_frame &frame);
    void endRequest(std::int32_t id);
    Http2Stream *find(std::int32_t id) const;
    bool isStalled(Steady::time_point now) const { return m_writing && now - m_progress > patience; }
    bool isDone() const;

    Hub &m_hub;
    TlsStream m_stream;
    const bool m_hasCertificate;
    const access::UserPtr m_certified; ///< whom the client's certificate names
    std::unique_ptr<nghttp2_session, FreesSession> m_session;
    std::unordered_map<std::int32_t, std::shared_ptr<Http2Stream>> m_streams;
    std::array<std::uint8_t, readBytes> m_in;
    std::string m_out; ///< what is being written
    bool m_writing = false;
    bool m_isBusy = false; ///< frames wait for the end of what goes on
    bool m_isStopping = false;
    bool m_isBroken = false; ///< nobody reads
    bool m_isClosed = false;
    bool m_isKnown = false; ///< has shown good credentials
    Steady::time_point m_progress; ///< when the other side last took a piece
    Steady::time_point m_lastHeard = Steady::now();
    const Steady::time_point m_since = Steady::now();
};

Http2Connection::Http2Connection(Hub &hub, TlsStream stream, bool hasCertificate, access::UserPtr certified)
    : m_hub(hub)
    , m_stream(std::move(stream))
    , m_hasCertificate(hasCertificate)
    , m_certified(std::move(certified))
{
}

std::unique_ptr<nghttp2_session_callbacks, void (*)(nghttp2_session_callbacks *)> Http2Connection::callbacks()
{
    nghttp2_session_callbacks *made = nullptr;
    nghttp2_session_callbacks_new(&made);
    nghttp2_session_callbacks_set_on_begin_headers_callback(
        made, [](nghttp2_session *, const nghttp2_frame *frame, void *data) {
            of(data).openRequest(frame->hd.stream_id);
            return 0;
        });
    nghttp2_session_callbacks_set_on_header_callback(made,
        [](nghttp2_session *, const nghttp2_frame *frame, const std::uint8_t *name, std::size_t nameSize,
            const std::uint8_t *value, std::size_t valueSize, std::uint8_t, void *data) {
            const auto text = [](const std::uint8_t *bytes, std::size_t size) {
                return std::string_view(reinterpret_cast<const char *>(bytes), size);
            };
            if (auto *stream = of(data).find(frame->hd.stream_id); stream && !stream->isWhole())
                stream->addField(text(name, nameSize), text(value, valueSize));
            return 0;
        });
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made,
        [](nghttp2_session *, std::uint8_t, std::int32_t id, const std::uint8_t *bytes, std::size_t size,
            void *data) {
            if (auto *stream = of(data).find(id))
                stream->addBody({reinterpret_cast<const char *>(bytes), size});
            return 0;
        });
    nghttp2_session_callbacks_set_on_frame_recv_callback(
        made, [](nghttp2_session *, const nghttp2_frame *frame, void *data) {
            of(data).takeFrame(*frame);
            return 0;
        });
    nghttp2_session_callbacks_set_on_frame_send_callback(
        made, [](nghttp2_session *, const nghttp2_frame *frame, void *data) {
            of(data).noteSent(*frame);
            return 0;
        });
    nghttp2_session_callbacks_set_on_stream_close_callback(
        made, [](nghttp2_session *, std::int32_t id, std::uint32_t, void *data) {
            of(data).endRequest(id);
            return 0;
        });
    return {made, nghttp2_session_callbacks_del};
}

std::unique_ptr<nghttp2_option, void (*)(nghttp2_option *)> Http2Connection::options()
{
    nghttp2_option *made = nullptr;
    nghttp2_option_new(&made);
    nghttp2_option_set_stream_reset_rate_limit(made, mostResetsAtOnce, mostResetsASecond);
    return {made, nghttp2_option_del};
}

void Http2Connection::start()
{
    SSL_set_mode(m_stream.native_handle(), SSL_MODE_RELEASE_BUFFERS);
    nghttp2_session *made = nullptr;
    if (nghttp2_session_server_new2(&made, callbacks().get(), this, options().get()) != 0)
        return close();
    m_session.reset(made);
    const std::array<nghttp2_settings_entry, 2> settings {
        {{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, mostStreams},
            {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, static_cast<std::uint32_t>(headBytes)}}};
    nghttp2_submit_settings(made, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
    flush();
    read();
}

/// What is submitted meanwhile leaves afterwards, and no stream is taken away meanwhile.
template<typename Act>
void Http2Connection::together(const Act &act)
{
    const bool wasBusy = std::exchange(m_isBusy, true);
    act();
    m_isBusy = wasBusy;
    flush();
}

void Http2Connection::read()
{
    m_stream.async_read_some(
        asio::buffer(m_in), [self = shared_from_this()](ErrorCode error, std::size_t size) {
            if (error)
                return self->close();
            self->take(size);
        });
}

void Http2Connection::take(std::size_t size)
{
    if (m_isClosed)
        return;
    m_lastHeard = Steady::now();
    ssize_t taken = 0;
    together([&] { taken = nghttp2_session_mem_recv(m_session.get(), m_in.data(), size); });
    if (taken < 0 || isDone())
        return close();
    if (!m_isClosed)
        read();
}

void Http2Connection::openRequest(std::int32_t id)
{
    if (!m_streams.contains(id)) // trailers begin as heads do
        m_streams.emplace(id, std::make_shared<Http2Stream>(m_hub, *this, id));
}

void Http2Connection::takeFrame(const nghttp2_frame &frame)
{
    Http2Stream *stream = find(frame.hd.stream_id);
    if (!stream)
        return;
    const bool isLast = (frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    if (frame.hd.type == NGHTTP2_HEADERS && frame.headers.cat == NGHTTP2_HCAT_REQUEST)
        stream->endHead(isLast);
    else if (isLast && (frame.hd.type == NGHTTP2_DATA || frame.hd.type == NGHTTP2_HEADERS))
        stream->endBody();
}

/// Who was answered before the request was whole need not send the rest.
void Http2Connection::noteSent(const nghttp2_frame &frame)
{
    const bool isLast = (frame.hd.type == NGHTTP2_DATA || frame.hd.type == NGHTTP2_HEADERS)
        && (frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    const Http2Stream *stream = isLast ? find(frame.hd.stream_id) : nullptr;
    if (stream && !stream->isWhole())
        nghttp2_submit_rst_stream(m_session.get(), NGHTTP2_FLAG_NONE, frame.hd.stream_id, NGHTTP2_NO_ERROR);
}

void Http2Connection::endRequest(std::int32_t id)
{
    if (const auto gone = m_streams.extract(id))
        gone.mapped()->end();
}

Http2Stream *Http2Connection::find(std::int32_t id) const
{
    const auto found = m_streams.find(id);
    return found == m_streams.end() ? nullptr : found->second.get();
}

void Http2Connection::identify(Head &head) const
{
    head.hasCertificate = m_hasCertificate;
    head.certified = m_certified;
}

void Http2Connection::reset(std::int32_t id)
{
    m_isBroken = m_isBroken || isStalled(Steady::now());
    nghttp2_submit_rst_stream(m_session.get(), NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
    flush();
}

void Http2Connection::flush()
{
    if (m_isBusy || m_writing || m_isClosed)
        return;
    m_isBusy = true;
    const std::uint8_t *frames = nullptr;
    while (m_out.size() < pieceBytes) {
        const ssize_t size = nghttp2_session_mem_send(m_session.get(), &frames);
        if (size <= 0)
            break;
        m_out.append(reinterpret_cast<const char *>(frames), static_cast<std::size_t>(size));
    }
    m_isBusy = false;
    if (m_out.empty())
        return;
    m_writing = true;
    m_progress = Steady::now();
    const auto progressed = [this](ErrorCode error, std::size_t) -> std::size_t {
        m_progress = Steady::now();
        return error ? 0 : readBytes;
    };
    asio::async_write(
        m_stream, asio::buffer(m_out), progressed, [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (error)
                return self->close();
            self->m_writing = false;
            self->m_out.clear();
            self->flush();
            if (self->isDone())
                self->close();
        });
}

bool Http2Connection::isDone() const
{
    if (m_writing || m_isClosed)
        return false;
    return (m_isStopping && m_streams.empty())
        || (!nghttp2_session_want_read(m_session.get()) && !nghttp2_session_want_write(m_session.get()));
}

void Http2Connection::pump()
{
    together([this] {
        for (const auto &[id, stream] : m_streams)
            stream->pump();
    });
}

void Http2Connection::checkTime(Steady::time_point now)
{
    together([&] {
        for (const auto &[id, stream] : m_streams)
            stream->checkTime(now);
    });
    const auto silence = m_isKnown ? m_hub.limits.idleTime : m_hub.limits.headTime;
    const bool isLeft = m_streams.empty() && now - m_lastHeard > silence;
    if (m_isBroken || isLeft || (m_writing && now - m_progress > m_hub.limits.bodyTime))
        close();
}

void Http2Connection::giveWay(Steady::time_point now)
{
    together([&] {
        for (const auto &[id, stream] : m_streams)
            stream->giveWay(now);
    });
    if (m_isBroken && !m_isBusy)
        close();
}

void Http2Connection::stop()
{
    m_isStopping = true;
    together([this] {
        for (const auto &[id, stream] : m_streams)
            stream->stop();
        nghttp2_submit_goaway(m_session.get(), NGHTTP2_FLAG_NONE,
            nghttp2_session_get_last_proc_stream_id(m_session.get()), NGHTTP2_NO_ERROR, nullptr, 0);
    });
    if (isDone())
        close();
}

void Http2Connection::close()
{
    if (std::exchange(m_isClosed, true))
        return;
    for (const auto &[id, stream] : std::exchange(m_streams, {}))
        stream->end();
    ErrorCode ignored;
    m_stream.next_layer().close(ignored);
    m_hub.remove(shared_from_this());
}

} // namespace

void offerHttp2(SSL_CTX *context)
{
    SSL_CTX_set_alpn_select_cb(
        context,
        [](SSL *, const unsigned char **chosen, unsigned char *size, const unsigned char *offered,
            unsigned offeredSize, void *) {
            unsigned char *choice = nullptr;
            const int answer = SSL_select_next_proto(&choice, size, bytesOf(protocols),
                static_cast<unsigned>(protocols.size()), offered, offeredSize);
            *chosen = choice;
            return answer == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
        },
        nullptr);
}

bool choseHttp2(const SSL *connection)
{
    const unsigned char *chosen = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(connection, &chosen, &size);
    return std::string_view(reinterpret_cast<const char *>(chosen), size) == "h2";
}

void goOnInHttp2(Hub &hub, TlsStream stream, bool hasCertificate, access::UserPtr certified)
{
    const auto connection =
        std::make_shared<Http2Connection>(hub, std::move(stream), hasCertificate, std::move(certified));
    hub.add(connection);
    connection->start();
}

} // namespace core::lab::front
