// SPDX-License-Identifier: GPL-3.0-or-later
// Webhooks of somebody's own on a headless lab: what kubectl says, and what the lab's controllers do
// (docs/api-semantics.md L, U).

#include "tests/support/program.h"
#include "tests/unit/client/scriptedserver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace tests;
using namespace std::chrono_literals;

namespace {

/// A program with a webhook: it denies what is labelled so, and leaves a mark on everything else.
class Webhook
{
public:
    Webhook()
    {
        server.reply = [this](const QByteArray &bytes) { return answer(bytes); };
    }

    ScriptedServer server;
    QList<QJsonObject> asked;

private:
    ScriptedReply answer(const QByteArray &bytes)
    {
        const QJsonObject review = QJsonDocument::fromJson(bytes.mid(bytes.indexOf("\r\n\r\n") + 4)).object();
        const QJsonObject request = review.value(QLatin1String("request")).toObject();
        const QJsonObject metadata =
            request.value(QLatin1String("object")).toObject().value(QLatin1String("metadata")).toObject();
        const QJsonObject labels = metadata.value(QLatin1String("labels")).toObject();
        asked << request;
        QJsonObject response {
            {QStringLiteral("uid"), request.value(QLatin1String("uid"))}, {QStringLiteral("allowed"), true}};
        if (labels.contains(QLatin1String("refused"))) {
            response.insert(QStringLiteral("allowed"), false);
            response.insert(QStringLiteral("status"),
                QJsonObject {{QStringLiteral("message"), QStringLiteral("not in my cluster")}});
        } else if (bytes.startsWith("POST /mutate")) {
            response.insert(QStringLiteral("patchType"), QStringLiteral("JSONPatch"));
            const QByteArray patch = metadata.contains(QLatin1String("annotations"))
                ? R"([{"op": "add", "path": "/metadata/annotations/seen", "value": "yes"}])"
                : R"([{"op": "add", "path": "/metadata/annotations", "value": {"seen": "yes"}}])";
            response.insert(QStringLiteral("patch"), QString::fromLatin1(patch.toBase64()));
        }
        const QJsonObject all {{QStringLiteral("apiVersion"), review.value(QLatin1String("apiVersion"))},
            {QStringLiteral("kind"), QStringLiteral("AdmissionReview")},
            {QStringLiteral("response"), response}};
        return {ScriptedServer::jsonReply(QJsonDocument(all).toJson(QJsonDocument::Compact))};
    }
};

/// A program that converts hats: in v1 a size is one text, in v2 it is a width in a unit.
class Converter
{
public:
    Converter()
    {
        server.reply = [this](const QByteArray &bytes) { return answer(bytes); };
    }

    ScriptedServer server;
    bool isDown = false;

private:
    static QJsonObject converted(QJsonObject hat, const QString &apiVersion)
    {
        QJsonObject spec = hat.value(QLatin1String("spec")).toObject();
        if (apiVersion.endsWith(QLatin1String("v2"))) {
            const QString size = spec.take(QStringLiteral("size")).toString();
            spec.insert(QStringLiteral("width"), size.chopped(2));
            spec.insert(QStringLiteral("unit"), size.right(2));
        } else {
            const QString width = spec.take(QStringLiteral("width")).toString();
            spec.insert(QStringLiteral("size"), width + spec.take(QStringLiteral("unit")).toString());
        }
        hat.insert(QStringLiteral("spec"), spec);
        hat.insert(QStringLiteral("apiVersion"), apiVersion);
        return hat;
    }

