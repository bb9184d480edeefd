// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Typed objects from and to JSON. The one generic codec (codec_impl.h) is instantiated beside each kind
// (docs/design.md D7).

#include "core/api/json.h"
#include "core/api/resource.h"

namespace core::api {

/// SharedJson fields share the document that the JSON is part of instead of copying, where it is given.
/// Missing fields and nulls keep their defaults, unknown fields are ignored; Invalid names the path of a
/// field of the wrong type ("spec.replicas: expected an integer, found a string").
template<typename T>
base::Result<T> decode(const Json &json, const JsonPtr &document = {});

/// The fields of the struct, without apiVersion and kind.
template<typename T>
Json encode(const T &value);

/// A whole API object: apiVersion and kind first.
template<typename T>
Json encodeObject(const T &object);

template<typename T>
base::Result<std::shared_ptr<const T>> decodeShared(const JsonPtr &document)
{
    auto decoded = decode<T>(*document, document);
    if (!decoded)
        return tl::unexpected(decoded.error());
    return std::make_shared<T>(std::move(*decoded));
}

} // namespace core::api
