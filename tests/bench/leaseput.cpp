// SPDX-License-Identifier: GPL-3.0-or-later
// Lease PUTs: several keep-alive connections, each with requests one after the other.

#include "core/api/node.h"
#include "tests/bench/bench.h"
#include "tests/bench/serverwork.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <thread>

namespace bench {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Steady = std::chrono::steady_clock;

constexpr int connections = 32;
constexpr std::chrono::seconds span {5};
constexpr const char *collection = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";

/// One connection; every answer starts the next request until the time is up.
class Pusher : public std::enable_shared_from_this<Pusher>
{
public:
    Pusher(asio::io_context &io, asio::ssl::context &tls, const Access &access, int number)
        : m_stream(io, tls)
        , m_host(access.server.authority().toStdString())
        , m_token(access.token.toStdString())
        , m_name("bench-" + std::to_string(number))
    {
        boost::asio::ip::tcp::endpoint endpoint(
            asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(access.server.port()));
        m_stream.next_layer().connect(endpoint);
        m_stream.next_layer().set_option(asio::ip::tcp::no_delay(true));
        m_stream.handshake(asio::ssl::stream_base::client);
        create();
    }

    void start(Steady::time_point until)
    {
        m_until = until;
        put();
    }

    const std::vector<double> &milliseconds() const { return m_milliseconds; }
    const std::string &error() const { return m_error; }

private:
    http::request<http::string_body> request(http::verb verb, const std::string &target)
    {
        http::request<http::string_body> request(verb, target, 11);
        request.set(http::field::host, m_host);
        request.set(http::field::authorization, "Bearer " + m_token);
        request.set(http::field::content_type, "application/json");
        request.body() = core::api::writeJson(core::api::encodeObject(m_lease));
        request.prepare_payload();
        return request;
    }

    void create()
    {
        m_lease.metadata.name = m_name;
        m_lease.metadata.ns = core::api::nodeLeaseNamespace;
        m_lease.spec.holderIdentity = m_name;
        m_lease.spec.leaseDurationSeconds = 40;
        http::write(m_stream, request(http::verb::post, collection));
        http::response<http::string_body> response;
        http::read(m_stream, m_buffer, response);
        if (response.result_int() != 201)
            m_error = response.body();
        keepVersion(response.body());
    }

    /// Not every server takes a lease without a version. It is found without reading all of the answer: it is
    /// the server that is measured.
    void keepVersion(std::string_view answer)
    {
        constexpr std::string_view name = R"("resourceVersion":")";
        const std::size_t begin = answer.find(name);
        if (begin == std::string_view::npos)
            return;
        const std::string_view rest = answer.substr(begin + name.size());
        m_lease.metadata.resourceVersion = rest.substr(0, rest.find('"'));
    }

    void put()
    {
        if (Steady::now() >= m_until || !m_error.empty())
            return;
        m_lease.spec.renewTime = core::api::MicroTime {
            std::chrono::time_point_cast<core::base::Duration>(std::chrono::system_clock::now())};
        m_request = request(http::verb::put, std::string(collection) + "/" + m_name);
        m_begin = Steady::now();
        http::async_write(m_stream, m_request,
            [self = shared_from_this()](boost::system::error_code error, std::size_t) { self->read(error); });
    }

    void read(boost::system::error_code error)
    {
        if (error) {
            m_error = error.message();
            return;
        }
        m_response = {};
        http::async_read(m_stream, m_buffer, m_response,
            [self = shared_from_this()](boost::system::error_code failure, std::size_t) {
                if (failure)
                    self->m_error = failure.message();
                else if (self->m_response.result_int() != 200)
                    self->m_error = self->m_response.body();
                const std::chrono::duration<double, std::milli> took = Steady::now() - self->m_begin;
                self->m_milliseconds.push_back(took.count());
                self->keepVersion(self->m_response.body());
                self->put();
            });
    }

    asio::ssl::stream<asio::ip::tcp::socket> m_stream;
    std::string m_host;
    std::string m_token;
    std::string m_name;
    core::api::Lease m_lease;
    boost::beast::flat_buffer m_buffer;
    http::request<http::string_body> m_request;
    http::response<http::string_body> m_response;
    Steady::time_point m_until;
    Steady::time_point m_begin;
    std::vector<double> m_milliseconds;
    std::string m_error;
};

} // namespace

Figures putLeases(const Access &access)
{
    asio::io_context io;
    asio::ssl::context tls(asio::ssl::context::tls_client);
    tls.add_certificate_authority(
        asio::buffer(access.caPem.constData(), static_cast<std::size_t>(access.caPem.size())));
    tls.set_verify_mode(asio::ssl::verify_peer);
    std::vector<std::shared_ptr<Pusher>> pushers;
    for (int i = 0; i < connections; ++i)
        pushers.push_back(std::make_shared<Pusher>(io, tls, access, i));
    const auto begin = Steady::now();
    for (const auto &pusher : pushers)
        pusher->start(begin + span);
    io.run();
    const std::chrono::duration<double> took = Steady::now() - begin;
    std::vector<double> all;
    for (const auto &pusher : pushers) {
        if (!pusher->error().empty())
            return core::base::fail(core::base::ErrorKind::Transient, pusher->error());
        all.insert(all.end(), pusher->milliseconds().begin(), pusher->milliseconds().end());
    }
    std::ranges::sort(all);
    return core::api::JsonObject {{"per_second", static_cast<double>(all.size()) / took.count()},
        {"p99_ms", all[all.size() * 99 / 100]}, {"p50_ms", all[all.size() / 2]}, {"connections", connections},
        {"requests", all.size()}};
}

Figures runLeasePutHttps()
{
    return onLab(putLeases);
}

} // namespace bench