    ScriptedReply answer(const QByteArray &bytes) const
    {
        if (isDown)
            return {ScriptedServer::jsonReply("{}", "503 Service Unavailable")};
        const QJsonObject review = QJsonDocument::fromJson(bytes.mid(bytes.indexOf("\r\n\r\n") + 4)).object();
        const QJsonObject request = review.value(QLatin1String("request")).toObject();
        QJsonArray hats;
        const QJsonArray objects = request.value(QLatin1String("objects")).toArray();
        for (const auto object : objects)
            hats << converted(
                object.toObject(), request.value(QLatin1String("desiredAPIVersion")).toString());
        const QJsonObject response {{QStringLiteral("uid"), request.value(QLatin1String("uid"))},
            {QStringLiteral("result"), QJsonObject {{QStringLiteral("status"), QStringLiteral("Success")}}},
            {QStringLiteral("convertedObjects"), hats}};
        const QJsonObject all {{QStringLiteral("apiVersion"), review.value(QLatin1String("apiVersion"))},
            {QStringLiteral("kind"), QStringLiteral("ConversionReview")},
            {QStringLiteral("response"), response}};
        return {ScriptedServer::jsonReply(QJsonDocument(all).toJson(QJsonDocument::Compact))};
    }
};

QByteArray hatVersion(const char *name, bool isStored, const char *column, const char *fields)
{
    return QByteArray("  - {name: ") + name + ", served: true, storage: " + (isStored ? "true" : "false")
        + ", additionalPrinterColumns: [{name: " + column + ", type: string, jsonPath: .spec." + column
        + "}], schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: "
        + fields + "}}}}}\n";
}

/// The kind in v1 alone, or in both versions, of which the webhook of that port makes the other.
QByteArray hatDefinition(quint16 port = 0, bool storesV2 = false)
{
    QByteArray yaml = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
                      "metadata: {name: hats.example.com}\nspec:\n  group: example.com\n"
                      "  scope: Namespaced\n  names: {plural: hats, kind: Hat}\n";
    if (port > 0)
        yaml += "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: "
                "{url: 'https://127.0.0.1:"
            + QByteArray::number(port) + "/convert', caBundle: " + tlsFile("ca.pem").toBase64() + "}}}\n";
    yaml += "  versions:\n" + hatVersion("v1", !storesV2, "size", "{size: {type: string}}");
    if (port > 0)
        yaml += hatVersion("v2", storesV2, "width", "{width: {type: string}, unit: {type: string}}");
    return yaml;
}

QByteArray hat(const char *version, const char *name, const char *spec)
{
    return QByteArray("apiVersion: example.com/") + version + "\nkind: Hat\nmetadata: {name: " + name
        + "}\nspec: " + spec + "\n";
}

} // namespace

class TestKubectlWebhooks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void kubectlSaysWhoDenied();
    void policiesDenyAndWarn();
    void controllersAreAskedToo();
    void versionsAreConverted();

private:
    Finished kubectl(const QStringList &arguments) const;
    Finished apply(const QByteArray &yaml, const QStringList &more = {}) const;
    QByteArray said(const char *command) const;
    QByteArray configuration(const char *kind, const char *path, const char *resource) const;

    QTemporaryDir m_home;
    Headless m_lab;
    std::unique_ptr<Kubectl> m_kubectl;
    Webhook m_webhook;
};

void TestKubectlWebhooks::initTestCase()
{
    QVERIFY2(m_lab.start({QStringLiteral("--lab"), QStringLiteral(":memory:")}),
        m_lab.program().errors().constData());
    m_kubectl = std::make_unique<Kubectl>(m_lab.kubeconfig(), m_home.path());
}

/// The webhook answers meanwhile.
Finished TestKubectlWebhooks::kubectl(const QStringList &arguments) const
{
    Program program;
    m_kubectl->start(program, arguments);
    const int code = program.waitForEnd(30s).value_or(-1);
    return {code, program.output(), program.errors()};
}

/// The words of the command have no blanks.
QByteArray TestKubectlWebhooks::said(const char *command) const
{
    const Finished done = kubectl(QString::fromLatin1(command).split(QLatin1Char(' ')));
    return (done.output + done.errors).simplified();
}

Finished TestKubectlWebhooks::apply(const QByteArray &yaml, const QStringList &more) const
{
    QFile file(m_home.filePath(QStringLiteral("object.yaml")));
    if (!file.open(QIODevice::WriteOnly) || file.write(yaml) != yaml.size())
        qFatal("the file can't be written");
    file.close();
    return kubectl(QStringList {QStringLiteral("apply"), QStringLiteral("-f"), file.fileName()} + more);
}

QByteArray TestKubectlWebhooks::configuration(const char *kind, const char *path, const char *resource) const
{
    return QByteArray("apiVersion: admissionregistration.k8s.io/v1\nkind: ") + kind
        + "\nmetadata: {name: mine}\nwebhooks:\n- name: mine.example.com\n  sideEffects: None\n"
          "  admissionReviewVersions: [v1]\n  clientConfig: {url: '"
        + QByteArray::fromStdString(m_webhook.server.url()) + path
        + "', caBundle: " + tlsFile("ca.pem").toBase64()
        + "}\n  rules: [{operations: [CREATE, UPDATE], apiGroups: ['*'], apiVersions: ['*'], resources: ["
        + resource + "]}]\n";
}

