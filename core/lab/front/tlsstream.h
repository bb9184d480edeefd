// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sockets of the front. Included only where Asio is paid for.

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

namespace core::lab::front {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;
using Tcp = asio::ip::tcp;
using TlsStream = asio::ssl::stream<Tcp::socket>;

inline constexpr std::size_t readBytes = 16U * 1024; ///< one TLS record

} // namespace core::lab::front
