// SPDX-License-Identifier: GPL-3.0-or-later
// hollowlab experiment, as a user runs it (docs/window.md W64).
#include "tests/integration/experimentfile.h"
#include "tests/support/program.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray small = tests::experimentFile("Small", "1..2", "waitUntil: {complete: few, within: 60s}");

tests::Finished experiment(const QStringList &arguments, const QByteArray &input = {})
{
    return tests::run(QStringLiteral(HOLLOWLAB_BINARY), QStringList {u"experiment"_s} + arguments, input);
}

} // namespace

class ExperimentCommandTest : public QObject
{
    Q_OBJECT

private slots:
    void aTableIsPrinted();
    void eachRunIsALine();
    void sharesAreTheWhole();
    void namesSteerNoTerminal();
    void oneRunLeavesItsReport();
    void mistakesAreToldWithTheirPlace();
    void nothingIsLeftInTheHome();
};

void ExperimentCommandTest::aTableIsPrinted()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"small.yaml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(small);
    file.close();
    const tests::Finished finished = experiment({file.fileName()});
    QVERIFY2(finished.code == 0, tests::everything(finished));
    const QList<QByteArray> lines = finished.output.split('\n');
    QVERIFY2(lines.size() > 3, finished.output);
    QCOMPARE(lines[0].simplified(), QByteArray("replicas length ready-machine-hours runs failed"));
    QVERIFY2(lines[1].startsWith("1 ") && lines[1].endsWith("2      0"), lines[1]);
    QVERIFY2(lines[2].startsWith("2 "), lines[2]);
}

void ExperimentCommandTest::eachRunIsALine()
{
    const tests::Finished finished = experiment({u"-"_s, u"-o"_s, u"json"_s}, small);
    QVERIFY2(finished.code == 0, tests::everything(finished));
    const QList<QByteArray> lines = finished.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    const QJsonObject first = QJsonDocument::fromJson(lines[0]).object();
    QCOMPARE(first[u"variant"_s].toInt(), 1); // as --variant counts them
    QCOMPARE(first[u"seed"_s].toInt(), 1);
    QCOMPARE(first[u"failure"_s].toString(u"none"_s), QString());
    QCOMPARE(experiment({u"-"_s, u"-o"_s, u"json"_s}, small).output, finished.output); // again the same
}

void ExperimentCommandTest::sharesAreTheWhole()
{
    const auto linesOf = [](const QString &share) {
        return experiment({u"-"_s, u"-o"_s, u"json"_s, u"--share"_s, share}, small)
            .output.trimmed()
            .split('\n');
    };
    QList<QByteArray> parts = linesOf(u"1/2"_s) + linesOf(u"2/2"_s);
    QList<QByteArray> whole = linesOf(u"1/1"_s);
    std::ranges::sort(parts);
    std::ranges::sort(whole);
    QCOMPARE(parts, whole);
    for (const char *wrong : {"0/2", "3/2", "2", "a/b", "1/0"})
        QCOMPARE(experiment({u"-"_s, u"--share"_s, QString::fromLatin1(wrong)}, small).code, 2);
}

/// The name of a field that is varied heads its column.
void ExperimentCommandTest::namesSteerNoTerminal()
{
    const QByteArray yaml = QByteArray(small).replace(
        "machineset.replicas: [1, 2]", "\"MachineSet.metadata.annotations.\\e[31ma\": [\"\u6570\u636e\", b]");
    const tests::Finished finished = experiment({u"-"_s}, yaml);
    QVERIFY2(finished.output.contains("u001b[31ma"), finished.output);
    QVERIFY(!finished.output.contains('\033'));
    const QStringList lines = QString::fromUtf8(finished.output).split(u'\n');
    QCOMPARE(lines[1].indexOf(u'-'), lines[2].indexOf(u'-')); // columns stand below one another
}

void ExperimentCommandTest::oneRunLeavesItsReport()
{
    QTemporaryDir folder;
    const QString out = folder.filePath(u"out"_s);
    const tests::Finished finished =
        experiment({u"-"_s, u"--report"_s, out, u"--variant"_s, u"2"_s, u"--seed"_s, u"1"_s}, small);
    QVERIFY2(finished.code == 0, tests::everything(finished));
    QFile report(out + u"/report.html"_s);
    QVERIFY(report.open(QIODevice::ReadOnly));
    QVERIFY(report.readAll().contains("Small (2)"));
    QCOMPARE(experiment({u"-"_s, u"--report"_s, out, u"--variant"_s, u"3"_s}, small).code, 2);
}

void ExperimentCommandTest::mistakesAreToldWithTheirPlace()
{
    tests::Finished finished = experiment({u"-"_s}, QByteArray(small).replace("1..2", "none"));
    QCOMPARE(finished.code, 2);
    QVERIFY2(finished.errors.contains("seeds: expected at most 1000 seeds"), finished.errors);
    QVERIFY(finished.output.isEmpty());
    finished = experiment({u"/nowhere/at/all.yaml"_s});
    QCOMPARE(finished.code, 2);
    QVERIFY2(finished.errors.contains("can't be read"), finished.errors);
    QCOMPARE(experiment({}).code, 2);
}

void ExperimentCommandTest::nothingIsLeftInTheHome()
{
    QTemporaryDir home;
    const tests::Finished finished = tests::run(QStringLiteral(HOLLOWLAB_BINARY),
        {u"experiment"_s, u"-"_s, u"-o"_s, u"json"_s}, small, {{u"HOME"_s, home.path()}});
    QCOMPARE(finished.code, 0);
    QVERIFY(QDir(home.path()).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden));
}

QTEST_GUILESS_MAIN(ExperimentCommandTest)
#include "tst_experimentcommand.moc"
