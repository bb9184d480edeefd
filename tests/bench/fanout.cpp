// SPDX-License-Identifier: GPL-3.0-or-later
// One object changes, and many who watch it are told.

#include "core/api/exchange.h"
#include "tests/bench/bench.h"
#include "tests/bench/connection.h"
#include "tests/bench/serverwork.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace bench {

namespace {

namespace asio = boost::asio;
using Steady = std::chrono::steady_clock;

constexpr const char *watchedMaps = "/api/v1/namespaces/default/configmaps";

/// Counts the events of a watch: lines of the body, which the frames of HTTP are none of.
class Watcher : public std::enable_shared_from_this<Watcher>
{
public:
    Watcher(asio::io_context &io, asio::ssl::context &tls, const Access &access, std::size_t &events)
        : m_stream(io, tls)
        , m_events(events)
    {
        m_stream.next_layer().connect(asio::ip::tcp::endpoint(
            asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(access.server.port())));
        m_stream.next_layer().set_option(asio::ip::tcp::no_delay(true));
        m_stream.handshake(asio::ssl::stream_base::client);
    }

    /// Watches from that version on.
    void start(const Access &access, const std::string &version)
    {
        const std::string head = "GET " + std::string(watchedMaps) + "?watch=1&resourceVersion=" + version
            + " HTTP/1.1\r\nHost: " + access.server.authority().toStdString() + "\r\nAuthorization: Bearer "
            + access.token.toStdString() + "\r\n\r\n";
        asio::write(m_stream, asio::buffer(head));
        read();
    }

    const std::string &error() const { return m_error; }

private:
    void read()
    {
        m_stream.async_read_some(asio::buffer(m_bytes),
            [self = shared_from_this()](boost::system::error_code error, std::size_t count) {
                if (error) {
                    self->m_error = error.message();
                    return;
                }
                self->take(std::string_view(self->m_bytes.data(), count));
                self->read();
            });
    }

    void take(std::string_view bytes)
    {
        for (const char byte : bytes) {
            m_events += byte == '\n' && m_last != '\r' ? 1 : 0;
            m_last = byte;
        }
    }

    asio::ssl::stream<asio::ip::tcp::socket> m_stream;
    std::size_t &m_events;
    std::array<char, 16 * 1024> m_bytes {};
    char m_last = '\r';
    std::string m_error;
};

class Audience
{
public:
    Audience(const Access &access, int watches, const std::string &version)
    {
        for (int i = 0; i < watches; ++i) {
            m_watchers.push_back(std::make_shared<Watcher>(m_io, m_tls, access, m_events));
            m_watchers.back()->start(access, version);
        }
    }

    /// Reads until each has been told of so many events.
    core::base::Result<> waitFor(std::size_t events)
    {
        constexpr std::chrono::seconds longest {60};
        const auto end = Steady::now() + longest;
        while (m_events < events * m_watchers.size()) {
            m_io.run_one_for(longest);
            if (Steady::now() >= end)
                return core::base::fail(core::base::ErrorKind::Transient,
                    std::to_string(m_events) + " events came: " + firstError());
        }
        return {};
    }

private:
    std::string firstError() const
    {
        const auto failed =
            std::ranges::find_if(m_watchers, [](const auto &watcher) { return !watcher->error().empty(); });
        return failed == m_watchers.end() ? "no connection failed" : (*failed)->error();
    }

    asio::io_context m_io;
    asio::ssl::context m_tls {asio::ssl::context::tls_client};
    std::size_t m_events = 0;
    std::vector<std::shared_ptr<Watcher>> m_watchers;
};

} // namespace

Figures fanOut(const Access &access, int watches)
{
    constexpr std::size_t changes = 21;
    Connection connection(access);
    const auto made = connection.send({"POST", watchedMaps, R"({"metadata":{"name":"fan"}})"});
    if (!made)
        return tl::unexpected(made.error());
    const auto object = core::api::parseJson(*made);
    if (!object)
        return tl::unexpected(object.error());
    Audience audience(
        access, watches, std::string(core::api::textAt(*object, {"metadata", "resourceVersion"})));
    std::vector<double> milliseconds;
    for (std::size_t i = 1; i <= changes; ++i) {
        const auto begin = Steady::now();
        const auto changed = connection.send(
            {"PATCH", std::string(watchedMaps) + "/fan", R"({"data":{"n":")" + std::to_string(i) + "\"}}",
                std::string(core::api::contentTypes::mergePatch)});
        if (!changed)
            return tl::unexpected(changed.error());
        if (const auto told = audience.waitFor(i); !told)
            return tl::unexpected(told.error());
        const std::chrono::duration<double, std::milli> took = Steady::now() - begin;
        milliseconds.push_back(took.count());
    }
    std::ranges::sort(milliseconds);
    return core::api::JsonObject {{"watches", watches}, {"ms", milliseconds[changes / 2]},
        {"worst_ms", milliseconds.back()}, {"changes", changes}};
}

Figures runFanOut(int watches)
{
    return onLab([watches](const Access &access) { return fanOut(access, watches); });
}

} // namespace bench
