// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/connection.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

namespace bench {

namespace asio = boost::asio;
namespace http = boost::beast::http;

struct Connection::Private {
    explicit Private(const Access &access)
        : host(access.server.authority().toStdString())
        , token(access.token.toStdString())
    {
        stream.next_layer().connect(asio::ip::tcp::endpoint(
            asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(access.server.port())));
        stream.next_layer().set_option(asio::ip::tcp::no_delay(true));
        stream.handshake(asio::ssl::stream_base::client);
    }

    asio::io_context io;
    asio::ssl::context tls {asio::ssl::context::tls_client};
    asio::ssl::stream<asio::ip::tcp::socket> stream {io, tls};
    std::string host;
    std::string token;
    boost::beast::flat_buffer buffer;
};

Connection::Connection(const Access &access) : d(std::make_unique<Private>(access)) { }
Connection::~Connection() = default;

core::base::Result<std::string> Connection::send(const Request &wanted)
{
    constexpr std::uint64_t mostBytes = 1U << 30U;
    http::request<http::string_body> request(http::string_to_verb(wanted.method), wanted.target, 11);
    request.set(http::field::host, d->host);
    request.set(http::field::authorization, "Bearer " + d->token);
    request.set(http::field::content_type, wanted.contentType);
    request.body() = wanted.body;
    request.prepare_payload();
    http::write(d->stream, request);
    http::response_parser<http::string_body> parser;
    parser.body_limit(mostBytes);
    http::read(d->stream, d->buffer, parser);
    if (parser.get().result_int() >= 300)
        return core::base::fail(core::base::ErrorKind::Transient, parser.get().body());
    return std::move(parser.get().body());
}

} // namespace bench
