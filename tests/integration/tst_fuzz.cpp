// SPDX-License-Identifier: GPL-3.0-or-later
// Mutated bodies, patches and lists of every kind against a lab on disk whose controllers run: nothing
// crashes, virtual time goes on, and whatever was accepted can be read back: from its text in every encoding,
// and from the file by the next start. The seed is printed; HOLLOWLAB_SEED repeats a run.
#include "core/api/bounds.h"
#include "core/api/cluster.h"
#include "core/api/configmap.h"
#include "core/api/event.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/api/machinedeployment.h"
#include "core/api/mcm.h"
#include "core/api/providerconfig.h"
#include "core/api/secret.h"
#include "core/api/workload.h"
#include "core/api/yaml.h"
#include "core/lab/front/body.h"
#include "resources/resources.h"
#include "tests/integration/mcmfleet.h"
#include "tests/unit/randomjson.h"

#include <QTemporaryDir>

#include <limits>

using namespace std::chrono_literals;
using core::api::Json;
using core::api::JsonArray;
using core::api::JsonObject;
using core::api::Method;
using core::api::Response;
using tests::LabHarness;

namespace {

/// One object of each kind that somebody may write, as YAML documents.
std::vector<Json> corpus()
{
    std::string all = tests::workersYaml(2) + "---\n" + tests::mcm::fleetYaml(2, tests::mcm::oneMore) + R"(
---
{apiVersion: machine.openshift.io/v1beta1, kind: MachineDeployment, metadata: {name: rollers}, spec:
  {replicas: 1, selector: {matchLabels: {set: rollers}}, minReadySeconds: 1, strategy: {type: RollingUpdate,
  rollingUpdate: {maxSurge: 1, maxUnavailable: 10%}}, template: {metadata: {labels: {set: rollers}}, spec:
  {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1, kind:
  KubemarkMachineProviderConfig, image: i, numCores: 2, turnUnhealthyPeriodically: true, healthyDuration: 5s,
  unhealthyDuration: 5s, metadata: {annotations: {hollowlab.io/recipe: flapping 10s up 5s down,
  hollowlab.io/boot: 1s..2s, hollowlab.io/zone: a}}}}}}}}
---
{apiVersion: machine.openshift.io/v1beta1, kind: Machine, metadata: {name: single, finalizers: [x.y/z]}, spec:
  {taints: [{key: k, value: v, effect: NoSchedule}], providerSpec: {value: {apiVersion:
  kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig, image: i}}}}
---
{apiVersion: healthchecking.openshift.io/v1alpha1, kind: MachineHealthCheck, metadata: {name: old}, spec:
  {selector: {matchLabels: {set: workers}}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: job}, spec: {parallelism: 2, completions: 3, backoffLimit:
  1, template: {spec: {restartPolicy: Never, tolerations: [{operator: Exists}], containers: [{name: c, image:
  i, resources: {requests: {cpu: 100m, memory: 1Mi}}}]}}}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 2, selector: {matchLabels:
  {app: web}}, template: {metadata: {labels: {app: web}}, spec: {tolerations: [{operator: Exists}],
  containers: [{name: c, image: i}]}}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: pod, labels: {a: b}, ownerReferences: [{apiVersion: v1, kind:
  ConfigMap, name: config, uid: u}]}, spec: {nodeSelector: {a: b}, terminationGracePeriodSeconds: 3,
  containers: [{name: c, image: i}]}}
---
{apiVersion: v1, kind: Node, metadata: {name: node, annotations: {hollowlab.io/fault: silent for 3s}}, spec:
  {providerID: 'kubemark:///x', taints: [{key: k, effect: NoExecute}]}, status: {addresses: [{type:
  InternalIP, address: 10.0.0.1}], capacity: {cpu: 2, memory: 1Gi}, conditions: [{type: Ready, status: 'True',
  lastHeartbeatTime: '2026-11-20T10:00:00Z'}]}}
---
{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: lease}, spec: {holderIdentity: x,
  leaseDurationSeconds: 40, renewTime: '2026-11-20T10:00:00.000000Z'}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: config}, data: {conditions: "items:\n- {name: Ready,
  status: 'False', timeout: 5s}"}, binaryData: {b: AAEC}}
