// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md J5 and J6: the OpenAPI documents; P2: fieldValidation.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/openapi.h"

#include "labfixture.h"
#include "resources/resources.h"

#include <map>
#include <set>
#include <sstream>

using namespace labtest;

class TestOpenApi : public QObject
{
    Q_OBJECT

private slots:
    void indexNamesEveryGroupVersion();
    void documentsDescribeOperations();
    void definitionsAreDescribedInTheirOwnWords();
    void unknownDocumentsAreNotFound();
    void version2DescribesEveryField();
    void everyFieldIsExplained();
    void noExplanationIsForNothing();
    void explanationsStandBesideReferences();
    void eachFormHasItsOwnFields();
    void mergedListsAreNamed();
    void whatKindsHaveInCommonIsOneSchema();
    void version2AsProtobuf();
    void tagsTellVersions();
    void manyReadersShareADocument();
    void newDefinitionsAppear();
    void fieldValidation_data();
    void fieldValidation();
};

namespace {

constexpr std::string_view machineSchema = "io.openshift.machine.v1beta1.Machine";

Json documentAt(Lab &lab, std::string_view path)
{
    const Response response = lab.get(path);
    return response.body ? *response.body : Json();
}

/// What is said of the schemas of a document, and what says nothing.
struct Explanations {
    std::size_t fields = 0;
    std::set<std::string> texts;
    std::vector<std::string> faults; ///< paths of fields and kinds

    void add(const Json &schema, const std::string &path)
    {
        constexpr std::size_t longest = 140;
        const std::string text(api::textAt(schema, {"description"}));
        if (!text.ends_with('.') || text.size() > longest || text.find('\n') != std::string::npos)
            faults.push_back(path + ": \"" + text + '"');
        texts.insert(text);
    }
    void addFields(const Json &schema, const std::string &path)
    {
        for (const std::string_view inner : {"items", "additionalProperties"}) {
            if (const Json *values = api::find(schema, {inner}); values && values->is_object())
                addFields(*values, path);
        }
        const Json *properties = api::find(schema, {"properties"});
        if (!properties)
            return;
        for (const auto &property : properties->as_object()) {
            ++fields;
            const std::string inner = path + '.' + std::string(property.key());
            add(property.value(), inner);
            addFields(property.value(), inner);
        }
    }
    void addSchemas(const Json &schemas)
    {
        for (const auto &schema : schemas.as_object()) {
            add(schema.value(), std::string(schema.key()));
            addFields(schema.value(), std::string(schema.key()));
        }
    }
};

/// The explanations are those of all documents in version 3.
Explanations explanationsOf(Lab &lab)
{
    Explanations all;
    const Json index = documentAt(lab, "/openapi/v3");
    for (const auto &entry : index.at("paths").as_object()) {
        const Json whole = documentAt(lab, "/openapi/v3/" + std::string(entry.key()));
        all.addSchemas(whole.at("components").at("schemas"));
    }
    return all;
}

/// The length-delimited fields of a protobuf message, by number.
std::multimap<std::uint64_t, std::string> fieldsOf(std::string_view bytes)
{
    std::multimap<std::uint64_t, std::string> fields;
    const auto number = [&bytes] {
        std::uint64_t value = 0;
        for (unsigned shift = 0; !bytes.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes.front());
            bytes.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if (byte < 0x80)
                break;
        }
        return value;
    };
    while (!bytes.empty()) {
        const std::uint64_t key = number();
        if ((key & 7U) != 2)
            return {}; // no other kind of field is written
        const std::uint64_t size = number();
        if (size > bytes.size())
            return {};
        fields.emplace(key >> 3U, bytes.substr(0, size));
        bytes.remove_prefix(size);
    }
    return fields;
}

std::string only(const std::multimap<std::uint64_t, std::string> &fields, std::uint64_t number)
{
    return fields.count(number) == 1 ? fields.find(number)->second : std::string("(not one)");
}

