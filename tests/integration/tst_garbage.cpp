// SPDX-License-Identifier: GPL-3.0-or-later
// Deletion with dependents (docs/api-semantics.md G9 to G14): each kind that the lab serves, custom ones
// included, with each propagation policy; and circles of owners. On engine and lab.
#include "tests/integration/labharness.h"

using namespace std::chrono_literals;
using core::api::Json;
using core::api::Method;
using tests::LabHarness;

namespace {

std::string text(const Json &json, std::initializer_list<std::string_view> path)
{
    return std::string(core::api::textAt(json, path));
}

/// A kind as discovery tells of it.
struct Kind {
    std::string apiVersion;
    std::string kind;
    std::string plural;
    bool namespaced = false;

    std::string path(const std::string &name = {}) const
    {
        return (apiVersion.find('/') == std::string::npos ? "/api/" : "/apis/") + apiVersion
            + (namespaced ? "/namespaces/default/" : "/") + plural + (name.empty() ? "" : "/" + name);
    }
};

const core::api::JsonArray &items(const Json &json, std::string_view member)
{
    static const core::api::JsonArray none;
    const Json *found = core::api::find(json, {member});
    return found && found->is_array() ? found->get_array() : none;
}

bool offers(const Json &resource, const char *verb)
{
    return std::ranges::find(items(resource, "verbs"), Json(verb)) != items(resource, "verbs").end();
}

/// All that can be made, listed and deleted, but for Events, which are nobody's.
std::vector<Kind> servedKinds(LabHarness &lab)
{
    std::vector<std::string> versions {"/api/v1"};
    const auto groups = lab.request(Method::Get, "/apis");
    for (const Json &group : items(*groups.body, "groups"))
        versions.push_back("/apis/" + text(group, {"preferredVersion", "groupVersion"}));
    std::vector<Kind> kinds;
    for (const std::string &version : versions) {
        const auto resources = lab.request(Method::Get, version);
        for (const Json &resource : items(*resources.body, "resources")) {
            const std::string plural = text(resource, {"name"});
            if (plural.find('/') != std::string::npos || plural == "events" || !offers(resource, "create")
                || !offers(resource, "delete") || !offers(resource, "list"))
                continue;
            kinds.push_back({text(*resources.body, {"groupVersion"}), text(resource, {"kind"}), plural,
                core::api::find(resource, {"namespaced"})->get_bool()});
        }
    }
    return kinds;
}

const std::string machineSetSpec = R"("selector":{"matchLabels":{"a":"b"}},
    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"class":{"kind":"MachineClass","name":"none"}}})";
const std::string podSpec = R"("containers":[{"name":"c","image":"i"}])";

