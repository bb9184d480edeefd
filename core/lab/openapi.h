// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What clients learn of the kinds' fields (docs/api-semantics.md J5, J6): OpenAPI v3, one document per group
// and version, and v2 as JSON or, for kubectl, as protobuf. Every kind is described with all its fields,
// custom ones in the words of their definition, the others in ours (descriptions.h). v2 is what old clients
// validate by before they send.

#include "core/lab/route.h"

namespace core::lab {

class OpenApi
{
public:
    explicit OpenApi(const Registry &registry) : m_registry(registry) { }
    /// The answer to a path below /openapi; 404 when there is no such document. Its ETag changes with what it
    /// says.
    api::Response answer(const api::Request &request, const Route &route);

private:
    void forgetWhatChanged();
    api::Response index();
    api::Response document(const api::Request &request, const std::string &path);
    api::Response version2(const api::Request &request);
    /// The document at that path below /openapi/, null when there is none. Made once for all who are sent it
    /// at a time: it takes milliseconds.
    api::JsonPtr made(const std::string &path);
    /// What the ETag of that document is, without its quotes.
    const std::string &tagOf(const std::string &path);

    const Registry &m_registry;
    std::map<std::string, std::string> m_tagsOfBuiltIn; ///< documents without custom kinds, which stay
    // As long as the registry stays as it is:
    std::map<std::string, std::string> m_tagsOfCustom;
    std::map<std::string, std::weak_ptr<const api::Json>> m_made;
    std::string m_protobuf; ///< v2, once somebody has asked
    std::uint64_t m_changes = 0; ///< of the registry until then
};

/// The protobuf form of a v2 document as answerOpenApi() makes it (openapi.v2.Document of gnostic).
std::string openApiProtobuf(const api::Json &document);

} // namespace core::lab
