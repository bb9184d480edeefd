// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/webhookclient.h"

#include "core/base/mailbox.h"
#include "core/base/scope.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <openssl/x509v3.h>

#include <list>
#include <map>
#include <optional>
#include <thread>
#include <unordered_map>

namespace core::lab::front {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using api::HookCall;
using api::HookReply;
using api::HookResult;
using ErrorCode = boost::system::error_code;
using Tcp = asio::ip::tcp;

namespace {

constexpr std::size_t mostCalls = 32; ///< at a time, to the same port: who does not answer delays nobody else
constexpr std::size_t largestReply = 8U * 1024 * 1024;
constexpr std::size_t longestReplyHead = 64U * 1024;
constexpr const char *tooSlow = "context deadline exceeded";

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

/// As a kube-apiserver words it.
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

std::string wordsFor(ErrorCode error, bool isConnecting, const std::string &peer)
{
    if (isConnecting)
        return "dial tcp " + peer + ": connect: "
            + (error == asio::error::connection_refused ? "connection refused" : error.message());
    if (error == asio::error::connection_reset)
        return "read tcp " + peer + ": read: connection reset by peer";
    if (error == asio::error::eof || error == asio::ssl::error::stream_truncated
        || error == http::error::end_of_stream)
        return "EOF";
    if (error == http::error::partial_message)
        return "unexpected EOF";
    if (error == http::error::body_limit)
        return "the response is larger than " + std::to_string(largestReply) + " bytes";
    return error.message();
}

/// One call from its beginning to its end.
class HookExchange : public std::enable_shared_from_this<HookExchange>
{
public:
    using Done = std::function<void(HookResult)>;
    using Steady = std::chrono::steady_clock;

    HookExchange(asio::io_context &context, HookCall call, Steady::time_point deadline, Done done)
        : m_call(std::move(call))
        , m_deadline(deadline)
        , m_context(context)
        , m_timer(context)
        , m_done(std::move(done))
    {
    }

    void start();

private:
    using Stream = asio::ssl::stream<Tcp::socket>;

    ErrorCode prepare();
    void connect();
    void handshake();
    void send();
    void read();
    void fail(ErrorCode error, bool isConnecting = false);
    void finish(HookResult result);
    tl::unexpected<std::string> why(const std::string &words) const
    {
        return tl::unexpected("Post \"" + m_call.url() + "\": " + words);
    }

    const HookCall m_call;
    const Steady::time_point m_deadline;
    asio::io_context &m_context;
    asio::ssl::context m_tls {asio::ssl::context::tls_client};
    std::optional<Stream> m_stream;
    asio::steady_timer m_timer;
    Done m_done; ///< empty once the end was told
    int m_fault = X509_V_OK; ///< of the other side's certificate
    std::string m_names; ///< in it
    http::request<http::string_body> m_request;
    http::response_parser<http::string_body> m_parser;
    boost::beast::flat_buffer m_in;
};

void HookExchange::start()
{
    m_timer.expires_at(m_deadline);
    m_timer.async_wait([self = shared_from_this()](ErrorCode cancelled) {
        if (!cancelled)
            self->finish(self->why(tooSlow));
    });
    if (const ErrorCode error = prepare())
        return finish(why("unable to load root certificates: " + error.message()));
    connect();
}

ErrorCode HookExchange::prepare()
{
    ErrorCode error;
    if (m_call.authorities.empty())
        m_tls.set_default_verify_paths(error);
    else
        m_tls.add_certificate_authority(asio::buffer(m_call.authorities), error);
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
    if (isAddress(m_call.serverName)) {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), m_call.serverName.c_str());
    } else {
        SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
            const_cast<char *>(m_call.serverName.c_str())); // what the macro for it says, without its cast
        SSL_set1_host(ssl, m_call.serverName.c_str());
    }
    return error;
}

void HookExchange::connect()
{
    std::vector<Tcp::endpoint> endpoints;
    ErrorCode noAddress;
    const auto address = asio::ip::make_address(m_call.address, noAddress);
    if (noAddress)
        endpoints = {
            {asio::ip::address_v4::loopback(), m_call.port}, {asio::ip::address_v6::loopback(), m_call.port}};
    else
        endpoints = {{address, m_call.port}};
    asio::async_connect(m_stream->next_layer(), endpoints,
        [self = shared_from_this()](ErrorCode error, const Tcp::endpoint &) {
            if (error)
                return self->fail(error, true);
            self->handshake();
        });
}

void HookExchange::handshake()
{
    m_stream->async_handshake(asio::ssl::stream_base::client, [self = shared_from_this()](ErrorCode error) {
        if (error && self->m_fault != X509_V_OK)
            return self->finish(
                self->why(wordsForCertificate(self->m_fault, self->m_names, self->m_call.serverName)));
        if (error)
            return self->fail(error);
        self->send();
    });
}

