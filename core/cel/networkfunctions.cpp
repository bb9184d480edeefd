// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses and networks, as Kubernetes' libraries ip and cidr have them: no zones, no IPv4 within IPv6.
#include "core/base/number.h"
#include "core/cel/formats.h"
#include "core/cel/library.h"

#include <algorithm>
#include <array>

#include <arpa/inet.h>

namespace core::cel {

namespace {

struct Address {
    int family = 4; ///< 4 or 6
    std::array<std::uint8_t, 16> bytes {}; ///< the first four of IPv4

    std::size_t bits() const { return family == 4 ? 32 : 128; }
    bool operator==(const Address &) const = default;
};

struct Network {
    Address address;
    std::size_t prefix = 0;
    bool operator==(const Network &) const = default;
};

template<typename Held>
class NetworkValue : public Opaque
{
public:
    explicit NetworkValue(Held held) : m_held(std::move(held)) { }
    std::string_view typeName() const override
    {
        return std::is_same_v<Held, Address> ? "net.IP" : "net.CIDR";
    }
    bool equals(const Opaque &other) const override
    {
        return static_cast<const NetworkValue &>(other).m_held == m_held;
    }
    std::uint64_t size() const override { return addressOf(m_held).bits() / 8; }
    const Held &held() const { return m_held; }

private:
    static const Address &addressOf(const Address &address) { return address; }
    static const Address &addressOf(const Network &network) { return network.address; }

