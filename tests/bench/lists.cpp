// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of many objects, as clients begin with them.

#include "core/api/json.h"
#include "tests/bench/bench.h"
#include "tests/bench/connection.h"
#include "tests/bench/serverwork.h"

#include <algorithm>
#include <chrono>

namespace bench {

namespace {

using core::base::Result;

constexpr const char *listedMaps = "/api/v1/namespaces/default/configmaps";

Result<> makeAll(Connection &connection, int objects)
{
    constexpr std::size_t kilobyte = 1024;
    for (int i = 0; i < objects; ++i) {
        const auto made = connection.send({"POST", listedMaps,
            R"({"metadata":{"name":"bench-)" + std::to_string(i) + R"("},"data":{"text":")"
                + std::string(kilobyte, 'x') + "\"}}"});
        if (!made)
            return tl::unexpected(made.error());
    }
    return {};
}

/// The list comes from the cache of the server; the result is the number of bytes of the answer.
Result<std::size_t> listAll(Connection &connection)
{
    const auto list = connection.send({"GET", std::string(listedMaps) + "?resourceVersion=0"});
    if (!list)
        return tl::unexpected(list.error());
    return list->size();
}

/// How clients read a long list.
Result<std::size_t> listInPages(Connection &connection)
{
    std::size_t bytes = 0;
    std::string from;
    do {
        const auto page = connection.send(
            {"GET", std::string(listedMaps) + "?limit=500" + (from.empty() ? "" : "&continue=" + from)});
        if (!page)
            return tl::unexpected(page.error());
        bytes += page->size();
        const auto json = core::api::parseJson(*page);
        if (!json)
            return tl::unexpected(json.error());
        from = std::string(core::api::textAt(*json, {"metadata", "continue"}));
    } while (!from.empty());
    return bytes;
}

/// The median of several, in milliseconds.
Result<double> timeOf(Connection &connection, Result<std::size_t> (*list)(Connection &))
{
    constexpr int rounds = 5;
    std::vector<double> milliseconds;
    for (int i = 0; i < rounds; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        if (const auto listed = list(connection); !listed)
            return tl::unexpected(listed.error());
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        milliseconds.push_back(took.count());
    }
    std::ranges::sort(milliseconds);
    return milliseconds[rounds / 2];
}

} // namespace

Figures listObjects(const Access &access, int objects)
{
    Connection connection(access);
    if (const auto made = makeAll(connection, objects); !made)
        return tl::unexpected(made.error());
    const auto bytes = listAll(connection);
    const auto atOnce = timeOf(connection, listAll);
    const auto inPages = timeOf(connection, listInPages);
    if (!bytes || !atOnce || !inPages)
        return core::base::fail(core::base::ErrorKind::Transient, "a list was refused");
    return core::api::JsonObject {
        {"objects", objects}, {"ms", *atOnce}, {"pages_ms", *inPages}, {"bytes", *bytes}};
}

Figures runList(int objects)
{
    return onLab([objects](const Access &access) { return listObjects(access, objects); });
}

} // namespace bench