/// The values of a list of named values.
std::map<std::string, std::string> namedValues(std::string_view bytes, std::uint64_t field)
{
    std::map<std::string, std::string> values;
    const auto fields = fieldsOf(bytes);
    const auto [begin, end] = fields.equal_range(field);
    for (auto at = begin; at != end; ++at) {
        const auto named = fieldsOf(at->second);
        values.emplace(only(named, 1), only(named, 2));
    }
    return values;
}

} // namespace

void TestOpenApi::indexNamesEveryGroupVersion()
{
    Lab lab;
    const Json index = documentAt(lab, "/openapi/v3");
    QVERIFY(
        api::textAt(index, {"paths", "api/v1", "serverRelativeURL"}).starts_with("/openapi/v3/api/v1?hash="));
    for (const char *name : {"apis/apps/v1", "apis/machine.openshift.io/v1beta1", "apis/events.k8s.io/v1"})
        QVERIFY2(api::find(index, {"paths", name}), name);
    for (const auto &entry : index.at("paths").as_object())
        QCOMPARE(lab.get("/openapi/v3/" + std::string(entry.key())).code, 200);
}

/// kubectl validates on the server if the PATCH of the kind, or of Namespace, knows fieldValidation.
void TestOpenApi::documentsDescribeOperations()
{
    Lab lab;
    for (const auto &[document, path, kind] :
        {std::tuple("/openapi/v3/api/v1", "/api/v1/namespaces/{name}", "Namespace"),
            std::tuple("/openapi/v3/apis/machine.openshift.io/v1beta1",
                "/apis/machine.openshift.io/v1beta1/namespaces/{namespace}/machines/{name}", "Machine")}) {
        const Json whole = documentAt(lab, document);
        const Json *patch = api::find(whole, {"paths", path, "patch"});
        QVERIFY2(patch, path);
        COMPARE_TEXT(api::textAt(*patch, {"x-kubernetes-group-version-kind", "kind"}), kind);
        std::string parameters;
        for (const Json &parameter : patch->at("parameters").as_array())
            parameters += std::string(api::textAt(parameter, {"name"})) + " ";
        COMPARE_TEXT(parameters, "dryRun fieldManager fieldValidation ");
    }
}

void TestOpenApi::definitionsAreDescribedInTheirOwnWords()
{
    Lab lab;
    const Json whole = documentAt(lab, "/openapi/v3/apis/machine.openshift.io/v1beta1");
    const Json *schema = api::find(whole, {"components", "schemas", machineSchema});
    QVERIFY(schema);
    QVERIFY(!api::textAt(*schema, {"properties", "spec", "properties", "providerID", "description"}).empty());
    COMPARE_TEXT(api::textAt(schema->at("properties").at("metadata").at("allOf").at(0), {"$ref"}),
        "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    COMPARE_TEXT(api::textAt(schema->at("x-kubernetes-group-version-kind").at(0), {"kind"}), "Machine");
    const Json core = documentAt(lab, "/openapi/v3/api/v1");
    COMPARE_TEXT(
        api::textAt(
            core, {"components", "schemas", "io.k8s.api.core.v1.PodSpec", "properties", "nodeName", "type"}),
        "string");
}

void TestOpenApi::unknownDocumentsAreNotFound()
{
    Lab lab;
    for (const char *path :
        {"/openapi", "/openapi/v4", "/openapi/v3/apis/none/v1", "/openapi/v3/api/v2", "/openapi/v2/x"})
        QCOMPARE(lab.get(path).code, 404);
}

/// An old kubectl refuses every field that the document does not name.
void TestOpenApi::version2DescribesEveryField()
{
    Lab lab;
    const Json whole = documentAt(lab, "/openapi/v2");
    QVERIFY(api::find(whole, {"definitions", machineSchema}));
    const auto reference = [&](std::string_view definition, std::string_view field) {
        return std::string(api::textAt(whole, {"definitions", definition, "properties", field, "$ref"}));
    };
    COMPARE_TEXT(reference("io.k8s.api.core.v1.Pod", "spec"), "#/definitions/io.k8s.api.core.v1.PodSpec");
    COMPARE_TEXT(reference("io.k8s.api.core.v1.Pod", "metadata"),
        "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    QVERIFY(api::find(
        whole, {"definitions", "io.k8s.api.core.v1.PodSpec", "properties", "topologySpreadConstraints"}));
    for (const auto &definition : whole.at("definitions").as_object()) {
        const std::string text = api::writeJson(definition.value());
        for (std::size_t at = 0; (at = text.find("#/definitions/", at)) != std::string::npos;) {
            at += std::string_view("#/definitions/").size();
            const std::string name = text.substr(at, text.find('"', at) - at);
            QVERIFY2(api::find(whole, {"definitions", name}), name.c_str());
        }
    }
    const Json *value = api::find(whole,
        {"definitions", machineSchema, "properties", "spec", "properties", "providerSpec", "properties",
            "value"});
    QVERIFY(value);
    QVERIFY(!value->as_object().contains("properties"));
    QVERIFY(api::find(whole, {"paths", "/api/v1/namespaces/{namespace}/pods/{name}", "patch"}));
    const std::string review = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    QVERIFY(api::find(whole, {"paths", review, "post"})); // of what stores nothing
    QVERIFY(!api::find(whole, {"paths", review + "/{name}"}));
    QVERIFY(api::find(whole, {"definitions", "io.k8s.api.authorization.v1.SelfSubjectAccessReview"}));
}

