// SPDX-License-Identifier: GPL-3.0-or-later
// Programs find a lab's server by the Service that leads there (docs/api-semantics.md J11).
#include "tests/support/program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace {

struct Served {
    explicit Served(const QString &folder) : kubectl({}, folder)
    {
        if (lab.start({u"--lab"_s, folder + u"/lab"_s}, {{u"HOME"_s, folder}}))
            kubectl = tests::Kubectl(lab.kubeconfig(), folder);
    }

    QJsonObject object(const QString &kind) const
    {
        const auto found =
            kubectl({u"get"_s, kind, u"kubernetes"_s, u"-n"_s, u"default"_s, u"-o"_s, u"json"_s});
        return QJsonDocument::fromJson(found.output).object();
    }
    int port() const { return lab.server().section(u':', -1).toInt(); }

    tests::Headless lab;
    tests::Kubectl kubectl;
};

} // namespace

class ServerServiceTest : public QObject
{
    Q_OBJECT

private slots:
    void itLeadsToTheServerAtEachStart();
};

void ServerServiceTest::itLeadsToTheServerAtEachStart()
{
    QTemporaryDir folder;
    QString address;
    for (const char *start : {"first", "second"}) {
        Served served(folder.path());
        QVERIFY2(served.port() > 0, start);
        const QJsonObject service = served.object(u"service"_s);
        const QJsonObject spec = service[u"spec"_s].toObject();
        QVERIFY2(!spec[u"clusterIP"_s].toString().isEmpty(), start);
        const bool isFirst = address.isEmpty();
        if (isFirst)
            address = spec[u"clusterIP"_s].toString();
        QCOMPARE(spec[u"clusterIP"_s].toString(), address);
        QCOMPARE(spec[u"ports"_s][0][u"port"_s].toInt(), 443);
        QCOMPARE(spec[u"ports"_s][0][u"targetPort"_s].toInt(), served.port());
        const QJsonValue subset = served.object(u"endpoints"_s)[u"subsets"_s][0];
        QCOMPARE(subset[u"addresses"_s][0][u"ip"_s].toString(), u"127.0.0.1"_s);
        QCOMPARE(subset[u"ports"_s][0][u"port"_s].toInt(), served.port());
        const QJsonObject slice = served.object(u"endpointslice"_s);
        QCOMPARE(slice[u"ports"_s][0][u"port"_s].toInt(), served.port());
        if (isFirst) // who takes away what every cluster has gets it again
            QCOMPARE(served.kubectl({u"delete"_s, u"endpoints"_s, u"kubernetes"_s}).code, 0);
        served.lab.program().terminate();
        QCOMPARE(served.lab.program().waitForEnd(std::chrono::seconds(20)), std::optional(0));
    }
}

QTEST_GUILESS_MAIN(ServerServiceTest)
#include "tst_serverservice.moc"
