// SPDX-License-Identifier: GPL-3.0-or-later
// Semantic versions, as Kubernetes' library has them.
#include "core/base/number.h"
#include "core/cel/library.h"
#include "core/cel/texts.h"

#include <algorithm>

namespace core::cel {

namespace {

struct Version {
    std::uint64_t major = 0;
    std::uint64_t minor = 0;
    std::uint64_t patch = 0;
    std::vector<std::string> prerelease;
};

class VersionValue : public Opaque
{
public:
    explicit VersionValue(Version version) : m_version(std::move(version)) { }
    std::string_view typeName() const override { return "kubernetes.Semver"; }
    bool equals(const Opaque &other) const override;
    const Version &version() const { return m_version; }

private:
    Version m_version;
};

bool isIdentifier(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        const char lower = asciiLower(c);
        return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

bool isNumeric(std::string_view text)
{
    return text.find_first_not_of("0123456789") == text.npos;
}

bool hasLeadingZero(std::string_view text)
{
    return text.size() > 1 && text.front() == '0' && isNumeric(text);
}

std::optional<std::uint64_t> versionNumber(std::string_view text, bool mayHaveZeros)
{
    return hasLeadingZero(text) && !mayHaveZeros ? std::nullopt : base::parseNumber<std::uint64_t>(text);
}

/// "1.2.3-rc.1+build"; lenient: also "v1.2" and "01.2".
std::optional<Version> versionIn(std::string_view text, bool isLenient)
{
    if (isLenient && text.starts_with('v'))
        text.remove_prefix(1);
    const std::size_t plus = text.find('+');
    const std::string_view build = plus == text.npos ? "0" : text.substr(plus + 1);
    text = text.substr(0, plus);
    const std::size_t dash = text.find('-');
    Version version;
    if (dash != text.npos) {
        for (const std::string_view part : partsOf(text.substr(dash + 1), ".", std::string::npos))
            version.prerelease.emplace_back(part);
    }
    auto numbers = partsOf(text.substr(0, dash), ".", std::string::npos);
    while (isLenient && numbers.size() < 3)
        numbers.emplace_back("0");
    if (numbers.size() != 3 || !std::ranges::all_of(partsOf(build, ".", std::string::npos), isIdentifier)
        || !std::ranges::all_of(version.prerelease,
            [](const std::string &part) { return isIdentifier(part) && !hasLeadingZero(part); }))
        return std::nullopt;
    const auto major = versionNumber(numbers[0], isLenient);
    const auto minor = versionNumber(numbers[1], isLenient);
    const auto patch = versionNumber(numbers[2], isLenient);
    if (!major || !minor || !patch)
        return std::nullopt;
    version.major = *major;
    version.minor = *minor;
    version.patch = *patch;
    return version;
}

int comparePart(const std::string &a, const std::string &b)
{
    if (isNumeric(a) != isNumeric(b))
        return isNumeric(a) ? -1 : 1;
    if (isNumeric(a) && a.size() != b.size())
        return a.size() < b.size() ? -1 : 1;
    const int order = a.compare(b);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int comparePrerelease(const Version &a, const Version &b)
{
    if (a.prerelease.empty() || b.prerelease.empty())
        return static_cast<int>(a.prerelease.empty()) - static_cast<int>(b.prerelease.empty());
    for (std::size_t i = 0; i < std::min(a.prerelease.size(), b.prerelease.size()); ++i) {
        if (const int order = comparePart(a.prerelease[i], b.prerelease[i]))
            return order;
    }
    return a.prerelease.size() < b.prerelease.size() ? -1 : a.prerelease.size() > b.prerelease.size() ? 1 : 0;
}

int compareVersions(const Version &a, const Version &b)
{
    for (const auto part : {&Version::major, &Version::minor, &Version::patch}) {
        if (a.*part != b.*part)
            return a.*part < b.*part ? -1 : 1;
    }
    return comparePrerelease(a, b);
}

bool VersionValue::equals(const Opaque &other) const
{
    return compareVersions(m_version, static_cast<const VersionValue &>(other).m_version) == 0;
}

const Version &versionAt(Arguments arguments, std::size_t index)
{
    return static_cast<const VersionValue &>(*arguments[index].get<OpaquePtr>()).version();
}

bool asksLenient(Arguments arguments)
{
    return arguments.size() > 1 && arguments[1].isTrue();
}

Value semver(Arguments arguments, Meter &meter)
{
    meter.work(arguments[0].text().size());
    const auto version = versionIn(arguments[0].text(), asksLenient(arguments));
    return version ? Value(OpaquePtr(std::make_shared<VersionValue>(*version)))
                   : failure("semver parse error: \"" + inQuotes(arguments[0]) + "\"");
}

Value isSemver(Arguments arguments, Meter &meter)
{
    meter.work(arguments[0].text().size());
    return versionIn(arguments[0].text(), asksLenient(arguments)).has_value();
}

template<std::uint64_t Version::*part>
Value partOfVersion(Arguments arguments, Meter & /*meter*/)
{
    return static_cast<std::int64_t>(versionAt(arguments, 0).*part);
}

Value isNewer(Arguments arguments, Meter & /*meter*/)
{
    return compareVersions(versionAt(arguments, 0), versionAt(arguments, 1)) > 0;
}

Value isOlder(Arguments arguments, Meter & /*meter*/)
{
    return compareVersions(versionAt(arguments, 0), versionAt(arguments, 1)) < 0;
}

Value orderOf(Arguments arguments, Meter & /*meter*/)
{
    return std::int64_t(compareVersions(versionAt(arguments, 0), versionAt(arguments, 1)));
}

constexpr Declaration semverFunctions[] = {
    {"semver(string) -> kubernetes.Semver", semver, costOfFirst},
    {"semver(string, bool) -> kubernetes.Semver", semver, costOfFirst},
    {"isSemver(string) -> bool", isSemver, costOfFirst},
    {"isSemver(string, bool) -> bool", isSemver, costOfFirst},
    {"(kubernetes.Semver).major() -> int", partOfVersion<&Version::major>},
    {"(kubernetes.Semver).minor() -> int", partOfVersion<&Version::minor>},
    {"(kubernetes.Semver).patch() -> int", partOfVersion<&Version::patch>},
    {"(kubernetes.Semver).isGreaterThan(kubernetes.Semver) -> bool", isNewer},
    {"(kubernetes.Semver).isLessThan(kubernetes.Semver) -> bool", isOlder},
    {"(kubernetes.Semver).compareTo(kubernetes.Semver) -> int", orderOf},
};

} // namespace

Declarations semverLibrary()
{
    return semverFunctions;
}

} // namespace core::cel