/// kubectl explain shows one sentence each, those of our own definitions too.
void TestOpenApi::everyFieldIsExplained()
{
    Lab lab;
    Explanations version2;
    version2.addSchemas(documentAt(lab, "/openapi/v2").at("definitions"));
    for (const Explanations &seen : {explanationsOf(lab), version2}) {
        std::string faults;
        for (const std::string &fault : seen.faults)
            faults += "\n" + fault;
        QVERIFY2(seen.faults.empty(), faults.c_str());
        QVERIFY2(seen.fields > 2000, std::to_string(seen.fields).c_str());
    }
}

void TestOpenApi::noExplanationIsForNothing()
{
    Lab lab;
    const Explanations seen = explanationsOf(lab);
    std::istringstream file(resources::text("descriptions.txt"));
    std::size_t sentences = 0;
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with('#') || line.starts_with("meta.v1.TypeMeta") || colon == std::string::npos)
            continue;
        ++sentences;
        QVERIFY2(seen.texts.contains(line.substr(colon + 2)), line.c_str());
    }
    QVERIFY(sentences > 1000);
}

/// Nothing counts beside a $ref in version 3; in version 2 kubectl reads both.
void TestOpenApi::explanationsStandBesideReferences()
{
    Lab lab;
    const Json core = documentAt(lab, "/openapi/v3/api/v1");
    const Json *spec =
        api::find(core, {"components", "schemas", "io.k8s.api.core.v1.Pod", "properties", "spec"});
    QVERIFY(spec && !spec->as_object().contains("$ref"));
    COMPARE_TEXT(
        api::textAt(spec->at("allOf").at(0), {"$ref"}), "#/components/schemas/io.k8s.api.core.v1.PodSpec");
    const Json whole = documentAt(lab, "/openapi/v2");
    const auto text = [&](std::string_view definition, std::string_view field) {
        return std::string(
            api::textAt(whole, {"definitions", definition, "properties", field, "description"}));
    };
    COMPARE_TEXT(text("io.k8s.api.core.v1.Pod", "spec"), std::string(api::textAt(*spec, {"description"})));
    QVERIFY(!text("io.k8s.api.core.v1.ServicePort", "targetPort").empty());
    QVERIFY(!text("io.k8s.api.policy.v1beta1.PodDisruptionBudget", "spec").empty());
    COMPARE_TEXT(text("io.k8s.api.core.v1.EphemeralContainer", "image"),
        text("io.k8s.api.core.v1.Container", "image"));
    QVERIFY(text("io.k8s.api.core.v1.EphemeralContainer", "ports")
        != text("io.k8s.api.core.v1.Container", "ports"));
}

