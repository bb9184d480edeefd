// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace core::base {

/// One lambda for each alternative of a variant, for std::visit: a new alternative without one fails to
/// compile.
template<typename... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template<typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

} // namespace core::base
