// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/feeds.h"

#include "core/api/selector.h"
#include "core/api/yaml.h"
#include "core/cel/jsonvalue.h"
#include "core/cel/program.h"
#include "core/client/kubeconfig.h"
#include "core/lab/front/admission.h"
#include "core/lab/front/protobuf.h"

#include <QFile>
#include <QTemporaryDir>

namespace fuzz {

using namespace core;
using api::Json;

namespace {

void json(std::string_view input)
{
    const auto read = api::parseJson(input);
    if (!read)
        return;
    const std::string written = api::writeJson(*read);
    const auto again = api::parseJson(written);
    require(again && api::equal(*read, *again), "what was written reads back", written);
    (void)api::duplicateMembers(input);
    require(api::parseJson(api::writeCanonicalJson(*read)).has_value(), "canonical text is JSON", written);
}

void yaml(std::string_view input)
{
    const auto documents = api::parseYamlDocuments(input);
    if (!documents)
        return;
    for (const Json &document : *documents) {
        const std::string written = api::writeYaml(document);
        const auto again = api::parseYaml(written);
        // What is written in block style may be larger than what may be read.
        constexpr std::size_t most = 3 << 20;
        require(written.size() > most || (again && api::equal(document, *again)),
            "what was written reads back", written);
    }
}

void protobuf(std::string_view input)
{
    const auto read = lab::front::parseProtobuf(input);
    if (!read)
        return;
    const auto written = lab::front::writeProtobuf(*read);
    if (!written)
        return;
    const auto again = lab::front::parseProtobuf(*written);
    require(again.has_value(), "what was written reads back", api::writeJson(*read));
    const auto settled = lab::front::writeProtobuf(*again);
    require(settled && lab::front::parseProtobuf(*settled), "and once more", api::writeJson(*again));
}

void selector(std::string_view input)
{
    const auto read = api::parseLabelSelector(input);
    if (!read)
        return;
    const std::string written = api::toText(*read);
    const auto again = api::parseLabelSelector(written);
    require(again && api::toText(*again) == written, "what was written reads back", written);
    const api::Labels labels {{"a", "b"}, {"app", ""}, {"n", "7"}};
    require(api::matches(*read, labels) == api::matches(*again, labels), "it means the same", written);
}

void cel(std::string_view input)
{
    static const Json self = *api::parseJson(
        R"({"text":"a\u00e9\ud83d\ude00","n":-7,"f":0.5,"list":[1,2,3],"map":{"a":"b"},"nothing":null})");
    const auto program = cel::Program::compile(input, {{"self", cel::simpleType(cel::Kind::Dyn)}});
    if (!program)
        return;
    cel::Meter meter;
    (void)program->evaluate({{"self", cel::valueOf(self, cel::simpleType(cel::Kind::Dyn))}}, meter);
    require(meter.workDone() < 2 * cel::workPerExpression, "the meter ends it");
}

void kubeconfig(std::string_view input)
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("config"));
    QFile file(path);
    require(
        file.open(QIODevice::WriteOnly) && file.write(input.data(), static_cast<qint64>(input.size())) >= 0,
        "a file can be written");
    file.close();
    client::KubeconfigSource source;
    source.explicitPath = path.toStdString();
    const auto read = client::Kubeconfig::load(source);
    if (!read)
        return;
    for (const client::ContextSummary &context : read->contexts()) {
        const auto access = read->access(context.name);
        require(!access || context.problems.empty() || !read->commandToAllow(context.name),
            "what can be opened has no problem", context.name);
    }
}

void head(std::string_view input)
{
    const auto [target, fields] = halves(input);
    const auto [host, rest] = halves(fields);
    const auto [authorization, types] = halves(rest);
    const auto [accept, contentType] = halves(types);
    lab::front::Head asked;
    asked.method = api::Method::Get;
    asked.target = target;
    asked.host = host;
    asked.hosts = 1;
    asked.authorization = authorization;
    asked.authorizations = authorization.empty() ? 0 : 1;
    asked.accept = accept;
    asked.contentType = contentType;
    asked.hasBody = !contentType.empty();
    static const auto authenticator =
        std::make_shared<const access::Authenticator>(access::Authenticator::Secrets {
            "owner", "viewer", *access::TokenKey::read(access::TokenKey::make())});
    const lab::front::Gate gate {8443, authenticator, true};
    const auto admitted = lab::front::admit(asked, gate);
    require(!admitted || lab::front::isOurHost(host, gate.port), "only our host is let in", host);
}

} // namespace

const Feeds &textFeeds()
{
    static const Feeds all {{"cel", cel}, {"head", head}, {"json", json}, {"kubeconfig", kubeconfig},
        {"protobuf", protobuf}, {"selector", selector}, {"yaml", yaml}};
    return all;
}

} // namespace fuzz