void TestKubectlWebhooks::kubectlSaysWhoDenied()
{
    const Finished configured =
        apply(configuration("ValidatingWebhookConfiguration", "/validate", "configmaps"));
    QVERIFY2(configured.code == 0, configured.errors.constData());
    const Finished denied =
        apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {refused: 'yes'}}\n");
    QCOMPARE(denied.code, 1);
    QVERIFY2(denied.errors.contains(
                 "admission webhook \"mine.example.com\" denied the request: not in my cluster"),
        denied.errors.constData());
    const Finished made = apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    QVERIFY2(made.code == 0, made.errors.constData());
    QVERIFY(kubectl({QStringLiteral("delete"), QStringLiteral("validatingwebhookconfiguration"),
                        QStringLiteral("mine")})
                .code
        == 0);
}

/// docs/api-semantics.md U9: of those who write, kubectl is one and the lab's controllers are others.
void TestKubectlWebhooks::policiesDenyAndWarn()
{
    const QByteArray rules =
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\n"
        "metadata: {name: sizes}\nspec:\n  matchConstraints:\n    resourceRules:\n"
        "    - {apiGroups: ['', machine.openshift.io], apiVersions: ['*'], "
        "operations: [CREATE, UPDATE], resources: [configmaps, machinesets/scale]}\n"
        "  validations:\n"
        "  - {expression: '!has(object.data) || object.data.size() < 2', message: too many}\n"
        "  - {expression: '!has(object.spec) || object.spec.replicas < 90', "
        "messageExpression: '\"no \" + string(object.spec.replicas)', reason: Forbidden}\n";
    const auto binding = [](const char *name, const char *action) {
        return QByteArray("apiVersion: admissionregistration.k8s.io/v1\n"
                          "kind: ValidatingAdmissionPolicyBinding\nmetadata: {name: ")
            + name + "}\nspec: {policyName: sizes, validationActions: [" + action + "]}\n";
    };
    const auto map = [](const char *value) {
        return QByteArray("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: wide}\ndata: {k: v, l: ") + value
            + "}\n";
    };
    const Finished made = apply(rules);
    QVERIFY2(made.code == 0, made.errors.constData());
    QCOMPARE(apply(binding("tell", "Warn")).code, 0);
    const Finished warned = apply(map("w"));
    QVERIFY2(warned.code == 0
            && warned.errors.contains("Warning: Validation failed for ValidatingAdmissionPolicy 'sizes' with "
                                      "binding 'tell': too many"),
        warned.errors.constData());
    QCOMPARE(apply(binding("refuse", "Deny")).code, 0);
    const Finished refused = apply(map("x"), {QStringLiteral("--dry-run=server")});
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.errors.contains(
                 "ValidatingAdmissionPolicy 'sizes' with binding 'refuse' denied request: too many"),
        refused.errors.constData());
    QVERIFY(said("scale machineset workers --replicas=99").contains("denied request: no 99"));
    QVERIFY(said("delete validatingadmissionpolicybinding tell refuse").contains("deleted"));
    QCOMPARE(apply(map("x")).code, 0);
}

void TestKubectlWebhooks::controllersAreAskedToo()
{
    const Finished configured = apply(configuration("MutatingWebhookConfiguration", "/mutate", "machines"));
    QVERIFY2(configured.code == 0, configured.errors.constData());
    QVERIFY(kubectl({QStringLiteral("scale"), QStringLiteral("machineset"), QStringLiteral("workers"),
                        QStringLiteral("--replicas=5")})
                .code
        == 0);
    const QStringList seen {QStringLiteral("get"), QStringLiteral("machines"), QStringLiteral("-o"),
        QStringLiteral("jsonpath={range .items[*]}{.metadata.annotations.seen}/{.status.phase} {end}")};
    QVERIFY2(eventually([&] { return kubectl(seen).output.count("yes/Running") >= 2; }, 60s),
        kubectl(seen).output.constData());
    QVERIFY(!m_webhook.asked.isEmpty());
}