void TestOpenApi::eachFormHasItsOwnFields()
{
    Lab lab;
    const auto has = [&](std::string_view document, std::string_view schema, std::string_view field) {
        const Json whole = documentAt(lab, "/openapi/v3/apis/" + std::string(document));
        const Json *found = api::find(
            whole, {"components", "schemas", "io.k8s.api." + std::string(schema), "properties", field});
        return found != nullptr;
    };
    QVERIFY(has("events.k8s.io/v1", "events.v1.Event", "note"));
    QVERIFY(has("events.k8s.io/v1", "events.v1.Event", "regarding"));
    QVERIFY(!has("events.k8s.io/v1", "events.v1.Event", "message"));
    const std::string spec = "HorizontalPodAutoscalerSpec";
    const std::string percentage = "targetCPUUtilizationPercentage";
    QVERIFY(has("autoscaling/v1", "autoscaling.v1." + spec, percentage));
    QVERIFY(!has("autoscaling/v1", "autoscaling.v1." + spec, "metrics"));
    QVERIFY(has("autoscaling/v2", "autoscaling.v2." + spec, "metrics"));
    QVERIFY(!has("autoscaling/v2", "autoscaling.v2." + spec, percentage));
}

/// kubectl apply merges by them.
void TestOpenApi::mergedListsAreNamed()
{
    Lab lab;
    const Json whole = documentAt(lab, "/openapi/v2");
    const Json *containers =
        api::find(whole, {"definitions", "io.k8s.api.core.v1.PodSpec", "properties", "containers"});
    QVERIFY(containers);
    COMPARE_TEXT(api::textAt(*containers, {"x-kubernetes-patch-merge-key"}), "name");
    COMPARE_TEXT(api::textAt(*containers, {"x-kubernetes-patch-strategy"}), "merge");
    const auto strategy = [&](std::string_view definition, std::string_view field) {
        return std::string(api::textAt(
            whole, {"definitions", definition, "properties", field, "x-kubernetes-patch-strategy"}));
    };
    COMPARE_TEXT(strategy("io.k8s.api.core.v1.PodSpec", "volumes"), "merge,retainKeys");
    COMPARE_TEXT(strategy("io.k8s.api.apps.v1.DeploymentSpec", "strategy"), "retainKeys");
    COMPARE_TEXT(api::textAt(*containers, {"items", "$ref"}), "#/definitions/io.k8s.api.core.v1.Container");
}

/// They are thousands, and would be ten thousands.
void TestOpenApi::whatKindsHaveInCommonIsOneSchema()
{
    lab::Store store;
    lab::Registry registry;
    lab::addBuiltInKinds(registry, store);
    const auto part = [&](std::string_view group, std::string_view plural,
                          std::initializer_list<std::string_view> path) {
        const lab::Schema *schema = registry.find(group, plural)->versions.front().schema.get();
        for (const std::string_view member : path)
            schema = schema ? schema->member(member) : nullptr;
        return schema;
    };
    const lab::Schema *metadata = part("", "nodes", {"metadata"});
    const lab::Schema *podSpec = part("", "pods", {"spec"});
    QVERIFY(metadata && podSpec);
    for (const std::string_view plural : {"deployments", "statefulsets", "daemonsets", "replicasets"}) {
        QCOMPARE(part("apps", plural, {"metadata"}), metadata);
        QCOMPARE(part("apps", plural, {"spec", "template", "metadata"}), metadata);
        QCOMPARE(part("apps", plural, {"spec", "template", "spec"}), podSpec);
    }
}

