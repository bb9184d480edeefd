// SPDX-License-Identifier: GPL-3.0-or-later
// Every outcome of every controller gives a reason (docs/design.md D2). That none is without one is checked
// wherever a LabHarness runs; here, that every code in the sources is known to a test: said in the journeys
// below, or named by a test.

#include "core/actuator/hollowpod.h"
#include "tests/integration/labharness.h"

#include <QDirIterator>
#include <QLoggingCategory>

using namespace std::chrono_literals;
using namespace core;
using api::Method;
using tests::LabHarness;
using tests::workersYaml;

namespace {

QSet<QString> said; ///< codes that a controller has said, by its log
QStringList unfit; ///< reasons that are not as they should be

void listen(QtMsgType, const QMessageLogContext &, const QString &message)
{
    static const QRegularExpression reason(
        QStringLiteral("^\"([^\"]+)\" \"([^\"]+)\" \"([^\"]*)\" \"(.*)\"$"),
        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression code(QStringLiteral("^[A-Z][A-Za-z]+$"));
    const auto match = reason.match(message);
    if (!match.hasMatch())
        return;
    said.insert(match.captured(3));
    const bool isSentence = match.captured(4).contains(QLatin1Char(' '));
    if (!code.match(match.captured(3)).hasMatch() || !isSentence)
        unfit += message;
}

QString readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Of the sources below a folder.
QString sourcesIn(const char *folder)
{
    QString text;
    QDirIterator files(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/") + QString::fromUtf8(folder),
        {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        text += readAll(files.next());
    return text;
}

/// {"Code", followed by a sentence or by a call that makes one.
QSet<QString> codesIn(const QString &source)
{
    static const QRegularExpression reason(
        QStringLiteral("\\{\\s*\"([A-Z][A-Za-z]+)\",\\s*(?:\"[^\"]* [^\"]*\"|[a-z(])"));
    QSet<QString> codes;
    for (auto match = reason.globalMatch(source); match.hasNext();)
        codes.insert(match.next().captured(1));
    return codes;
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
    const std::string shortly(
        api::textAt(*lab.request(Method::Get, pods + "/shortly").body, {"spec", "nodeName"}));
    lab.patch("/api/v1/nodes/" + shortly, R"({"spec":{"taints":[{"key":"k","effect":"NoExecute"}]}})");
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

/// Codes that neither the journeys here nor a test's words show, and the test whose case comes to them.
const QHash<QString, QString> reachedElsewhere {
    {QStringLiteral("StaticNodeStays"), QStringLiteral("unit/actuator/tst_kubemarkactuator.cpp")},
    {QStringLiteral("CreateFailed"), QStringLiteral("unit/actuator/tst_kubemarkactuator.cpp")},
    {QStringLiteral("WaitingForOtherControlPlane"), QStringLiteral("unit/controllers/tst_drain.cpp")},
    {QStringLiteral("RemediationTemplateNotFound"), QStringLiteral("unit/controllers/tst_healthcheck.cpp")},
    {QStringLiteral("RequestingRemediation"), QStringLiteral("unit/controllers/tst_healthcheck.cpp")},
    {QStringLiteral("WithdrawingRequest"), QStringLiteral("unit/controllers/tst_healthcheck.cpp")},
    {QStringLiteral("RemediationRequested"), QStringLiteral("unit/controllers/tst_healthcheck.cpp")},
    {QStringLiteral("RebootRequested"), QStringLiteral("unit/controllers/tst_healthcheckv1alpha1.cpp")},
    {QStringLiteral("NodeDeleting"), QStringLiteral("unit/controllers/tst_nodelink.cpp")},
    {QStringLiteral("CommandLine"), QStringLiteral("unit/hollow/tst_hollowkubelet.cpp")},
};

} // namespace

class TestReasons : public QObject
{
    Q_OBJECT

private slots:
    void everyCodeIsKnownToATest();
};

void TestReasons::everyCodeIsKnownToATest()
{
    QLoggingCategory::setFilterRules(QStringLiteral("hollowlab.core.runtime.controller.debug=true"));
    const auto before = qInstallMessageHandler(listen);
    growShrinkAndHeal();
    lostOwners();
    podsOnSickNodes();
    qInstallMessageHandler(before);
    QVERIFY2(unfit.isEmpty(), qPrintable(unfit.join(QLatin1Char('\n'))));
    QVERIFY(said.size() > 30);

    QSet<QString> codes;
    for (const char *folder : {"core/controllers", "core/controlplane", "core/hollow", "core/actuator"})
        codes += codesIn(sourcesIn(folder));
    QVERIFY(codes.size() > 80);
    for (auto listed = reachedElsewhere.begin(); listed != reachedElsewhere.end(); ++listed)
        QVERIFY2(
            codes.contains(listed.key()), qPrintable(listed.key() + QStringLiteral(" is no code any more")));
    QString tests = sourcesIn("tests");
    tests.remove(readAll(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/integration/tst_reasons.cpp")));
    QStringList unknown;
    for (const QString &code : codes) {
        const QRegularExpression word(QStringLiteral("\\b") + code + QStringLiteral("\\b"));
        const QString file = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/") + reachedElsewhere.value(code);
        const bool isListed = reachedElsewhere.contains(code) && QFileInfo::exists(file);
        if (!said.contains(code) && !isListed && !word.match(tests).hasMatch())
            unknown += code;
    }
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(QLatin1Char(' '))));
}

QTEST_GUILESS_MAIN(TestReasons)
#include "tst_reasons.moc"
