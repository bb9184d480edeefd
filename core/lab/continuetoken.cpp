// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/continuetoken.h"

#include <QByteArray>

namespace core::lab {

namespace {
constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
}

std::string ContinueToken::text() const
{
    const api::Json content = api::JsonObject {{"v", "lab/v2"}, {"rv", revision}, {"behind", behind}};
    return QByteArray::fromStdString(api::writeJson(content)).toBase64(encoding).toStdString();
}

std::optional<ContinueToken> ContinueToken::parse(std::string_view text)
{
    const QByteArray bytes(text.data(), static_cast<qsizetype>(text.size()));
    const auto decoded =
        QByteArray::fromBase64Encoding(bytes, encoding | QByteArray::AbortOnBase64DecodingErrors);
    const auto content = api::parseJson(decoded ? (*decoded).toStdString() : std::string());
    if (!content || api::textAt(*content, {"v"}) != "lab/v2")
        return std::nullopt;
    const auto revision = api::integerAt(*content, {"rv"});
    std::string behind(api::textAt(*content, {"behind"}));
    if (!revision || *revision < 0 || behind.empty())
        return std::nullopt;
    return ContinueToken {static_cast<Revision>(*revision), std::move(behind)};
}

std::string placeIn(std::string_view ns, const api::ObjectKey &key)
{
    return key.ns == ns ? key.name : key.ns + '/' + key.name;
}

api::ObjectKey keyAt(const std::string &place, const std::string &ns, bool namespaced)
{
    const std::size_t slash = place.find('/');
    if (!ns.empty() || !namespaced)
        return {ns, place};
    return slash == std::string::npos ? api::ObjectKey {place, {}}
                                      : api::ObjectKey {place.substr(0, slash), place.substr(slash + 1)};
}

} // namespace core::lab
