// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/statuslistener.h"

#include "core/api/troubles.h"
#include "core/lab/front/admission.h"

#include <QTcpSocket>
#include <QTimer>
#include <QUrl>
#include <QUrlQuery>

#include <boost/beast/http.hpp>

#include <sys/socket.h>

#include <sstream>

namespace app {

namespace api = core::api;
namespace http = boost::beast::http;

namespace {

constexpr int mostConnections = 32;
constexpr std::uint32_t headBytes = 16U * 1024;
constexpr std::chrono::seconds requestTimeout {10}; // for a request to come and its answer to go
constexpr const char *plainText = "text/plain; version=0.0.4; charset=utf-8";

using Parser = http::request_parser<http::empty_body>;
using Answered = http::response<http::string_body>;

Answered page(unsigned code, std::string text, const char *type = plainText)
{
    Answered answered(http::int_to_status(code), 11);
    answered.set(http::field::content_type, type);
    answered.set("X-Content-Type-Options", "nosniff");
    answered.keep_alive(false);
    answered.body() = std::move(text);
    answered.prepare_payload();
    return answered;
}

api::Request requestOf(std::string_view target)
{
    const QUrl url = QUrl::fromEncoded(QByteArray(target.data(), static_cast<qsizetype>(target.size())));
    api::Request request;
    request.path = url.path(QUrl::FullyEncoded).toStdString();
    for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded))
        request.query.emplace_back(name.toStdString(), value.toStdString());
    return request;
}

Answered answer(const Parser::value_type &asked, std::uint16_t port, const StatusListener::Answer &answerOf)
{
    const auto host = asked[http::field::host];
    if (!core::lab::front::isOurHost({host.data(), host.size()}, port)
        || asked.count(http::field::origin) > 0)
        return page(403, "403 only for programs on this computer\n");
    if (asked.method() != http::verb::get)
        return page(405, "405 only GET\n");
    const api::Response response = answerOf(requestOf({asked.target().data(), asked.target().size()}));
    const auto code = static_cast<unsigned>(response.code);
    return response.body ? page(code, api::writeJson(*response.body) + "\n", "application/json")
                         : page(code, response.text);
}

/// Reads on behind the answer: a client that is cut off while it still sends may never see what it was told.
void finish(QTcpSocket &socket, const QByteArray &answer)
{
    socket.disconnect(&socket, &QTcpSocket::readyRead, nullptr, nullptr);
    QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [&socket] { socket.readAll(); });
    QObject::connect(&socket, &QTcpSocket::bytesWritten, &socket, [&socket] {
        if (socket.bytesToWrite() == 0)
            ::shutdown(static_cast<int>(socket.socketDescriptor()), SHUT_WR);
    });
    socket.readAll();
    socket.write(answer);
}

/// One client: its request, then its answer, then the end.
void serve(QTcpSocket &socket, const StatusListener::Answer &answerOf)
{
    Parser parser;
    parser.header_limit(headBytes);
    const QByteArray head = socket.peek(headBytes);
    boost::system::error_code error;
    parser.put(boost::asio::buffer(head.constData(), static_cast<std::size_t>(head.size())), error);
    if (error == http::error::need_more && head.size() < static_cast<qsizetype>(headBytes))
        return;
    std::ostringstream out;
    out << (error ? page(400, "400 the request is malformed\n")
                  : answer(parser.get(), socket.localPort(), answerOf));
    finish(socket, QByteArray::fromStdString(out.str()));
}

} // namespace

StatusListener::StatusListener(Answer answer) : m_answer(std::move(answer))
{
    m_server.setMaxPendingConnections(mostConnections);
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] { take(); });
}

core::base::Result<std::unique_ptr<StatusListener>> StatusListener::open(int port, Answer answer)
{
    std::unique_ptr<StatusListener> listener(new StatusListener(std::move(answer)));
    if (!listener->m_server.listen(QHostAddress::LocalHost, static_cast<quint16>(port)))
        return core::api::failWith(core::base::ErrorKind::Transient,
            core::api::troubleSaying(
                "MetricsPortTaken", port, listener->m_server.errorString().toStdString()));
    return listener;
}

void StatusListener::take()
{
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        if (const auto open = m_server.findChildren<QTcpSocket *>(Qt::FindDirectChildrenOnly);
            open.size() > mostConnections)
            delete open.first(); // who has been there longest has had its time
        QObject::connect(
            socket, &QTcpSocket::readyRead, socket, [this, socket] { serve(*socket, m_answer); });
        QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        QTimer::singleShot(requestTimeout, socket, [socket] { delete socket; });
    }
}

} // namespace app
