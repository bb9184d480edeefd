// SPDX-License-Identifier: GPL-3.0-or-later
// The named formats of Kubernetes' library: what is wrong with a name, a label, a date.
#include "core/cel/formats.h"
#include "core/cel/library.h"
#include "core/cel/regex.h"
#include "core/cel/times.h"
#include "core/cel/urls.h"

#include <QByteArray>
#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <algorithm>
#include <array>

namespace core::cel {

namespace {

using Complaints = std::vector<std::string>;

bool fits(std::string_view text, const std::string &pattern)
{
    return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *compiledPattern(pattern));
}

/// Names by a pattern, of limited length. Texts as Kubernetes' validation has them.
struct NameFormat {
    std::size_t longest;
    std::string pattern;
    std::string complaint;
};

Complaints complaintsAbout(std::string_view text, const NameFormat &format)
{
    Complaints complaints;
    if (text.size() > format.longest)
        complaints.push_back("must be no more than " + std::to_string(format.longest) + " bytes");
    if (text.size() > format.longest * 16 || !fits(text, format.pattern))
        complaints.push_back(format.complaint + ", regex used for validation is '" + format.pattern + "')");
    return complaints;
}

const NameFormat &labelFormat()
{
    static const NameFormat format {63, "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
        "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must "
        "start "
        "and end with an alphanumeric character (e.g. 'my-name',  or '123-abc'"};
    return format;
}

const NameFormat &subdomainFormat()
{
    static const NameFormat format {253, "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and "
        "must start and end with an alphanumeric character (e.g. 'example.com'"};
    return format;
}

const NameFormat &oldLabelFormat()
{
    static const NameFormat format {63, "[a-z]([-a-z0-9]*[a-z0-9])?",
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
        "alphabetic "
        "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123'"};
    return format;
}

Complaints checkLabel(std::string_view text)
{
    return complaintsAbout(text, labelFormat());
}

Complaints checkSubdomain(std::string_view text)
{
    return complaintsAbout(text, subdomainFormat());
}

Complaints checkOldLabel(std::string_view text)
{
    return complaintsAbout(text, oldLabelFormat());
}

/// A prefix may end with a dash, where the rest of the name follows.
template<Complaints (*check)(std::string_view)>
Complaints checkPrefix(std::string_view text)
{
    std::string whole(text);
    if (whole.size() > 1 && whole.ends_with('-'))
        whole.back() = 'a';
    return check(whole);
}

Complaints checkQualifiedName(std::string_view text)
{
    static const NameFormat name {63, "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]",
        "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
        "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc'"};
    Complaints complaints;
    const std::size_t slash = text.find('/');
    if (slash == 0)
        complaints.emplace_back("prefix part must be non-empty");
    else if (slash != text.npos) {
        for (const std::string &complaint : checkSubdomain(text.substr(0, slash)))
            complaints.push_back("prefix part " + complaint);
    }
    const std::string_view namePart = slash == text.npos ? text : text.substr(slash + 1);
    if (namePart.empty())
        complaints.emplace_back("name part must be non-empty");
    for (std::string &complaint : complaintsAbout(namePart, name))
        complaints.push_back(std::move(complaint));
    return complaints;
}

Complaints checkLabelValue(std::string_view text)
{
    static const NameFormat value {63, "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?",
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and "
        "must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345'"};
    return complaintsAbout(text, value);
}

Complaints oneIf(bool isWrong, std::string complaint)
{
    return isWrong ? Complaints {std::move(complaint)} : Complaints();
}

Complaints checkUri(std::string_view text)
{
    return oneIf(!isUrl(text), "parse \"" + std::string(text.substr(0, 256)) + "\": invalid URI for request");
}

Complaints checkUuid(std::string_view text)
{
    constexpr std::size_t longest = 36;
    const bool fitting = text.size() <= longest
        && fits(text, "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    return oneIf(!fitting, "does not match the UUID format");
}

Complaints checkByte(std::string_view text)
{
    const auto decoded = QByteArray::fromBase64Encoding(
        QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    return oneIf(!decoded || text.size() % 4 != 0, "invalid base64");
}

Complaints checkDate(std::string_view text)
{
    return oneIf(dateIn(text).isFailure(), "invalid date");
}

Complaints checkDateTime(std::string_view text)
{
    return oneIf(timestampIn(text).isFailure(), "invalid datetime");
}

struct NamedFormat {
    std::string_view name;
    Complaints (*check)(std::string_view text);
    std::uint64_t patternSize; ///< that costs count with
};

constexpr std::array<NamedFormat, 13> formats {{{"dns1123Label", checkLabel, 30},
    {"dns1123Subdomain", checkSubdomain, 60}, {"dns1035Label", checkOldLabel, 30},
    {"qualifiedName", checkQualifiedName, 60}, {"dns1123LabelPrefix", checkPrefix<checkLabel>, 30},
    {"dns1123SubdomainPrefix", checkPrefix<checkSubdomain>, 60},
    {"dns1035LabelPrefix", checkPrefix<checkOldLabel>, 30}, {"labelValue", checkLabelValue, 40},
    {"uri", checkUri, 1000}, {"uuid", checkUuid, 80}, {"byte", checkByte, 90}, {"date", checkDate, 120},
    {"datetime", checkDateTime, 120}}};

class FormatValue : public Opaque
{
public:
    explicit FormatValue(const NamedFormat &format) : m_format(format) { }
    std::string_view typeName() const override { return "kubernetes.NamedFormat"; }
    bool equals(const Opaque &other) const override
    {
        return static_cast<const FormatValue &>(other).m_format.name == m_format.name;
    }
    const NamedFormat &format() const { return m_format; }

private:
    const NamedFormat &m_format;
};

Value formatValue(const NamedFormat &format)
{
    return OpaquePtr(std::make_shared<FormatValue>(format));
}

template<std::size_t index>
Value formatAt(Arguments /*arguments*/, Meter & /*meter*/)
{
    return formatValue(formats[index]);
}

Value named(Arguments arguments, Meter & /*meter*/)
{
    const auto found = std::ranges::find(formats, arguments[0].text(), &NamedFormat::name);
    return found == formats.end() ? none() : some(formatValue(*found));
}

const NamedFormat &formatIn(Arguments arguments)
{
    return static_cast<const FormatValue &>(*arguments[0].get<OpaquePtr>()).format();
}

Value validate(Arguments arguments, Meter & /*meter*/)
{
    const Complaints complaints = formatIn(arguments).check(arguments[1].text());
    return complaints.empty() ? none() : some(texts(complaints));
}

std::uint64_t costOfValidating(Arguments arguments)
{
    return traversal(costSizeOf(arguments[1]) + 1) * ((formatIn(arguments).patternSize + 3) / 4);
}

constexpr Declaration formatFunctions[] = {
    {"format.dns1123Label() -> kubernetes.NamedFormat", formatAt<0>},
    {"format.dns1123Subdomain() -> kubernetes.NamedFormat", formatAt<1>},
    {"format.dns1035Label() -> kubernetes.NamedFormat", formatAt<2>},
    {"format.qualifiedName() -> kubernetes.NamedFormat", formatAt<3>},
    {"format.dns1123LabelPrefix() -> kubernetes.NamedFormat", formatAt<4>},
    {"format.dns1123SubdomainPrefix() -> kubernetes.NamedFormat", formatAt<5>},
    {"format.dns1035LabelPrefix() -> kubernetes.NamedFormat", formatAt<6>},
    {"format.labelValue() -> kubernetes.NamedFormat", formatAt<7>},
    {"format.uri() -> kubernetes.NamedFormat", formatAt<8>},
    {"format.uuid() -> kubernetes.NamedFormat", formatAt<9>},
    {"format.byte() -> kubernetes.NamedFormat", formatAt<10>},
    {"format.date() -> kubernetes.NamedFormat", formatAt<11>},
    {"format.datetime() -> kubernetes.NamedFormat", formatAt<12>},
    {"format.named(string) -> optional(kubernetes.NamedFormat)", named},
    {"(kubernetes.NamedFormat).validate(string) -> optional(list(string))", validate, costOfValidating},
};

} // namespace

Declarations formatLibrary()
{
    return formatFunctions;
}

std::vector<std::string> formatComplaints(std::string_view format, std::string_view text)
{
    const auto found = std::ranges::find(formats, format, &NamedFormat::name);
    return found == formats.end() ? Complaints() : found->check(text);
}

} // namespace core::cel
