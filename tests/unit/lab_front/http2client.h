// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A client for tests that speaks HTTP/2 over TLS: many requests at a time, and whatever frames it is told.

#include "tlsclient.h"

#include <nghttp2/nghttp2.h>

#include <map>
#include <memory>
#include <vector>

struct Http2Answer {
    int code = 0; ///< 0: no head came
    QMap<QByteArray, QByteArray> fields;
    QByteArray body;
    bool ended = false; ///< by the server, in good order
    std::optional<std::uint32_t> reset; ///< why the stream was torn off
};

class Http2Client
{
public:
    struct Options {
        std::uint32_t windowBytes = 1U << 20U; ///< of each stream
        bool takesData = true; ///< false: says that its reader has taken nothing
    };

    Http2Client(quint16 port, const std::string &caPem) : Http2Client(port, caPem, Options {}) { }
    Http2Client(quint16 port, const std::string &caPem, Options options)
    {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setCaCertificates(QSslCertificate::fromData(QByteArray::fromStdString(caPem)));
        tls.setAllowedNextProtocols({"h2", "http/1.1"});
        m_socket.setSslConfiguration(tls);
        m_socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), port);
        m_socket.waitForEncrypted(5'000);
        nghttp2_session_callbacks *calls = nullptr;
        nghttp2_session_callbacks_new(&calls);
        nghttp2_session_callbacks_set_on_header_callback(calls, onHeader);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, onData);
        nghttp2_session_callbacks_set_on_frame_recv_callback(calls, onFrame);
        nghttp2_session_callbacks_set_on_stream_close_callback(calls, onClose);
        nghttp2_option *option = nullptr;
        nghttp2_option_new(&option);
        nghttp2_option_set_no_auto_window_update(option, options.takesData ? 0 : 1);
        nghttp2_session_client_new2(&m_session, calls, this, option);
        nghttp2_option_del(option);
        nghttp2_session_callbacks_del(calls);
        const nghttp2_settings_entry window {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, options.windowBytes};
        nghttp2_submit_settings(m_session, NGHTTP2_FLAG_NONE, &window, 1);
        nghttp2_session_set_local_window_size(m_session, NGHTTP2_FLAG_NONE, 0, 1 << 28);
        flush();
    }
    Http2Client(const Http2Client &) = delete;
    Http2Client &operator=(const Http2Client &) = delete;
    ~Http2Client() { nghttp2_session_del(m_session); }

    QByteArray protocol() const { return m_socket.sslConfiguration().nextNegotiatedProtocol(); }
    bool isOpen() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    std::optional<std::uint32_t> goneAway() const { return m_goneAway; }

    using Fields = std::vector<std::pair<std::string, std::string>>;

    /// The number of the stream. A body that isOpen is not said to end.
    std::int32_t send(const Fields &fields, const QByteArray &body = {}, bool isOpen = false)
    {
        std::vector<nghttp2_nv> list;
        for (const auto &[name, value] : fields)
            list.push_back({reinterpret_cast<std::uint8_t *>(const_cast<char *>(name.data())),
                reinterpret_cast<std::uint8_t *>(const_cast<char *>(value.data())), name.size(), value.size(),
                NGHTTP2_NV_FLAG_NONE});
        nghttp2_data_provider source {};
        auto upload = std::make_unique<Upload>(Upload {body, 0, isOpen});
        source.source.ptr = upload.get();
        source.read_callback = readUpload;
        const bool hasBody = !body.isEmpty() || isOpen;
        const std::int32_t id = nghttp2_submit_request(
            m_session, nullptr, list.data(), list.size(), hasBody ? &source : nullptr, nullptr);
        m_uploads[id] = std::move(upload);
        m_answers[id];
        flush();
        return id;
    }

    void reset(std::int32_t id)
    {
        nghttp2_submit_rst_stream(m_session, NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
        flush();
    }

    void ping()
    {
        nghttp2_submit_ping(m_session, NGHTTP2_FLAG_NONE, nullptr);
        flush();
    }

    /// Bytes that are no frames.
    void writeRaw(const QByteArray &bytes)
    {
        m_socket.write(bytes);
        m_socket.flush();
    }

    /// What has come of the answer so far.
    const Http2Answer &seen(std::int32_t id)
    {
        exchange(1);
        return m_answers[id];
    }

    /// The whole answer, or what came until the connection ended or nothing came for a while.
    Http2Answer wait(std::int32_t id, int timeout = 10'000)
    {
        QElapsedTimer timer;
        timer.start();
        while (!m_answers[id].ended && !m_answers[id].reset && isOpen() && timer.elapsed() < timeout)
            exchange(20);
        return m_answers[id];
    }

    Http2Answer ask(const Fields &fields, const QByteArray &body = {}) { return wait(send(fields, body)); }

    bool waitForEnd(int timeout = 10'000)
    {
        QElapsedTimer timer;
        timer.start();
        while (isOpen() && timer.elapsed() < timeout)
            exchange(20);
        return !isOpen();
    }

private:
    struct Upload {
        QByteArray body;
        qsizetype sent;
        bool isOpen;
    };

    static Http2Client &of(void *data) { return *static_cast<Http2Client *>(data); }
    static QByteArray text(const std::uint8_t *bytes, std::size_t size)
    {
        return {reinterpret_cast<const char *>(bytes), qsizetype(size)};
    }

    static int onHeader(nghttp2_session *, const nghttp2_frame *frame, const std::uint8_t *name,
        std::size_t nameSize, const std::uint8_t *value, std::size_t valueSize, std::uint8_t, void *data)
    {
        Http2Answer &answer = of(data).m_answers[frame->hd.stream_id];
        const QByteArray field = text(name, nameSize);
        answer.fields[field] = text(value, valueSize);
        if (field == ":status")
            answer.code = answer.fields[field].toInt();
        return 0;
    }

    static int onData(nghttp2_session *, std::uint8_t, std::int32_t id, const std::uint8_t *bytes,
        std::size_t size, void *data)
    {
        of(data).m_answers[id].body += text(bytes, size);
        return 0;
    }

    static int onFrame(nghttp2_session *, const nghttp2_frame *frame, void *data)
    {
        if (frame->hd.type == NGHTTP2_GOAWAY)
            of(data).m_goneAway = frame->goaway.error_code;
        if ((frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS)
            && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0)
            of(data).m_answers[frame->hd.stream_id].ended = true;
        return 0;
    }

    static int onClose(nghttp2_session *, std::int32_t id, std::uint32_t code, void *data)
    {
        if (!of(data).m_answers[id].ended)
            of(data).m_answers[id].reset = code;
        return 0;
    }

    static ssize_t readUpload(nghttp2_session *, std::int32_t, std::uint8_t *frame, std::size_t size,
        std::uint32_t *flags, nghttp2_data_source *source, void *)
    {
        Upload &upload = *static_cast<Upload *>(source->ptr);
        const qsizetype count = std::min(qsizetype(size), upload.body.size() - upload.sent);
        std::copy_n(upload.body.constData() + upload.sent, count, frame);
        upload.sent += count;
        if (count == 0 && upload.isOpen)
            return NGHTTP2_ERR_DEFERRED;
        if (upload.sent == upload.body.size() && !upload.isOpen)
            *flags |= NGHTTP2_DATA_FLAG_EOF;
        return count;
    }

    void flush()
    {
        const std::uint8_t *frames = nullptr;
        for (ssize_t size = 0; (size = nghttp2_session_mem_send(m_session, &frames)) > 0;)
            m_socket.write(reinterpret_cast<const char *>(frames), size);
        m_socket.flush();
    }

    void exchange(int timeout)
    {
        if (m_socket.bytesAvailable() == 0)
            m_socket.waitForReadyRead(timeout);
        const QByteArray bytes = m_socket.readAll();
        if (nghttp2_session_mem_recv(
                m_session, reinterpret_cast<const std::uint8_t *>(bytes.constData()), size_t(bytes.size()))
            < 0)
            m_socket.abort();
        flush();
    }

    QSslSocket m_socket;
    nghttp2_session *m_session = nullptr;
    std::map<std::int32_t, Http2Answer> m_answers;
    std::map<std::int32_t, std::unique_ptr<Upload>> m_uploads;
    std::optional<std::uint32_t> m_goneAway;
};
