// SPDX-License-Identifier: GPL-3.0-or-later
// Server-side apply, one request after the other.

#include "core/api/exchange.h"
#include "tests/bench/bench.h"
#include "tests/bench/connection.h"
#include "tests/bench/serverwork.h"

#include <chrono>

namespace bench {

namespace {

std::string deployment(const std::string &name, const std::string &image)
{
    return R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":")" + name
        + R"(","labels":{"app":"bench"}},"spec":{"replicas":0,"selector":{"matchLabels":{"app":"bench"}},)"
          R"("template":{"metadata":{"labels":{"app":"bench"}},"spec":{"containers":[{"name":"c","image":")"
        + image
        + R"(","ports":[{"containerPort":80}],"env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],)"
          R"("resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}}})";
}

/// Objects a second, or the error of the first that failed.
core::base::Result<double> applyAll(
    Connection &connection, int objects, const std::string &manager, const std::string &image)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < objects; ++i) {
        const std::string name = "bench-" + std::to_string(i);
        const auto applied = connection.send({"PATCH",
            "/apis/apps/v1/namespaces/default/deployments/" + name + "?force=true&fieldManager=" + manager,
            deployment(name, image), std::string(core::api::contentTypes::applyPatch)});
        if (!applied)
            return tl::unexpected(applied.error());
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return objects / took.count();
}

} // namespace

Figures applyObjects(const Access &access, int objects)
{
    Connection connection(access);
    core::api::JsonObject figures {{"objects", objects}};
    for (const auto &[name, manager, image] : {std::tuple("new_per_second", "one", "i:1"),
             std::tuple("same_per_second", "one", "i:1"), std::tuple("taken_per_second", "other", "i:2")}) {
        const auto perSecond = applyAll(connection, objects, manager, image);
        if (!perSecond)
            return tl::unexpected(perSecond.error());
        figures.emplace(name, *perSecond);
    }
    return figures;
}

Figures runApply(int objects)
{
    return onLab([objects](const Access &access) { return applyObjects(access, objects); });
}

} // namespace bench