/// What the kind cannot do without, members of the object.
std::string bodyOf(const std::string &kind, const std::string &name)
{
    const std::string workload = R"("spec":{"replicas":0,"selector":{"matchLabels":{"a":"b"}},
        "template":{"metadata":{"labels":{"a":"b"}},"spec":{)"
        + podSpec + "}}}";
    const std::map<std::string, std::string> bodies {
        {"Pod", R"("spec":{)" + podSpec + "}"},
        {"MachineSet", R"("spec":{"replicas":0,)" + machineSetSpec + "}"},
        {"MachineDeployment",
            R"("spec":{"replicas":0,"strategy":{"type":"RollingUpdate"},)" + machineSetSpec + "}"},
        {"Machine", R"("spec":{"class":{"kind":"MachineClass","name":"none"},"providerSpec":{"value":{}}})"},
        {"MachineClass", R"("provider":"none","providerSpec":{})"},
        {"MachineHealthCheck",
            R"("spec":{"selector":{"matchLabels":{"a":"b"}},"unhealthyConditions":[{"type":"Ready",)"
            R"("status":"False","timeout":"1h"}]})"},
        {"Deployment", workload},
        {"ReplicaSet", workload},
        {"DaemonSet", workload},
        {"StatefulSet", workload},
        {"ReplicationController",
            R"("spec":{"replicas":0,"template":{"metadata":{"labels":{"a":"b"}},"spec":{)" + podSpec + "}}}"},
        {"Job", R"("spec":{"parallelism":0,"template":{"spec":{"restartPolicy":"Never",)" + podSpec + "}}}"},
        {"CronJob",
            R"("spec":{"schedule":"0 0 1 1 *",)"
            R"("jobTemplate":{"spec":{"template":{"spec":{"restartPolicy":"Never",)"
                + podSpec + "}}}}}"},
        {"PodDisruptionBudget", R"("spec":{"minAvailable":0,"selector":{"matchLabels":{"a":"b"}}})"},
        {"Service", R"("spec":{"ports":[{"port":80}]})"},
        {"Lease", R"("spec":{"holderIdentity":"x"})"},
        {"RoleBinding", R"("roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"none"})"},
        {"ClusterRoleBinding",
            R"("roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"none"})"},
        {"PriorityClass", R"("value":1)"},
        {"RuntimeClass", R"("handler":"h")"},
        {"ValidatingAdmissionPolicy",
            R"("spec":{"matchConstraints":{"resourceRules":[{"apiGroups":["none.example"],)"
            R"("apiVersions":["*"],"operations":["*"],"resources":["*"]}]},)"
            R"("validations":[{"expression":"true"}]})"},
        {"ValidatingAdmissionPolicyBinding", R"("spec":{"policyName":"none","validationActions":["Deny"]})"},
        {"IngressClass", R"("spec":{"controller":"none.example/c"})"},
        {"StorageClass", R"("provisioner":"none")"},
        {"Cluster",
            R"("spec":{"clusterNetwork":{"serviceDomain":"d","pods":{"cidrBlocks":["a"]},)"
            R"("services":{"cidrBlocks":["b"]}}})"},
        {"CustomResourceDefinition",
            R"("spec":{"group":"tests.example","scope":"Namespaced","names":{"plural":")"
                + name.substr(0, name.find('.')) + R"(","kind":")" + name.substr(0, name.find('.'))
                + R"("},"versions":[{"name":"v1","served":true,"storage":true,)"
                  R"("schema":{"openAPIV3Schema":{"type":"object"}}}]})"},
    };
    const auto found = bodies.find(kind);
    return found == bodies.end() ? R"("spec":{})" : found->second;
}

/// The uid of what was made, empty when it could not be.
std::string make(LabHarness &lab, const Kind &kind, const std::string &name, const std::string &owners = {})
{
    const std::string json = R"({"apiVersion":")" + kind.apiVersion + R"(","kind":")" + kind.kind
        + R"(","metadata":{"name":")" + name + R"(","ownerReferences":[)" + owners + "]},"
        + bodyOf(kind.kind, name) + "}";
    const auto parsed = core::api::parseJson(json);
    if (!parsed)
        qFatal("%s", json.c_str());
    const auto made = lab.request(Method::Post, kind.path(), *parsed);
    if (made.code != 201)
        qWarning("%s: %s", kind.kind.c_str(), core::api::writeJson(*made.body).c_str());
    return made.code == 201 ? text(*made.body, {"metadata", "uid"}) : std::string();
}

std::string reference(const Kind &kind, const std::string &name, const std::string &uid)
{
    return R"({"apiVersion":")" + kind.apiVersion + R"(","kind":")" + kind.kind + R"(","name":")" + name
        + R"(","uid":")" + uid + R"(","blockOwnerDeletion":true})";
}

void removeWith(LabHarness &lab, const std::string &path, const std::string &policy)
{
    const auto answer = lab.request(Method::Delete, path,
        core::api::JsonObject {
            {"kind", "DeleteOptions"}, {"apiVersion", "v1"}, {"propagationPolicy", policy}});
    QVERIFY2(answer.code < 300, core::api::writeJson(*answer.body).c_str());
}

