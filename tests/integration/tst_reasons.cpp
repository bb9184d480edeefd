// SPDX-License-Identifier: GPL-3.0-or-later
// Every outcome of every controller gives a reason (docs/design.md D2), an entry of the catalogue. That none
// is without one is checked wherever a LabHarness runs; here, that the catalogue is sound, that
// docs/reasons.md shows it, and which entries are known to a test: said in the journeys below, or named by a
// test of one of its controllers.

#include "core/actuator/hollowpod.h"
#include "core/api/workload.h"
#include "core/engine/reasons.h"
#include "core/engine/sayings.h"
#include "tests/integration/labharness.h"
#include "tests/integration/mcmfleet.h"

#include <QLoggingCategory>

using namespace std::chrono_literals;
using namespace core;
using api::Method;
using tests::LabHarness;
using tests::workersYaml;

namespace {

QSet<std::pair<QString, QString>> said; ///< controllers and codes, by the log
QStringList unfit; ///< reasons that are not as they should be

constexpr const char *decisionLog = "hollowlab.core.runtime.decision";

void listen(QtMsgType, const QMessageLogContext &context, const QString &message)
{
    static const QRegularExpression reason(QStringLiteral("^(\\S+) (.+?) ([A-Z][A-Za-z0-9]*) (.*)$"),
        QRegularExpression::DotMatchesEverythingOption);
    const auto match = reason.match(message);
    if (!match.hasMatch() || qstrcmp(context.category, decisionLog) != 0)
        return;
    said.insert({match.captured(1), match.captured(3)});
    const bool isSentence = match.captured(4).contains(QLatin1Char(' '));
    static const QRegularExpression placeholder(QStringLiteral("\\{[a-z][A-Za-z]*\\}"));
    const bool isRendered = !placeholder.match(match.captured(4)).hasMatch();
    if (!isSentence || !isRendered)
        unfit += message;
}

QString readAll(const QString &path)
{
    QFile file(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList factsOf(const api::ReasonKind &kind)
{
    QStringList facts;
    api::FactNames names(kind);
    for (auto name = names.next(); !name.empty(); name = names.next())
        facts += textOf(name);
    return facts;
}

QString controllersOf(const engine::ReasonFamily &family)
{
    QStringList names;
    for (const std::string_view name : family.controllers)
        names += textOf(name);
    return names.isEmpty() ? QStringLiteral("every controller") : names.join(QStringLiteral(", "));
}

void create(LabHarness &lab, const std::string &collection, const char *json)
{
    const auto made = lab.request(Method::Post, collection, *api::parseJson(json));
    QVERIFY2(made.code == 201, api::writeJson(*made.body).c_str());
}

void removeSet(LabHarness &lab, const char *propagation)
{
    lab.request(Method::Delete, "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers",
        api::JsonObject {{"propagationPolicy", propagation}});
}

const std::string setApi = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers";

void growShrinkAndHeal()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    lab.patch(setApi, R"({"spec":{"minReadySeconds":20}})");
    lab.scale("workers", 5);
    QVERIFY(lab.until([&] { return lab.settled(5); }, 1min));
    lab.scale("workers", 3);
    QVERIFY(lab.until([&] { return lab.settled(3); }, 5min));
    const std::string node = lab.machines().front().status.nodeRef->name;
    lab.breakNode(node, "not-ready for 5s");
    lab.advance(30s);
    lab.breakNode(node, "silent");
    QVERIFY(lab.until([&] { return !lab.settled(3); }, 2min));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 10min));
    removeSet(lab, "Foreground");
    QVERIFY(lab.until([&] { return lab.machines().empty(); }, 5min));
}

