// SPDX-License-Identifier: GPL-3.0-or-later
// What kubectl tells of who may do what, on a headless lab that evaluates roles (docs/api-semantics.md R, S).
#include "tests/support/program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace std::chrono_literals;
using tests::eventually;
using tests::everything;
using tests::Finished;
using tests::Headless;
using tests::Kubectl;
using tests::words;

class TestKubectlAccess : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theLabLives();
    void canI_data();
    void canI();
    void canIList();
    void forbidden();
    void tables();
    void aRoleSuffices();
    void tokens();
    void certificates();
    void viewers();

private:
    Finished kubectl(const QByteArray &line, const QByteArray &input = {}) const
    {
        return (*m_kubectl)(words(line), input);
    }
    QString path(const char *name) const { return m_home.filePath(QString::fromUtf8(name)); }

    QTemporaryDir m_home;
    Headless m_lab;
    std::unique_ptr<Kubectl> m_kubectl;
};

void TestKubectlAccess::initTestCase()
{
    QVERIFY2(m_lab.start({QStringLiteral("--lab"), path("lab"), QStringLiteral("--authorization"),
                 QStringLiteral("rbac"), QStringLiteral("--viewer-kubeconfig-out"), path("viewer")}),
        m_lab.program().errors().constData());
    m_kubectl = std::make_unique<Kubectl>(m_lab.kubeconfig(), m_home.path());
    const Finished bound = kubectl("create rolebinding vic --clusterrole=view --user=vic");
    QVERIFY2(bound.code == 0, everything(bound).constData());
}

/// Its own controllers and nodes need no roles.
void TestKubectlAccess::theLabLives()
{
    QVERIFY2(eventually(
                 [this] {
                     return kubectl("get machines -o jsonpath={.items[*].status.phase}").output.simplified()
                         == "Running Running Running";
                 },
                 60s),
        kubectl("get machines,nodes -A").output.constData());
}

void TestKubectlAccess::canI_data()
{
    QTest::addColumn<QByteArray>("question");
    QTest::addColumn<QByteArray>("answer");
    const auto row = [](const char *question, const char *answer) {
        QTest::newRow(question) << QByteArray(question) << QByteArray(answer);
    };
    row("delete nodes", "yes");
    row("get pods --as vic", "yes");
    row("get pods/log --as vic", "yes");
    row("get pods --as vic -n kube-system", "no");
    row("get secrets --as vic", "no");
    row("delete pods --as vic", "no");
    row("get /api --as vic", "yes");
    row("get /metrics --as vic", "no");
    row("get pods --as system:serviceaccount:default:default", "no");
    row("get pods --as x --as-group system:masters", "yes");
}

void TestKubectlAccess::canI()
{
    QFETCH(QByteArray, question);
    QFETCH(QByteArray, answer);
    const Finished finished = kubectl("auth can-i " + question);
    QVERIFY2(finished.output.startsWith(answer), everything(finished).constData());
    QCOMPARE(finished.code, answer == "yes" ? 0 : 1);
}

void TestKubectlAccess::canIList()
{
    const Finished mine = kubectl("auth can-i --list");
    QVERIFY2(mine.output.contains("*.*"), everything(mine).constData());
    const Finished theirs = kubectl("auth can-i --list --as vic");
    QVERIFY2(theirs.output.contains("deployments.apps"), everything(theirs).constData());
    QVERIFY(theirs.output.contains("selfsubjectaccessreviews.authorization.k8s.io"));
    QVERIFY(!theirs.output.contains("*.*"));
}

void TestKubectlAccess::forbidden()
{
    const Finished nodes = kubectl("get nodes --as vic");
    QCOMPARE(nodes.code, 1);
    QCOMPARE(nodes.errors.trimmed(),
        QByteArray("Error from server (Forbidden): nodes is forbidden: User \"vic\" cannot list resource "
                   "\"nodes\" in "
                   "API group \"\" at the cluster scope"));
    const Finished missing = kubectl("delete pod nosuch --as vic");
    QVERIFY2(missing.errors.contains("(Forbidden)"), everything(missing).constData());
    const Finished grants = kubectl("create rolebinding me --clusterrole=cluster-admin --user=vic --as vic");
    QVERIFY2(
        grants.errors.contains("is forbidden: User \"vic\" cannot create"), everything(grants).constData());
}

void TestKubectlAccess::tables()
{
    static const QRegularExpression binding(QStringLiteral(
        "NAME +ROLE +AGE +USERS +GROUPS +SERVICEACCOUNTS\\s+vic +ClusterRole/view +\\S+ +vic"));
    const Finished wide = kubectl("get rolebindings -o wide");
    QVERIFY2(binding.match(QString::fromUtf8(wide.output)).hasMatch(), everything(wide).constData());
    const Finished roles = kubectl("get clusterroles view");
    QVERIFY2(roles.output.startsWith("NAME   CREATED AT"), everything(roles).constData());
}