bool isThere(LabHarness &lab, const std::string &path)
{
    return lab.request(Method::Get, path).code == 200;
}

std::size_t ownersOf(LabHarness &lab, const std::string &path)
{
    const auto object = lab.request(Method::Get, path);
    const Json *owners = core::api::find(*object.body, {"metadata", "ownerReferences"});
    return owners ? owners->get_array().size() : 0;
}

const std::string widgets = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"widgets.tests.example"},"spec":{"group":"tests.example","scope":"Namespaced",
    "names":{"plural":"widgets","kind":"Widget"},"versions":[{"name":"v1","served":true,"storage":true,
    "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}})";

void defineWidgets(LabHarness &lab)
{
    const auto made = lab.request(Method::Post, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        *core::api::parseJson(widgets));
    QCOMPARE(made.code, 201);
    lab.advance(10s);
}

/// A namespace can't be deleted while it has content; this one has a dependent of its own.
std::string nameFor(const Kind &kind, const std::string &name)
{
    return kind.kind == "CustomResourceDefinition" ? name + "s.tests.example" : name;
}

const Kind configMaps {"v1", "ConfigMap", "configmaps", true};
const Kind widgetKind {"tests.example/v1", "Widget", "widgets", true};

} // namespace

class TestGarbage : public QObject
{
    Q_OBJECT

private slots:
    void everyKind_data();
    void everyKind();
    void circle_data();
    void circle();
    void circleThatIsDeletedAllAtOnce();
    void kindOfTomorrow();
    void kindThatGoes();
};

void TestGarbage::everyKind_data()
{
    QTest::addColumn<QByteArray>("policy");
    QTest::newRow("background") << QByteArray("Background");
    QTest::newRow("foreground") << QByteArray("Foreground");
    QTest::newRow("orphan") << QByteArray("Orphan");
}

/// Each kind as the owner of a custom object, and as what a custom object owns.
void TestGarbage::everyKind()
{
    QFETCH(QByteArray, policy);
    LabHarness lab;
    defineWidgets(lab);
    std::vector<Kind> kinds;
    for (const Kind &kind : servedKinds(lab)) {
        const std::string name = nameFor(kind, "owner");
        const std::string uid = make(lab, kind, name);
        if (uid.empty())
            continue;
        kinds.push_back(kind);
        const std::string low = "of-" + kind.plural + "-" + std::to_string(kinds.size());
        QVERIFY(!make(lab, widgetKind, low, reference(kind, name, uid)).empty());
    }
    QVERIFY2(kinds.size() >= 20, std::to_string(kinds.size()).c_str());
    const std::string boss = make(lab, widgetKind, "boss");
    for (const Kind &kind : kinds) {
        if (kind.namespaced) // or the owner would be impossible
            QVERIFY(!make(lab, kind, nameFor(kind, "owned"), reference(widgetKind, "boss", boss)).empty());
    }
    lab.advance(5s);
    for (const Kind &kind : kinds)
        removeWith(lab, kind.path(nameFor(kind, "owner")), policy.toStdString());
    removeWith(lab, widgetKind.path("boss"), policy.toStdString());
    lab.advance(15min); // a Machine of the other family that can't be created takes its time

    const bool stays = policy == "Orphan";
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Kind &kind = kinds[i];
        const std::string owner = kind.path(nameFor(kind, "owner"));
        QVERIFY2(!isThere(lab, owner), core::api::writeJson(*lab.request(Method::Get, owner).body).c_str());
        const std::string low = widgetKind.path("of-" + kind.plural + "-" + std::to_string(i + 1));
        QVERIFY2(isThere(lab, low) == stays, low.c_str());
        QVERIFY2(!stays || ownersOf(lab, low) == 0, low.c_str());
        const std::string owned = kind.path(nameFor(kind, "owned"));
        if (kind.namespaced)
            QVERIFY2(isThere(lab, owned) == stays, owned.c_str());
    }
}

void TestGarbage::circle_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<QByteArray>("policy");
    for (const int length : {1, 2, 5}) {
        for (const char *policy : {"Background", "Foreground", "Orphan"})
            QTest::addRow("%d %s", length, policy) << length << QByteArray(policy);
    }
}

