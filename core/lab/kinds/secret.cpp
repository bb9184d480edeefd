// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/data.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <QByteArray>

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

void encodeStringData(Json &secret)
{
    const Json *plain = api::find(secret, {"stringData"});
    if (!plain || !plain->is_object())
        return;
    JsonObject &data = objectIn(secret, "data");
    for (const auto &member : secret.at("stringData").get_object()) {
        if (!member.value().is_string())
            return; // the schema will refuse it
        const auto &text = member.value().get_string();
        const QByteArray encoded = QByteArray(text.data(), static_cast<qsizetype>(text.size())).toBase64();
        data[member.key()] = std::string_view(encoded.constData(), static_cast<std::size_t>(encoded.size()));
    }
    secret.get_object().erase("stringData");
}

} // namespace

KindDefinition secret()
{
    return {.kind = "Secret",
        .plural = "secrets",
        .schema = object({{"data", textMap}, {"stringData", textMap}, {"type", withDefault(text, "Opaque")}}),
        .columns = {nameColumn(), textColumn("Type", {"type"}, 0, ""), dataColumn(), ageColumn()},
        .fields = {{"type", {"type"}}},
        .rules = {.prepare = encodeStringData, .check = checkData}};
}

} // namespace core::lab::kinds