    Held m_held;
};

bool isMappedV4(const Address &address)
{
    constexpr std::array<std::uint8_t, 12> prefix {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    return address.family == 6 && std::ranges::equal(prefix, std::span(address.bytes).first(prefix.size()));
}

std::optional<Address> addressIn(std::string_view text)
{
    constexpr std::size_t longest = 45;
    Address address;
    address.family = text.find(':') == text.npos ? 4 : 6;
    const std::string terminated(text);
    if (text.size() > longest || text.find('\0') != text.npos
        || inet_pton(address.family == 4 ? AF_INET : AF_INET6, terminated.c_str(), address.bytes.data()) != 1
        || isMappedV4(address))
        return std::nullopt;
    return address;
}

std::optional<Network> networkIn(std::string_view text)
{
    const std::size_t slash = text.rfind('/');
    if (slash == text.npos)
        return std::nullopt;
    const auto address = addressIn(text.substr(0, slash));
    const std::string_view digits = text.substr(slash + 1);
    const auto prefix = base::parseNumber<std::size_t>(digits);
    if (!address || !prefix || *prefix > address->bits() || (digits.size() > 1 && digits.front() == '0'))
        return std::nullopt;
    return Network {*address, *prefix};
}

std::string hexGroup(const Address &address, std::size_t index)
{
    std::array<char, 8> buffer {};
    const unsigned group = address.bytes[2 * index] * 256U + address.bytes[2 * index + 1];
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), group, 16).ptr;
    return {buffer.data(), end};
}

/// The longest run of zero groups, which "::" stands for: where it begins and how long it is.
std::pair<std::size_t, std::size_t> longestGap(const Address &address)
{
    constexpr std::size_t groups = 8;
    std::pair<std::size_t, std::size_t> best {groups, 1};
    for (std::size_t begin = 0; begin < groups; ++begin) {
        std::size_t end = begin;
        while (end < groups && hexGroup(address, end) == "0")
            ++end;
        if (end - begin > best.second)
            best = {begin, end - begin};
    }
    return best;
}

std::string textOfAddress(const Address &address)
{
    std::string text;
    if (address.family == 4) {
        for (std::size_t i = 0; i < 4; ++i)
            text += (i > 0 ? "." : "") + std::to_string(address.bytes[i]);
        return text;
    }
    const auto [gap, length] = longestGap(address);
    for (std::size_t i = 0; i < 8;) {
        if (i == gap) {
            text += "::";
            i += length;
            continue;
        }
        if (!text.empty() && !text.ends_with(':'))
            text += ':';
        text += hexGroup(address, i++);
    }
    return text;
}

Address masked(const Network &network)
{
    constexpr std::size_t byte = 8;
    Address address = network.address;
    for (std::size_t i = 0; i < address.bits() / byte; ++i) {
        const std::size_t kept = std::clamp<std::size_t>(network.prefix, i * byte, (i + 1) * byte) - i * byte;
        address.bytes[i] &= static_cast<std::uint8_t>(0xff00U >> kept);
    }
    return address;
}

bool isWithin(const Address &address, const Network &network)
{
    return address.family == network.address.family && masked({address, network.prefix}) == masked(network);
}

Value addressError(std::string_view what, const Value &written)
{
    return failure(
        std::string(what) + " \"" + inQuotes(written) + "\" parse error during conversion from string");
}

const Address &addressAt(Arguments arguments, std::size_t index = 0)
{
    return static_cast<const NetworkValue<Address> &>(*arguments[index].get<OpaquePtr>()).held();
}

const Network &networkAt(Arguments arguments, std::size_t index = 0)
{
    return static_cast<const NetworkValue<Network> &>(*arguments[index].get<OpaquePtr>()).held();
}

template<typename Held>
Value held(Held value)
{
    return OpaquePtr(std::make_shared<NetworkValue<Held>>(std::move(value)));
}

Value ip(Arguments arguments, Meter & /*meter*/)
{
    const auto address = addressIn(arguments[0].text());
    return address ? held(*address) : addressError("IP Address", arguments[0]);
}

Value isIp(Arguments arguments, Meter & /*meter*/)
{
    return addressIn(arguments[0].text()).has_value();
}

Value isCanonical(Arguments arguments, Meter & /*meter*/)
{
    const auto address = addressIn(arguments[0].text());
    return address ? Value(textOfAddress(*address) == arguments[0].text())
                   : addressError("IP Address", arguments[0]);
}

Value family(Arguments arguments, Meter & /*meter*/)
{
    return std::int64_t(addressAt(arguments).family);
}

bool isAll(const Address &address, std::uint8_t byte)
{
    return std::ranges::all_of(
        std::span(address.bytes).first(address.bits() / 8), [byte](std::uint8_t one) { return one == byte; });
}

bool isUnspecifiedAddress(const Address &address)
{
    return isAll(address, 0);
}

bool isLoopbackAddress(const Address &address)
{
    Address one {6, {}};
    one.bytes.back() = 1;
    return address.family == 4 ? address.bytes[0] == 127 : address == one;
}

bool isLinkLocalMulticastAddress(const Address &address)
{
    const auto &bytes = address.bytes;
    return address.family == 4 ? bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0
                               : bytes[0] == 0xff && (bytes[1] & 0x0fU) == 2;
}

bool isLinkLocalUnicastAddress(const Address &address)
{
    const auto &bytes = address.bytes;
    return address.family == 4 ? bytes[0] == 169 && bytes[1] == 254
                               : bytes[0] == 0xfe && (bytes[1] & 0xc0U) == 0x80;
}

bool isMulticastAddress(const Address &address)
{
    return address.family == 4 ? (address.bytes[0] & 0xf0U) == 0xe0 : address.bytes[0] == 0xff;
}

bool isGlobalUnicastAddress(const Address &address)
{
    const bool isBroadcast = address.family == 4 && isAll(address, 0xff);
    return !isBroadcast && !isUnspecifiedAddress(address) && !isLoopbackAddress(address)
        && !isMulticastAddress(address) && !isLinkLocalUnicastAddress(address);
}

template<bool (*question)(const Address &)>
Value ask(Arguments arguments, Meter & /*meter*/)
{
    return question(addressAt(arguments));
}

Value addressText(Arguments arguments, Meter & /*meter*/)
{
    return text(textOfAddress(addressAt(arguments)));
}

Value cidr(Arguments arguments, Meter & /*meter*/)
{
    const auto network = networkIn(arguments[0].text());
    return network ? held(*network) : addressError("network address", arguments[0]);
}

Value isCidr(Arguments arguments, Meter & /*meter*/)
{
    return networkIn(arguments[0].text()).has_value();
}

Value networkText(Arguments arguments, Meter & /*meter*/)
{
    return text(
        textOfAddress(networkAt(arguments).address) + "/" + std::to_string(networkAt(arguments).prefix));
}

Value containsIp(Arguments arguments, Meter & /*meter*/)
{
    return isWithin(addressAt(arguments, 1), networkAt(arguments));
}

Value containsIpText(Arguments arguments, Meter & /*meter*/)
{
    const auto address = addressIn(arguments[1].text());
    return address ? Value(isWithin(*address, networkAt(arguments)))
                   : addressError("IP Address", arguments[1]);
}

bool isPartOf(const Network &part, const Network &whole)
{
    return part.prefix >= whole.prefix && isWithin(part.address, whole);
}

Value containsCidr(Arguments arguments, Meter & /*meter*/)
{
    return isPartOf(networkAt(arguments, 1), networkAt(arguments));
}

Value containsCidrText(Arguments arguments, Meter & /*meter*/)
{
    const auto network = networkIn(arguments[1].text());
    return network ? Value(isPartOf(*network, networkAt(arguments)))
                   : addressError("network address", arguments[1]);
}

Value networkAddress(Arguments arguments, Meter & /*meter*/)
{
    return held(networkAt(arguments).address);
}

Value prefixLength(Arguments arguments, Meter & /*meter*/)
{
    return static_cast<std::int64_t>(networkAt(arguments).prefix);
}

Value maskedNetwork(Arguments arguments, Meter & /*meter*/)
{
    const Network &network = networkAt(arguments);
    return held(Network {masked(network), network.prefix});
}

std::uint64_t costOfContaining(Arguments arguments)
{
    const std::uint64_t text = arguments[1].as<Text>() ? traversal(costSizeOf(arguments[1])) : 0;
    return traversal(2 * costSizeOf(arguments[0])) + traversal(costSizeOf(arguments[0])) + 1 + text;
}

constexpr Declaration networkFunctions[] = {
    {"ip(string) -> net.IP", ip, costOfFirst},
    {"isIP(string) -> bool", isIp, costOfFirst},
    {"ip.isCanonical(string) -> bool", isCanonical, costOfFirstTwice},
    {"(net.IP).family() -> int", family},
    {"(net.IP).isUnspecified() -> bool", ask<isUnspecifiedAddress>},
    {"(net.IP).isLoopback() -> bool", ask<isLoopbackAddress>},
    {"(net.IP).isLinkLocalMulticast() -> bool", ask<isLinkLocalMulticastAddress>},
    {"(net.IP).isLinkLocalUnicast() -> bool", ask<isLinkLocalUnicastAddress>},
    {"(net.IP).isGlobalUnicast() -> bool", ask<isGlobalUnicastAddress>},
    {"string(net.IP) -> string", addressText},
    {"cidr(string) -> net.CIDR", cidr, costOfFirst},
    {"isCIDR(string) -> bool", isCidr, costOfFirst},
    {"(net.CIDR).containsIP(string) -> bool", containsIpText, costOfContaining},
    {"(net.CIDR).containsIP(net.IP) -> bool", containsIp, costOfContaining},
    {"(net.CIDR).containsCIDR(string) -> bool", containsCidrText, costOfContaining},
    {"(net.CIDR).containsCIDR(net.CIDR) -> bool", containsCidr, costOfContaining},
    {"(net.CIDR).ip() -> net.IP", networkAddress},
    {"(net.CIDR).prefixLength() -> int", prefixLength},
    {"(net.CIDR).masked() -> net.CIDR", maskedNetwork},
    {"string(net.CIDR) -> string", networkText},
};

} // namespace

Declarations networkLibrary()
{
    return networkFunctions;
}

LocalRange localRangeOf(std::string_view text)
{
    using enum LocalRange;
    const auto address = addressIn(text);
    return !address                             ? None
        : isUnspecifiedAddress(*address)        ? Unspecified
        : isLoopbackAddress(*address)           ? Loopback
        : isLinkLocalUnicastAddress(*address)   ? LinkLocal
        : isLinkLocalMulticastAddress(*address) ? LinkLocalMulticast
                                                : None;
}

bool isPartOfNetwork(std::string_view part, std::string_view whole)
{
    const auto smaller = networkIn(part);
    const auto larger = networkIn(whole);
    return smaller && larger && smaller->prefix > larger->prefix && isWithin(smaller->address, *larger);
}

} // namespace core::cel