/// A kind goes from one version to a second one, which is then stored (docs/api-semantics.md L10, L11, L12).
void TestKubectlWebhooks::versionsAreConverted()
{
    const QStringList options {QStringLiteral("--lab"), m_home.filePath(QStringLiteral("hats.db"))};
    Headless lab;
    QVERIFY2(lab.start(options), lab.program().errors().constData());
    m_kubectl = std::make_unique<Kubectl>(lab.kubeconfig(), m_home.path());
    Converter converter;
    const auto applied = [this](const QByteArray &yaml, const QStringList &more = {}) {
        const Finished done = apply(yaml, more);
        return (done.output + done.errors).simplified();
    };
    QCOMPARE(applied(hatDefinition()),
        QByteArray("customresourcedefinition.apiextensions.k8s.io/hats.example.com created"));
    QCOMPARE(applied(hat("v1", "a", "{size: 12cm}")), QByteArray("hat.example.com/a created"));
    QCOMPARE(applied(hatDefinition(converter.server.port())),
        QByteArray("customresourcedefinition.apiextensions.k8s.io/hats.example.com configured"));

    QCOMPARE(said("get hats.v2.example.com"), QByteArray("NAME WIDTH a 12")); // kubectl asks what there is
    QCOMPARE(said("get hats"), QByteArray("NAME WIDTH a 12"));
    QCOMPARE(said("get hats.v1.example.com"), QByteArray("NAME SIZE a 12cm"));
    Program watch;
    m_kubectl->start(watch,
        {QStringLiteral("get"), QStringLiteral("hats.v2.example.com"), QStringLiteral("--watch"),
            QStringLiteral("-o"), QStringLiteral("jsonpath={.metadata.name} {.spec.width}{'\\n'}")});
    const auto shows = [&watch](const char *line) {
        const QRegularExpression whole(
            QStringLiteral("^%1$").arg(QLatin1String(line)), QRegularExpression::MultilineOption);
        return watch.waitForLine(whole, 30s).hasMatch();
    };
    QVERIFY(shows("a 12"));
    m_kubectl->setEditor(QStringLiteral("sed -i 's/width: \"12\"/width: \"13\"/'"));
    QCOMPARE(said("edit hats.v2.example.com a"), QByteArray("hat.example.com/a edited"));
    QVERIFY(shows("a 13"));
    QCOMPARE(said("get hats.v1.example.com a"), QByteArray("NAME SIZE a 13cm"));

    QCOMPARE(applied(hat("v2", "b", "{width: '7', unit: in}")), QByteArray("hat.example.com/b created"));
    QCOMPARE(applied(hat("v2", "b", "{width: '8', unit: in}")), QByteArray("hat.example.com/b configured"));
    QCOMPARE(applied(hat("v2", "b", "{width: '8', unit: in}")), QByteArray("hat.example.com/b unchanged"));
    QVERIFY(shows("b 8"));
    const QStringList serverSide {QStringLiteral("--server-side")};
    QCOMPARE(applied(hat("v2", "c", "{width: '9', unit: in}"), serverSide),
        QByteArray("hat.example.com/c serverside-applied"));
    QVERIFY(
        applied(hat("v1", "c", "{size: 9cm}"), serverSide + QStringList(QStringLiteral("--field-manager=me")))
            .contains("conflict with \"kubectl\": .spec.unit"));
    QCOMPARE(said("get hats.v1.example.com c"), QByteArray("NAME SIZE c 9in"));

    QCOMPARE(applied(hatDefinition(converter.server.port(), true)),
        QByteArray("customresourcedefinition.apiextensions.k8s.io/hats.example.com configured"));
    QCOMPARE(
        said("get crd hats.example.com -o jsonpath={.status.storedVersions}"), QByteArray("[\"v1\",\"v2\"]"));
    QCOMPARE(applied(hat("v1", "d", "{size: 5cm}")), QByteArray("hat.example.com/d created"));
    const QByteArray uid = said("get hats.v2.example.com a -o jsonpath={.metadata.uid}");
    QCOMPARE(
        applied("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ribbon, ownerReferences: [{apiVersion: "
                "example.com/v2, kind: Hat, name: a, uid: "
            + uid + "}]}\n"),
        QByteArray("configmap/ribbon created"));

    converter.isDown = true;
    lab.program().kill();
    QVERIFY(lab.program().waitForEnd(10s));
    Headless again;
    QVERIFY2(again.start(options), again.program().errors().constData());
    m_kubectl = std::make_unique<Kubectl>(again.kubeconfig(), m_home.path());
    QVERIFY2(said("get hats").contains("conversion webhook for example.com/v1, Kind=Hat failed: "),
        said("get hats").constData());
    QCOMPARE(said("get hats.v2.example.com d"), QByteArray("NAME WIDTH d 5"));
    QVERIFY(said("delete --raw /apis/example.com/v2/namespaces/default/hats/a").contains("Success"));
    QVERIFY(eventually([this] { return said("get configmap ribbon").contains("not found"); })); // is garbage
    converter.isDown = false;
    QCOMPARE(said("get hats"), QByteArray("NAME WIDTH b 8 c 9 d 5"));
    QCOMPARE(said("get hats.v1.example.com"), QByteArray("NAME SIZE b 8in c 9in d 5cm"));
}

QTEST_GUILESS_MAIN(TestKubectlWebhooks)
#include "tst_kubectlwebhooks.moc"
