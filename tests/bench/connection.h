// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One connection over TLS, with requests one after the other.

#include "core/base/result.h"
#include "tests/bench/process.h"

#include <memory>
#include <string>

namespace bench {

class Connection
{
public:
    explicit Connection(const Access &access);
    ~Connection();

    struct Request {
        std::string method; ///< GET, POST, PATCH
        std::string target;
        std::string body = {};
        std::string contentType = "application/json";
    };
    /// The body of the answer; an error when its code is 300 or more.
    core::base::Result<std::string> send(const Request &request);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace bench
