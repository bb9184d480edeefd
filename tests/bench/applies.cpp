// SPDX-License-Identifier: GPL-3.0-or-later
// Server-side apply over HTTPS from outside the lab's process, on one connection, against a lab on disk: new
// deployments, the same again, and a change by another manager.

#include "core/api/exchange.h"
#include "tests/bench/bench.h"
#include "tests/bench/process.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <QTemporaryDir>
#include <QUrl>

#include <chrono>

namespace bench {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr const char *deployments = "/apis/apps/v1/namespaces/default/deployments/";

std::string deployment(const std::string &name, const std::string &image)
{
    return R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":")" + name
        + R"(","labels":{"app":"bench"}},"spec":{"replicas":0,"selector":{"matchLabels":{"app":"bench"}},)"
          R"("template":{"metadata":{"labels":{"app":"bench"}},"spec":{"containers":[{"name":"c","image":")"
        + image
        + R"(","ports":[{"containerPort":80}],"env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],)"
          R"("resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}}})";
}

class Applier
{
public:
    Applier(const QUrl &url, const Access &access)
        : m_stream(m_io, m_tls)
        , m_host(url.authority().toStdString())
        , m_token(access.token.toStdString())
    {
        m_stream.next_layer().connect(asio::ip::tcp::endpoint(
            asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(url.port())));
        m_stream.next_layer().set_option(asio::ip::tcp::no_delay(true));
        m_stream.handshake(asio::ssl::stream_base::client);
    }

    /// Objects a second, or the error of the first that failed.
    core::base::Result<double> applyAll(int objects, const std::string &manager, const std::string &image)
    {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < objects; ++i) {
            const std::string name = "bench-" + std::to_string(i);
            http::request<http::string_body> request(
                http::verb::patch, deployments + name + "?force=true&fieldManager=" + manager, 11);
            request.set(http::field::host, m_host);
            request.set(http::field::authorization, "Bearer " + m_token);
            request.set(http::field::content_type, core::api::contentTypes::applyPatch);
            request.body() = deployment(name, image);
            request.prepare_payload();
            http::write(m_stream, request);
            http::response<http::string_body> response;
            http::read(m_stream, m_buffer, response);
            if (response.result_int() >= 300)
                return core::base::fail(core::base::ErrorKind::Transient, response.body());
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        return objects / took.count();
    }

private:
    asio::io_context m_io;
    asio::ssl::context m_tls {asio::ssl::context::tls_client};
    asio::ssl::stream<asio::ip::tcp::socket> m_stream;
    std::string m_host;
    std::string m_token;
    boost::beast::flat_buffer m_buffer;
};

} // namespace

core::base::Result<core::api::JsonObject> runApply(int objects)
{
    const QTemporaryDir directory;
    LabProcess lab;
    if (const auto started =
            lab.start({QStringLiteral("--lab"), directory.path(), QStringLiteral("--headless")});
        !started)
        return tl::unexpected(started.error());
    const auto access = readAccess(lab.kubeconfig());
    if (!access)
        return tl::unexpected(access.error());
    Applier applier(QUrl(lab.server()), *access);
    core::api::JsonObject figures {{"objects", objects}};
    const auto measure = [&](const char *name, const std::string &manager, const std::string &image) {
        const auto perSecond = applier.applyAll(objects, manager, image);
        if (perSecond)
            figures.emplace(name, *perSecond);
        return perSecond;
    };
    for (const auto &[name, manager, image] : {std::tuple("new_per_second", "one", "i:1"),
             std::tuple("same_per_second", "one", "i:1"), std::tuple("taken_per_second", "other", "i:2")}) {
        if (const auto measured = measure(name, manager, image); !measured)
            return tl::unexpected(measured.error());
    }
    return figures;
}

} // namespace bench
