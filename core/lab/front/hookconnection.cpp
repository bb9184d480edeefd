// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/hookconnection.h"

#include <boost/asio/connect.hpp>
#include <boost/beast/http/error.hpp>

#include <openssl/x509v3.h>

namespace core::lab::front {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using Tcp = asio::ip::tcp;

namespace {

constexpr std::chrono::seconds longestRest {30};

bool isAddress(const std::string &name)
{
    ErrorCode error;
    asio::ip::make_address(name, error);
    return !error;
}

/// The DNS names and addresses that a certificate is for.
std::string namesIn(X509 *certificate)
{
    const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> all(
        static_cast<GENERAL_NAMES *>(
            certificate ? X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr) : nullptr),
        GENERAL_NAMES_free);
    std::string names;
    for (int i = 0; all && i < sk_GENERAL_NAME_num(all.get()); ++i) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(all.get(), i);
        if (name->type != GEN_DNS)
            continue;
        const ASN1_STRING *text = name->d.dNSName;
        names += (names.empty() ? "" : ", ")
            + std::string(reinterpret_cast<const char *>(ASN1_STRING_get0_data(text)),
                static_cast<std::size_t>(ASN1_STRING_length(text)));
    }
    return names;
}

/// The words are those of a kube-apiserver.
std::string wordsForCertificate(int fault, const std::string &names, const std::string &wanted)
{
    const std::string start = "tls: failed to verify certificate: x509: ";
    switch (fault) {
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
        return start + "certificate signed by unknown authority";
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return start + "certificate has expired or is not yet valid";
    case X509_V_ERR_HOSTNAME_MISMATCH:
        return start + "certificate is " + (names.empty() ? "not valid for any names" : "valid for " + names)
            + ", not " + wanted;
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return start + "cannot validate certificate for " + wanted
            + " because it doesn't contain any IP SANs";
    default:
        return start + X509_verify_cert_error_string(fault);
    }
}

} // namespace

HookConnection::HookConnection(asio::io_context &context, const api::HookCall &call)
    : m_context(context)
    , m_address(call.address)
    , m_port(call.port)
    , m_serverName(call.serverName)
    , m_authorities(call.authorities)
    , m_rest(context)
{
}

bool HookConnection::fits(const api::HookCall &call) const
{
    return m_address == call.address && m_port == call.port && m_serverName == call.serverName
        && m_authorities == call.authorities;
}

void HookConnection::open(const Opened &then)
{
    if (const ErrorCode error = prepare())
        return then("unable to load root certificates: " + error.message());
    std::vector<Tcp::endpoint> endpoints;
    ErrorCode noAddress;
    const auto address = asio::ip::make_address(m_address, noAddress);
    if (noAddress)
        endpoints = {{asio::ip::address_v4::loopback(), m_port}, {asio::ip::address_v6::loopback(), m_port}};
    else
        endpoints = {{address, m_port}};
    asio::async_connect(m_stream->next_layer(), endpoints,
        [self = shared_from_this(), then](ErrorCode error, const Tcp::endpoint &) {
            if (!error)
                return self->handshake(then);
            const bool isRefused = error == asio::error::connection_refused;
            then("dial tcp " + self->peerText()
                + ": connect: " + (isRefused ? "connection refused" : error.message()));
        });
}

ErrorCode HookConnection::prepare()
{
    ErrorCode error;
    if (m_authorities.empty())
        m_tls.set_default_verify_paths(error);
    else
        m_tls.add_certificate_authority(asio::buffer(m_authorities), error);
    if (error)
        return error;
    m_tls.set_verify_mode(asio::ssl::verify_peer, error);
    m_tls.set_verify_callback(
        [this](bool isFine, asio::ssl::verify_context &verify) {
            if (!isFine) {
                m_fault = X509_STORE_CTX_get_error(verify.native_handle());
                m_names = namesIn(X509_STORE_CTX_get_current_cert(verify.native_handle()));
            }
            return isFine;
        },
        error);
    m_stream.emplace(m_context, m_tls);
    SSL *ssl = m_stream->native_handle();
    SSL_set_min_proto_version(ssl, TLS1_2_VERSION);
    if (isAddress(m_serverName)) {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), m_serverName.c_str());
    } else {
        SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
            const_cast<char *>(m_serverName.c_str())); // what the macro for it says, without its cast
        SSL_set1_host(ssl, m_serverName.c_str());
    }
    return error;
}

void HookConnection::handshake(const Opened &then)
{
    m_stream->async_handshake(
        asio::ssl::stream_base::client, [self = shared_from_this(), then](ErrorCode error) {
            if (error && self->m_fault != X509_V_OK)
                return then(wordsForCertificate(self->m_fault, self->m_names, self->m_serverName));
            then(error ? self->words(error) : std::string());
        });
}

bool HookConnection::isQuiet()
{
    ErrorCode error;
    const bool isEmpty = m_stream->next_layer().available(error) == 0;
    SSL *ssl = m_stream->native_handle();
    return !error && isEmpty && SSL_has_pending(ssl) == 0 && BIO_ctrl_pending(SSL_get_rbio(ssl)) == 0;
}

void HookConnection::rest(std::function<void()> ended)
{
    m_ended = std::move(ended);
    m_rest.expires_after(longestRest);
    m_rest.async_wait([self = shared_from_this()](ErrorCode cancelled) {
        if (!cancelled)
            self->endRest();
    });
    m_stream->next_layer().async_wait(
        Tcp::socket::wait_read, [self = shared_from_this()](ErrorCode cancelled) {
            if (!cancelled)
                self->endRest();
        });
}

void HookConnection::endRest()
{
    if (!m_ended)
        return;
    const auto ended = std::exchange(m_ended, nullptr);
    close();
    ended();
}

void HookConnection::wake()
{
    m_ended = nullptr;
    m_rest.cancel();
    ErrorCode ignored;
    m_stream->next_layer().cancel(ignored);
}

void HookConnection::close()
{
    m_rest.cancel();
    ErrorCode ignored;
    if (m_stream)
        m_stream->next_layer().close(ignored);
}

std::string HookConnection::words(ErrorCode error) const
{
    if (error == asio::error::connection_reset)
        return "read tcp " + peerText() + ": read: connection reset by peer";
    if (error == asio::error::eof || error == asio::ssl::error::stream_truncated
        || error == http::error::end_of_stream)
        return "EOF";
    if (error == http::error::partial_message)
        return "unexpected EOF";
    if (error == http::error::body_limit)
        return "the response is larger than " + std::to_string(largestHookReply) + " bytes";
    return error.message();
}

std::string HookConnection::peerText() const
{
    return (m_address.empty() ? "127.0.0.1" : m_address) + ":" + std::to_string(m_port);
}

} // namespace core::lab::front
