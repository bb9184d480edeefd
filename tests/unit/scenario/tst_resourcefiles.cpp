// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios and examples that come with the program are right as they are.

#include "core/api/mcm.h"
#include "core/api/pod.h"
#include "core/api/providerconfig.h"
#include "core/api/selector.h"
#include "core/api/workload.h"
#include "core/api/yaml.h"
#include "core/scenario/parse.h"

#include <QDir>
#include <QTest>

using namespace core;
using namespace core::scenario;

namespace {

bool isManaged(const QString &name) // of the machine-controller-manager
{
    return name.startsWith(QStringLiteral("mcm-"));
}

void addFiles(const char *folder, bool managed = false)
{
    QTest::addColumn<QString>("path");
    const QDir directory(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/resources/") + QString::fromLatin1(folder));
    const QFileInfoList files = directory.entryInfoList({QStringLiteral("*.yaml")}, QDir::Files);
    for (const QFileInfo &file : files) {
        if (isManaged(file.fileName()) == managed)
            QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    }
}

std::vector<api::Json> documentsOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return api::parseYamlDocuments(file.readAll().toStdString()).value_or(std::vector<api::Json>());
}

/// What is wrong with an object that makes machines, a set or a deployment.
template<typename T>
std::string faultOf(const api::Json &object)
{
    const auto maker = api::decode<T>(object);
    if (!maker)
        return maker.error().message;
    const api::Labels &labels = maker->spec.template_.metadata.labels;
    if (maker->spec.selector.isEmpty() || !api::matches(maker->spec.selector, labels))
        return "the selector does not match the template";
    if (!labels.contains(api::keys::clusterLabel))
        return "the template lacks the cluster label (docs/machines.md §4.1)";
    const auto config = api::parseProviderConfig(maker->spec.template_.spec.providerSpec.value);
    if (!config)
        return config.error().message;
    const auto problems = api::validate(*config);
    return problems.empty() ? "" : problems.front().field + " " + problems.front().message;
}

/// What is wrong with a job: its pods have to be able to run on hollow nodes (docs/machines.md §3.7).
std::string faultOfJob(const api::Json &object)
{
    const auto job = api::decode<api::Job>(object);
    if (!job)
        return job.error().message;
    const auto spec = api::decode<api::PodSpec>(job->spec.template_.spec);
    if (!spec)
        return spec.error().message;
    const api::Taint taint {"kubemark", "true", "NoSchedule", {}};
    if (std::ranges::none_of(spec->tolerations, [&](const auto &each) { return each.tolerates(taint); }))
        return "the pods do not tolerate hollow nodes";
    return spec->restartPolicy == "Never" || spec->restartPolicy == "OnFailure" ? "" : "restartPolicy";
}

/// What is wrong with an object of the machine family or a Job, empty when nothing is.
std::string fault(const api::Json &object)
{
    if (api::textAt(object, {"kind"}) == "Job")
        return faultOfJob(object);
    const std::string_view kind = api::textAt(object, {"kind"});
    if (kind == "ConfigMap")
        return api::textAt(object, {"data", "conditions"}).empty() ? "no conditions" : "";
    const std::string_view apiVersion = api::textAt(object, {"apiVersion"});
    if (kind == "MachineHealthCheck" && apiVersion == "healthchecking.openshift.io/v1alpha1")
        return api::find(object, {"spec", "selector", "matchLabels"}) ? "" : "no selector";
    if (apiVersion != "machine.openshift.io/v1beta1")
        return "unexpected apiVersion";
    if (kind == "MachineHealthCheck") {
        const auto check = api::decode<api::MachineHealthCheck>(object);
        if (!check)
            return check.error().message;
        return check->spec.unhealthyConditions.empty() ? "no unhealthyConditions" : "";
    }
    if (kind == "MachineDeployment")
        return faultOf<api::MachineDeployment>(object);
    if (kind == "MachineSet")
        return faultOf<api::MachineSet>(object);
    return "unexpected kind " + std::string(kind);
}

template<typename T>
std::vector<T> ofKind(const std::vector<api::Json> &documents, std::string_view kind)
{
    std::vector<T> found;
    for (const api::Json &document : documents) {
        if (api::textAt(document, {"kind"}) == kind)
            found.push_back(api::decode<T>(document).value());
    }
    return found;
}

} // namespace

