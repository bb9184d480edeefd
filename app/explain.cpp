// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/explain.h"

#include "app/core.h"
#include "app/paths.h"
#include "app/print.h"
#include "core/api/time.h"
#include "core/base/displaytext.h"
#include "core/client/client.h"
#include "core/client/httptransport.h"
#include "core/client/kubeconfig.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

namespace app {

namespace api = core::api;
namespace client = core::client;
using core::base::ErrorKind;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::chrono::seconds answerTimeout {10};

/// Where the lab's kubeconfig is.
Result<client::KubeconfigSource> sourceOf(const Options &options)
{
    const bool fromEnvironment =
        options.kubeconfig.empty() && options.lab.empty() && !qEnvironmentVariableIsEmpty("KUBECONFIG");
    if (!options.kubeconfig.empty() || fromEnvironment)
        return client::KubeconfigSource::ofProcess(options.kubeconfig);
    Options named;
    if (!options.lab.empty())
        named.lab = options.lab;
    const std::string path = labPaths(named).kubeconfig;
    if (path.empty())
        return fail(ErrorKind::NotFound, "a lab in memory is asked with --kubeconfig");
    if (!isFileThere(path))
        return fail(ErrorKind::NotFound, "there is no lab \"" + named.lab + "\": " + path + " is not there");
    return client::KubeconfigSource {path, {}, {}};
}

Result<client::ClusterAccess> labAccess(const Options &options)
{
    const auto source = sourceOf(options);
    if (!source)
        return tl::unexpected(source.error());
    auto kubeconfig = client::Kubeconfig::load(*source);
    if (!kubeconfig)
        return tl::unexpected(kubeconfig.error());
    return app::accessOf(std::move(*kubeconfig), options);
}

api::Request questionOf(const ExplainOptions &explain, const std::string &contextNamespace)
{
    api::Request request;
    request.path = "/debug/explain";
    request.query = {{"kind", explain.kind}, {"name", explain.name},
        {"namespace", explain.ns.empty() ? contextNamespace : explain.ns}};
    return request;
}

/// Waits, in an event loop, for the one answer.
Result<api::JsonPtr> ask(client::ClusterAccess access, const ExplainOptions &explain)
{
    const std::string server = access.server;
    api::Request question = questionOf(explain, access.ns);
    auto transport = client::HttpTransport::open(std::move(access), [](const auto &task) { task(); });
    if (!transport)
        return tl::unexpected(transport.error());
    Result<api::Response> answer = fail(ErrorKind::Transient, "no answer within 10 s");
    client::Client client(**transport);
    client.send(std::move(question), [&](Result<api::Response> response) {
        answer = std::move(response);
        QCoreApplication::exit();
    });
    QTimer::singleShot(answerTimeout, [] { QCoreApplication::exit(); });
    QCoreApplication::exec();
    if (!answer && answer.error().kind == ErrorKind::Transient)
        return fail(ErrorKind::Transient,
            "no lab answers at " + server + ": " + answer.error().message + " (is it running?)");
    if (!answer)
        return tl::unexpected(answer.error());
    if (!answer->body)
        return fail(ErrorKind::Unsupported, server + " is no Hollow Lab: it has no /debug/explain");
    return answer->body;
}

const api::JsonArray &listAt(const api::Json &json, std::string_view name)
{
    static const api::JsonArray none;
    const api::Json *found = api::find(json, {name});
    return found && found->is_array() ? found->get_array() : none;
}

std::string textAt(const api::Json &json, std::string_view name)
{
    return core::base::printableLine(api::textAt(json, {name}));
}

/// The text goes from one time of the answer to another, to a tenth of a second; "?" when either cannot be
/// read.
std::string between(const api::Json &json, std::string_view from, const api::Json &other, std::string_view to)
{
    const auto begin = api::parseTime(api::textAt(json, {from}));
    const auto end = api::parseTime(api::textAt(other, {to}));
    if (!begin || !end)
        return "?";
    const auto tenths = std::chrono::round<std::chrono::duration<std::int64_t, std::deci>>(*end - *begin);
    return api::formatDuration(tenths);
}

std::string textOf(const api::Json &said, const api::Json &answer)
{
    const bool isOfAnother = textAt(said, "name") != textAt(answer, "name");
    const std::string about =
        isOfAnother ? " about " + textAt(said, "kind") + " " + textAt(said, "name") : "";
    std::string text = textAt(said, "controller") + about + ": decided "
        + between(said, "decidedAt", answer, "now") + " ago, "
        + (textAt(said, "nextCheck").empty() ? "looks again when something changes"
                                             : "looks again in " + between(answer, "now", said, "nextCheck"))
        + "\n";
    for (const api::Json &reason : listAt(said, "reasons")) {
        text += "  " + textAt(reason, "code") + ": " + textAt(reason, "text") + "\n";
        const api::Json *facts = api::find(reason, {"facts"});
        if (!facts || !facts->is_object() || facts->get_object().empty())
            continue;
        text += "   ";
        for (const auto &[name, value] : facts->get_object())
            text += " " + core::base::printableLine(name) + "="
                + (value.is_string() ? core::base::printableLine(value.get_string()) : "?");
        text += "\n";
    }
    if (const std::string error = textAt(said, "lastError"); !error.empty())
        text += "  The last attempt failed (" + std::to_string(api::integerAt(said, {"failures"}).value_or(0))
            + " in a row): " + error + "\n";
    return text;
}

/// "Health check workers replaces it in 6s.", why, and within which budget.
std::string outlookText(const api::Json &check)
{
    std::string text = "Health check " + textAt(check, "name") + " " + textAt(check, "outlook") + ".\n";
    if (textAt(check, "verdict") != "Healthy")
        text += "  " + textAt(check, "reason") + ".\n  " + textAt(check, "budget") + "\n";
    return text;
}

} // namespace

std::string explanationText(const api::Json &answer)
{
    const std::string ns = textAt(answer, "namespace");
    std::string text = textAt(answer, "kind") + " " + (ns.empty() ? "" : ns + "/") + textAt(answer, "name")
        + " at " + textAt(answer, "now") + "\n";
    for (const api::Json &check : listAt(answer, "healthChecks"))
        text += "\n" + outlookText(check);
    for (const api::Json &said : listAt(answer, "explanations"))
        text += "\n" + textOf(said, answer);
    for (const api::Json &name : listAt(answer, "off"))
        text += "\n" + (name.is_string() ? core::base::printableLine(name.get_string()) : "?")
            + ": does not run, so it decides nothing\n";
    return text;
}

int explain(const Options &options)
{
    auto access = labAccess(options);
    const auto answer = access ? ask(std::move(*access), *options.explain) : tl::unexpected(access.error());
    if (!answer) {
        complain(answer.error().message);
        return 1;
    }
    const std::string text = options.explain->asJson
        ? core::base::printableJson(api::writeJson(**answer)) + "\n"
        : explanationText(**answer);
    std::fputs(text.c_str(), stdout);
    return 0;
}

} // namespace app
