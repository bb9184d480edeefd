// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/providerconfig.h"
#include "core/api/yaml.h"
#include "tests/unit/printing.h"

using namespace core::api;
using namespace std::chrono_literals;

namespace {

KubemarkProviderConfig parsed(const std::string &yaml)
{
    return parseProviderConfig(parseYaml(yaml).value()).value();
}

/// One line per problem: "error image is required…".
std::string problemsOf(const std::string &yaml)
{
    std::string lines;
    for (const ConfigProblem &problem : validate(parsed(yaml))) {
        const bool isError = problem.severity == ConfigProblem::Severity::Error;
        lines += (isError ? "error " : "warning ") + problem.field + " " + problem.message + "\n";
    }
    return lines;
}

const std::string header = "apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1\n"
                           "kind: KubemarkMachineProviderConfig\n";
const std::string good = header + "image: i\n";

} // namespace

class TestProviderConfig : public QObject
{
    Q_OBJECT

private slots:
    void everyFieldIsRead()
    {
        const KubemarkProviderConfig config = parsed(good
            + "metadata: {name: ignored}\nturnUnhealthyAfter: false\nturnUnhealthyPeriodically: true\n"
              "healthyDuration: 40s\nunhealthyDuration: 5s\ndeletionTimeout: 30s\nnumCores: 2\n"
              "memoryCapacity: 10737418240\nunknown: {x: 1}\n");
        QCOMPARE(config.image, std::string("i"));
        QVERIFY(!config.turnUnhealthyAfter && config.turnUnhealthyPeriodically);
        QVERIFY(config.healthyDuration.value == 40s && config.unhealthyDuration.value == 5s);
        QVERIFY(config.deletionTimeout && config.deletionTimeout->value == 30s);
        QVERIFY(config.numCores == 2 && config.memoryCapacity == 10'737'418'240);
        QVERIFY(validate(config).empty());
    }

    void defaultsOfFieldsThatAreMissingOrNull_data()
    {
        QTest::addColumn<std::string>("yaml");
        QTest::newRow("missing") << good;
        QTest::newRow("null") << good
                + "turnUnhealthyAfter: null\nturnUnhealthyPeriodically: null\nhealthyDuration: null\n"
                  "unhealthyDuration: null\ndeletionTimeout: null\nnumCores: null\nmemoryCapacity: null\n";
    }
    void defaultsOfFieldsThatAreMissingOrNull()
    {
        QFETCH(std::string, yaml);
        KubemarkProviderConfig expected;
        expected.apiVersion = "kubemarkproviderconfig.k8s.io/v1alpha1";
        expected.kind = "KubemarkMachineProviderConfig";
        expected.image = "i";
        QVERIFY(parsed(yaml) == expected);
    }

    /// §1.1, §1.2
    void documentsThatAreNoConfig_data()
    {
        QTest::addColumn<std::string>("yaml");
        QTest::addColumn<std::string>("message");
        const auto row = [](const char *name, const std::string &yaml, const std::string &message) {
            QTest::newRow(name) << yaml << "spec.providerSpec.value" + message;
        };
        row("a text", "abc", ": no provider config is given");
        row("a list", "[]", ": no provider config is given");
        row("foreign kind", "kind: AWSMachineProviderConfig",
            ".kind: \"AWSMachineProviderConfig\" is not KubemarkMachineProviderConfig");
        row("foreign group", "apiVersion: aws/v1alpha1",
            ".apiVersion: \"aws/v1alpha1\" is not kubemarkproviderconfig.k8s.io/v1alpha1");
        row("unknown version", "apiVersion: kubemarkproviderconfig.k8s.io/v2",
            ".apiVersion: \"kubemarkproviderconfig.k8s.io/v2\" is not "
            "kubemarkproviderconfig.k8s.io/v1alpha1");
        row("image is a number", "image: 5", ".image: expected a string, found a number");
        row("flag is a text", "turnUnhealthyAfter: 'true'",
            ".turnUnhealthyAfter: expected a boolean, found a string");
        row("duration is a number", "healthyDuration: 5",
            ".healthyDuration: expected a duration such as \"40s\", found a number");
        row("duration without a unit", "unhealthyDuration: '5'",
            ".unhealthyDuration: \"5\" is not a duration: the unit is missing (write 40s, 1h30m,"
            " 250ms)");
        row("timeout is a flag", "deletionTimeout: true",
            ".deletionTimeout: expected a duration such as \"40s\", found a boolean");
        row("cores are a fraction", "numCores: 1.5", ".numCores: expected an integer, found a number");
        row("memory is a quantity", "memoryCapacity: 4Gi",
            ".memoryCapacity: expected an integer, found a string");
    }
    void documentsThatAreNoConfig()
    {
        QFETCH(std::string, yaml);
        const auto config = parseProviderConfig(parseYaml(yaml).value());
        QVERIFY(!config);
        QVERIFY(config.error().kind == core::base::ErrorKind::Invalid);
        QTEST(config.error().message, "message");
    }

    void aMissingConfigIsInvalid()
    {
        QCOMPARE(parseProviderConfig(Json()).error().message,
            std::string("spec.providerSpec.value: no provider config is given"));
    }

    void bothVersionsAreAccepted()
    {
        QVERIFY(parseProviderConfig(JsonObject {{"apiVersion", "kubemarkproviderconfig.k8s.io/v1beta1"}}));
        QVERIFY(parseProviderConfig(JsonObject {{"apiVersion", "kubemarkproviderconfig.k8s.io/v1alpha1"}}));
    }

    /// §1.2 to §1.4
    void problems_data()
    {
        QTest::addColumn<std::string>("yaml");
        QTest::addColumn<std::string>("problems");
        const auto row = [](const char *name, const std::string &yaml, const std::string &problems) {
            QTest::newRow(name) << yaml << problems;
        };
        row("a sound config has none", good, "");
        row("no apiVersion and kind: warnings", "image: i",
            "warning apiVersion is missing, taken as kubemarkproviderconfig.k8s.io/v1alpha1\n"
            "warning kind is missing, taken as KubemarkMachineProviderConfig\n");
        row("no image", header, "error image is required: the container image with the hollow node\n");
        row("negative healthy duration", good + "healthyDuration: -1s",
            "error healthyDuration must not be negative\n");
        row("negative unhealthy duration", good + "unhealthyDuration: -1s",
            "error unhealthyDuration must not be negative\n");
        row("negative deletion timeout", good + "deletionTimeout: -1s",
            "error deletionTimeout must not be negative\n");
        row("a deletion timeout of zero is fine", good + "deletionTimeout: 0s", "");
        row("no cores", good + "numCores: 0", "error numCores must be at least 1\n");
        row("negative cores", good + "numCores: -2", "error numCores must be at least 1\n");
        row("too little memory", good + "memoryCapacity: 1048575",
            "error memoryCapacity must be at least 1048576 bytes (1 MiB)\n");
        row("just enough memory", good + "memoryCapacity: 1048576", "");
        row("After with a healthy duration", good + "turnUnhealthyAfter: true\nhealthyDuration: 1s", "");
        row("After with an unhealthy duration, as the original's README has it",
            good + "turnUnhealthyAfter: true\nunhealthyDuration: 40s", "");
        row("After without a duration", good + "turnUnhealthyAfter: true",
            "warning healthyDuration no duration is set: the node is unhealthy at once\n");
        row("Periodically with both durations",
            good + "turnUnhealthyPeriodically: true\nhealthyDuration: 1s\nunhealthyDuration: 1s", "");
        row("Periodically without durations", good + "turnUnhealthyPeriodically: true",
            "error healthyDuration turnUnhealthyPeriodically needs a duration above 0\n"
            "error unhealthyDuration turnUnhealthyPeriodically needs a duration above 0\n");
        row("Periodically with one duration", good + "turnUnhealthyPeriodically: true\nhealthyDuration: 1s",
            "error unhealthyDuration turnUnhealthyPeriodically needs a duration above 0\n");
        row("Periodically with a negative duration",
            good + "turnUnhealthyPeriodically: true\nhealthyDuration: -1s\nunhealthyDuration: 1s",
            "error healthyDuration must not be negative\n");
        row("After and Periodically", good + "turnUnhealthyAfter: true\nturnUnhealthyPeriodically: true",
            "error turnUnhealthyPeriodically can't be combined with turnUnhealthyAfter: choose one of the "
            "two\n");
        const auto annotated = [&](const std::string &annotation) {
            return good + "metadata: {annotations: {hollowlab.io/" + annotation + "}}\n";
        };
        row("a recipe, a boot, provider errors, a zone and a region",
            good
                + "metadata:\n  annotations: {hollowlab.io/recipe: silent after 30s, hollowlab.io/boot: "
                  "never,"
                  " hollowlab.io/provider-errors: quota 5, hollowlab.io/zone: a, hollowlab.io/region: r-1,"
                  " mine/own: x}\n",
            "");
        row("an unreadable recipe", annotated("recipe: silent for ever"),
            "error metadata.annotations[hollowlab.io/recipe] \"silent for ever\": \"ever\" is no duration "
            "such "
            "as 30s or 20s..60s\n");
        row("an unreadable boot", annotated("boot: soon"),
            "error metadata.annotations[hollowlab.io/boot] \"soon\" is no duration such as 30s or 20s..60s, "
            "nor \"never\"\n");
        row("unreadable provider errors", annotated("provider-errors: update always"),
            "error metadata.annotations[hollowlab.io/provider-errors] \"update always\": it has to begin "
            "with "
            "create, delete or quota\n");
        row("a zone that is no label value", annotated("zone: 'a,b'"),
            "error metadata.annotations[hollowlab.io/zone] \"a,b\" is no label value\n");
        row("an empty region", annotated("region: ''"),
            "error metadata.annotations[hollowlab.io/region] \"\" is no label value\n");
        row("a misspelt annotation", annotated("recipes: silent"),
            "warning metadata.annotations[hollowlab.io/recipes] is not known and means nothing\n");
        row("a recipe beside one of the original flags",
            annotated("recipe: silent") + "turnUnhealthyAfter: true\nhealthyDuration: 1s\n",
            "error metadata.annotations[hollowlab.io/recipe] can't be combined with turnUnhealthyAfter: "
            "choose "
            "one of the two\n");
        row("several, in the order of the fields",
            header + "memoryCapacity: 1\nnumCores: 0\ndeletionTimeout: -1s\nhealthyDuration: -1s",
            "error image is required: the container image with the hollow node\n"
            "error healthyDuration must not be negative\n"
            "error deletionTimeout must not be negative\n"
            "error numCores must be at least 1\n"
            "error memoryCapacity must be at least 1048576 bytes (1 MiB)\n");
    }
    void problems()
    {
        QFETCH(std::string, yaml);
        QTEST(problemsOf(yaml), "problems");
    }

    void errorsBecomeOneSentence()
    {
        QCOMPARE(errorText(validate(parsed("numCores: 0"))),
            std::string(
                "image is required: the container image with the hollow node; numCores must be at least 1"));
        QCOMPARE(errorText(validate(parsed("image: i"))), std::string());
    }

    /// §1.4 row 1
    void unhealthyAfter_data()
    {
        QTest::addColumn<std::string>("yaml");
        QTest::addColumn<core::base::Duration>("delay");
        const auto row = [](const char *name, const std::string &yaml, core::base::Duration delay) {
            QTest::newRow(name) << yaml << delay;
        };
        row("the healthy duration counts", "healthyDuration: 10s", 10s);
        row("also beside an unhealthy one", "healthyDuration: 10s\nunhealthyDuration: 40s", 10s);
        row("else the unhealthy one", "unhealthyDuration: 40s", 40s);
        row("else at once", "image: i", 0s);
    }
    void unhealthyAfter()
    {
        QFETCH(std::string, yaml);
        QFETCH(core::base::Duration, delay);
        QCOMPARE(parsed(yaml).unhealthyAfterDelay().count(), delay.count());
    }

    /// §1.2: none of the fields is omitted when empty.
    void whatIsWritten_data()
    {
        QTest::addColumn<std::string>("yaml");
        QTest::addColumn<std::string>("json");
        QTest::newRow("everything unset")
            << good
            << jsonText("{'apiVersion':'kubemarkproviderconfig.k8s.io/v1alpha1',"
                        "'kind':'KubemarkMachineProviderConfig','image':'i','turnUnhealthyAfter':false,"
                        "'turnUnhealthyPeriodically':false,'healthyDuration':'0s','unhealthyDuration':'0s',"
                        "'deletionTimeout':null,'numCores':null,'memoryCapacity':null}");
        QTest::newRow("everything set, from v1beta1 and odd spellings")
            << std::string("apiVersion: kubemarkproviderconfig.k8s.io/v1beta1\nimage: i\n"
                           "turnUnhealthyPeriodically: true\nhealthyDuration: 90m\nunhealthyDuration: .5s\n"
                           "deletionTimeout: '0'\nnumCores: 2\nmemoryCapacity: 4294967296\n")
            << jsonText("{'apiVersion':'kubemarkproviderconfig.k8s.io/v1alpha1',"
                        "'kind':'KubemarkMachineProviderConfig','image':'i','turnUnhealthyAfter':false,"
                        "'turnUnhealthyPeriodically':true,'healthyDuration':'1h30m0s',"
                        "'unhealthyDuration':'500ms','deletionTimeout':'0s','numCores':2,"
                        "'memoryCapacity':4294967296}");
        QTest::newRow("with annotations")
            << good + "metadata: {annotations: {hollowlab.io/zone: a}}\n"
            << jsonText("{'apiVersion':'kubemarkproviderconfig.k8s.io/v1alpha1',"
                        "'kind':'KubemarkMachineProviderConfig','image':'i','turnUnhealthyAfter':false,"
                        "'turnUnhealthyPeriodically':false,'healthyDuration':'0s','unhealthyDuration':'0s',"
                        "'deletionTimeout':null,'numCores':null,'memoryCapacity':null,"
                        "'metadata':{'annotations':{'hollowlab.io/zone':'a'}}}");
    }
    void whatIsWritten()
    {
        QFETCH(std::string, yaml);
        const KubemarkProviderConfig config = parsed(yaml);
        const Json written = writeProviderConfig(config);
        QTEST(writeJson(written), "json");
        KubemarkProviderConfig again = parseProviderConfig(written).value();
        again.apiVersion = config.apiVersion;
        again.kind = config.kind;
        QVERIFY(again == config);
    }

    /// §1.5
    void statusSurvivesTheRoundTrip()
    {
        const std::string text =
            jsonText("{'apiVersion':'kubemarkproviderconfig.k8s.io/v1alpha1',"
                     "'kind':'KubemarkMachineProviderStatus','instanceId':'kubemark-actuator/p',"
                     "'instanceState':'Running','conditions':[{'type':'MachineCreation',"
                     "'status':'True','lastProbeTime':'2026-11-20T10:00:00Z',"
                     "'lastTransitionTime':'2026-11-20T10:00:00Z',"
                     "'reason':'MachineCreationSucceeded','message':'Machine was created'}]}");
        const auto status = decode<KubemarkProviderStatus>(parseJson(text).value());
        QVERIFY_RESULT(status);
        QCOMPARE(writeJson(encode(*status)), text);
        QVERIFY(!decode<KubemarkProviderStatus>(json("{'instanceId':null}"))->instanceId);
    }
};

QTEST_GUILESS_MAIN(TestProviderConfig)
#include "tst_providerconfig.moc"
