// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What clients learn of the kinds' fields (docs/api-semantics.md J5, J6): OpenAPI v3, one document per group
// and version, and v2 as JSON or, for kubectl, as protobuf. Every kind is described with all its fields,
// custom ones in the words of their definition, the others in ours (descriptions.h). v2 is what old clients
// validate by before they send.

#include "core/lab/route.h"

namespace core::lab {

/// The answer to a path below /openapi; 404 when there is no such document.
api::Response answerOpenApi(const api::Request &request, const Route &route, const Registry &registry);

/// The protobuf form of a v2 document as answerOpenApi() makes it (openapi.v2.Document of gnostic).
std::string openApiProtobuf(const api::Json &document);

} // namespace core::lab
