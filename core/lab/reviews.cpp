// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/reviews.h"

#include "core/lab/fieldvalidation.h"

namespace core::lab {

using api::JsonObject;

api::Response answerReview(const api::Request &request, const ResourceType &type, const std::string &ns,
    const Access &access, const access::User *user)
{
    if (request.method != api::Method::Post || (type.namespaced && ns.empty()))
        return methodNotAllowed();
    if (!request.body || !request.body->is_object())
        return badRequest("the body of the request must be an object");
    const ServedVersion &version = type.versions.front();
    const auto warnings =
        validateBody(request, user != nullptr, {type.kind, version.name, version.schema.get()});
    if (!warnings)
        return warnings.error();
    auto status = type.review({*request.body, type, ns, access, user ? *user : *access::owner()});
    if (!status)
        return std::move(status.error());
    api::Json asked = *request.body;
    if (version.schema && !normalize(asked, *version.schema))
        return badRequest("the defaults are more than an object may hold");
    JsonObject review = std::move(asked.get_object());
    review["apiVersion"] = type.apiVersion(version);
    review["kind"] = type.kind;
    review["status"] = std::move(*status);
    api::Response response;
    response.code = 201;
    response.body = api::share(std::move(review));
    return withWarnings(std::move(response), *warnings);
}

} // namespace core::lab
