// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Owners of what OpenSSL gives away: std::unique_ptr<BIO, Released<BIO_free>>.

#include <memory>

namespace core::access {

template<auto release>
struct Released {
    template<typename T>
    void operator()(T *object) const
    {
        release(object);
    }
};

} // namespace core::access
