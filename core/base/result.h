// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Failure is a value (docs/design.md D18): every fallible function of core returns Result<T>, and nothing
// throws across a folder's border. The kind decides what the program does next, the message is for people.

#include <tl/expected.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace core::base {

enum class ErrorKind {
    NotFound,
    AlreadyExists,
    Conflict, ///< somebody else wrote first: read again, plan again
    Gone, ///< the revision asked for is no longer kept: list again
    Unauthorized,
    Forbidden,
    Invalid, ///< the request itself is wrong; repeating it can't help
    TooManyRequests, ///< wait for retryAfter, then the same request again
    Unsupported,
    Transient, ///< network, time-out, 5xx: may work later
};

/// An error bears one beside its message. The layer that renders messages derives its type from it, and no
/// other layer does.
struct ErrorDetail {
};

struct Error {
    ErrorKind kind = ErrorKind::Transient;
    std::string message;
    std::optional<std::chrono::milliseconds> retryAfter;
    std::shared_ptr<const ErrorDetail> detail = nullptr; ///< null: there is nothing but the message

    bool operator==(const Error &other) const
    {
        return kind == other.kind && message == other.message && retryAfter == other.retryAfter;
    }
};

template<typename T = void>
using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

inline Failure fail(ErrorKind kind, std::string message)
{
    return Failure(Error {kind, std::move(message), {}});
}

} // namespace core::base
