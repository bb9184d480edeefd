// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's files as a power cut or a kill leaves them at any moment, with pages torn and syncs missing: what
// was acknowledged is there, and all of it is a moment that was (docs/faults-and-threats.md X22, X24, X38).
#include "fragiledisk.h"
#include "labfixture.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>

using namespace labtest;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr int images = 1000;
constexpr int mostNames = 12;

/// What is known of each name at each revision; an empty value: it is not there.
using History = std::map<std::string, std::map<std::uint64_t, std::string>>;

std::string valueAt(const std::map<std::uint64_t, std::string> &values, std::uint64_t revision)
{
    const auto behind = values.upper_bound(revision);
    return behind == values.begin() ? std::string() : std::prev(behind)->second;
}

} // namespace

class TestPowerLoss : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyImageIsAMomentThatWas();
    void errorsOfTheDiskAreSurvived();
    void aLogThatCannotBeShortenedIsShortenedLater();

private:
    int between(int least, int most) { return std::uniform_int_distribution(least, most)(m_dice); }
    void writeSomething(Lab &lab);
    void checkImage(FragileDisk &disk, FragileDisk::Cut cut, std::uint64_t acknowledged);

    std::uint64_t m_seed = 0;
    std::mt19937_64 m_dice;
    QTemporaryDir m_directory;
    History m_history;
    int m_writes = 0;
};

void TestPowerLoss::initTestCase()
{
    m_seed = qEnvironmentVariableIsSet("HOLLOWLAB_TEST_SEED")
        ? qEnvironmentVariable("HOLLOWLAB_TEST_SEED").toULongLong()
        : QRandomGenerator::system()->generate();
    qInfo("HOLLOWLAB_TEST_SEED=%llu", static_cast<unsigned long long>(m_seed));
    m_dice.seed(m_seed);
}

void TestPowerLoss::writeSomething(Lab &lab)
{
    const std::string name = "c" + std::to_string(between(1, mostNames));
    auto &values = m_history[name];
    const bool isThere = !valueAt(values, lab.server->revision()).empty();
    const std::string value =
        std::to_string(++m_writes) + std::string(static_cast<std::size_t>(between(1, 20'000)), 'x');
    Response answer;
    if (!isThere)
        answer = lab.post(configMaps, "{metadata: {name: " + name + "}, data: {k: " + value + "}}");
    else if (between(1, 4) == 1)
        answer = lab.remove(configMaps / name);
    else
        answer = lab.patch(configMaps / name, "{data: {k: " + value + "}}");
    if (answer.code < 300)
        values[answer.revision] =
            isThere && answer.body && at(answer, {"kind"}) == "Status" ? std::string() : value;
}

void TestPowerLoss::checkImage(FragileDisk &disk, FragileDisk::Cut cut, std::uint64_t acknowledged)
{
    const std::string lab = m_directory.path().toStdString() + "/lab.db";
    const QTemporaryDir place;
    const std::string image = place.path().toStdString() + "/lab.db";
    if (between(0, 1) == 1)
        fs::copy_file(lab + ".lock", image + ".lock");
    disk.cut(cut, {{lab, image}, {lab + "-wal", image + "-wal"}}, m_dice);
    disk.watch(false);
    Lab restored;
    restored.open(image);
    disk.watch(true);
    QVERIFY(restored.server->setAside().empty());
    const std::uint64_t revision = restored.server->revision() - 1'000'000'000;
    QVERIFY2(revision >= acknowledged,
        qPrintable(QStringLiteral("%1 was acknowledged, %2 is there").arg(acknowledged).arg(revision)));
    for (const auto &[name, values] : m_history) {
        const Response found = restored.get(configMaps / name);
        const std::string value = found.code == 200 ? at(found, {"data", "k"}) : std::string();
        QVERIFY2(value == valueAt(values, revision),
            qPrintable(QStringLiteral("%1 at %2").arg(QString::fromStdString(name)).arg(revision)));
    }
}

void TestPowerLoss::everyImageIsAMomentThatWas() // X22
{
    FragileDisk disk;
    Lab lab(m_directory.path().toStdString() + "/lab.db");
    QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
    for (int image = 0; image < images; ++image) {
        for (int i = between(1, 6); i > 0; --i)
            writeSomething(lab);
        const std::uint64_t acknowledged = lab.server->committedRevision();
        checkImage(disk, between(1, 4) == 1 ? FragileDisk::Cut::Kill : FragileDisk::Cut::Power, acknowledged);
        if (QTest::currentTestFailed())
            return qWarning("in image %d", image);
        if (image % 100 == 0) // also of a lab that has just begun
            lab.open(m_directory.path().toStdString() + "/lab.db");
    }
    lab.server.reset();
}

void TestPowerLoss::errorsOfTheDiskAreSurvived() // X24
{
    FragileDisk disk;
    m_history.clear();
    const std::string path = m_directory.path().toStdString() + "/other.db";
    Lab lab(path);
    for (const int error : {SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_FULL}) {
        lab.post(configMaps, "{metadata: {name: before-" + std::to_string(error) + "}}");
        QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
        disk.setFailure(error);
        lab.post(configMaps, "{metadata: {name: during-" + std::to_string(error) + "}}");
        QTRY_VERIFY(!lab.server->trouble().empty());
        QVERIFY(lab.server->committedRevision() < lab.server->revision());
        COMPARE_TEXT(verdict(lab.post(configMaps, "{metadata: {name: refused}}")), "500 InternalError");
        disk.setFailure(SQLITE_OK);
        QTRY_VERIFY_WITH_TIMEOUT(lab.server->trouble().empty(), 10'000);
        QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
    }
    lab.open(path);
    QVERIFY(lab.server->setAside().empty());
    QCOMPARE(lab.get(configMaps).list->items.size(), std::size_t(6));
    lab.server.reset();
}

void TestPowerLoss::aLogThatCannotBeShortenedIsShortenedLater() // X38, docs/api-semantics.md Q5
{
    FragileDisk disk;
    const std::string path = m_directory.path().toStdString() + "/third.db";
    const auto churn = [](Lab &lab, int changes) {
        for (int i = 0; i < changes; ++i) {
            lab.patch(configMaps / "a",
                "{data: {k: " + std::string(20'000, static_cast<char>('a' + i % 20)) + "}}");
            QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
        }
    };
    Lab lab(path);
    lab.post(configMaps, "{metadata: {name: a}}");
    QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
    disk.setFailure(SQLITE_IOERR_WRITE, path); // its log can be written
    QTest::ignoreMessage(
        QtWarningMsg, QRegularExpression(QStringLiteral("cannot be shortened: disk I/O error")));
    churn(lab, 500);
    QVERIFY(lab.server->trouble().empty());
    const auto stuck = fs::file_size(path + "-wal");
    QVERIFY(stuck > 20U * 1024 * 1024);
    disk.setFailure(SQLITE_OK);
    lab.clock.advance(10min);
    churn(lab, 600);
    lab.clock.advance(10min);
    churn(lab, 600);
    QVERIFY(fs::file_size(path + "-wal") < stuck);
    lab.server.reset();
    disk.watch(false);
    SQLite::Database database(path);
    const auto live = database
                          .execAndGet("SELECT (SELECT sum(length(body)) FROM objects) + "
                                      "(SELECT sum(length(previous)) FROM log)")
                          .getInt64();
    QVERIFY2(static_cast<std::int64_t>(fs::file_size(path)) <= 2 * live, std::to_string(live).c_str());
    COMPARE_TEXT(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
    disk.watch(true);
}

QTEST_GUILESS_MAIN(TestPowerLoss)
#include "tst_powerloss.moc"