void TestOpenApi::version2AsProtobuf()
{
    Lab lab;
    api::Request request = Lab::request(Method::Get, "/openapi/v2");
    request.accept = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    const Response response = lab.server->answer(request);
    QCOMPARE(response.headers.size(), std::size_t(2)); // and its tag
    COMPARE_TEXT(
        response.headers.front().second, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");

    const auto document = fieldsOf(response.text);
    COMPARE_TEXT(only(document, 1), "2.0");
    const auto definitions = namedValues(only(document, 9), 1);
    const Json json = documentAt(lab, "/openapi/v2");
    QCOMPARE(definitions.size(), json.at("definitions").as_object().size());
    const auto schema = fieldsOf(definitions.at(std::string(machineSchema)));
    COMPARE_TEXT(only(fieldsOf(only(schema, 22)), 1), "object");
    COMPARE_TEXT(only(schema, 4), "A node that is to exist, and what has become of it.");
    const auto properties = namedValues(only(schema, 25), 1);
    QVERIFY(properties.contains("spec") && properties.contains("status"));
    COMPARE_TEXT(only(fieldsOf(namedValues(definitions.at(std::string(machineSchema)), 31)
                                   .at("x-kubernetes-group-version-kind")),
                     2),
        R"([{"group":"machine.openshift.io","version":"v1beta1","kind":"Machine"}])");

    const auto paths = namedValues(only(document, 8), 2);
    const auto patch = fieldsOf(only(fieldsOf(paths.at("/api/v1/namespaces/{name}")), 8));
    const auto dryRun =
        fieldsOf(only(fieldsOf(only(fieldsOf(only(fieldsOf(patch.find(8)->second), 1)), 2)), 3));
    COMPARE_TEXT(only(dryRun, 4), "dryRun");
}

namespace {

std::string headerOf(const Response &response, std::string_view name)
{
    for (const auto &[header, value] : response.headers) {
        if (header == name)
            return value;
    }
    return {};
}

} // namespace

void TestOpenApi::tagsTellVersions() // J5, J6
{
    Lab lab;
    const auto addressOf = [&](std::string_view name) {
        return std::string(api::textAt(documentAt(lab, "/openapi/v3"), {"paths", name, "serverRelativeURL"}));
    };
    const std::string address = addressOf("apis/machine.openshift.io/v1beta1");
    const std::string core = addressOf("api/v1");
    const Response kept = lab.get(address);
    QCOMPARE(kept.code, 200);
    COMPARE_TEXT(headerOf(kept, "ETag"), '"' + address.substr(address.find('=') + 1) + '"');
    QVERIFY(headerOf(kept, "Cache-Control").find("immutable") != std::string::npos);
    const std::string plain = address.substr(0, address.find('?'));
    COMPARE_TEXT(headerOf(lab.get(plain), "ETag"), headerOf(kept, "ETag"));
    COMPARE_TEXT(headerOf(lab.get(plain), "Cache-Control"), "");
    const Response moved = lab.get(plain + "?hash=ABC");
    QCOMPARE(moved.code, 301);
    COMPARE_TEXT(headerOf(moved, "Location"), address);
    const std::string index = headerOf(lab.get("/openapi/v3"), "ETag");
    const std::string whole = headerOf(lab.get("/openapi/v2"), "ETag");
    QVERIFY(!index.empty() && !whole.empty());
    COMPARE_TEXT(headerOf(lab.get("/openapi/v2"), "ETag"), whole);

    QCOMPARE(
        lab.patch("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.machine.openshift.io",
               R"([{op: add, path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/more, )"
               R"(value: {type: string}}])",
               api::contentTypes::jsonPatch)
            .code,
        200);
    QVERIFY(addressOf("apis/machine.openshift.io/v1beta1") != address);
    COMPARE_TEXT(addressOf("api/v1"), core);
    COMPARE_TEXT(headerOf(lab.get(address), "Location"), addressOf("apis/machine.openshift.io/v1beta1"));
    QVERIFY(headerOf(lab.get("/openapi/v3"), "ETag") != index);
    QVERIFY(headerOf(lab.get("/openapi/v2"), "ETag") != whole);
}

/// Who asks for the largest of answers again and again costs the lab one (docs/faults-and-threats.md T19).
void TestOpenApi::manyReadersShareADocument()
{
    Lab lab;
    for (const std::string_view path : {"/openapi/v2", "/openapi/v3/apis/apps/v1"}) {
        const Response first = lab.get(path);
        const Response second = lab.get(path);
        QVERIFY(first.body);
        QCOMPARE(second.body.get(), first.body.get());
        COMPARE_TEXT(headerOf(second, "ETag"), headerOf(first, "ETag"));
    }
    const Response before = lab.get("/openapi/v2");
    QCOMPARE(
        lab.patch("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.machine.openshift.io",
               R"([{op: add, path: /spec/names/shortNames, value: [mch]}])", api::contentTypes::jsonPatch)
            .code,
        200);
    QVERIFY(lab.get("/openapi/v2").body != before.body);
    QCOMPARE(lab.get("/openapi/v3/v2").code, 404);
    QCOMPARE(lab.get("/openapi/v3").code, 200);
}

void TestOpenApi::newDefinitionsAppear()
{
    Lab lab;
    QCOMPARE(lab.get("/openapi/v3/apis/example.com/v1").code, 404);
    const Response made = lab.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "{metadata: {name: widgets.example.com}, spec: {group: example.com, scope: Namespaced, names: "
        "{plural: "
        "widgets, kind: Widget}, versions: [{name: v1, served: true, storage: true, schema: "
        "{openAPIV3Schema: "
        "{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}}]}}");
    QCOMPARE(made.code, 201);
    QVERIFY(api::find(documentAt(lab, "/openapi/v3/apis/example.com/v1"),
        {"components", "schemas", "com.example.v1.Widget", "properties", "spec", "properties", "size"}));
    QVERIFY(api::find(documentAt(lab, "/openapi/v2"), {"definitions", "com.example.v1.Widget"}));
}