class TestResourceFiles : public QObject
{
    Q_OBJECT

private slots:
    void scenarios_data() { addFiles("scenarios"); }
    void scenarios()
    {
        QFETCH(QString, path);
        const auto scenario = loadScenario(path.toStdString());
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().front().text().c_str());
        QVERIFY(!scenario->description.empty());
        bool checks = false;
        for (const Step &step : scenario->steps) {
            checks = checks || std::holds_alternative<Assert>(step.verb)
                || std::holds_alternative<WaitUntil>(step.verb);
            if (const auto *apply = std::get_if<Apply>(&step.verb)) {
                for (const api::Json &object : apply->objects)
                    QCOMPARE(fault(object), std::string());
            }
        }
        QVERIFY(checks);
    }

    void examples_data() { addFiles("examples"); }
    void examples()
    {
        QFETCH(QString, path);
        const auto documents = documentsOf(path);
        for (const api::Json &document : documents)
            QCOMPARE(fault(document), std::string());
        const auto checks = ofKind<api::MachineHealthCheck>(documents, "MachineHealthCheck");
        QCOMPARE(checks.size(), 1U);
        const auto verify = [&](const auto &makers) {
            QCOMPARE(makers.size(), 1U);
            QVERIFY(api::matches(checks[0].spec.selector, makers[0].spec.template_.metadata.labels));
            QCOMPARE(QFileInfo(path).completeBaseName().toStdString(), makers[0].metadata.name);
        };
        const auto deployments = ofKind<api::MachineDeployment>(documents, "MachineDeployment");
        if (deployments.empty())
            verify(ofKind<api::MachineSet>(documents, "MachineSet"));
        else
            verify(deployments);
    }

    void managedExamples_data() { addFiles("examples", true); }
    void managedExamples() // each brings the class of its machines along
    {
        QFETCH(QString, path);
        const auto documents = documentsOf(path);
        const auto classes = ofKind<api::mcm::MachineClass>(documents, "MachineClass");
        QCOMPARE(classes.size(), 1U);
        const auto config = api::parseProviderConfig(classes[0].providerSpec);
        QVERIFY2(config.has_value(), config ? "" : config.error().message.c_str());
        QVERIFY(api::validate(*config).empty());
        int named = 0;
        for (const api::Json &document : documents) {
            for (const auto &of : {api::find(document, {"spec", "class", "name"}),
                     api::find(document, {"spec", "template", "spec", "class", "name"})}) {
                named += of != nullptr;
                QVERIFY(!of || *of == api::Json(classes[0].metadata.name));
            }
        }
        QVERIFY(named > 0);
    }

    void theyAreAllThere()
    {
        const QDir resources(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/resources"));
        for (const char *name :
            {"scenarios/self-healing-101", "scenarios/heartbeats-stop", "scenarios/periodic",
                "scenarios/budget-exceeded", "scenarios/zone-outage", "scenarios/autoscale-job",
                "scenarios/scale-storm", "scenarios/rolling-update", "examples/periodic", "examples/recipes",
                "examples/provider-errors", "examples/once-after", "examples/deletion-timeout",
                "examples/num-cores", "examples/memory-capacity", "examples/static-machine", "examples/image",
                "examples/machinedeployment", "examples/health-check-v1alpha1", "examples/mcm-machine"})
            QVERIFY2(resources.exists(QString::fromLatin1(name) + QStringLiteral(".yaml")), name);
    }
};

QTEST_GUILESS_MAIN(TestResourceFiles)
#include "tst_resourcefiles.moc"