/// Owners that go, are not there, or are there beside others.
void lostOwners()
{
    LabHarness lab;
    lab.create(workersYaml(2));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
    const api::Machine machine = lab.machines().front();
    api::Json owners = api::encodeObject(machine).at("metadata").at("ownerReferences");
    owners.get_array().push_back(
        api::JsonObject {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", "nobody"}, {"uid", "0badcafe"}});
    lab.patch("/apis/machine.openshift.io/v1beta1/namespaces/default/machines/" + machine.metadata.name,
        R"({"metadata":{"ownerReferences":)" + api::writeJson(owners) + "}}");
    lab.advance(1min);
    removeSet(lab, "Background");
    QVERIFY(lab.until([&] { return lab.machines().empty(); }, 5min));
}

void podsOnSickNodes()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    lab.engine().submit(1, engine::SwitchController {"healthcheck", false});
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    const std::string pods = "/api/v1/namespaces/default/pods";
    create(lab, pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"plain"},
        "spec":{"containers":[{"name":"c","image":"i"}],
        "tolerations":[{"key":"kubemark","operator":"Exists"}]}})");
    create(lab, pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"patient"},
        "spec":{"containers":[{"name":"c","image":"i"}],"tolerations":[{"operator":"Exists"}]}})");
    create(lab, pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"shortly"},
        "spec":{"containers":[{"name":"c","image":"i"}],"tolerations":[{"key":"kubemark","operator":"Exists"},
        {"operator":"Exists","effect":"NoExecute","tolerationSeconds":60}]}})");
    create(lab, pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"held","finalizers":["a.b/c"]},
        "spec":{"containers":[{"name":"c","image":"i"}],
        "tolerations":[{"key":"kubemark","operator":"Exists"}]}})");
    create(lab, "/api/v1/nodes", R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"stranger"}})");
    create(lab, pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"huge"},
        "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"999"}}}]}})");
    create(lab, pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"lost"},
        "spec":{"nodeName":"nowhere","containers":[{"name":"c","image":"i"}]}})");
    lab.advance(1min);
    lab.request(Method::Delete, pods + "/held");
    for (const char *pod : {"/shortly", "/patient"}) {
        const std::string node(api::textAt(*lab.request(Method::Get, pods + pod).body, {"spec", "nodeName"}));
        lab.patch("/api/v1/nodes/" + node, R"({"spec":{"taints":[{"key":"k","effect":"NoExecute"}]}})");
    }
    lab.advance(1min);
    for (const api::Node &node : lab.hollowNodes())
        lab.breakNode(node.metadata.name,
            node.metadata.name < lab.hollowNodes().back().metadata.name ? "silent" : "not-ready");
    lab.advance(10min);
    for (const api::Node &node : lab.hollowNodes())
        lab.patch("/api/v1/nodes/" + node.metadata.name,
            R"({"metadata":{"annotations":{"hollowlab.io/fault":null}}})");
    lab.advance(2min);
    removeSet(lab, "Orphan");
    lab.advance(2min);
}

/// The fleet is rolled out, back, to where nothing is or changes, updated in place, and one of its machines
/// replaced.
void fleetOfMachines()
{
    using namespace tests::mcm;
    LabHarness lab;
    lab.create(fleetYaml(3, oneMore));
    QVERIFY(lab.until([&] { return rolledOut(lab, 3, "small"); }, 2min));
    const std::string failed = *names(lab).begin();
    lab.patch(root + "machines/" + failed + "/status",
        R"({"status":{"currentStatus":{"phase":"Failed","timeoutActive":false}}})");
    QVERIFY(lab.until([&] { return !names(lab).contains(failed) && rolledOut(lab, 3, "small"); }, 2min));
    setClass(lab, "large");
    QVERIFY(lab.until([&] { return rolledOut(lab, 3, "large"); }, 2min));
    for (const char *revision : {"99", "2", "0"}) {
        change(lab, R"("rollbackTo":{"revision":)" + std::string(revision) + "}");
        lab.advance(2min);
    }
    QVERIFY(rolledOut(lab, 3, "small"));
    change(lab,
        R"("revisionHistoryLimit":0,"strategy":{"type":"InPlaceUpdate","rollingUpdate":null,)"
        R"("inPlaceUpdate":{"maxSurge":0,"maxUnavailable":1,"orchestrationType":"Auto"}})");
    lab.patch(root + "machinedeployments/fleet",
        R"({"metadata":{"annotations":{"node.machine.sapcloud.io/trigger-deletion-by-mcm":")"
            + *names(lab).begin() + R"(~2026-11-20T10:00:00Z"}}})");
    setClass(lab, "large");
    QVERIFY(lab.until([&] { return rolledOut(lab, 3, "large"); }, 10min));
    lab.request(Method::Delete, root + "machinedeployments/fleet");
    QVERIFY(lab.until([&] { return names(lab).empty(); }, 5min));
}

