// SPDX-License-Identifier: GPL-3.0-or-later
// A program with little in memory has small pages, one with much large ones.
#include "app/memorypages.h"

#include "tests/support/program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace std::chrono_literals;

class TestMemoryPages : public QObject
{
    Q_OBJECT

private slots:
    void aProgramBeginsWithSmallOnes();
    void muchInMemoryBringsLargeOnes();
};

namespace {

QByteArray hasLargePages(qint64 processId)
{
    QFile file(QStringLiteral("/proc/%1/status").arg(processId));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QRegularExpression line(QStringLiteral("THP_enabled:\\s*(\\d)"));
    return line.match(QString::fromUtf8(file.readAll())).captured(1).toUtf8();
}

} // namespace

void TestMemoryPages::aProgramBeginsWithSmallOnes()
{
    const QTemporaryDir home;
    tests::Program program;
    program.start(QStringLiteral(HOLLOWLAB_BINARY),
        {QStringLiteral("--headless"), QStringLiteral("--lab"), home.filePath(QStringLiteral("lab"))});
    QVERIFY(program.waitForLine(QRegularExpression(QStringLiteral("ready:")), 20s).hasMatch());
    QCOMPARE(hasLargePages(program.processId()), QByteArray("0"));
}

void TestMemoryPages::muchInMemoryBringsLargeOnes()
{
    app::useSmallPages();
#ifdef __SANITIZE_ADDRESS__
    QSKIP("a sanitizer needs much memory from the start");
#endif
    QVERIFY(!app::useLargePagesOnceLarge());
    QCOMPARE(hasLargePages(QCoreApplication::applicationPid()), QByteArray("0"));
    const std::vector<char> much(200'000'000, 'x');
    QVERIFY(app::useLargePagesOnceLarge());
    QCOMPARE(hasLargePages(QCoreApplication::applicationPid()), QByteArray("1"));
    QCOMPARE(much.back(), 'x');
}

QTEST_GUILESS_MAIN(TestMemoryPages)
#include "tst_memorypages.moc"
