// SPDX-License-Identifier: GPL-3.0-or-later
// Kubernetes' library of URLs: absolute ones and absolute paths, read as Go's ParseRequestURI reads them.
#include "core/cel/library.h"
#include "core/cel/texts.h"
#include "core/cel/urls.h"

#include <algorithm>

namespace core::cel {

namespace {

struct Url {
    std::string scheme;
    std::string host; ///< with the port
    std::string path; ///< as it is escaped
    std::string query;
};

class UrlValue : public Opaque
{
public:
    explicit UrlValue(Url url, std::string written) : m_url(std::move(url)), m_written(std::move(written)) { }
    std::string_view typeName() const override { return "kubernetes.URL"; }
    bool equals(const Opaque &other) const override
    {
        return static_cast<const UrlValue &>(other).m_written == m_written;
    }
    const Url &url() const { return m_url; }

private:
    Url m_url;
    std::string m_written;
};

std::optional<int> hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = asciiLower(c);
    return lower >= 'a' && lower <= 'f' ? std::optional(lower - 'a' + 10) : std::nullopt;
}

/// The text has each %41 as what it stands for; nothing where a percent sign stands alone.
std::optional<std::string> unescaped(std::string_view text, bool plusIsBlank)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += plusIsBlank && text[i] == '+' ? ' ' : text[i];
            continue;
        }
        const auto high = i + 2 < text.size() ? hexValue(text[i + 1]) : std::nullopt;
        const auto low = i + 2 < text.size() ? hexValue(text[i + 2]) : std::nullopt;
        if (!high || !low)
            return std::nullopt;
        result += static_cast<char>(*high * 16 + *low);
        i += 2;
    }
    return result;
}

bool isScheme(std::string_view text)
{
    const auto isLetter = [](char c) { return asciiLower(c) >= 'a' && asciiLower(c) <= 'z'; };
    return !text.empty() && isLetter(text.front()) && std::ranges::all_of(text, [&](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    });
}

bool isPort(std::string_view text)
{
    return text.empty() || (text.front() == ':' && text.find_first_not_of("0123456789", 1) == text.npos);
}

bool isHost(std::string_view host)
{
    if (host.starts_with('[')) {
        const std::size_t end = host.rfind(']');
        return end != std::string_view::npos && isPort(host.substr(end + 1));
    }
    const std::size_t colon = host.rfind(':');
    if (colon != std::string_view::npos && !isPort(host.substr(colon)))
        return false;
    constexpr std::string_view allowed = "-_.~!$&'()*+,;=:[]<>\"%";
    return unescaped(host, false) && std::ranges::all_of(host, [&](char c) {
        const char lower = asciiLower(c);
        return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9')
            || static_cast<unsigned char>(c) >= 0x80 || allowed.find(c) != allowed.npos;
    });
}

/// The text is what follows the scheme.
std::optional<Url> withoutScheme(std::string scheme, std::string_view rest)
{
    Url url {std::move(scheme), {}, {}, {}};
    if (const std::size_t mark = rest.find('?'); mark != rest.npos) {
        url.query = rest.substr(mark + 1);
        rest = rest.substr(0, mark);
    }
    if (!rest.starts_with('/'))
        return url.scheme.empty() ? std::nullopt : std::optional(url); // opaque, as mailto:a
    if (rest.starts_with("//") && (!url.scheme.empty() || !rest.starts_with("///"))) {
        rest.remove_prefix(2);
        const std::string_view authority = rest.substr(0, rest.find('/'));
        rest.remove_prefix(authority.size());
        const std::size_t at = authority.rfind('@');
        url.host = at == authority.npos ? authority : authority.substr(at + 1);
        if (!isHost(url.host))
            return std::nullopt;
    }
    url.path = rest;
    return unescaped(rest, false) ? std::optional(url) : std::nullopt;
}

