// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/feeds.h"

#include "core/api/yaml.h"
#include "core/lab/apiserver.h"
#include "core/lab/front/encoding.h"

#include <QByteArray>

namespace fuzz {

using namespace core;
using api::Json;
using api::Method;
using api::Response;

namespace {

const base::Time start {std::chrono::seconds(1'763'632'800)};
constexpr const char *definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr const char *deployment =
    R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","labels":)"
    R"({"a":"b"},"annotations":{"x":"y"}},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},)"
    R"("template":)"
    R"({"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i",)"
    R"("ports":[{"containerPort":)"
    R"(80}],"env":[{"name":"A","value":"1"}]},{"name":"e","image":"j"}],"tolerations":[{"key":"k"}]}}}})";

/// One of the codes from 500 on is asked for: a revision that is not there yet (X7).
bool isOfTheRequest(const Response &answer)
{
    const bool isAwaited = answer.code == 504 && answer.body
        && api::errorOf(answer.code, &*answer.body).kind == base::ErrorKind::Gone;
    return isAwaited || (answer.code >= 200 && answer.code < 500);
}

/// A lab in memory, whose clock stands still.
class Lab
{
public:
    Lab()
    {
        auto made = lab::ApiServer::create({m_clock, 1});
        require(made.has_value(), "a lab can be made");
        m_server = std::move(*made);
    }

    /// Whatever is asked is answered, and the answer can be written.
    Response send(Method method, std::string path, const Json *body = nullptr, std::string_view type = {},
        std::vector<std::pair<std::string, std::string>> query = {})
    {
        api::Request request;
        request.method = method;
        request.path = std::move(path);
        request.query = std::move(query);
        request.contentType = type;
        request.userAgent = "fuzz/1";
        if (body)
            request.body = api::share(*body);
        Response answer = m_server->answer(request);
        require(isOfTheRequest(answer), "nobody's input is the server's fault",
            answer.body ? api::writeJson(*answer.body) : std::string_view());
        std::string out;
        lab::front::EncodingCache cache(1 << 20);
        lab::front::appendResponse(out, answer, {}, cache);
        return answer;
    }

private:
    base::Clock m_clock {start};
    std::unique_ptr<lab::ApiServer> m_server;
};

/// One after another: what earlier inputs have left is there for some.
Lab &shared()
{
    constexpr int most = 1000;
    static int uses = 0;
    static std::unique_ptr<Lab> lab;
    if (uses++ % most == 0)
        lab = std::make_unique<Lab>();
    return *lab;
}

/// What is stored reads back: from its text, and by a second write of the same.
void requireSound(Lab &lab, const std::string &path)
{
    const Response held = lab.send(Method::Get, path);
    if (held.code != 200 || !held.body)
        return;
    const auto again = api::parseJson(api::writeJson(*held.body));
    require(again && api::equal(*again, *held.body), "what is stored reads back", api::writeJson(*held.body));
    const Response same = lab.send(Method::Put, path, &*again);
    require(same.code == 200, "what is stored may be written again",
        api::writeJson(*held.body) + "\n" + (same.body ? api::writeJson(*same.body) : ""));
}

/// The first letter chooses the way, the rest is the patch.
void patch(std::string_view input)
{
    if (input.empty())
        return;
    const auto body = api::parseYaml(input.substr(1));
    if (!body)
        return;
    static const Json whole = *api::parseJson(deployment);
    const std::string collection = "/apis/apps/v1/namespaces/default/deployments";
    const std::string path = collection + "/d";
    Lab &lab = shared();
    lab.send(Method::Post, collection, &whole);
    const auto change = [&](std::string_view type, std::string_view subresource = {}) {
        std::vector<std::pair<std::string, std::string>> query;
        if (type == api::contentTypes::applyPatch)
            query = {{"fieldManager", "f"}, {"force", input.front() == 'A' ? "true" : "false"}};
        lab.send(Method::Patch, path + std::string(subresource), &*body, type, std::move(query));
    };
    switch (input.front()) {
    case 'j':
        change(api::contentTypes::jsonPatch);
        break;
    case 'm':
        change(api::contentTypes::mergePatch);
        break;
    case 'a':
    case 'A':
        change(api::contentTypes::applyPatch);
        change(api::contentTypes::applyPatch);
        break;
    case 'c':
        change(api::contentTypes::mergePatch, "/scale");
        break;
    case 't':
        change(api::contentTypes::strategicMergePatch, "/status");
        break;
    default:
        change(api::contentTypes::strategicMergePatch);
        break;
    }
    requireSound(lab, path);
    lab.send(Method::Delete, path);
}

/// The first line is a path, the rest a new object.
void object(std::string_view input)
{
    const auto line = input.find('\n');
    const auto body = line == input.npos ? base::Result<Json>(Json()) : api::parseYaml(input.substr(line));
    if (!body)
        return;
    Lab &lab = shared();
    const std::string collection(input.substr(0, line));
    const Response made = lab.send(Method::Post, collection, &*body);
    if (made.code != 201 || !made.body)
        return;
    const std::string path = collection + '/' + std::string(api::textAt(*made.body, {"metadata", "name"}));
    requireSound(lab, path);
    lab.send(Method::Delete, path);
}

/// The schema of a custom kind, and after a line "---" an object of it.
void definition(std::string_view input)
{
    const auto [schemaText, objectText] = halves(input);
    const auto schema = api::parseYaml(schemaText);
    const auto object = api::parseYaml(objectText.empty() ? "{}" : objectText);
    if (!schema || !object || !object->is_object())
        return;
    static const Json empty = *api::parseYaml(
        "{metadata: {name: things.fuzz.example.org}, spec: {group: fuzz.example.org, scope: Namespaced, "
        "names: "
        "{plural: things, kind: Thing}, versions: [{name: v1, served: true, storage: true, schema: {}, "
        "subresources: {status: {}}}]}}");
    Json defined = empty;
    defined.at("spec").at("versions").at(0).at("schema").get_object()["openAPIV3Schema"] = *schema;
    Lab &lab = shared();
    if (lab.send(Method::Post, definitions, &defined).code != 201)
        return;
    Json thing = *object;
    thing.get_object()["apiVersion"] = "fuzz.example.org/v1";
    thing.get_object()["kind"] = "Thing";
    thing.get_object()["metadata"] = {{"name", "a"}};
    const std::string collection = "/apis/fuzz.example.org/v1/namespaces/default/things";
    if (lab.send(Method::Post, collection, &thing).code == 201) {
        requireSound(lab, collection + "/a");
        lab.send(Method::Patch, collection + "/a", &thing, api::contentTypes::applyPatch,
            {{"fieldManager", "f"}, {"force", "true"}});
        lab.send(Method::Delete, collection + "/a");
    }
    lab.send(Method::Get, "/openapi/v2");
    lab.send(Method::Delete, std::string(definitions) + "/things.fuzz.example.org");
}

/// As lists tell where they go on.
std::string asToken(const std::string &json)
{
    constexpr auto form = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
    return QByteArray::fromStdString(json).toBase64(form).toStdString();
}

/// A path, and parameters in lines behind a line "---", as name=value; a continue token may be told decoded.
void query(std::string_view input)
{
    auto [path, lines] = halves(input);
    std::vector<std::pair<std::string, std::string>> parameters;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(lines.size(), line.size() + 1));
        const auto equals = line.find('=');
        parameters.emplace_back(line.substr(0, equals), equals == line.npos ? "" : line.substr(equals + 1));
        if (parameters.back().first == "continue" && parameters.back().second.starts_with('{'))
            parameters.back().second = asToken(parameters.back().second);
    }
    static Lab lab;
    static const bool isFilled = [] {
        for (const char *name : {"a", "b", "c"}) {
            const Json made {{"metadata", {{"name", name}, {"labels", {{"l", name}}}}}};
            lab.send(Method::Post, "/api/v1/namespaces/default/configmaps", &made);
        }
        return true;
    }();
    require(isFilled, "there is something to find");
    lab.send(Method::Get, std::string(path), nullptr, {}, std::move(parameters));
}

} // namespace

const Feeds &apiFeeds()
{
    static const Feeds all {
        {"definition", definition}, {"object", object}, {"patch", patch}, {"query", query}};
    return all;
}

} // namespace fuzz
