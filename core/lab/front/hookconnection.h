// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A TLS connection to a webhook on this machine, which carries one call after the other.

#include "core/api/hookcall.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>

#include <openssl/x509_vfy.h>

#include <memory>
#include <optional>

namespace core::lab::front {

inline constexpr std::size_t largestHookReply = 8U * 1024 * 1024; ///< bytes

/// A connection is used on the thread of the context alone.
class HookConnection : public std::enable_shared_from_this<HookConnection>
{
public:
    using Stream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket>;
    using ErrorCode = boost::system::error_code;
    using Opened = std::function<void(const std::string &problem)>;

    /// A connection is to whom that call goes.
    HookConnection(boost::asio::io_context &context, const api::HookCall &call);

    /// Connects, and tells why that can't be, as a kube-apiserver words it; nothing when it is open.
    void open(const Opened &then);
    Stream &stream() { return *m_stream; }
    /// Whether it leads where that call goes, by the same name and trusting the same.
    bool fits(const api::HookCall &call) const;
    /// Whether nothing has come that is still to be read: between calls that would be nobody's answer.
    bool isQuiet();
    /// Nobody uses it for now. Tells when it has become useless: the other side has ended it, or half a
    /// minute has passed.
    void rest(std::function<void()> ended);
    /// Somebody uses it again; rest() tells nothing any more.
    void wake();
    void close();
    /// Why it could not be read or written.
    std::string words(ErrorCode error) const;

private:
    ErrorCode prepare();
    void handshake(const Opened &then);
    void endRest();
    std::string peerText() const;

    boost::asio::io_context &m_context;
    std::string m_address; ///< empty: whatever localhost is
    std::uint16_t m_port;
    std::string m_serverName;
    std::string m_authorities;
    boost::asio::ssl::context m_tls {boost::asio::ssl::context::tls_client};
    std::optional<Stream> m_stream;
    int m_fault = X509_V_OK; ///< of the other side's certificate
    std::string m_names; ///< in it
    boost::asio::steady_timer m_rest;
    std::function<void()> m_ended; ///< empty while it is used
};

} // namespace core::lab::front