void HookExchange::send()
{
    constexpr unsigned version = 11;
    m_request = http::request<http::string_body>(http::verb::post, m_call.target, version, m_call.body);
    m_request.set(http::field::host, m_call.host);
    m_request.set(http::field::user_agent, "hollowlab");
    m_request.set(http::field::content_type, "application/json");
    m_request.set(http::field::accept, "application/json, */*");
    m_request.keep_alive(false);
    m_request.prepare_payload();
    http::async_write(*m_stream, m_request, [self = shared_from_this()](ErrorCode error, std::size_t) {
        if (error)
            return self->fail(error);
        self->read();
    });
}

void HookExchange::read()
{
    m_parser.body_limit(largestReply);
    m_parser.header_limit(longestReplyHead);
    http::async_read(*m_stream, m_in, m_parser, [self = shared_from_this()](ErrorCode error, std::size_t) {
        const bool isUncutBody = error == asio::ssl::error::stream_truncated && self->m_parser.is_done();
        if (error && !isUncutBody)
            return self->fail(error);
        auto &message = self->m_parser.get();
        const auto type = message[http::field::content_type];
        self->finish(HookReply {static_cast<int>(message.result_int()), std::string(type.data(), type.size()),
            std::move(message.body())});
    });
}

void HookExchange::fail(ErrorCode error, bool isConnecting)
{
    const std::string peer =
        (m_call.address.empty() ? "127.0.0.1" : m_call.address) + ":" + std::to_string(m_call.port);
    finish(why(wordsFor(error, isConnecting, peer)));
}

void HookExchange::finish(HookResult result)
{
    if (!m_done)
        return;
    const Done done = std::exchange(m_done, nullptr);
    m_timer.cancel();
    ErrorCode ignored;
    if (m_stream)
        m_stream->next_layer().close(ignored);
    done(std::move(result));
}

} // namespace

class WebhookClient::Private
{
public:
    explicit Private(RunOnCore runOnCore);
    ~Private();

    void call(HookCall call, std::function<void(HookResult)> then);

private:
    using Steady = std::chrono::steady_clock;
    struct Told {
        std::uint64_t number;
        HookResult result;
    };
    struct Waiting {
        std::uint64_t number;
        HookCall call;
        Steady::time_point deadline;
    };

    void startNext();
    void deliver();

    // On the core thread.
    const RunOnCore m_runOnCore;
    std::function<void()> m_deliver; ///< harmless once we are gone
    std::unordered_map<std::uint64_t, std::function<void(HookResult)>> m_open;
    std::uint64_t m_numbers = 0;

    base::Mailbox<Told> m_told;

    // On the thread of the calls.
    asio::io_context m_context {1};
    asio::executor_work_guard<asio::io_context::executor_type> m_work {m_context.get_executor()};
    std::list<Waiting> m_waiting;
    std::map<std::uint16_t, std::size_t> m_running; ///< by port
    std::thread m_thread;

    base::Scope m_scope;
};

WebhookClient::Private::Private(RunOnCore runOnCore)
    : m_runOnCore(std::move(runOnCore))
    , m_told([this] { m_runOnCore(m_deliver); })
{
    m_deliver = m_scope.bind([this] { deliver(); });
}

WebhookClient::Private::~Private()
{
    m_context.stop();
    if (m_thread.joinable())
        m_thread.join();
}

void WebhookClient::Private::call(HookCall call, std::function<void(HookResult)> then)
{
    if (!m_thread.joinable())
        m_thread = std::thread([this] { m_context.run(); });
    const std::uint64_t number = ++m_numbers;
    m_open.emplace(number, std::move(then));
    const auto deadline = Steady::now() + call.timeout;
    asio::post(m_context, [this, waiting = Waiting {number, std::move(call), deadline}]() mutable {
        m_waiting.push_back(std::move(waiting));
        startNext();
    });
}

void WebhookClient::Private::startNext()
{
    for (auto at = m_waiting.begin(); at != m_waiting.end();) {
        const std::uint16_t port = at->call.port;
        if (m_running[port] >= mostCalls) {
            ++at;
            continue;
        }
        ++m_running[port];
        Waiting next = std::move(*at);
        at = m_waiting.erase(at);
        std::make_shared<HookExchange>(m_context, std::move(next.call), next.deadline,
            [this, port, number = next.number](HookResult result) {
                m_told.put({number, std::move(result)});
                --m_running[port];
                asio::post(m_context, [this] { startNext(); });
            })
            ->start();
    }
}

void WebhookClient::Private::deliver()
{
    for (Told &told : m_told.takeAll()) {
        const auto open = m_open.extract(told.number);
        if (!open.empty())
            open.mapped()(std::move(told.result));
    }
}

WebhookClient::WebhookClient(RunOnCore runOnCore) : d(std::make_unique<Private>(std::move(runOnCore))) { }
WebhookClient::~WebhookClient() = default;

void WebhookClient::call(HookCall call, std::function<void(HookResult)> then)
{
    d->call(std::move(call), std::move(then));
}

} // namespace core::lab::front
