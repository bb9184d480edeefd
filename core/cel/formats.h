// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The named formats of Kubernetes' library, for others that check names.

#include <string>
#include <string_view>
#include <vector>

namespace core::cel {

/// What keeps the text from being of the format ("dns1123Label", "qualifiedName"), in the words of
/// Kubernetes' validation; empty when nothing does, or there is no such format.
std::vector<std::string> formatComplaints(std::string_view format, std::string_view text);
/// Whether a schema with that format ("ipv4", "duration") takes the text; it does of formats that nobody
/// knows.
bool isOfFormat(std::string_view format, std::string_view text);
/// Those of addresses that mean nothing beside their host or its link.
enum class LocalRange { None, Unspecified, Loopback, LinkLocal, LinkLocalMulticast };
/// The result is None as well for what is no address.
LocalRange localRangeOf(std::string_view address);
/// Whether the one network ("10.1.0.0/16") is a part of the other, and smaller.
bool isPartOfNetwork(std::string_view part, std::string_view whole);

} // namespace core::cel