---
{apiVersion: v1, kind: Secret, metadata: {name: secret}, stringData: {a: b}, data: {c: ZA==}}
---
{apiVersion: v1, kind: Event, metadata: {name: event}, involvedObject: {kind: Node, name: node}, reason: R,
  message: m}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: budget}, spec: {minAvailable: 50%,
  selector: {matchLabels: {app: web}}}}
---
{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: things.example.com},
  spec: {group: example.com, scope: Namespaced, names: {plural: things, kind: Thing}, versions: [{name: v1,
  served: true, storage: true, subresources: {status: {}, scale: {specReplicasPath: .spec.n,
  statusReplicasPath: .status.n}}, additionalPrinterColumns: [{name: N, type: integer, jsonPath:
  '.spec.l[?(@.a==1)].b'}], schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object,
  properties: {n: {type: integer, default: 1, minimum: 0}, s: {type: string, pattern: '^(a|b)+$'}, l: {type:
  array, x-kubernetes-list-type: set, items: {type: object, x-kubernetes-map-type: atomic,
  x-kubernetes-preserve-unknown-fields: true}}}},
  status: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}}]}}
)";
    return core::api::parseYamlDocuments(all).value();
}

std::string pluralOf(const Json &object)
{
    std::string plural(core::api::textAt(object, {"kind"}));
    std::ranges::transform(plural, plural.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    return plural + (plural.ends_with('s') ? "es" : "s");
}

std::string collectionOf(const Json &object)
{
    const std::string apiVersion(core::api::textAt(object, {"apiVersion"}));
    const std::string plural = pluralOf(object);
    const bool clusterScoped = plural == "nodes" || plural == "customresourcedefinitions";
    return std::string(apiVersion.find('/') == std::string::npos ? "/api/" : "/apis/") + apiVersion
        + (clusterScoped ? "/" : "/namespaces/default/") + plural;
}

Json extreme(Dice &dice)
{
    switch (dice.below(16)) {
    case 0:
        return std::numeric_limits<std::int64_t>::max();
    case 1:
        return std::numeric_limits<std::int64_t>::min();
    case 2:
        return 1e308;
    case 3:
        return -1;
    case 4:
        return std::numeric_limits<double>::infinity();
    case 5:
        return "2562047h47m16s";
    case 6:
        return "9999-12-31T23:59:59Z";
    case 7:
        return boost::json::string(std::string(dice.below(300'000), 'x'));
    case 8: {
        Json deep = randomScalar(dice);
        for (std::size_t i = dice.below(120); i > 0; --i)
            deep =
                dice.oneIn(2) ? Json(JsonArray {std::move(deep)}) : Json(JsonObject {{"a", std::move(deep)}});
        return deep;
    }
    case 9: {
        JsonObject many;
        for (std::size_t i = dice.below(10'000); i > 0; --i)
            many["l" + std::to_string(i)] = "v";
        return many;
    }
    case 10:
        return "\xff\xfe";
    case 11:
        return nullptr;
    case 12:
        return "100%";
    case 13:
        return 2147483647;
    default:
        return randomJson(dice, 3);
    }
}

/// Every value of the document, inner ones too.
void gather(Json &json, std::vector<Json *> &all)
{
    all.push_back(&json);
    if (auto *object = json.if_object()) {
        for (auto &member : *object)
            gather(member.value(), all);
    } else if (auto *array = json.if_array()) {
        for (Json &item : *array)
            gather(item, all);
    }
}

/// One step from the document: a value replaced, a member gone, named otherwise or twice, an item repeated.
void mutateOnce(Dice &dice, Json &document, const std::vector<Json> &others)
{
    std::vector<Json *> all;
    gather(document, all);
    Json &at = *all[dice.below(all.size())];
    auto *object = at.if_object();
    auto *array = at.if_array();
    switch (dice.below(6)) {
    case 0:
        if (object && !object->empty()) {
            object->erase(object->begin() + static_cast<std::ptrdiff_t>(dice.below(object->size())));
            return;
        }
        break;
    case 1:
        if (object && !object->empty()) {
            const auto member = object->begin() + static_cast<std::ptrdiff_t>(dice.below(object->size()));
            Json value = member->value();
            (*object)[randomText(dice)] = std::move(value);
            return;
        }
        break;
    case 2:
        if (array && !array->empty()) {
            for (std::size_t i = dice.below(50); i > 0; --i)
                array->push_back(Json(array->front()));
            return;
        }
        break;
    case 3: {
        Json other = others[dice.below(others.size())];
        std::vector<Json *> parts;
        gather(other, parts);
        at = Json(*parts[dice.below(parts.size())]);
        return;
    }
    default:
        break;
    }
    at = extreme(dice);
}

Json mutated(Dice &dice, Json document, const std::vector<Json> &others)
{
    const std::string kind(core::api::textAt(document, {"kind"}));
    const std::string name(core::api::textAt(document, {"metadata", "name"}));
    const Json apiVersion = document.at("apiVersion");
    for (std::size_t i = 1 + dice.below(3); i > 0; --i)
        mutateOnce(dice, document, others);
    if (document.is_object() && !dice.oneIn(8)) { // mostly it gets past the door
        document.get_object()["kind"] = kind;
        document.get_object()["apiVersion"] = apiVersion;
        Json &metadata = document.get_object()["metadata"];
        if (!metadata.is_object())
            metadata = JsonObject();
        if (!dice.oneIn(8))
            metadata.get_object()["name"] = name + (dice.oneIn(2) ? "" : std::to_string(dice.below(5)));
    }
    return document;
}

/// The result is a JSON pointer to a value of the document.
std::string randomPointer(Dice &dice, const Json &document)
{
    std::string pointer;
    const Json *at = &document;
    while (!dice.oneIn(4)) {
        const auto *object = at->if_object();
        const auto *array = at->if_array();
        if (object && !object->empty()) {
            const auto &member = *(object->begin() + static_cast<std::ptrdiff_t>(dice.below(object->size())));
            pointer += "/";
            for (const char c : member.key())
                pointer += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
            at = &member.value();
        } else if (array && !array->empty()) {
            const std::size_t index = dice.below(array->size());
            pointer += "/" + (dice.oneIn(5) ? std::string("-") : std::to_string(index));
            at = &(*array)[index];
        } else {
            break;
        }
    }
    return dice.oneIn(4) ? pointer + "/" + randomText(dice) : pointer;
}

Json randomJsonPatch(Dice &dice, const Json &document)
{
    static constexpr std::string_view operations[] = {
        "add", "remove", "replace", "move", "copy", "test", "?"};
    JsonArray patch;
    for (std::size_t i = 1 + dice.below(12); i > 0; --i) {
        JsonObject operation {{"op", operations[dice.below(std::size(operations))]},
            {"path", randomPointer(dice, document)}, {"from", randomPointer(dice, document)}};
        if (!dice.oneIn(8))
            operation["value"] = extreme(dice);
        patch.push_back(std::move(operation));
    }
    for (std::size_t i = dice.oneIn(3) ? 14 : 0; i > 0; --i) // doubles itself
        patch.push_back(
            JsonObject {{"op", "copy"}, {"from", "/metadata"}, {"path", "/metadata/k" + std::to_string(i)}});
    return patch;
}

struct Sent {
    Method method;
    std::string path;
    std::string contentType;
    Json body;
};

Sent randomRequest(Dice &dice, LabHarness &lab, const std::vector<Json> &objects)
{
    const Json &base = objects[dice.below(objects.size())];
    const std::string collection = collectionOf(base);
    std::string name(core::api::textAt(base, {"metadata", "name"}));
    const Response listed = lab.request(Method::Get, collection);
    Json current = base;
    const bool isDefinition = collection.ends_with("definitions"); // the others' would go, with all objects
    if (listed.list && !listed.list->items.empty() && dice.oneIn(2)
        && !isDefinition) { // the controllers' too
        current = *listed.list->items[dice.below(listed.list->items.size())];
        name = core::api::textAt(current, {"metadata", "name"});
        current.get_object()["kind"] = base.at("kind");
        current.get_object()["apiVersion"] = base.at("apiVersion");
    }
    static constexpr std::string_view ends[] = {"", "", "", "", "/status", "/scale"};
    const std::string object = collection + "/" + name + std::string(ends[dice.below(std::size(ends))]);
    switch (dice.below(6)) {
    case 0:
    case 1:
        return {Method::Post, collection, "application/json", mutated(dice, base, objects)};
    case 2:
        return {Method::Put, object, "application/json", mutated(dice, current, objects)};
    case 3:
        return {Method::Patch, object, std::string(core::api::contentTypes::mergePatch),
            mutated(dice, current, objects)};
    case 4:
        return {Method::Patch, object, std::string(core::api::contentTypes::strategicMergePatch),
            mutated(dice, current, objects)};
    default:
        if (dice.oneIn(10))
            return {Method::Delete, object, "application/json", dice.oneIn(2) ? Json() : randomJson(dice, 2)};
        return {Method::Patch, object, std::string(core::api::contentTypes::jsonPatch),
            randomJsonPatch(dice, current)};
    }
}

bool readsBack(const Json &object, bool alsoAsYaml)
{
    const auto fromJson = core::api::parseJson(core::api::writeJson(object));
    if (!fromJson || !core::api::equal(*fromJson, object))
        return false;
    if (!alsoAsYaml)
        return true;
    const std::string yaml = core::api::writeYaml(object);
    const auto fromYaml = core::api::parseYaml(yaml);
    return fromYaml ? core::api::equal(*fromYaml, object)
                    : yaml.size() > 3'000'000
            || fromYaml.error().message.find("more than 100,000 values") != std::string::npos;
}

std::map<std::string, Json> everything(core::lab::ApiServer &server, const std::vector<Json> &objects)
{
    std::map<std::string, Json> all;
    std::set<std::string> collections {"/api/v1/namespaces", "/apis/apps/v1/namespaces/default/replicasets"};
    for (const Json &object : objects)
        collections.insert(collectionOf(object));
    for (const std::string &collection : collections) {
        core::api::Request request;
        request.path = collection;
        const Response response = server.answer(request);
        for (std::size_t i = 0; response.list && i < response.list->items.size(); ++i) {
            const Json &item = *response.list->items[i];
            all[collection + "/" + std::string(core::api::textAt(item, {"metadata", "name"}))] = item;
        }
    }
    return all;
}

/// Every field of the definitions may hold anything, as on a server with older ones.
void dropSchemas(LabHarness &lab)
{
    const std::string path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const auto all = lab.request(Method::Get, path);
    for (const auto &definition : all.list->items) {
        Json open = *definition;
        for (Json &version : open.at_pointer("/spec/versions").get_array())
            version.get_object()["schema"] = core::api::parseJson(
                R"({"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}})")
                                                 .value();
        lab.request(
            Method::Put, path + "/" + std::string(core::api::textAt(open, {"metadata", "name"})), open);
    }
}

/// Decodes the document as every kind, and encodes what comes out of it.
template<typename... Kinds>
void decodeAs(const Json &document)
{
    const auto one = [&]<typename Kind>() {
        const core::api::JsonPtr shared = core::api::share(document);
        if (const auto decoded = core::api::decode<Kind>(*shared, shared))
            (void)core::api::encode(*decoded);
    };
    (one.template operator()<Kinds>(), ...);
}

} // namespace

class TestFuzz : public QObject
{
    Q_OBJECT

private slots:
    void bodiesAndPatches_data();
    void bodiesAndPatches();
    void decodersTakeAnything();
    void bytesOfEveryEncoding();
};

void TestFuzz::bodiesAndPatches_data()
{
    QTest::addColumn<bool>("schemas");
    QTest::newRow("T6 with schemas") << true;
    QTest::newRow("X28 without schemas") << false;
}

void TestFuzz::bodiesAndPatches()
{
    QFETCH(const bool, schemas);
    Dice dice;
    qInfo("%s", dice.seedText().constData());
    QTemporaryDir directory;
    const std::string database = directory.path().toStdString() + "/lab.db";
    const std::vector<Json> objects = corpus();
    LabHarness lab(database);
    if (!schemas)
        dropSchemas(lab);
    for (const Json &object : objects)
        lab.request(Method::Post, collectionOf(object), object);
    lab.limitMachines(30);
    QElapsedTimer timer;
    timer.start();
    constexpr int requests = 1500;
    constexpr qint64 longest = 12'000; // ms
    int sentCount = 0;
    int accepted = 0;
    for (; sentCount < requests && timer.elapsed() < longest; ++sentCount) {
        const Sent sent = randomRequest(dice, lab, objects);
        const Response response = lab.request(sent.method, sent.path, sent.body, sent.contentType);
        QVERIFY2(response.code >= 200 && response.code < 500, dice.seedText());
        if (response.body && response.code < 300)
            QVERIFY2(readsBack(*response.body, dice.oneIn(8)), dice.seedText());
        accepted += response.code < 300 ? 1 : 0;
        if (dice.oneIn(10))
            QVERIFY2(
                lab.advanceWithin(std::chrono::milliseconds(dice.below(4'000)), 200'000), dice.seedText());
    }
    qInfo("%d requests, %d accepted", sentCount, accepted);
    QVERIFY2(accepted > sentCount / 20, dice.seedText());
    QVERIFY2(lab.advanceWithin(2min, 500'000), dice.seedText());
    const auto before = everything(lab.lab(), objects);
    const auto revision = lab.lab().revision();
    lab.leave();
    auto reopened = core::lab::ApiServer::create({lab.clock(), 7, database});
    QVERIFY2(reopened && (*reopened)->setAside().empty(), dice.seedText());
    QVERIFY2((*reopened)->revision() >= revision, dice.seedText());
    const auto after = everything(**reopened, objects);
    for (const auto &[path, object] : before) {
        const auto found = after.find(path);
        if (path.find("/leases/") != std::string::npos || path.find("/events/") != std::string::npos)
            continue; // the engine lets go of some as it leaves
        QVERIFY2(found != after.end() && core::api::equal(found->second, object),
            (dice.seedText() + " " + path.c_str()).constData());
    }
}

// T7
void TestFuzz::decodersTakeAnything()
{
    using namespace core::api;
    Dice dice;
    qInfo("%s", dice.seedText().constData());
    const std::vector<Json> objects = corpus();
    QElapsedTimer timer;
    timer.start();
    constexpr qint64 longest = 8'000; // ms
    int count = 0;
    for (; count < 20'000 && timer.elapsed() < longest; ++count) {
        const Json document = mutated(dice, objects[dice.below(objects.size())], objects);
        decodeAs<Machine, MachineSet, MachineHealthCheck, MachineDeployment, HealthCheckV1alpha1, Node, Lease,
            Pod, Event, ConfigMap, Secret, Job, ReplicaSet, Deployment, mcm::Machine, mcm::MachineSet,
            mcm::MachineDeployment, mcm::MachineClass, KubemarkProviderConfig>(document);
    }
    QVERIFY2(count > 100, dice.seedText());
}

// T7
void TestFuzz::bytesOfEveryEncoding()
{
    using core::lab::front::Format;
    Dice dice;
    qInfo("%s", dice.seedText().constData());
    const std::vector<Json> objects = corpus();
    std::string protobuf("k8s\0\n\f\n\x02v1\x12\x06", 12);
    protobuf += std::string("ConfigMap").substr(0, 6);
    QElapsedTimer timer;
    timer.start();
    constexpr qint64 longest = 8'000; // ms
    for (int i = 0; i < 20'000 && timer.elapsed() < longest; ++i) {
        const Json &object = objects[dice.below(objects.size())];
        const auto format = static_cast<Format>(dice.below(3));
        std::string text = format == Format::Json ? core::api::writeJson(object)
            : format == Format::Yaml              ? core::api::writeYaml(object)
                                                  : protobuf + randomText(dice);
        for (std::size_t change = dice.below(6); change > 0; --change) {
            const std::size_t at = dice.below(text.size());
            const std::size_t length = std::min(dice.below(20), text.size() - at);
            switch (dice.below(4)) {
            case 0:
                text[at] = static_cast<char>(dice.draw());
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(dice.below(text.size()), length));
                break;
            default:
                text.insert(at,
                    dice.oneIn(2) ? randomText(dice) : std::string(dice.below(200), "[{-?:"[dice.below(5)]));
                break;
            }
            if (text.empty())
                break;
        }
        if (const auto body = core::lab::front::readBody(text, format)) {
            const core::api::Extent extent = core::api::extentOf(**body, core::api::deepestText);
            QVERIFY2(extent.misfit.empty(), dice.seedText());
            QVERIFY2(readsBack(**body, true), dice.seedText());
        }
    }
}

QTEST_GUILESS_MAIN(TestFuzz)
#include "tst_fuzz.moc"
