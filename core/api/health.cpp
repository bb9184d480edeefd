// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/health.h"

#include <algorithm>

namespace core::api {

Response textResponse(int code, std::string text)
{
    Response response;
    response.code = code;
    response.text = std::move(text);
    return response;
}

Response answerHealth(const Request &request, const std::vector<HealthCheck> &checks)
{
    const std::string path = request.path.substr(std::min<std::size_t>(1, request.path.size()));
    const std::string page = path.substr(0, path.find('/'));
    if (page.size() < path.size()) {
        const auto check = std::ranges::find(checks, path.substr(page.size() + 1), &HealthCheck::name);
        if (check == checks.end())
            return textResponse(404, "404 page not found\n");
        return check->holds ? textResponse(200, "ok")
                            : textResponse(500, "internal server error: reason withheld\n");
    }
    const bool holds = std::ranges::all_of(checks, &HealthCheck::holds);
    const bool verbose =
        std::ranges::any_of(request.query, [](const auto &pair) { return pair.first == "verbose"; });
    if (holds && !verbose)
        return textResponse(200, "ok");
    std::string text;
    for (const HealthCheck &check : checks)
        text +=
            check.holds ? "[+]" + check.name + " ok\n" : "[-]" + check.name + " failed: reason withheld\n";
    return textResponse(holds ? 200 : 500, text + page + (holds ? " check passed\n" : " check failed\n"));
}

} // namespace core::api