std::optional<Url> urlIn(std::string_view text)
{
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
    if (text.empty() || std::ranges::any_of(text, isControl) || text.find(' ') < text.find('?'))
        return std::nullopt;
    if (text.starts_with('/'))
        return withoutScheme({}, text);
    const std::size_t colon = text.find(':');
    if (colon == text.npos || !isScheme(text.substr(0, colon)))
        return std::nullopt;
    std::string scheme(text.substr(0, colon));
    std::ranges::transform(scheme, scheme.begin(), asciiLower);
    return withoutScheme(std::move(scheme), text.substr(colon + 1));
}

Value urlOf(Arguments arguments, Meter &meter)
{
    const std::string_view written = arguments[0].text();
    meter.work(written.size());
    if (!urlIn(written))
        return failure("URL parse error during conversion from string: parse \"" + std::string(written)
            + "\": invalid URI for request");
    const std::string_view withoutFragment = written.substr(0, written.find('#'));
    auto url = urlIn(withoutFragment);
    return OpaquePtr(std::make_shared<UrlValue>(url ? *url : Url(), std::string(written)));
}

Value isUrlText(Arguments arguments, Meter &meter)
{
    meter.work(arguments[0].text().size());
    return isUrl(arguments[0].text());
}

const Url &urlAt(Arguments arguments)
{
    return static_cast<const UrlValue &>(*arguments[0].get<OpaquePtr>()).url();
}

template<std::string Url::*part>
Value partOfUrl(Arguments arguments, Meter & /*meter*/)
{
    return text(urlAt(arguments).*part);
}

/// Host and port; the colon belongs to neither.
std::pair<std::string_view, std::string_view> splitHost(std::string_view host)
{
    const std::size_t bracket = host.rfind(']');
    const std::size_t colon = host.rfind(':');
    const bool hasPort = colon != host.npos && (bracket == host.npos || colon > bracket);
    const std::string_view name = hasPort ? host.substr(0, colon) : host;
    const std::string_view port = hasPort ? host.substr(colon + 1) : std::string_view();
    if (name.starts_with('[') && name.ends_with(']'))
        return {name.substr(1, name.size() - 2), port};
    return {name, port};
}

Value hostname(Arguments arguments, Meter & /*meter*/)
{
    return text(std::string(splitHost(urlAt(arguments).host).first));
}

Value port(Arguments arguments, Meter & /*meter*/)
{
    return text(std::string(splitHost(urlAt(arguments).host).second));
}

Value query(Arguments arguments, Meter &meter)
{
    std::map<std::string, std::vector<std::string>> fields;
    meter.work(urlAt(arguments).query.size());
    for (const std::string_view pair : partsOf(urlAt(arguments).query, "&", std::string::npos)) {
        const std::size_t mark = pair.find('=');
        const auto name = unescaped(pair.substr(0, mark), true);
        const auto value = unescaped(mark == pair.npos ? std::string_view() : pair.substr(mark + 1), true);
        if (name && value && !pair.empty() && pair.find(';') == pair.npos)
            fields[*name].push_back(*value);
    }
    std::vector<std::pair<Value, Value>> entries;
    for (const auto &[name, values] : fields)
        entries.emplace_back(text(name), texts(values));
    return map(std::move(entries));
}

constexpr Declaration urlFunctions[] = {
    {"url(string) -> kubernetes.URL", urlOf, costOfFirst},
    {"isURL(string) -> bool", isUrlText, costOfFirst},
    {"(kubernetes.URL).getScheme() -> string", partOfUrl<&Url::scheme>},
    {"(kubernetes.URL).getHost() -> string", partOfUrl<&Url::host>},
    {"(kubernetes.URL).getHostname() -> string", hostname},
    {"(kubernetes.URL).getPort() -> string", port},
    {"(kubernetes.URL).getEscapedPath() -> string", partOfUrl<&Url::path>},
    {"(kubernetes.URL).getQuery() -> map(string, list(string))", query},
};

} // namespace

bool isUrl(std::string_view text)
{
    return urlIn(text).has_value();
}

Declarations urlLibrary()
{
    return urlFunctions;
}

} // namespace core::cel