/// Takes over what makes no revision, and goes without its machines.
void fleetThatLeavesItsMachines()
{
    using namespace tests::mcm;
    const api::Json orphan = api::JsonObject {{"propagationPolicy", "Orphan"}};
    LabHarness lab;
    lab.create(fleetYaml(2, oneMore));
    QVERIFY(lab.until([&] { return rolledOut(lab, 2, "small"); }, 2min));
    change(lab, R"("template":{"spec":{"drainTimeout":"5m"}})");
    lab.request(Method::Delete, root + "machineclasses/large");
    lab.advance(1min);
    lab.request(Method::Delete, root + "machinedeployments/fleet", orphan);
    lab.advance(1min);
    for (const api::mcm::MachineSet &set : lab.list<api::mcm::MachineSet>())
        lab.request(Method::Delete, root + "machinesets/" + set.metadata.name, orphan);
    lab.advance(1min);
    QVERIFY(lab.list<api::mcm::MachineSet>().empty());
    QCOMPARE(names(lab).size(), std::size_t(2));
}

/// The deployment is rolled out by Recreate, and goes.
void machineDeployment()
{
    const std::string path = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinedeployments/fleet";
    LabHarness lab;
    lab.create(R"(apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata: {name: fleet}
spec:
  replicas: 2
  strategy: {type: Recreate}
  selector: {matchLabels: {app: fleet}}
  template:
    metadata: {labels: {app: fleet}}
    spec:
      providerSpec:
        value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig,
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2, numCores: 1}
)");
    QVERIFY(lab.until([&] { return lab.settled(2); }, 2min));
    lab.patch(path, R"({"spec":{"template":{"spec":{"providerSpec":{"value":{"numCores":2}}}}}})");
    QVERIFY(lab.until([&] { return !lab.settled(2); }, 2min));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 10min));
    lab.request(Method::Delete, path, api::JsonObject {{"propagationPolicy", "Foreground"}});
    QVERIFY(lab.until([&] { return lab.machines().empty(); }, 5min));
}

