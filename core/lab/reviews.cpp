// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/reviews.h"

namespace core::lab {

using api::JsonObject;

api::Response answerReview(const api::Request &request, const ResourceType &type)
{
    if (request.method != api::Method::Post)
        return methodNotAllowed();
    if (!request.body || !request.body->is_object())
        return badRequest("the body of the request must be an object");
    JsonObject review = request.body->get_object();
    review["apiVersion"] = type.apiVersion(type.versions.front());
    review["kind"] = type.kind;
    review["status"] = *type.review;
    api::Response response;
    response.code = 201;
    response.body = api::share(std::move(review));
    return response;
}

} // namespace core::lab
