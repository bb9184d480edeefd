// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/data.h"
#include "core/lab/kinds/fixed.h"
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

/// Logins of registries are JSON, which is not quoted where it is none.
void checkLogins(const Json &secret, std::string_view key, FieldErrors &errors)
{
    const std::string_view encoded = api::textAt(secret, {"data", key});
    const QByteArray text =
        QByteArray::fromBase64(QByteArray(encoded.data(), static_cast<qsizetype>(encoded.size())));
    const bool isJson = api::parseJson({text.constData(), static_cast<std::size_t>(text.size())}).has_value();
    if (api::find(secret, {"data", key}) && !isJson)
        errors.push_back(invalid("data[" + std::string(key) + "]",
            std::string_view("<secret contents redacted>"), "must be valid JSON"));
}

/// Some types promise keys.
void checkSecret(const Json &secret, FieldErrors &errors)
{
    checkData(secret, errors);
    const auto expect = [&](std::string_view key) {
        if (!api::find(secret, {"data", key}))
            errors.push_back(required("data[" + std::string(key) + "]"));
    };
    const std::string_view type = api::textAt(secret, {"type"});
    if (type == "kubernetes.io/tls") {
        expect("tls.crt");
        expect("tls.key");
    } else if (type == "kubernetes.io/dockerconfigjson") {
        expect(".dockerconfigjson");
        checkLogins(secret, ".dockerconfigjson", errors);
    } else if (type == "kubernetes.io/dockercfg") {
        expect(".dockercfg");
        checkLogins(secret, ".dockercfg", errors);
    } else if (type == "kubernetes.io/basic-auth") {
        if (!api::find(secret, {"data", "username"}) && !api::find(secret, {"data", "password"})) {
            expect("username");
            expect("password");
        }
    } else if (type == "kubernetes.io/service-account-token") {
        const std::string_view account = "kubernetes.io/service-account.name";
        if (api::textAt(secret, {"metadata", "annotations", account}).empty())
            errors.push_back(required("metadata.annotations[" + std::string(account) + "]"));
    } else if (type == "kubernetes.io/ssh-auth") {
        expect("ssh-privatekey");
    }
}

void checkSecretUpdate(const Json &secret, const Json &old, FieldErrors &errors)
{
    checkImmutable(secret, old, errors);
    checkFixed(secret, old, {"type"}, errors);
}

} // namespace

KindDefinition secret()
{
    return {.kind = "Secret",
        .plural = "secrets",
        .schema = object({{"data", mapOf(base64)}, {"stringData", textMap}, {"immutable", boolean},
            {"type", withDefault(text, "Opaque")}}),
        .columns = {nameColumn(), textColumn("Type", {"type"}, 0, ""), dataColumn(), ageColumn()},
        .fields = {{"type", {"type"}}},
        .rules = {.prepare = encodeStringData, .check = checkSecret, .checkUpdate = checkSecretUpdate}};
}

} // namespace core::lab::kinds
