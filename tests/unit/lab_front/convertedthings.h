// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A kind in two versions, and a webhook that converts between them.

#include "tests/unit/lab_front/hookserver.h"

namespace labtest {

inline constexpr std::string_view definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
inline const std::string thingDefinition = std::string(definitions) + "/things.example.com";
inline constexpr std::string_view v1 = "/apis/example.com/v1/namespaces/default/things";
inline constexpr std::string_view v2 = "/apis/example.com/v2/namespaces/default/things";

/// An address is one text in v1, and host and port in v2.
inline Json converted(Json object, const std::string &apiVersion)
{
    api::JsonObject &whole = object.get_object();
    api::JsonObject &spec =
        whole["spec"].is_object() ? whole["spec"].get_object() : whole["spec"].emplace_object();
    if (apiVersion == "example.com/v2") {
        const std::string address(api::textAt(object, {"spec", "address"}));
        const std::size_t colon = address.find(':');
        spec.erase("address");
        spec["host"] = address.substr(0, colon);
        spec["port"] = colon == std::string::npos ? "" : address.substr(colon + 1);
    } else {
        const std::string host(api::textAt(object, {"spec", "host"}));
        const std::string port(api::textAt(object, {"spec", "port"}));
        spec.erase("host");
        spec.erase("port");
        spec["address"] = host + ":" + port;
    }
    whole["apiVersion"] = apiVersion;
    return object;
}

/// A webhook that converts.
struct Converter : HookServer {
    std::function<void(api::JsonObject &response)> spoil; ///< changes the answer

    Converter()
    {
        reply = [this](const Json &review) {
            api::JsonArray objects;
            const std::string wanted(api::textAt(review, {"request", "desiredAPIVersion"}));
            for (const Json &object : api::find(review, {"request", "objects"})->get_array())
                objects.push_back(converted(object, wanted));
            api::JsonObject response {{"uid", api::textAt(review, {"request", "uid"})},
                {"result", api::JsonObject {{"status", "Success"}}},
                {"convertedObjects", std::move(objects)}};
            if (spoil)
                spoil(response);
            const Json answer = api::JsonObject {{"apiVersion", api::textAt(review, {"apiVersion"})},
                {"kind", "ConversionReview"}, {"response", std::move(response)}};
            return ScriptedReply {
                ScriptedServer::jsonReply(QByteArray::fromStdString(api::writeJson(answer)))};
        };
    }
};

inline std::string versionText(const char *name, bool isStored, const char *column, const char *fields)
{
    return std::string("{name: ") + name + ", served: true, storage: " + (isStored ? "true" : "false")
        + ", subresources: {status: {}, scale: {specReplicasPath: .spec.n, statusReplicasPath: .status.n}}, "
          "additionalPrinterColumns: [{name: "
        + column + ", type: string, jsonPath: .spec." + column
        + "}], schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {n: "
          "{type: integer}, "
        + fields + "}}, status: {type: object, properties: {phase: {type: string}, n: {type: integer}}}}}}}";
}

inline std::string definition(const std::string &conversion, bool storesV2 = false)
{
    return "{metadata: {name: things.example.com}, spec: {group: example.com, scope: Namespaced, names: "
           "{plural: things, kind: Thing}, conversion: "
        + conversion + ", versions: ["
        + versionText("v1", !storesV2, "address", "address: {type: string, maxLength: 20}") + ", "
        + versionText("v2", storesV2, "host", "host: {type: string, maxLength: 9}, port: {type: string}")
        + "]}}";
}

inline std::string byWebhook(const Converter &converter)
{
    return "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: "
        + converter.client("/convert") + "}}";
}

inline std::string thing(const std::string &version, const std::string &name, const std::string &spec)
{
    return "{apiVersion: example.com/" + version + ", kind: Thing, metadata: {name: " + name
        + "}, spec: " + spec + "}";
}

inline std::string specOf(const Response &response)
{
    const Json *spec = response.body ? api::find(*response.body, {"spec"}) : nullptr;
    return spec ? api::writeCanonicalJson(*spec) : message(response);
}

/// A lab with the kind, converted by the webhook.
struct ThingLab : HookLab {
    explicit ThingLab(const Converter &converter)
    {
        const Response made = post(definitions, definition(byWebhook(converter)));
        if (made.code != 201)
            qFatal("%s", message(made).c_str());
    }
    Response read(std::string_view target) { return ask(Method::Get, target); }
    Response redefine(const std::string &definition) { return redefined(*this, definition); }

    static Response redefined(HookLab &lab, const std::string &definition)
    {
        Json changed = yaml(definition);
        changed.at_pointer("/metadata").get_object()["resourceVersion"] = version(lab.get(thingDefinition));
        return lab.put(thingDefinition, changed);
    }
};

} // namespace labtest