/// Pods of a deployment and of jobs, on hollow nodes.
void workloads()
{
    const std::string deployments = "/apis/apps/v1/namespaces/default/deployments";
    const std::string jobs = "/apis/batch/v1/namespaces/default/jobs";
    const api::Json foreground = api::JsonObject {{"propagationPolicy", "Foreground"}};
    const std::string podSpec = R"("tolerations":[{"key":"kubemark","operator":"Exists"}],
        "containers":[{"name":"c","image":"i"}])";
    LabHarness lab;
    lab.create(workersYaml(2));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
    const std::string web = R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},
        "spec":{"replicas":2,"revisionHistoryLimit":0,"selector":{"matchLabels":{"app":"web"}},
        "template":{"metadata":{"labels":{"app":"web"}},"spec":{)"
        + podSpec + "}}}}";
    create(lab, deployments, web.c_str());
    lab.advance(1min);
    lab.patch(deployments + "/web", R"({"spec":{"template":{"metadata":{"labels":{"version":"2"}}}}})");
    lab.advance(2min);
    lab.patch(deployments + "/web", R"({"spec":{"paused":true}})");
    lab.advance(1min);
    lab.request(Method::Delete, deployments + "/web", foreground);
    for (const auto &[name, runTime] : {std::pair("brief", "10s"), std::pair("long", "1h")}) {
        const std::string job = R"({"apiVersion":"batch/v1","kind":"Job","metadata":{"name":")"
            + std::string(name) + R"("},"spec":{"ttlSecondsAfterFinished":30,"template":{"metadata":
            {"annotations":{"hollowlab.io/run-time":")"
            + runTime + R"("}},
            "spec":{"restartPolicy":"Never",)"
            + podSpec + "}}}}";
        create(lab, jobs, job.c_str());
    }
    create(lab, "/api/v1/namespaces/default/pods", R"({"apiVersion":"v1","kind":"Pod","metadata":
        {"name":"lost","finalizers":["a.b/c"]},
        "spec":{"nodeName":"nowhere","containers":[{"name":"c","image":"i"}]}})");
    lab.advance(5min);
    lab.request(Method::Delete, jobs + "/long", foreground);
    lab.request(
        Method::Delete, "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks/workers");
    lab.advance(5min);
    QVERIFY(lab.list<api::Job>().empty());
}

