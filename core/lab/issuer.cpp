// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/issuer.h"

#include "core/lab/status.h"

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Response;

namespace {

Response forAnHour(Json body, std::string_view type)
{
    Response response = jsonResponse(std::move(body));
    response.headers = {{"Content-Type", std::string(type)}, {"Cache-Control", "public, max-age=3600"}};
    return response;
}

/// The issuer is a name inside a cluster; the keys are to be had where the lab is served.
Json configuration(const std::string &address)
{
    const std::string keys = address.empty() ? std::string(access::tokenIssuer) : address;
    return JsonObject {{"issuer", access::tokenIssuer}, {"jwks_uri", keys + std::string(issuerKeysPath)},
        {"response_types_supported", JsonArray {"id_token"}},
        {"subject_types_supported", JsonArray {"public"}},
        {"id_token_signing_alg_values_supported", JsonArray {"ES256"}}};
}

} // namespace

std::optional<Response> answerIssuer(std::string_view path, const Access &access)
{
    const access::Authenticator *authenticator = access.authenticator();
    if (!authenticator || !authenticator->key())
        return std::nullopt;
    if (path == issuerPath)
        return forAnHour(configuration(access.address()), "application/json");
    if (path == issuerKeysPath)
        return forAnHour(
            JsonObject {{"keys", JsonArray {authenticator->key()->publicKey()}}}, "application/jwk-set+json");
    return std::nullopt;
}

} // namespace core::lab
