// SPDX-License-Identifier: GPL-3.0-or-later
// Webhooks of somebody's own on a headless lab: what kubectl says, and what the lab's controllers do
// (docs/api-semantics.md U).

#include "tests/support/program.h"
#include "tests/unit/client/scriptedserver.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

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

} // namespace

class TestKubectlWebhooks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void kubectlSaysWhoDenied();
    void controllersAreAskedToo();

private:
    Finished kubectl(const QStringList &arguments) const;
    Finished apply(const QByteArray &yaml) const;
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

Finished TestKubectlWebhooks::apply(const QByteArray &yaml) const
{
    QFile file(m_home.filePath(QStringLiteral("object.yaml")));
    if (!file.open(QIODevice::WriteOnly) || file.write(yaml) != yaml.size())
        qFatal("the file can't be written");
    file.close();
    return kubectl({QStringLiteral("apply"), QStringLiteral("-f"), file.fileName()});
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

QTEST_GUILESS_MAIN(TestKubectlWebhooks)
#include "tst_kubectlwebhooks.moc"