/// Every controller has its tests in these files below tests/.
const QHash<QString, QStringList> testsOf {
    {QStringLiteral("every controller"),
        {QStringLiteral("unit/runtime/tst_controller.cpp"),
            QStringLiteral("integration/tst_fixedpoint.cpp")}},
    {QStringLiteral("machine"),
        {QStringLiteral("unit/actuator/tst_kubemarkactuator.cpp"),
            QStringLiteral("integration/tst_ownership.cpp"),
            QStringLiteral("unit/controllers_mcm/tst_mcmdeletion.cpp"),
            QStringLiteral("unit/controllers/tst_machine.cpp"),
            QStringLiteral("unit/controllers/tst_drain.cpp"), QStringLiteral("integration/tst_machines.cpp"),
            QStringLiteral("integration/tst_journeys.cpp")}},
    {QStringLiteral("machineset"),
        {QStringLiteral("unit/controllers/tst_machineset.cpp"),
            QStringLiteral("unit/controllers/tst_mcmsets.cpp")}},
    {QStringLiteral("machinedeployment"),
        {QStringLiteral("unit/controllers/tst_machinedeployment.cpp"),
            QStringLiteral("unit/controllers/tst_rollout.cpp"),
            QStringLiteral("unit/controllers/tst_mcmrollouts.cpp")}},
    {QStringLiteral("mcm-machineset"), {QStringLiteral("unit/controllers/tst_mcmsets.cpp")}},
    {QStringLiteral("mcm-machinedeployment"), {QStringLiteral("unit/controllers/tst_mcmrollouts.cpp")}},
    {QStringLiteral("replicaset"), {QStringLiteral("unit/controlplane/tst_deployment.cpp")}},
    {QStringLiteral("statefulset"), {QStringLiteral("unit/controlplane/tst_statefulset.cpp")}},
    {QStringLiteral("cronjob"), {QStringLiteral("unit/controlplane/tst_cronjob.cpp")}},
    {QStringLiteral("daemonset"), {QStringLiteral("unit/controlplane/tst_daemonset.cpp")}},
    {QStringLiteral("deployment"), {QStringLiteral("unit/controlplane/tst_deployment.cpp")}},
    {QStringLiteral("job"),
        {QStringLiteral("unit/controlplane/tst_job.cpp"),
            QStringLiteral("unit/controlplane/tst_jobpolicies.cpp")}},
    {QStringLiteral("nodelink"), {QStringLiteral("unit/controllers/tst_nodelink.cpp")}},
    {QStringLiteral("healthcheck"),
        {QStringLiteral("unit/controllers/tst_healthcheck.cpp"),
            QStringLiteral("unit/controllers/tst_healthcheckv1alpha1.cpp")}},
    {QStringLiteral("orphansweep"), {QStringLiteral("unit/controllers/tst_orphansweep.cpp")}},
    {QStringLiteral("autoscaler"), {QStringLiteral("unit/controllers/tst_autoscaler.cpp")}},
    {QStringLiteral("mcm-machine"),
        {QStringLiteral("unit/controllers_mcm/tst_mcmcreation.cpp"),
            QStringLiteral("unit/controllers_mcm/tst_mcmhealth.cpp"),
            QStringLiteral("unit/controllers_mcm/tst_mcmdeletion.cpp")}},
    {QStringLiteral("mcm-machineclass"), {QStringLiteral("unit/controllers_mcm/tst_mcmreferences.cpp")}},
    {QStringLiteral("mcm-node"), {QStringLiteral("unit/controllers_mcm/tst_mcmreferences.cpp")}},
    {QStringLiteral("mcm-nodeupdate"), {QStringLiteral("unit/controllers/tst_mcmrollouts.cpp")}},
    {QStringLiteral("mcm-safety"), {QStringLiteral("unit/controllers/tst_mcmsafety.cpp")}},
    {QStringLiteral("kubelet"), {QStringLiteral("unit/hollow/tst_hollowkubelet.cpp")}},
    {QStringLiteral("nodeeviction"), {QStringLiteral("unit/controlplane/tst_eviction.cpp")}},
    {QStringLiteral("tainteviction"), {QStringLiteral("unit/controlplane/tst_eviction.cpp")}},
    {QStringLiteral("garbagecollector"), {QStringLiteral("unit/controlplane/tst_garbagecollector.cpp")}},
    {QStringLiteral("scheduler"),
        {QStringLiteral("unit/controlplane/tst_scheduler.cpp"),
            QStringLiteral("unit/controlplane/tst_volumes.cpp")}},
    {QStringLiteral("volumeclaim"), {QStringLiteral("unit/controlplane/tst_volumes.cpp")}},
    {QStringLiteral("podautoscaler"), {QStringLiteral("unit/controlplane/tst_podautoscaler.cpp")}},
    {QStringLiteral("podgc"), {QStringLiteral("unit/controlplane/tst_podgc.cpp")}},
    {QStringLiteral("disruption"), {QStringLiteral("unit/controlplane/tst_budgets.cpp")}},
    {QStringLiteral("endpoints"),
        {QStringLiteral("unit/controlplane/tst_endpoints.cpp"),
            QStringLiteral("integration/tst_services.cpp")}},
    {QStringLiteral("serviceaccount"), {QStringLiteral("unit/controlplane/tst_namespacecontent.cpp")}},
    {QStringLiteral("machinedisruption"), {QStringLiteral("unit/controllers/tst_healthcheckv1alpha1.cpp")}},
};

bool isSaid(const engine::ReasonFamily &family, const QString &code)
{
    return std::ranges::any_of(said, [&](const auto &pair) {
        const bool isTheirs = family.controllers.empty()
            || std::ranges::find(family.controllers, pair.first.toStdString()) != family.controllers.end();
        return isTheirs && pair.second == code;
    });
}

/// The parts of a sentence that stand there as they are, without short ones.
QStringList fixedParts(const api::ReasonKind &kind)
{
    static const QRegularExpression placeholder(QStringLiteral("\\{\\w+\\}"));
    QStringList parts;
    for (const QString &part : textOf(kind.sentence).split(placeholder)) {
        if (part.trimmed().size() >= 12)
            parts += part.trimmed();
    }
    return parts;
}

/// A test of one of its controllers has its code, or what it says.
bool isNamed(const engine::ReasonFamily &family, const api::ReasonKind &kind)
{
    const QRegularExpression word(QStringLiteral("\\b") + textOf(kind.code) + QStringLiteral("\\b"));
    const QStringList parts = fixedParts(kind);
    const QStringList files = testsOf.value(controllersOf(family).section(QStringLiteral(", "), 0, 0));
    return std::ranges::any_of(files, [&](const QString &file) {
        const QString test = readAll(QStringLiteral("tests/") + file);
        return test.contains(word)
            || std::ranges::any_of(parts, [&](const QString &part) { return test.contains(part); });
    });
}