/// Every one owns the next, the last one the first.
void makeCircle(LabHarness &lab, int length)
{
    std::vector<std::string> uids;
    const auto name = [](int i) { return "c" + std::to_string(i); };
    const auto kindOf = [](int i) -> const Kind & { return i % 2 == 0 ? configMaps : widgetKind; };
    for (int i = 0; i < length; ++i)
        uids.push_back(make(lab, kindOf(i), name(i)));
    for (int i = 0; i < length; ++i) {
        const int owner = (i + length - 1) % length;
        QCOMPARE(lab.patch(kindOf(i).path(name(i)),
                        R"({"metadata":{"ownerReferences":[)"
                            + reference(kindOf(owner), name(owner), uids[std::size_t(owner)]) + "]}}")
                     .code,
            200);
    }
}

int leftOfCircle(LabHarness &lab, int length)
{
    int left = 0;
    for (int i = 0; i < length; ++i)
        left += isThere(lab, (i % 2 == 0 ? configMaps : widgetKind).path("c" + std::to_string(i)));
    return left;
}

void TestGarbage::circle()
{
    QFETCH(int, length);
    QFETCH(QByteArray, policy);
    LabHarness lab;
    defineWidgets(lab);
    makeCircle(lab, length);
    lab.advance(10s);
    QCOMPARE(leftOfCircle(lab, length), length);
    removeWith(lab, configMaps.path("c0"), policy.toStdString());
    lab.advance(1min);
    QCOMPARE(leftOfCircle(lab, length), policy == "Orphan" ? length - 1 : 0);
}

void TestGarbage::circleThatIsDeletedAllAtOnce()
{
    LabHarness lab;
    defineWidgets(lab);
    makeCircle(lab, 6);
    for (int i = 0; i < 6; ++i)
        removeWith(lab, (i % 2 == 0 ? configMaps : widgetKind).path("c" + std::to_string(i)), "Foreground");
    lab.advance(1min);
    QCOMPARE(leftOfCircle(lab, 6), 0);
}

/// The kind is defined while the collector runs.
void TestGarbage::kindOfTomorrow()
{
    LabHarness lab;
    lab.advance(1min);
    defineWidgets(lab);
    const std::string uid = make(lab, configMaps, "owner");
    QVERIFY(!make(lab, widgetKind, "owned", reference(configMaps, "owner", uid)).empty());
    lab.advance(10s);
    QVERIFY(isThere(lab, widgetKind.path("owned")));
    removeWith(lab, configMaps.path("owner"), "Foreground");
    QVERIFY(lab.until([&] { return !isThere(lab, configMaps.path("owner")); }, 1min));
    QVERIFY(!isThere(lab, widgetKind.path("owned")));
}

/// What it owned stays: whether the owner is gone can no longer be known.
void TestGarbage::kindThatGoes()
{
    LabHarness lab;
    defineWidgets(lab);
    const std::string uid = make(lab, widgetKind, "owner");
    QVERIFY(!make(lab, configMaps, "owned", reference(widgetKind, "owner", uid)).empty());
    lab.advance(10s);
    const std::string definition =
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.tests.example";
    QCOMPARE(lab.request(Method::Delete, definition).code, 200);
    QVERIFY(lab.until([&] { return !isThere(lab, definition); }, 1min));
    lab.advance(1min);
    const std::string other = make(lab, configMaps, "other");
    removeWith(lab, configMaps.path("other"), "Foreground");
    QVERIFY(lab.until([&] { return !isThere(lab, configMaps.path("other")); }, 1min));
}

QTEST_APPLESS_MAIN(TestGarbage)
#include "tst_garbage.moc"
