// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A webhook as a program has it: an HTTPS server on loopback that is asked for its opinion, and a lab that
// asks it.

#include "core/lab/front/webhookclient.h"

#include "tests/unit/client/scriptedserver.h"
#include "tests/unit/lab/labfixture.h"

#include <QCoreApplication>

namespace labtest {

inline constexpr std::string_view validating =
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
inline constexpr std::string_view mutating =
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
inline constexpr std::string_view deployments = "/apis/apps/v1/namespaces/default/deployments";

inline std::string base64Of(const QByteArray &bytes)
{
    return bytes.toBase64().toStdString();
}

/// Answers AdmissionReviews, unless the test has set its reply.
class HookServer
{
public:
    /// Gets the review's request, gives the response without its uid.
    std::function<Json(const Json &request)> decide = [](const Json &) { return yaml("{allowed: true}"); };
    /// Answers the review in its own way; empty: not.
    std::function<ScriptedReply(const Json &review)> reply;
    std::vector<Json> requests; ///< as they came
    ScriptedServer server;
    QByteArray certificate;

    explicit HookServer(const char *file = "server-good.pem")
        : server(file)
        , certificate(QByteArrayView(file) == "server-good.pem" ? tlsFile("ca.pem") : tlsFile(file))
    {
        server.reply = [this](const QByteArray &bytes) { return answer(bytes); };
    }

    /// A clientConfig in flow style.
    std::string client(const std::string &path = "/hook") const
    {
        return "{url: '" + server.url() + path + "', caBundle: " + base64Of(certificate) + "}";
    }

    static Json denial(const std::string &status) { return yaml("{allowed: false, status: " + status + "}"); }
    static Json patching(const std::string &patch)
    {
        const std::string json = api::writeJson(yaml(patch));
        return api::JsonObject {{"allowed", true}, {"patchType", "JSONPatch"},
            {"patch", base64Of(QByteArray::fromStdString(json))}};
    }

private:
    ScriptedReply answer(const QByteArray &bytes)
    {
        const auto review = api::parseJson(bytes.mid(bytes.indexOf("\r\n\r\n") + 4).toStdString());
        if (!review)
            qFatal("a review is no JSON: %s", bytes.constData());
        requests.push_back(*api::find(*review, {"request"}));
        if (reply)
            return reply(*review);
        Json response = decide(requests.back());
        response.get_object()["uid"] = api::textAt(requests.back(), {"uid"});
        const Json answered = api::JsonObject {{"apiVersion", api::textAt(*review, {"apiVersion"})},
            {"kind", "AdmissionReview"}, {"response", std::move(response)}};
        return {ScriptedServer::jsonReply(QByteArray::fromStdString(api::writeJson(answered)))};
    }
};

/// A lab that calls webhooks, on the test's own thread and event loop.
class HookLab : public Lab
{
public:
    HookLab() { connect(); }

    void connect()
    {
        server->askWebhooks([this](api::HookCall call, std::function<void(api::HookResult)> then) {
            client->call(std::move(call), std::move(then));
        });
    }

    /// Waits for the answer when it comes later.
    Response ask(Method method, std::string_view target, std::optional<Json> body = {},
        std::string_view contentType = {}, const access::UserPtr &user = {})
    {
        api::Request asked = request(method, target, std::move(body));
        asked.contentType = contentType;
        return settled(server->answer(asked, user));
    }
    Response settled(Response response)
    {
        if (!response.later)
            return response;
        std::optional<Response> told;
        response.later->told = [&told](Response later) { told = std::move(later); };
        if (!QTest::qWaitFor([&told] { return told.has_value(); }, 20'000))
            qFatal("no answer came");
        return *told;
    }
    Response make(std::string_view target, std::string_view body)
    {
        return ask(Method::Post, target, yaml(body));
    }
    Response change(
        std::string_view target, std::string_view body, std::string_view type = api::contentTypes::mergePatch)
    {
        return ask(Method::Patch, target, yaml(body), type);
    }

    /// Registers webhooks, each in flow style without its braces.
    Response configure(bool isMutating, const std::string &name, const std::vector<std::string> &hooks)
    {
        std::string all;
        for (const std::string &hook : hooks)
            all += (all.empty() ? "{" : ", {") + hook + "}";
        const std::string kind = isMutating ? "mutating" : "validating";
        return post("/apis/admissionregistration.k8s.io/v1/" + kind + "webhookconfigurations",
            "{metadata: {name: " + name + "}, webhooks: [" + all + "]}");
    }

    QObject context; ///< of what comes from the thread of the calls, which goes before it

    std::unique_ptr<lab::front::WebhookClient> client =
        std::make_unique<lab::front::WebhookClient>([this](std::function<void()> task) {
            QMetaObject::invokeMethod(
                &context,
                [this, task = std::move(task)] {
                    task();
                    settle();
                },
                Qt::QueuedConnection);
        });
};

/// A webhook about ConfigMaps that are made, changed and deleted, in flow style; more members follow.
inline std::string aboutConfigMaps(
    const std::string &name, const HookServer &server, const std::string &more = "")
{
    return "name: " + name
        + ", sideEffects: None, admissionReviewVersions: [v1], clientConfig: " + server.client()
        + ", rules: [{operations: ['*'], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}]"
        + (more.empty() ? "" : ", " + more);
}

/// What stands there, as JSON.
inline std::string textIn(const Json &json, std::initializer_list<std::string_view> path)
{
    const Json *found = api::find(json, path);
    return found ? api::writeCanonicalJson(*found) : "(none)";
}

} // namespace labtest
