// SPDX-License-Identifier: GPL-3.0-or-later
// Other people's clients on a headless lab: each goes a journey in its own language, a program of this
// folder, and tells what works.

#include "tests/realcluster/realplane.h"

#include <QFile>
#include <QTest>

using namespace std::chrono_literals;

namespace {
constexpr int isMissingHere = 77; // what a script ends with when its client is not installed
constexpr std::chrono::seconds longest = 240s; // the first time, a client may have to be fetched
} // namespace

class TestClients : public QObject
{
    Q_OBJECT

private slots:
    void theJourneyOfItsLanguage_data();
    void theJourneyOfItsLanguage();
};

void TestClients::theJourneyOfItsLanguage_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("steps");
    const QString folder = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/clients");
    QTest::newRow("Python") << folder + QStringLiteral("/python.py") << 13;
    QTest::newRow("JavaScript") << folder + QStringLiteral("/javascript.sh") << 9;
    QTest::newRow("Go") << tests::RealPlane::program(QStringLiteral("kubernetes-1.20.2/clientgo")) << 9;
    QTest::newRow("Go, 1.32") << tests::RealPlane::program(QStringLiteral("clientgo-debian-13/clientgo"))
                              << 9;
}

void TestClients::theJourneyOfItsLanguage()
{
    QFETCH(const QString, program);
    QFETCH(const int, steps);
    if (!QFile::exists(program))
        QSKIP(qPrintable(program + QStringLiteral(" is missing: tests/realcluster/fetch.sh builds it")));
    tests::Headless lab;
    QVERIFY2(
        lab.start({QStringLiteral("--lab"), QStringLiteral(":memory:")}), lab.program().errors().constData());
    tests::Program journey;
    journey.start(program, {}, {{QStringLiteral("KUBECONFIG"), lab.kubeconfig()}});
    const std::optional<int> status = journey.waitForEnd(longest);
    if (status == isMissingHere)
        QSKIP((journey.output() + journey.errors()).constData());
    QVERIFY2(status == 0, (journey.output() + journey.errors()).constData());
    QCOMPARE(journey.output().count("works: "), steps);
}

QTEST_GUILESS_MAIN(TestClients)
#include "tst_clients.moc"
