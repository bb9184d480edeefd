// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/statuspages.h"

#include "core/api/health.h"
#include "core/controllers/setup.h"
#include "core/engine/dryrun.h"

#include <algorithm>

namespace core::engine {

namespace {

api::Response jsonResponse(api::Json body)
{
    api::Response response;
    response.body = api::share(std::move(body));
    return response;
}

bool isPage(std::string_view path, std::string_view page)
{
    return path.starts_with(page) && (path.size() == page.size() || path[page.size()] == '/');
}

} // namespace

ExplainParts StatusPages::explainParts() const
{
    return {m_parts.controllers,
        [this](const api::ResourceRef &object) { return machineBehind(object, m_parts.informers); },
        [this](const api::ResourceRef &machine) {
            const controllers::Stores stores = controllers::storesOf(m_parts.informers);
            return checksOn(machine, stores,
                judgeBy(stores, m_parts.clock.now(), m_parts.manager.isRunning(healthCheckUnit)));
        }};
}

std::optional<api::Response> StatusPages::answer(const api::Request &request)
{
    const std::string &path = request.path;
    const api::HealthCheck ping {"ping", true};
    std::function<api::Response()> page;
    if (path == "/metrics")
        page = [&] { return api::textResponse(200, m_metrics.text()); };
    else if (path == "/debug/queues")
        page = [&] { return jsonResponse(queuesSnapshot(m_parts.controllers, m_parts.clock.now())); };
    else if (path == "/debug/explain")
        page = [&] { return answerExplain(explainParts(), request, m_parts.clock.now()); };
    else if (isPage(path, "/healthz") || isPage(path, "/livez"))
        page = [&] { return api::answerHealth(request, {ping}); };
    else if (isPage(path, "/readyz"))
        page = [&] {
            return api::answerHealth(request, {ping, {"informer-sync", m_parts.manager.isFilled()}});
        };
    if (!page)
        return std::nullopt;
    return request.method == api::Method::Get ? page() : api::textResponse(405, "405 only GET\n");
}

} // namespace core::engine