/// What somebody with a controller of their own wants to know.
void TestKubectlAccess::aRoleSuffices()
{
    QCOMPARE(kubectl("create serviceaccount robot").code, 0);
    QCOMPARE(
        kubectl("create role robots --verb=get,list --resource=machinesets.machine.openshift.io").code, 0);
    QCOMPARE(kubectl("create rolebinding robots --role=robots --serviceaccount=default:robot").code, 0);
    const QByteArray as = " --as system:serviceaccount:default:robot";
    const Finished seen = kubectl("get machinesets" + as);
    QVERIFY2(seen.output.contains("workers"), everything(seen).constData());
    const Finished scaled = kubectl("scale machineset workers --replicas=2" + as);
    QVERIFY2(scaled.errors.contains("machinesets.machine.openshift.io \"workers\" is forbidden: User "
                                    "\"system:serviceaccount:default:robot\" cannot "),
        everything(scaled).constData());
    QCOMPARE(
        kubectl(
            "create role scalers --verb=get,patch,update --resource=machinesets.machine.openshift.io/scale")
            .code,
        0);
    QCOMPARE(kubectl("create rolebinding scalers --role=scalers --serviceaccount=default:robot").code, 0);
    const Finished again = kubectl("scale machineset workers --replicas=3" + as);
    QVERIFY2(again.code == 0, everything(again).constData());
}

void TestKubectlAccess::tokens()
{
    QCOMPARE(kubectl("create serviceaccount bot").code, 0);
    QCOMPARE(kubectl("create rolebinding bot --clusterrole=view --serviceaccount=default:bot").code, 0);
    Finished made = kubectl("create token bot --duration=20m");
    if (made.errors.contains("unknown flag") || made.errors.contains("unknown command")
        || made.errors.contains("must specify")) { // before 1.24
        made = kubectl(
            "create --raw /api/v1/namespaces/default/serviceaccounts/bot/token -f -", "{\"spec\": {}}");
        static const QRegularExpression token(QStringLiteral("\"token\": ?\"([^\"]+)\""));
        made.output = token.match(QString::fromUtf8(made.output)).captured(1).toUtf8();
    }
    QVERIFY2(made.output.count('.') == 2, everything(made).constData());
    const QByteArray bearer = " --server " + m_lab.server().toUtf8() + " --token " + made.output.trimmed()
        + " --insecure-skip-tls-verify --kubeconfig /dev/null";
    const Finished pods = kubectl("get pods -n default" + bearer);
    QVERIFY2(pods.code == 0, everything(pods).constData());
    const Finished nodes = kubectl("get nodes" + bearer);
    QVERIFY2(
        nodes.errors.contains("User \"system:serviceaccount:default:bot\" cannot list resource \"nodes\""),
        everything(nodes).constData());
    QCOMPARE(kubectl("delete serviceaccount bot").code, 0);
    QVERIFY(kubectl("get pods -n default" + bearer).errors.contains("Unauthorized"));
}

void TestKubectlAccess::certificates()
{
    const Finished request = tests::run(QStringLiteral("openssl"),
        {QStringLiteral("req"), QStringLiteral("-new"), QStringLiteral("-newkey"), QStringLiteral("rsa:2048"),
            QStringLiteral("-nodes"), QStringLiteral("-keyout"), path("key"), QStringLiteral("-subj"),
            QStringLiteral("/O=staff/CN=vic")});
    QVERIFY2(request.code == 0, everything(request).constData());
    const QByteArray yaml =
        "apiVersion: certificates.k8s.io/v1\nkind: CertificateSigningRequest\n"
        "metadata: {name: vic}\nspec:\n  signerName: kubernetes.io/kube-apiserver-client\n"
        "  usages: [client auth]\n  request: "
        + request.output.toBase64() + "\n";
    const Finished made = kubectl("create -f -", yaml);
    QVERIFY2(made.code == 0, everything(made).constData());
    const Finished approved = kubectl("certificate approve vic");
    QVERIFY2(approved.code == 0, everything(approved).constData());
    const Finished listed = kubectl("get csr");
    QVERIFY2(listed.output.contains("Approved,Issued"), everything(listed).constData());
    QFile certificate(path("certificate"));
    QVERIFY(certificate.open(QIODevice::WriteOnly));
    certificate.write(
        QByteArray::fromBase64(kubectl("get csr vic -o jsonpath={.status.certificate}").output));
    certificate.close();
    const QByteArray shown = " --server " + m_lab.server().toUtf8() + " --client-certificate "
        + path("certificate").toUtf8() + " --client-key " + path("key").toUtf8()
        + " --insecure-skip-tls-verify --kubeconfig /dev/null";
    const Finished pods = kubectl("get pods -n default" + shown);
    QVERIFY2(pods.code == 0, everything(pods).constData());
    QVERIFY(kubectl("get nodes" + shown).errors.contains("User \"vic\" cannot list"));
}

void TestKubectlAccess::viewers()
{
    QCOMPARE(
        QFile::permissions(path("viewer")) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    const Kubectl viewer(path("viewer"), m_home.path());
    QVERIFY(viewer(words("get machines,nodes -A")).output.contains("Running"));
    QVERIFY(viewer(words("scale machineset workers --replicas=9")).errors.contains("Forbidden"));
    QVERIFY(viewer(words("delete machines --all")).errors.contains("Forbidden"));
    QVERIFY(viewer(words("get secrets")).errors.contains("Forbidden"));
    QVERIFY(viewer(words("auth can-i delete pods")).output.startsWith("no"));
}

QTEST_GUILESS_MAIN(TestKubectlAccess)
#include "tst_kubectlaccess.moc"
