// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace core::cel {

/// 128 bits, which hold products and sums of 64.
__extension__ using Wide = __int128;

} // namespace core::cel
