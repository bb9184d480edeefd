// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/continuetoken.h"

#include <QByteArray>

namespace core::lab {

namespace {
constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
}

std::string ContinueToken::text() const
{
    const api::Json content =
        api::JsonObject {{"v", "lab/v1"}, {"rv", revision}, {"namespace", behind.ns}, {"name", behind.name}};
    return QByteArray::fromStdString(api::writeJson(content)).toBase64(encoding).toStdString();
}

std::optional<ContinueToken> ContinueToken::parse(std::string_view text)
{
    const QByteArray bytes(text.data(), static_cast<qsizetype>(text.size()));
    const auto decoded =
        QByteArray::fromBase64Encoding(bytes, encoding | QByteArray::AbortOnBase64DecodingErrors);
    const auto content = api::parseJson(decoded ? (*decoded).toStdString() : std::string());
    if (!content || api::textAt(*content, {"v"}) != "lab/v1")
        return std::nullopt;
    const auto revision = api::integerAt(*content, {"rv"});
    const std::string name(api::textAt(*content, {"name"}));
    if (!revision || *revision < 0 || name.empty())
        return std::nullopt;
    return ContinueToken {
        static_cast<Revision>(*revision), {std::string(api::textAt(*content, {"namespace"})), name}};
}

} // namespace core::lab