void TestOpenApi::fieldValidation_data()
{
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("message");
    const QString unknown =
        QStringLiteral("{spec: {providerSpec: {value: {any: 1}}, taints: [{key: a, effect: "
                       "NoSchedule, colour: red}], size: 3}}");
    const QString known = QStringLiteral("{spec: {providerSpec: {value: {any: 1}}}}");
    QTest::newRow("strict, unknown") << "?fieldValidation=Strict" << unknown << "400 BadRequest"
                                     << "strict decoding error: unknown field \"spec.taints[0].colour\", "
                                        "unknown field \"spec.size\"";
    QTest::newRow("strict, all known") << "?fieldValidation=Strict" << known << "201"
                                       << "";
    QTest::newRow("warn") << "?fieldValidation=Warn" << unknown << "201"
                          << "299 - \"unknown field \\\"spec.taints[0].colour\\\"\"";
    QTest::newRow("ignore") << "?fieldValidation=Ignore" << unknown << "201"
                            << "";
    QTest::newRow("not asked for") << "" << unknown << "201"
                                   << "";
    QTest::newRow("no such validation") << "?fieldValidation=Loose" << known << "422 Invalid"
                                        << "supported values: \"Ignore\", \"Strict\", \"Warn\"";
}

void TestOpenApi::fieldValidation()
{
    QFETCH(const QString, parameter);
    QFETCH(const QString, object);
    QFETCH(const QString, verdict);
    QFETCH(const QString, message);
    Lab lab;
    Json body = yaml(machine("m"));
    const Json more = yaml(object.toStdString());
    for (const auto &member : more.as_object())
        body.as_object()[member.key()] = member.value();
    const Response made = lab.send(Method::Post, std::string(machines) + parameter.toStdString(), body);
    COMPARE_TEXT(labtest::verdict(made), verdict.toStdString());
    const std::string said = made.code >= 400 ? labtest::message(made)
        : made.headers.empty()                ? ""
                                              : made.headers.front().second;
    QVERIFY2(said.find(message.toStdString()) != std::string::npos, said.c_str());
    QCOMPARE(said.empty(), message.isEmpty());
    if (made.code != 201)
        return;
    const Response patched = lab.send(
        Method::Patch, (machines / "m") + parameter.toStdString(), more, api::contentTypes::mergePatch);
    COMPARE_TEXT(labtest::verdict(patched), "200");
    QCOMPARE(patched.headers.size(), made.headers.size());
}

QTEST_GUILESS_MAIN(TestOpenApi)
#include "tst_openapi.moc"
