// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What clients send and ask for as application/vnd.kubernetes.protobuf: kubectl from 1.32 on, and most
// controllers written in Go (docs/api-semantics.md P). Fields that resources/protobuf.txt does not know are
// left out, in both directions.

#include "core/api/exchange.h"
#include "core/lab/front/outwardform.h"

#include <atomic>
#include <optional>

namespace core::lab::front {

inline constexpr std::string_view protobufType = "application/vnd.kubernetes.protobuf";

/// The object in its JSON form. Unsupported for a kind that the lab does not know in this encoding, Invalid
/// for bytes that are no such object.
base::Result<api::Json> parseProtobuf(std::string_view bytes);

/// The object; nothing for a kind that is not known in this encoding.
std::optional<std::string> writeProtobuf(const api::Json &object);
/// The list; nothing for a kind that is not known. When givenUp turns true the rest is left out.
std::optional<std::string> writeProtobuf(
    const api::ListBody &list, const OutwardForm &form = {}, const std::atomic<bool> *givenUp = nullptr);

/// What stands before an object of that many bytes in a watch.
std::string protobufFrameStart(std::string_view eventType, std::size_t objectSize);

} // namespace core::lab::front