/// docs/reasons.md
QString page()
{
    QString text = QStringLiteral(R"(# Reasons

What controllers answer to "Why?" (`docs/design.md` D2): in the window, at `/debug/explain`, and in the
timeline. This page is written by `HOLLOWLAB_WRITE_DOCS=1 tst_reasons` from the catalogue, whose parts
stand beside their controllers and are named by the rows in `core/engine/controllers.cpp`; a test compares
the two. What is in braces stands for the value of the fact of that name; further facts are told beside the
sentence.
)");
    for (const engine::ReasonFamily &family : engine::reasonCatalogue()) {
        text += QStringLiteral("\n## %1\n\n").arg(controllersOf(family));
        if (!family.frames.empty())
            text += QStringLiteral("As in \"%1\"\n\n").arg(textOf(family.frames.front().sentence));
        text += QStringLiteral("| Code | Sentence | Further facts |\n|---|---|---|\n");
        for (const api::ReasonKind &kind : family.kinds)
            text += QStringLiteral("| %1 | %2 | %3 |\n")
                        .arg(textOf(kind.code), textOf(kind.sentence),
                            textOf(kind.furtherFacts).replace(QLatin1Char(' '), QStringLiteral(", ")));
    }
    return text;
}

} // namespace

class TestReasons : public QObject
{
    Q_OBJECT

private slots:
    void everyEntryIsASentence();
    void codeAndFactsTellAnEntry();
    void codeAndFactsTellASaying();
    void everyControllerHasReasons();
    void thePageShowsTheCatalogue();
    void everyEntryIsKnownToATest();
};

void TestReasons::everyEntryIsASentence()
{
    static const QRegularExpression code(QStringLiteral("^[A-Z][A-Za-z0-9]+$"));
    static const QRegularExpression fact(QStringLiteral("^[a-z][A-Za-z]+$"));
    static const QRegularExpression sentence(
        QStringLiteral("^([A-Z0]|\\{\\w+\\})([^{}]|\\{\\w+\\})* ([^{}]|\\{\\w+\\})*\\.$"));
    static const QRegularExpression clause(QStringLiteral("^[a-z]([^{}]|\\{\\w+\\})+(?<!\\.)$"));
    for (const engine::ReasonFamily &family : engine::reasonCatalogue()) {
        for (const api::ReasonKind &kind : family.kinds) {
            const QString text = textOf(kind.sentence);
            QVERIFY2(code.match(textOf(kind.code)).hasMatch(), qPrintable(textOf(kind.code)));
            const auto &form = family.frames.empty() ? sentence : clause;
            QVERIFY2(form.match(text).hasMatch(), qPrintable(text));
            for (const QString &name : factsOf(kind))
                QVERIFY2(fact.match(name).hasMatch(), qPrintable(text + QStringLiteral(": ") + name));
        }
    }
}

/// Whoever renders a reason anew finds what it is made of by its controller, code and facts.
void TestReasons::codeAndFactsTellAnEntry()
{
    QSet<QString> known;
    for (const engine::ReasonFamily &family : engine::reasonCatalogue()) {
        QSet<std::pair<QString, std::size_t>> calls; // what tells entries to the compiler
        for (const api::ReasonKind &kind : family.kinds) {
            const std::pair call(textOf(kind.code), api::factCount(kind));
            QVERIFY2(!calls.contains(call), qPrintable(call.first));
            calls.insert(call);
            QStringList facts = factsOf(kind);
            QCOMPARE(QSet(facts.begin(), facts.end()).size(), facts.size());
            facts.sort();
            for (const std::string_view controller : family.controllers) {
                const QString entry = textOf(controller) + QLatin1Char(' ') + textOf(kind.code)
                    + QLatin1Char(' ') + facts.join(QLatin1Char(' '));
                QVERIFY2(!known.contains(entry), qPrintable(entry));
                known.insert(entry);
            }
        }
    }
}

/// Sayings are found like reasons, which are made in the same way.
void TestReasons::codeAndFactsTellASaying()
{
    for (const auto &table : engine::sayingTables()) {
        QSet<std::pair<QString, std::size_t>> calls;
        for (const api::ReasonKind &kind : table) {
            const std::pair call(textOf(kind.code), api::factCount(kind));
            QVERIFY2(!calls.contains(call), qPrintable(call.first));
            calls.insert(call);
        }
    }
}

void TestReasons::everyControllerHasReasons()
{
    QSet<QString> known;
    for (const engine::ReasonFamily &family : engine::reasonCatalogue()) {
        for (const std::string_view name : family.controllers)
            known.insert(textOf(name));
    }
    LabHarness lab;
    api::Request queues;
    queues.path = "/debug/queues";
    QSet<QString> silent = known;
    const auto answer = lab.engine().answer(queues);
    QVERIFY(answer && answer->body);
    for (const api::Json &one : answer->body->at("controllers").get_array()) {
        QString name = textOf(api::textAt(one, {"controller"}));
        while (!known.contains(name) && name.contains(QLatin1Char('-')))
            name.truncate(name.lastIndexOf(QLatin1Char('-'))); // the kind, of controllers of one name
        QVERIFY2(known.contains(name), qPrintable(textOf(api::textAt(one, {"controller"}))));
        silent.remove(name);
    }
    QVERIFY2(silent.isEmpty(), qPrintable(silent.values().join(QLatin1Char(' '))));
}

void TestReasons::thePageShowsTheCatalogue()
{
    const QString path = QStringLiteral("docs/reasons.md");
    if (qEnvironmentVariableIsSet("HOLLOWLAB_WRITE_DOCS")) {
        QFile file(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/") + path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(page().toUtf8());
    }
    QCOMPARE(readAll(path), page());
}

void TestReasons::everyEntryIsKnownToATest()
{
    QLoggingCategory::setFilterRules(QLatin1StringView(decisionLog) + QStringLiteral(".info=true"));
    const auto before = qInstallMessageHandler(listen);
    growShrinkAndHeal();
    lostOwners();
    podsOnSickNodes();
    fleetOfMachines();
    fleetThatLeavesItsMachines();
    machineDeployment();
    workloads();
    qInstallMessageHandler(before);
    QVERIFY2(unfit.isEmpty(), qPrintable(unfit.join(QLatin1Char('\n'))));
    QVERIFY(said.size() > 30);

    QStringList unknown; ///< to any test
    for (const engine::ReasonFamily &family : engine::reasonCatalogue()) {
        for (const api::ReasonKind &kind : family.kinds) {
            const QString code = textOf(kind.code);
            const QString entry = controllersOf(family) + QStringLiteral(": ") + code;
            if (!isSaid(family, code) && !isNamed(family, kind))
                unknown += entry;
        }
    }
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(QStringLiteral("\n"))));
    for (const auto &[controller, code] : said) {
        const bool isCatalogued =
            std::ranges::any_of(engine::reasonCatalogue(), [&](const engine::ReasonFamily &family) {
                const bool isTheirs = family.controllers.empty()
                    || std::ranges::find(family.controllers, controller.toStdString())
                        != family.controllers.end();
                return isTheirs
                    && std::ranges::find(family.kinds, code.toStdString(), &api::ReasonKind::code)
                    != family.kinds.end();
            });
        QVERIFY2(isCatalogued, qPrintable(controller + QStringLiteral(" has no ") + code));
    }
}

QTEST_GUILESS_MAIN(TestReasons)
#include "tst_reasons.moc"
